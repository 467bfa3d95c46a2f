import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import type { FormatName } from '../../src/formats/edit/format.ts';
import type { Format, Tolerance } from '../../src/formats/edit/format.ts';
import { loadFormat } from '../../src/formats/load-format.ts';
import { fixText } from '../../src/formats/fix/fix-text.ts';
import { sameValue, toValue, type Node, type Span, type Value } from '../../src/formats/syntax/node.ts';
import { positionAt } from '../../src/text/index.ts';
import { jsonTexts } from '../../test/support/texts/json-texts.ts';
import { tomlTexts } from '../../test/support/texts/toml-texts.ts';
import { yamlTexts } from '../../test/support/texts/yaml-texts.ts';
import {
  destructive,
  hidden,
  moreHidden,
  mutate,
  structural,
  typed,
  type Draw,
  type Healthy,
  type Kind,
  type Mutation,
  type OldKind,
} from './mutate.ts';
import { mutateTyped } from './mutate-typed.ts';
import { styled } from './styles.ts';

/** `marks`: only marks were touched. `typed`: marks were typed wrong. `lost`: something is gone. `hidden`: and it does not show. */
export type Group = 'marks' | 'typed' | 'lost' | 'hidden';

/** What became of the mutations of one kind in the files of one corpus and format. */
export interface Row {
  readonly corpus: string;
  readonly kind: Kind;
  readonly format: FormatName;
  readonly group: Group;
  mutations: number;
  flagged: number;
  near: number;
  fixed: number;
  equal: number;
  wrong: number;
  readonly changedLines: number[];
}
export interface Example {
  readonly why: 'wrong value' | 'not fixed' | 'position';
  readonly group: Group;
  readonly corpus: string;
  readonly kind: Kind;
  readonly format: FormatName;
  readonly original: string;
  readonly mutated: string;
  readonly line: number;
  readonly detail: string;
}
export interface Report {
  readonly rows: readonly Row[];
  readonly examples: readonly Example[];
  readonly slowest: number;
  /** The damaged texts themselves. */
  readonly damaged: readonly { readonly format: FormatName; readonly text: string }[];
}

interface Corpus {
  readonly name: string;
  readonly files: readonly File[];
  readonly share: number;
}

interface File extends Healthy {
  readonly tolerance: Tolerance;
  readonly value: Value;
}

/** @param fixtures The directory of the files as people have them */
export async function run(runs: number, seed: number, only: string | undefined, fixtures: string): Promise<Report> {
  const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
  const corpora: readonly Corpus[] = [
    { name: 'as people have them', files: fixtureFiles(fixtures, formats), share: 0.6 },
    { name: 'generated, odd on purpose', files: generated(formats, seed), share: 0.4 },
  ];
  const more: readonly Corpus[] = [...corpora, { name: 'in many styles', files: inStyles(formats, seed), share: 0.6 }];
  const old: readonly OldKind[] = [...structural, ...destructive, ...hidden];
  const groups: readonly (readonly [Group, readonly Kind[]])[] = [
    ['marks', structural],
    ['lost', destructive],
    ['hidden', [...hidden, ...moreHidden]],
    ['typed', typed],
  ];
  const groupOf = (kind: Kind): Group => groups.find(([, own]) => own.includes(kind))?.[0] ?? 'marks';
  const rows = new Map<string, Row>();
  const examples: Example[] = [];
  const damaged: Report['damaged'][number][] = [];
  let slowest = 0;
  // What is drawn for the first faults and corpora stays the same when others are added: their figures can be compared.
  damage(corpora, old, drawFrom(seed), (file, kind, draw) => (isOld(kind) ? mutate(file, kind, draw) : undefined));
  damage(more.slice(corpora.length), old, drawFrom(seed + 1_000_000), (file, kind, draw) =>
    isOld(kind) ? mutate(file, kind, draw) : undefined,
  );
  damage(more, [...typed, ...moreHidden], drawFrom(seed + 2_000_000), (file, kind, draw) =>
    isOld(kind) ? undefined : mutateTyped(file, kind, draw),
  );
  return { rows: [...rows.values()], examples, slowest, damaged };

  function damage(
    own: readonly Corpus[],
    kinds: readonly Kind[],
    draw: Draw,
    fault: (file: File, kind: Kind, draw: Draw) => Mutation | undefined,
  ): void {
    for (const { name: corpus, files, share } of own) {
      for (const format of ['json', 'yaml', 'toml'] as const) {
        const candidates = files.filter((file) => file.format === format);
        for (const kind of kinds) {
          if (only !== undefined && !`${format} ${kind}`.includes(only)) continue;
          const row = emptyRow(corpus, format, kind, groupOf(kind));
          const wanted = Math.round((runs * share) / old.length / 3) * (kind === 'flip in text' ? 4 : 1);
          for (let tries = 0; tries < wanted * 6 && row.mutations < wanted && candidates.length > 0; tries++) {
            const file = candidates[draw(candidates.length)];
            const mutation = file && fault(file, kind, draw);
            if (file === undefined || mutation === undefined || mutation.text === file.text) continue;
            damaged.push({ format, text: mutation.text });
            slowest = Math.max(slowest, judge(file, mutation, formats[format], row, examples));
          }
          if (row.mutations > 0) rows.set(`${corpus} ${format} ${kind}`, row);
        }
      }
    }
  }
}

