export { reset as default } from '../mcp/reset.ts';
