import { isRecord, SnapError, textIn, type SnapErrorCode } from '../system/index.ts';

/** A SnapError on its way to another process or thread. */
export interface WireError {
  readonly code: SnapErrorCode;
  readonly message: string;
  readonly hints?: { readonly person: string; readonly model: string } | undefined;
}

/** The whole list, for a code may come from another build. */
const codes: Readonly<Record<SnapErrorCode, true>> = {
  usage: true,
  'invalid-input': true,
  'invalid-mode': true,
  'invalid-type': true,
  'invalid-path': true,
  refused: true,
  'not-found': true,
  'not-available': true,
  'not-implemented': true,
  timeout: true,
  changed: true,
  'read-only': true,
  'link-loop': true,
  io: true,
  'task-open': true,
  'no-task': true,
  'no-workspace': true,
};

export function wireError(error: SnapError): WireError {
  const person = error.hintFor('person');
  const model = error.hintFor('model');
  const hints = person === undefined && model === undefined ? undefined : { person: person ?? '', model: model ?? '' };
  return { code: error.code, message: error.message, ...(hints === undefined ? {} : { hints }) };
}

/** The SnapError again; `undefined` for what is none. */
export function snapErrorOf(value: unknown): SnapError | undefined {
  if (!isRecord(value) || typeof value['message'] !== 'string' || !isCode(value['code'])) return undefined;
  const { code, message, hints } = value;
  const person = isRecord(hints) ? textIn(hints['person']) : undefined;
  const model = isRecord(hints) ? textIn(hints['model']) : undefined;
  const hint = person === undefined && model === undefined ? undefined : [{ person: person ?? '', model: model ?? '' }];
  return new SnapError(code, message, { hint });
}

function isCode(value: unknown): value is SnapErrorCode {
  return typeof value === 'string' && Object.hasOwn(codes, value);
}
