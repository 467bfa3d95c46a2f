export type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
export { serveStdio, serveTools, type ServeOptions } from './serve.ts';
export { guardStdout } from './stdout.ts';
export type { ToolSet } from './tool-set.ts';
