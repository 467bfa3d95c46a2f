export { configure as default } from '../mcp/configure.ts';
