import type { Format, Tolerance } from '../edit/format.ts';
import { sameValue, toValue, type Span, type SyntaxProblem } from '../syntax/node.ts';
import { linesOf } from '../text-lines.ts';
import { isFieldOfServer, oddities, type Read } from './choose.ts';
import { beginsWhole, isKnownWord } from './known-words.ts';
import { applyPatches, type Candidate, type Patch } from './patch.ts';

const maxCharacters = 20_000;
/** How many lines above the one that does not parse are tried: a text without its colon goes on in the next line. */
const linesAbove = 2;

/** What a whole line of YAML lacks: each rule looks at a line and at the one below. */
const rules: readonly ((line: string, below: string, text: string) => Omit<Patch, 'at'> | undefined)[] = [
  spaceAfterColon,
  colonAfterName,
  colonAfterValue,
  quotesAtReserved,
];

/** The one way to make this text read by one of these rules. */
export function fixLines(text: string, problem: SyntaxProblem, format: Format, tolerance: Tolerance): Candidate | undefined {
  if (text.length > maxCharacters) return undefined;
  const lines = linesOf(text);
  const written = (span: Span | undefined): string => (span === undefined ? '' : text.slice(span.start, span.end));
  const found: Read[] = [];
  for (let i = Math.max(0, problem.line - 1 - linesAbove); i < Math.min(lines.length, problem.line + 1); i++) {
    const line = lines[i];
    for (const rule of line === undefined ? [] : rules) {
      const fix = rule(written(line), written(lines[i + 1]), text);
      const start = line?.start ?? 0;
      const splices = fix?.splices.map((splice) => ({ ...splice, start: splice.start + start, end: splice.end + start }));
      const patch: Patch | undefined = fix && splices && { ...fix, splices, at: start };
      const patched = patch && applyPatches(text, [patch]);
      const read = patched === undefined ? undefined : format.parse(patched, tolerance);
      if (patch === undefined || patched === undefined || read?.kind !== 'tree' || read.root === undefined || oddities(read.root) > 0)
        continue;
      found.push({ text: patched, patches: [patch], root: read.root, value: toValue(read.root), isDoubtful: false });
    }
  }
  const [only] = found;
  return only !== undefined && found.every(({ value }) => sameValue(value, only.value)) ? only : undefined;
}

/** `command:npx` */
function spaceAfterColon(line: string, _: string, text: string): Omit<Patch, 'at'> | undefined {
  const [, lead, name, value = ''] = /^([ ]*(?:- +)*)([\w-]+):(?=[^\s:])(.*)$/.exec(line) ?? [];
  if (lead === undefined || name === undefined || !isName(name, text)) return undefined;
  // More than the space may be lost.
  if (!/^(?:true|false|["'[{])/.test(value) && !beginsWhole(value.trim(), text)) return undefined;
  const at = lead.length + name.length + 1;
  return { splices: [{ start: at, end: at, text: ' ' }], says: 'a space was missing after the colon' };
}

/** `env` above its members, `command npx`. */
function colonAfterName(line: string, below: string, text: string): Omit<Patch, 'at'> | undefined {
  const [, lead, name, rest] = /^([ ]*(?:- +)*)([\w-]+)((?: [^\s:#][^:]*)?)$/.exec(line) ?? [];
  if (lead === undefined || name === undefined || !isFieldOfServer(name) || !isName(name, text)) return undefined;
  const isAbove = /^ *- /.test(below) ? below.search(/-/) >= lead.length : below.search(/\S/) > lead.length;
  if (rest === '' && !isAbove) return undefined;
  const at = lead.length + name.length;
  return { splices: [{ start: at, end: at, text: ':' }], says: 'a colon was missing' };
}

/** `- name: github:` with other fields of the entry below. */
function colonAfterValue(line: string, _: string, text: string): Omit<Patch, 'at'> | undefined {
  const [, lead, word] = /^([ ]*(?:- +)*[\w-]+: +)([\w./@-]+):[ ]*$/.exec(line) ?? [];
  if (lead === undefined || word === undefined || !isKnownWord(word, text)) return undefined;
  const at = lead.length + word.length;
  return { splices: [{ start: at, end: at + 1, text: '' }], says: 'one colon too many' };
}

/** `- @scope/package`: no text may begin with this mark. https://yaml.org/spec/1.2.2/#rule-c-reserved */
function quotesAtReserved(line: string): Omit<Patch, 'at'> | undefined {
  const [, lead, word] = /^([ ]*(?:- +)*(?:[\w-]+: +)?)(@[\w.-]+\/[\w./@^~-]+)[ ]*$/.exec(line) ?? [];
  if (lead === undefined || word === undefined || lead.trim() === '') return undefined;
  const [start, end] = [lead.length, lead.length + word.length];
  return {
    splices: [
      { start, end: start, text: '"' },
      { start: end, end, text: '"' },
    ],
    says: 'the quotes around a text were missing',
  };
}

/** Whether this is a name: one that servers have, or one with a value elsewhere. */
function isName(word: string, text: string): boolean {
  return isFieldOfServer(word) || text.includes(`${word}: `);
}
