/** The commands that judge a setup, as one chunk: with them comes every diagnostic, which the others do not need. */
export { default as doctor } from './doctor.ts';
export { listServers } from './mcp/list.ts';
export { default as mcpRepair } from './mcp/repair.ts';
export { default as mcpValidate } from './mcp/validate.ts';
export { default as setup } from './setup.ts';
