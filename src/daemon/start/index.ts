// A door of its own: only what starts and ends daemons loads it.
export { livingDaemon, type DaemonState } from './daemon-state.ts';
export { endDaemon, type EndedDaemon, type EndOptions } from './end-daemon.ts';
export { lookAtDaemon, type SeenDaemon } from './look.ts';
export { provenToken, type ProvenToken } from './proven-token.ts';
export { startDaemon, type StartedDaemon, type StartOptions } from './start-daemon.ts';
export { startMessageLine, type StartMessage } from './start-message.ts';
