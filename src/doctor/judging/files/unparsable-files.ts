import type { Splice, Tolerance } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { newText } from '../json/rewrite-file.ts';
import { isForeign, type Readers } from './file-readers.ts';
import { strictJson } from '../json/strict-json.ts';

/** Why a text does not read: marks of a merge, more than plain JSON in a client that reads only that, or anything else. */
export type ParseFailure = 'conflict' | 'loose' | 'syntax';

/** Which kind of broken a file is for its client; `undefined` when it is not. */
export function parseFailureOf(file: FileFacts): ParseFailure | undefined {
  const { state, root, text, reading } = file;
  if (state !== 'unparsable' || root !== undefined || text === undefined) return undefined;
  if (conflictMark(text) !== undefined) return 'conflict';
  return reading.format === 'json' && strictJson(text, reading.tolerance) !== undefined ? 'loose' : 'syntax';
}

/** Those of the readers for which the file is broken in this way. */
export function readersWithFailure(readers: Readers, breakage: ParseFailure): Readers | undefined {
  const [first, ...others] = readers.filter((file) => parseFailureOf(file) === breakage);
  return first === undefined ? undefined : [first, ...others];
}

/** Where the first mark of a merge conflict stands. A line of `=` alone is ordinary text. */
export function conflictMark(text: string): Pick<Splice, 'start' | 'end'> | undefined {
  const found = /^(<{7}|>{7})(?: [^\r\n]*)?$/m.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Only a file that no reader of it writes, such as an editor's settings, is somebody else's to mend. */
export function isReadOnlyForAll(readers: Readers): boolean {
  return readers.every(isForeign);
}

/** The smallest patch after which every one of the readers can read it. */
export function textFix(setup: Setup, readers: Readers): Fix | undefined {
  const [file] = readers;
  const { format, reading, text } = file;
  if (format === undefined || text === undefined || isReadOnlyForAll(readers) || file.scope === 'managed') return undefined;
  const tolerances = readers.map((reader) => reader.reading.tolerance);
  const tolerance = strictest.find((one) => tolerances.includes(one)) ?? reading.tolerance;
  const fixed = setup.fixText?.(text, reading.format, format, tolerance);
  if (fixed === undefined) return undefined;
  return { kind: 'confirm', says: `fix ${fixed.says.join('; ')}`, edit: newText(setup, file, fixed.text) };
}

const strictest: readonly Tolerance[] = ['strict', 'comments', 'unknown', 'comments-and-commas'];
