export { requireTool, shownWord } from './client-words.ts';
export { openToolConnection, type ConnectionOptions } from './connection.ts';
export { errorText, explained } from './error-text.ts';
export type { ClientConnection, Message, OnMessage, OpenConnection } from './message.ts';
export { listedTools, serveStdio, serveTools, snapTools, type ServeOptions } from './serve.ts';
export { guardStdout } from './stdout.ts';
export type { Notify, ToolResult, ToolRunner, ToolSet } from './tool-set.ts';
