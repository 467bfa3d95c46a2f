import { isRecord, textIn } from '../../system/index.ts';
import { isEventType, type SnapEvent } from './event.ts';

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
