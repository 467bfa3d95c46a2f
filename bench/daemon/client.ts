// What a bench needs of the sources to talk to a daemon.
export { daemonPlace } from '../../src/daemon/index.ts';
export { meetDaemon } from '../../src/daemon/client/index.ts';
export { nodeSystem } from '../../src/system/node.ts';
export { writableSystem } from '../../src/system/writable.ts';
