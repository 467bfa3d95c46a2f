import { join } from 'node:path';
import type { CheckFinding, CheckReport } from '../../checks/index.ts';
import { maskText } from '../../secrets/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import { confine, type Workspace } from '../../workspace/index.ts';
import { plain, type Style } from '../terminal/style.ts';

/** The lines of files that findings name. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** Findings that are shown with their source; of the others the place is enough. */
const maxFrames = 10;
const maxBytes = 1024 * 1024;
/** Layers whose findings are secrets: their lines are not printed, masked or not. */
const ofSecrets = new Set(['secrets', 'security']);

/** Reads the files of the first findings; one outside of the workspace, too large or unreadable has no frame. Config files (mode health) have none either. */
export async function readSources(
  { system, workspace }: { readonly system: System; readonly workspace: Workspace },
  { findings, mode }: CheckReport,
): Promise<Sources> {
  const sources = new Map<string, readonly string[]>();
  const wanted = findings.filter(({ layer = '', line }) => line !== undefined && !ofSecrets.has(layer)).slice(0, maxFrames);
  for (const file of mode === 'health' ? [] : new Set(wanted.flatMap(({ file }) => file ?? []))) {
    try {
      const bytes = await system.readStart(join(workspace.root, await confine(system, workspace, file)), maxBytes);
      if (bytes !== undefined && bytes.length < maxBytes) sources.set(file, Buffer.from(bytes).toString('utf8').split(/\r?\n/));
    } catch (error) {
      // It cannot be read, or lies outside: the place alone is named.
      if (!(error instanceof SnapError)) throw error;
    }
  }
  return sources;
}

/** The line of a finding with the one before it, and a caret below the column. Secrets are masked, hidden characters spelled, long lines cut. */
export function frameOf(
  { column, file = '', layer = '', line = 0 }: CheckFinding,
  sources: Sources,
  { style, width }: { readonly style: Style; readonly width: number },
): readonly string[] {
  const lines = sources.get(file);
  const text = lines?.[line - 1];
  if (lines === undefined || text === undefined || text.trim() === '' || ofSecrets.has(layer)) return [];
  const gutter = `${line}`.length;
  const bar = style.isUnicode ? '│' : '|';
  const room = Math.max(20, width - gutter - 6);
  const shown = (one: string): string => plain(maskText(one.replaceAll('\t', '  ')));
  const row = (number: string, one: string): string => style.dim(`  ${number.padStart(gutter)} ${bar} `) + shown(one).slice(0, room);
  const before = lines[line - 2] ?? '';
  // What is masked in the line may have moved the column.
  const prefix = shown(text.slice(0, (column ?? 0) - 1));
  const hasCaret = column !== undefined && column <= text.length + 1 && prefix.length < room && shown(text).startsWith(prefix);
  return [
    ...(before.trim() === '' ? [] : [row(`${line - 1}`, before)]),
    row(`${line}`, text),
    ...(hasCaret ? [`${style.dim(`  ${' '.repeat(gutter)} ${bar} `)}${' '.repeat(prefix.length)}${style.red('^')}`] : []),
  ];
}
