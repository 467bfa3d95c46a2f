export { diagnose as default } from '../mcp/diagnose.ts';
