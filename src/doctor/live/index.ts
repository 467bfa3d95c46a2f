export type { HttpAttempt, LiveAnswer, WorkingAddress } from './answer.ts';
export { callServer, callServers, type CallOptions } from './call-server.ts';
