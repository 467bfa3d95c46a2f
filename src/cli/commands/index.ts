/**
 * The commands that read and write config files, as one chunk: they share nearly everything, and a chunk each would cost every
 * start more than the few lines of the others. The server and the shim, which need other things, have chunks of their own.
 */
export { default as clients } from './clients.ts';
export { default as mcpAdd } from './mcp/add.ts';
export { mcpDisable, mcpEnable } from './mcp/switch.ts';
export { default as mcpRemove } from './mcp/remove.ts';
export { default as mcpSync } from './mcp/sync.ts';
export { default as mcpUndo } from './mcp/undo.ts';
export { default as toolsConfigure } from './tools/configure.ts';
export { default as toolsPrint } from './tools/print.ts';
export { default as toolsRemove } from './tools/remove.ts';
export { isFirstTime } from '../setup/found.ts';
