import type { FileChange } from '../../src/changes/change.ts';

/** A change that adds a line at the end, once. */
export function addLine(path: string, line: string, extra: Partial<FileChange> = {}): FileChange {
  return {
    path,
    about: { client: 'test', scope: 'global', servers: ['snap'], action: 'set' },
    compute(bytes) {
      const text = Buffer.from(bytes ?? []).toString('utf8');
      if (text.split('\n').includes(line)) return { kind: 'unchanged' };
      return { kind: 'write', bytes: Buffer.from(`${text}${line}\n`), undoData: { line } };
    },
    ...extra,
  };
}

/** A change that puts one content in place of any other. */
export function setText(path: string, text: string | undefined, extra: Partial<FileChange> = {}): FileChange {
  return {
    path,
    about: { client: 'test', scope: 'global', servers: ['snap'], action: text === undefined ? 'remove' : 'set' },
    compute: (bytes) =>
      (bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')) === text
        ? { kind: 'unchanged' }
        : { kind: 'write', bytes: text === undefined ? undefined : Buffer.from(text) },
    ...extra,
  };
}
