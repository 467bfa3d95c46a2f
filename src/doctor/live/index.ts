export type { HttpAttempt, LiveAnswer, UnreachableReason, WorkingAddress } from './answer.ts';
export { callServer, callServers, type CallOptions } from './call-server.ts';
export type { CommandTarget, LiveTarget, UrlTarget } from './target.ts';
