// A door of its own: only the daemon and its clients load node:net.
export { connectTo, isPipe, socketAt, type Connected } from './connect.ts';
export { lineSocket, type LineEvents, type LineLimits, type LineSocket } from './line-socket.ts';
export { listenOn, privateSuffixLength, type Listening } from './listen.ts';
export { makePrivateDirectory, privateDirectoryProblem } from './private-directory.ts';
