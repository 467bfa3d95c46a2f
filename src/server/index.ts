export { serveStdio, serveTools, type ServeOptions, type ToolSet } from './serve.ts';
export { serveShim } from './shim.ts';
export { guardStdout } from './stdout.ts';
