import type { CodeGraph } from '../../code/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Entries } from './entries.ts';
import type { MentionsOutput } from './find-mentions.ts';

/** Below this, a finding is only a note. */
const sure = 60;

/** Modules that nothing leads to, with what speaks for and against it. */
export function unreached(graph: CodeGraph, entries: Entries, mentions: MentionsOutput['paths']): readonly string[] {
  const reached = graph.closure(entries.files);
  const found = new Set(reached);
  // What a reached file, a page or a script names is loaded too, and so is what that imports.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    const named = mentions.flatMap(([from, to]) =>
      !found.has(to) && (found.has(from) || graph.files.get(from)?.kind !== 'module') ? [to] : [],
    );
    for (const path of graph.closure(named)) found.add(path);
  }
  return [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' && !found.has(path) ? [path] : []));
}

/** The word by which people and programs name a module: its name, or that of its directory. */
export function wordOf(path: string): string {
  const parts = path.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.(?:[\w-]+\.)?\w+$/, '');
  return /^(?:index|main|mod|types?|utils?|helpers?|constants?)$/i.test(stem) && parts.length > 1 ? `${parts.at(-2)}/${stem}` : stem;
}

export function orphanFindings(
  graph: CodeGraph,
  orphans: readonly string[],
  { open }: Entries,
  words: MentionsOutput['words'],
): readonly CheckFinding[] {
  const isOrphan = new Set(orphans);
  const mentioned = new Map(words.map(([path, where, file]) => [path, { where, file }]));
  return orphans.map((file) => {
    const importers = graph.importersOf(file).map(({ from }) => from);
    const mention = mentioned.get(file);
    const isOpen = open.some((directory) => directory === '' || file.startsWith(`${directory}/`));
    const isBroken = graph.files.get(file)?.problem !== undefined;
    const isNamedByOrphan = mention !== undefined && isOrphan.has(mention.file);
    const confidence =
      95 - (mention === undefined || isNamedByOrphan ? 0 : mention.where === 'code' ? 45 : 15) - (isOpen ? 10 : 0) - (isBroken ? 40 : 0);
    const reasons = [
      importers.length === 0
        ? 'no file imports it'
        : `only files that are unused themselves import it (${importers.slice(0, 2).join(', ')})`,
      ...(mention === undefined ? ['its name stands nowhere else'] : [`its name stands in ${mention.file}`]),
      ...(isOpen ? ['the package is published without "exports", so that its users may import any file'] : []),
      ...(isBroken ? ['it could not be read as a module'] : []),
    ];
    return {
      file,
      severity: confidence >= sure ? 'warning' : 'info',
      rule: 'unused-file',
      message: 'No entry point leads to this file.',
      source: 'snap',
      reason: reasons.join('; '),
      confidence,
      fix: confidence >= sure ? 'Delete it, or name it in the settings of the tool that loads it.' : undefined,
    };
  });
}
