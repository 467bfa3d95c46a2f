export { reconnect as default } from '../mcp/reconnect.ts';
