// A door of its own: what asks the daemon loads neither the hub nor what starts it.
export type { CallOptions } from './calls.ts';
export { connectDaemon, type ClientOptions, type ClientState, type DaemonClient } from './client.ts';
export { meetDaemon, type Link, type LinkEnd, type Met, type MeetOptions } from './link.ts';
export { reasonOf } from './link.ts';
export { DaemonUnavailable } from './calls.ts';
export { readEvent } from '../events/event.ts';
