// A door of its own: only the daemon and its clients load node:net.
export { connectTo, type Connected } from './connect.ts';
export { lineSocket, type LineEvents, type LineLimits, type LineSocket } from './line-socket.ts';
export { listenOn, type Listening } from './listen.ts';
export { makePrivateDirectory } from './private-directory.ts';