function isOld(kind: Kind): kind is OldKind {
  const old: readonly Kind[] = [...structural, ...destructive, ...hidden];
  return old.includes(kind);
}

function emptyRow(corpus: string, format: FormatName, kind: Kind, group: Group): Row {
  return { corpus, kind, format, group, mutations: 0, flagged: 0, near: 0, fixed: 0, equal: 0, wrong: 0, changedLines: [] };
}

function judge(file: File, { kind, text, offset }: Mutation, format: Format, row: Row, examples: Example[]): number {
  row.mutations += 1;
  const content = text.replace(/^\uFEFF/, '');
  const parsed = format.parse(content, file.tolerance);
  const line = positionAt(text, offset).line;
  const note = (why: Example['why'], detail: string): void => {
    examples.push({
      why,
      group: row.group,
      corpus: row.corpus,
      kind,
      format: file.format,
      original: file.text,
      mutated: text,
      line,
      detail,
    });
  };
  // A byte order mark is a fault that the reader of the file takes off and names; everything else is flagged by the parser.
  const isFlagged = parsed.kind === 'problem' || kind === 'byte order mark';
  if (!isFlagged) return 0;
  row.flagged += 1;
  if (parsed.kind === 'tree' || Math.abs(parsed.problem.line - line) <= 1) row.near += 1;
  else if (row.group === 'marks') note('position', `reported at line ${parsed.problem.line}: ${parsed.problem.message}`);
  const began = performance.now();
  const fixed = fixText(text, file.format, format, file.tolerance);
  const took = performance.now() - began;
  if (fixed === undefined) {
    if (row.group === 'marks') note('not fixed', parsed.kind === 'problem' ? parsed.problem.message : '');
    return took;
  }
  row.fixed += 1;
  const value = valueOf(format, fixed.text, file.tolerance);
  if (value !== undefined && sameValue(value, file.value)) {
    row.equal += 1;
    row.changedLines.push(changedLines(text, fixed.text));
  } else {
    row.wrong += 1;
    note('wrong value', fixed.says.join('; '));
  }
  return took;
}

function valueOf(format: Format, text: string, tolerance: Tolerance): Value | undefined {
  const parsed = format.parse(text, tolerance);
  return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : undefined;
}

/** How many lines of the new text are not lines of the old one, or the other way round. */
function changedLines(before: string, after: string): number {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return Math.max(old.length, now.length) - start - end;
}

type Formats = { readonly [F in FormatName]: Format };

/** A JSON file is read by a strict client where it can be: that is where commas and comments are faults. */
function fileOf(name: FormatName, text: string, formats: Formats): File | undefined {
  const tolerances: readonly Tolerance[] = name === 'json' ? ['strict', 'comments', 'comments-and-commas'] : ['strict'];
  for (const tolerance of tolerances) {
    const parsed = formats[name].parse(text, tolerance);
    if (parsed.kind !== 'tree' || parsed.root?.kind !== 'map') continue;
    const texts: Span[] = [];
    gather(parsed.root, texts);
    return { format: name, text, tolerance, value: toValue(parsed.root), texts: distinct(texts) };
  }
  return undefined;
}

function gather(node: Node, texts: Span[]): void {
  if (node.kind === 'scalar') texts.push({ start: node.start, end: node.end });
  else if (node.kind === 'list') for (const item of node.items) gather(item, texts);
  else
    for (const { keySpan, value } of node.members) {
      texts.push({ start: keySpan.start, end: keySpan.end });
      gather(value, texts);
    }
}

function distinct(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [span.start, span])).values()].toSorted((a, b) => a.start - b.start);
}

function fixtureFiles(directory: string, formats: Formats): readonly File[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.flatMap((name): readonly File[] => {
    const format = formatOf(name);
    const file = format === undefined ? undefined : fileOf(format, readFileSync(join(directory, name), 'utf8'), formats);
    return file === undefined ? [] : [file];
  });
}

function formatOf(name: string): FormatName | undefined {
  const extension = extname(name);
  if (extension === '.json' || extension === '.jsonc') return 'json';
  if (extension === '.yaml' || extension === '.yml') return 'yaml';
  return extension === '.toml' ? 'toml' : undefined;
}

function generated(formats: Formats, seed: number): readonly File[] {
  const sample = (name: FormatName, texts: fc.Arbitrary<{ readonly text: string }>): readonly File[] =>
    fc.sample(texts, { numRuns: 600, seed }).flatMap(({ text }): readonly File[] => {
      const file = text.length > 60 ? fileOf(name, text, formats) : undefined;
      return file === undefined ? [] : [file];
    });
  return [...sample('json', jsonTexts), ...sample('yaml', yamlTexts), ...sample('toml', tomlTexts)];
}

const filesInStyles = 200;

function inStyles(formats: Formats, seed: number): readonly File[] {
  const draw = drawFrom(seed + 3_000_000);
  return (['json', 'yaml', 'toml'] as const).flatMap((name) =>
    Array.from({ length: filesInStyles }, () => styled(name, draw)).flatMap(({ text }): readonly File[] => {
      const file = fileOf(name, text, formats);
      if (file === undefined) throw new Error(`The generator of styles wrote a text that does not parse:\n${text}`);
      return [file];
    }),
  );
}

/** mulberry32: small, and the same everywhere. */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}
