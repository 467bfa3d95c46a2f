import { loadFormat, type Span } from '../../formats/index.ts';
import { secretSpans } from '../../clients/index.ts';
import type { Facts } from '../../machine/index.ts';
import type { PreviewedFile } from '../../changes/index.ts';
import type { WritableSystem } from '../../system/index.ts';
import { diffFile, type DiffSide, type FileDiff } from './file-diff.ts';
import { coloredPatch } from './colored-patch.ts';
import type { Ui } from '../terminal/ui.ts';
import { maskText } from '../../secrets/index.ts';
import { writeNewFile } from '../write-new-file.ts';

/** Prints the changes as one patch. A secret in a changed line is masked, with a warning that the patch then does not apply. */
export async function printDiff(ui: Ui, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const diffs = await diffsOf(preview, facts);
  for (const diff of diffs) ui.printExact(coloredPatch(diff.shown.slice(0, -1), ui));
  const why = whyNoPatch(
    diffs.some((diff) => diff.isMasked),
    diffs.some((diff) => diff.isCut),
  );
  if (why !== undefined) ui.warn(why);
  if (diffs.length === 0) ui.print('No changes.');
}

/** Why what is shown cannot be applied, and what to do; `undefined` when it can. */
function whyNoPatch(isMasked: boolean, isCut: boolean): string | undefined {
  if (!isMasked && !isCut) return undefined;
  const what = isMasked
    ? isCut
      ? 'A changed line is very long and a secret is in a changed line, so they are cut and masked above'
      : 'A changed line holds a secret, so it is masked above'
    : 'A changed line is very long, so it is cut above';
  return `${what} and this text does not apply as a patch. "--patch-file <file>" writes one that does.`;
}

/** The exact patch, including secrets, in a file that only the person can read. */
export async function writePatchFile(system: WritableSystem, path: string, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const patch = (await diffsOf(preview, facts)).map((diff) => diff.exact).join('');
  await writeNewFile(system, path, patch);
}

async function diffsOf(preview: readonly PreviewedFile[], facts: Facts): Promise<readonly FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const file of preview) {
    if (!file.results.some((result) => result.computed.kind === 'write')) continue;
    const after = await readSide(file, file.after, facts);
    const before = await readSide(file, file.before, facts);
    diffs.push(diffFile(file.path, sideOf(before, after), sideOf(after, before)));
  }
  return diffs;
}

interface ReadSide {
  readonly text: string;
  /** Absent for a text that does not parse. */
  readonly secrets?: readonly Span[];
}

async function readSide(file: PreviewedFile, bytes: Uint8Array | undefined, facts: Facts): Promise<ReadSide | undefined> {
  if (bytes === undefined) return undefined;
  const paths = new Set([file.path, ...file.results.map((result) => result.change.path)]);
  const known = facts.clients.flatMap((found) => found.files).find(({ path, target }) => paths.has(path) || paths.has(target ?? path));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const format = await loadFormat(known?.reading.format ?? formatByName(file.path));
  const parsed = format.parse(text.slice(shift), known?.reading.tolerance ?? 'unknown');
  if (parsed.kind === 'problem') return { text };
  const spans = parsed.root === undefined ? [] : [...secretSpans(parsed.root)];
  return { text, secrets: spans.map(({ start, end }) => ({ start: start + shift, end: end + shift })) };
}

/**
 * One side with the parts to mask. For a text that does not parse, the secrets of the other side are masked, and every line that looks
 * like a secret. If neither side parses, everything is masked.
 */
function sideOf(side: ReadSide | undefined, other: ReadSide | undefined): DiffSide | undefined {
  if (side === undefined) return undefined;
  if (side.secrets !== undefined) return { text: side.text, secrets: side.secrets };
  if (other?.secrets === undefined) return { text: side.text, secrets: [{ start: 0, end: side.text.length }] };
  const values = new Set(
    other.secrets.map(({ start, end }) => other.text.slice(start, end).replaceAll(/^["']|["']$/g, '')).filter((value) => value !== ''),
  );
  return { text: side.text, secrets: apart([...values].flatMap((value) => occurrences(side.text, value)).concat(secretLines(side.text))) };
}

/** Spans that overlap become one. */
function apart(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function occurrences(text: string, value: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    found.push({ start: at, end: at + value.length });
  return found;
}

function secretLines(text: string): readonly Span[] {
  return [...text.matchAll(/[^\r\n]+/g)].flatMap((line) =>
    maskText(line[0]) === line[0] ? [] : [{ start: line.index, end: line.index + line[0].length }],
  );
}

function formatByName(path: string): 'json' | 'yaml' | 'toml' {
  return /\.ya?ml$/.test(path) ? 'yaml' : path.endsWith('.toml') ? 'toml' : 'json';
}
