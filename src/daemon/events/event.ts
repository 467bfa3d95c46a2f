import { maskRecord } from '../../secrets/index.ts';
import type { WorkEvents } from '../../workbench/index.ts';
import { isRecord, textIn } from '../../system/index.ts';

/**
 * What happened, for those who subscribed: `snap daemon logs --events`, the status bar of an editor, a stream over HTTP. docs/events.md describes each type.
 *
 * The data holds ids, numbers and paths from the root of the workspace, never the text of a file, a task or a learning: an event goes to
 * everybody who holds the token, and texts may hold secrets.
 */
export interface EventData extends WorkEvents {
  'daemon.state': DaemonStateData;
  /** snap wrote config files of an assistant, or its settings. */
  'config.changed': {
    readonly action: 'write' | 'undo';
    /** Ids of assistants, as in docs/clients.md. */
    readonly clients: readonly string[];
    /** Names of server entries. */
    readonly servers: readonly string[];
    /** With `~` for the home directory. */
    readonly files: readonly string[];
  };
}

export type DaemonStateData =
  | { readonly state: 'started'; readonly pid: number; readonly build: string }
  | { readonly state: 'stopping'; readonly pid: number; readonly reason: 'asked' | 'idle' | 'replaced' | 'displaced' | 'signal' }
  | { readonly state: 'http-started'; readonly url: string }
  | { readonly state: 'http-refused'; readonly reason: string }
  | {
      readonly state: 'client-connected' | 'client-left';
      readonly kind: string;
      readonly pid: number;
      readonly client?: string | undefined;
    }
  | { readonly state: 'workspace-opened' | 'workspace-closed' }
  /** The thread of a workspace ended by itself. */
  | { readonly state: 'workspace-failed'; readonly reason: string };

/** Every type and when it happens, in the order of docs/events.md. */
export const eventMeanings = {
  'snapshot.created': 'A snapshot was taken.',
  'snapshot.restored': 'Files were brought back from a snapshot.',
  'risk.detected': 'A task began on files of high or critical risk.',
  'session.started': 'A task began, or was taken up again.',
  'session.ended': 'A task ended.',
  'learning.matched': 'Learnings were shown for a task or for files.',
  'validation.failed': 'A check ended with errors.',
  'daemon.state': 'The daemon began or ended, or somebody connected to it.',
  'config.changed': 'snap changed config files of assistants.',
} as const satisfies Readonly<Record<keyof EventData, string>>;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

/** One event, of any type. */
export type SnapEvent = { readonly [Type in EventType]: EventOf<Type> }[EventType];

export interface EventOf<Type extends EventType> {
  readonly schemaVersion: 1;
  readonly type: Type;
  /** ISO 8601. */
  readonly at: string;
  /** The real path of the workspace; absent where it is about none. */
  readonly workspace?: string | undefined;
  readonly data: EventData[Type];
}

/** Which events a subscriber wants; all of them where nothing is set. */
export interface EventFilter {
  readonly types?: readonly EventType[] | undefined;
  /** The real path of a workspace. Events about none are delivered too. */
  readonly workspace?: string | undefined;
}

export function isEventType(value: unknown): value is EventType {
  return eventTypes.some((type) => type === value);
}

/** Makes an event that happened now. */
export function newEvent<Type extends EventType>(at: Date, type: Type, data: EventData[Type], workspace?: string): EventOf<Type> {
  return { schemaVersion: 1, type, at: at.toISOString(), ...(workspace === undefined ? {} : { workspace }), data };
}

export function isWanted({ types, workspace }: EventFilter, event: SnapEvent): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  return workspace === undefined || event.workspace === undefined || event.workspace === workspace;
}

/**
 * An event of a workbench, which names its type and data without the types of this file; `undefined` for an unknown type. The compiler cannot
 * follow which data goes with which type: test/daemon/workspaces/events.test.ts compares them.
 */
export function workEvent(at: Date, workspace: string, type: string, data: object): SnapEvent | undefined {
  const event = { schemaVersion: 1, type, at: at.toISOString(), workspace, data: maskRecord(data) };
  return isWorkEvent(event) ? event : undefined;
}

function isWorkEvent(event: { readonly schemaVersion: number; readonly type: string }): event is SnapEvent {
  return isEventType(event.type);
}

/** Characters of an event as JSON. One that is longer is not passed on. */
const maxLength = 64 * 1024;

/** An event that came from another process; `undefined` for what is none. Its data is passed on as it is: both sides are programs of this user. */
export function readEvent(value: unknown): SnapEvent | undefined {
  if (!isRecord(value) || value['schemaVersion'] !== 1 || !isEventType(value['type']) || !isRecord(value['data'])) return undefined;
  const at = textIn(value['at']);
  const workspace = value['workspace'];
  if (at === undefined || !/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at)) return undefined;
  if (workspace !== undefined && typeof workspace !== 'string') return undefined;
  const event = { schemaVersion: 1, type: value['type'], at, ...(workspace === undefined ? {} : { workspace }), data: value['data'] };
  // The type says what the data holds; who reads a field of it has to expect that it is absent.
  return JSON.stringify(event).length > maxLength ? undefined : (event as SnapEvent);
}
