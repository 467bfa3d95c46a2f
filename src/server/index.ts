export type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
export type { ClientConnection } from './client-connection.ts';
export { openToolConnection, type ConnectionOptions, type OpenConnection } from './serve-connection.ts';
export { serveStdio, serveTools, snapTools, type ServeOptions } from './serve.ts';
export { guardStdout } from './stdout.ts';
export type { ToolSet } from './tool-set.ts';
