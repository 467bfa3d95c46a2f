import { curlyQuotes, curlyQuoteOnLine, type Span, type Splice, type Tolerance } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { newText } from '../json/rewrite-file.ts';
import { isForeign, type Readers } from './file-readers.ts';
import { strictJson } from '../json/strict-json.ts';

/** Why a text does not parse: merge markers, curly quotes, extensions of JSON that the client does not read, or another syntax error. */
export type ParseFailure = 'conflict' | 'curly' | 'loose' | 'syntax';

/** Why a file does not parse for its client; `undefined` when it does. */
export function parseFailureOf(file: FileFacts): ParseFailure | undefined {
  const { state, root, text, reading } = file;
  if (state !== 'unparsable' || root !== undefined || text === undefined) return undefined;
  if (conflictMark(text) !== undefined) return 'conflict';
  if (curlyPlaces(file).length > 0) return 'curly';
  return reading.format === 'json' && strictJson(text, reading.tolerance) !== undefined ? 'loose' : 'syntax';
}

/** Where curly quotes keep a text from being read: in JSON each of them, in YAML and TOML the first on the line with the problem. */
export function curlyPlaces({ error, reading, text = '' }: FileFacts): readonly Span[] {
  if (reading.format === 'json') return curlyQuotes(text).flatMap(({ splices }) => splices.slice(0, 1));
  const place = error?.line === undefined ? undefined : curlyQuoteOnLine(text, error.line);
  return place === undefined ? [] : [place];
}

/** The readers for which the file does not parse for this reason. */
export function readersWithFailure(readers: Readers, breakage: ParseFailure): Readers | undefined {
  const [first, ...others] = readers.filter((file) => parseFailureOf(file) === breakage);
  return first === undefined ? undefined : [first, ...others];
}

/** The place of the first merge marker. A line of `=` alone is ordinary text. */
export function conflictMark(text: string): Pick<Splice, 'start' | 'end'> | undefined {
  const found = /^(<{7}|>{7})(?: [^\r\n]*)?$/m.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Whether no reader writes the file, as with an editor's settings: then snap does not fix it. */
export function isReadOnlyForAll(readers: Readers): boolean {
  return readers.every(isForeign);
}

/** The smallest change after which every reader can parse the file. */
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

const strictest: readonly Tolerance[] = ['strict', 'comments', 'unknown', 'comments-and-commas', 'json5'];
