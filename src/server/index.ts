export type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
export {
  cancelledRequest,
  isRequest,
  type ClientConnection,
  type OnMessage,
  type OpenConnection,
  type Request,
} from './client-connection.ts';
export { openToolConnection, type ConnectionOptions } from './serve-connection.ts';
export { serveStdio, serveTools, snapTools, type ServeOptions } from './serve.ts';
export { guardStdout } from './stdout.ts';
export type { ToolSet } from './tool-set.ts';
