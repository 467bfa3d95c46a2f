import { maskSpans, secretSpans } from '../clients/index.ts';
import { loadFormat, type Span } from '../formats/index.ts';
import type { Facts } from '../machine/index.ts';
import { maskText } from '../secrets/index.ts';
import type { PreviewedFile } from './preview.ts';

/** A text on one side of a diff; absent when there is no file. */
export interface ShownSide {
  readonly text: string;
  /** The parts that must not be shown on a screen. */
  readonly secrets: readonly Span[];
}

/** A file before and after a change, with the parts that must not be shown on a screen. */
export interface ShownSides {
  readonly before: ShownSide | undefined;
  readonly after: ShownSide | undefined;
}

type PreviewedSides = Pick<PreviewedFile, 'path' | 'before' | 'after'> & Partial<Pick<PreviewedFile, 'results'>>;

/** Both sides of a planned change. @param facts says in which format the file is. */
export async function shownSides(file: PreviewedSides, facts: Facts): Promise<ShownSides> {
  const [before, after] = [await readSide(file, file.before, facts), await readSide(file, file.after, facts)];
  return { before: sideOf(before, after), after: sideOf(after, before) };
}

/** The whole text of a side with its secrets masked; empty where there is no file. */
export function maskedText(side: ShownSide | undefined): string {
  if (side === undefined) return '';
  // The parsed tree gives the secret values; a secret in a comment or a name is found only by its form.
  return maskSpans(side.text, side.secrets).replaceAll(/[^\r\n]+/g, (line) => maskText(line));
}

interface ReadSide {
  readonly text: string;
  /** Absent for a text that does not parse. */
  readonly secrets?: readonly Span[];
}

async function readSide(file: PreviewedSides, bytes: Uint8Array | undefined, facts: Facts): Promise<ReadSide | undefined> {
  if (bytes === undefined) return undefined;
  const paths = new Set([file.path, ...(file.results ?? []).map((result) => result.change.path)]);
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
function sideOf(side: ReadSide | undefined, other: ReadSide | undefined): ShownSide | undefined {
  if (side === undefined) return undefined;
  if (side.secrets !== undefined) return { text: side.text, secrets: side.secrets };
  if (other?.secrets === undefined) return { text: side.text, secrets: [{ start: 0, end: side.text.length }] };
  const values = new Set(
    other.secrets.map(({ start, end }) => other.text.slice(start, end).replaceAll(/^["']|["']$/g, '')).filter((value) => value !== ''),
  );
  return { text: side.text, secrets: apart([...values].flatMap((value) => occurrences(side.text, value)).concat(secretLines(side.text))) };
}

/** Merges spans that overlap. */
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
