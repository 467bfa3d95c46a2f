export { serveStdio, type ServeOptions } from './serve.ts';
export { serveShim } from './shim.ts';
