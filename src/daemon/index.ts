export { buildOf, isNewer } from './build.ts';
export {
  eventMeanings,
  eventTypes,
  isEventType,
  isWanted,
  newEvent,
  workEvent,
  type EventData,
  type EventFilter,
  type EventOf,
  type EventType,
  type SnapEvent,
} from './events/event.ts';
export { httpPort } from './http-port.ts';
export { daemonPlace, type DaemonPlace } from './place.ts';
export * from './protocol.ts';
export { snapErrorOf, wireError, type WireError } from './wire-error.ts';
export type { OpenWorkspace, WorkspaceHost } from './workspace-host.ts';
