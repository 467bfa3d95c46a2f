import { createHash } from 'node:crypto';
import type { CodeGraph } from '../../code/index.ts';
import { count } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine } from '../files/over-files.ts';
import type { Layer, LayerContext } from '../mode.ts';
import type { CheckFinding } from '../report.ts';
import { type Entries, findEntries } from '../orphans/entries.ts';
import { type Mentions, type MentionsExtra, notText } from '../orphans/find-mentions.ts';
import { type AllMentions, isPage, orphanFindings, unreached, wordOf } from '../orphans/find-orphans.ts';
import { runKnip } from '../orphans/run-knip.ts';
import { programsOfCheck, usable } from '../programs/of-check.ts';
import { leaveOthers, noneNamed, sayUnread } from '../unread-modules.ts';

const job: FilesJob<MentionsExtra, Mentions> = { name: 'checks/find-mentions' };
const kept = new KeptResults<Mentions>();
const maxBytes = 1024 * 1024;

/** Files that no entry point leads to: what the project's own knip says, or the graph of snap where there is none. */
export const orphans: Layer = {
  name: 'orphans',
  says: "The project's own knip runs where it is installed, after an approval, and says which exports and dependencies are unused too. Elsewhere only unused files are found; entry points: package.json, conventions of frameworks and tools, files that scripts, settings and pages name.",
  needs: ['files'],
  languages: { alone: ['JavaScript', 'TypeScript', 'Vue', 'Svelte', 'Astro'], approved: [] },
  async find(scope, context, record) {
    const add = (finding: CheckFinding): void => {
      if (scope.isWhole || (finding.file !== undefined && scope.covers(finding.file))) record.add(finding);
    };
    const { code } = await context.workbench();
    const graph = await (await code()).graph(context.signal);
    const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
    if (modules.length === 0) return { skipped: 'there is no JavaScript or TypeScript file' };
    const nothing = noneNamed(graph, scope);
    if (nothing !== undefined) return nothing;
    const knip = usable(await programsOfCheck(context), 'unused', '');
    if (knip.skipped === undefined) {
      const [program] = knip.programs;
      const found = program === undefined ? 'it is not installed' : await runKnip(context, program);
      context.signal.throwIfAborted();
      if (typeof found !== 'string') {
        for (const finding of found) add(finding);
        leaveOthers(graph, scope, record);
        record.say(`By ${program?.shown ?? 'knip'}, for ${count(modules.length, 'module')}.`);
        return undefined;
      }
      record.say(`The project's own knip was not used: ${found}.`);
    } else if (knip.skipped !== '') record.say(`The project's own knip was not used: ${knip.skipped}.`);
    const manifests = manifestsOf(graph);
    if (manifests.size === 0) return { skipped: 'there is no package.json that can be read, so the entry points are not known' };
    const entries = await findEntries(graph, manifests);
    const read = await readMentions(graph, entries, manifests, context);
    if ('skipped' in read) return read;
    const left = unreached(graph, entries, [...read.mentions.loads, ...read.mentions.builds]);
    for (const finding of orphanFindings(graph, left, entries, read.mentions)) add(finding);
    sayUnread(graph, record);
    leaveOthers(graph, scope, record);
    record.say(
      `${count(modules.length, 'module')}, ${count(entries.files.size, 'entry point')}.`,
      ...(read.leftOut === undefined ? [] : [read.leftOut]),
    );
    return undefined;
  },
};

type Manifests = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Every package.json of the workspace, by its directory. */
function manifestsOf(graph: CodeGraph): Manifests {
  return new Map(
    [...graph.files.keys()].flatMap((path) => {
      const found = /(?:^|\/)package\.json$/.test(path) ? graph.resolver.packageOf(path) : undefined;
      return found === undefined ? [] : [[found.directory, found.manifest] as const];
    }),
  );
}

/** Reads every text that has changed since it was last read. Words are looked for only of files that no import leads to: of these there are few. */
async function readMentions(
  graph: CodeGraph,
  entries: Entries,
  manifests: Manifests,
  context: LayerContext,
): Promise<{ readonly mentions: AllMentions; readonly leftOut: string | undefined } | { readonly skipped: string }> {
  const { workspace } = await context.workbench();
  const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
  const names = [...manifests.values()].flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const extra = {
    modules,
    packages: [...manifests.keys()],
    names,
    words: unreached(graph, entries, []).map((path) => ({ path, word: wordOf(path) })),
  };
  const key = createHash('sha256').update(JSON.stringify(extra)).digest('base64');
  const files = (await context.files()).filter(
    ({ path, kind, size }) => kind === 'file' && size > 0 && size <= maxBytes && !notText.test(path),
  );
  const found = new Map<string, Mentions>();
  const { missing, left } = await kept.examine(context, job, {
    root: workspace.root,
    key,
    files,
    extra,
    take(path, result) {
      if (result !== undefined) found.set(path, result);
    },
  });
  context.signal.throwIfAborted();
  if (missing !== undefined) return { skipped: missing };
  return { mentions: allMentions(graph, found), leftOut: leftOutLine(left) };
}

function allMentions(graph: CodeGraph, found: ReadonlyMap<string, Mentions>): AllMentions {
  const loads: (readonly [string, string])[] = [];
  const builds: (readonly [string, string])[] = [];
  const tells = new Map<string, string>();
  const words = new Map<string, string>();
  const hints = new Map<string, string>();
  for (const [file, mentions] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const to of mentions.loads) loads.push([file, to]);
    for (const to of mentions.builds) builds.push([file, to]);
    for (const source of mentions.imports) {
      const meant = graph.resolver.resolve(file, source);
      if (meant.kind === 'file') loads.push([file, meant.path]);
    }
    for (const path of mentions.tells) if (!tells.has(path)) tells.set(path, file);
    // Code and settings say more than pages.
    for (const path of mentions.words) if (!words.has(path) || isPage(words.get(path) ?? '')) words.set(path, file);
    for (const path of mentions.hints) if (!hints.has(path)) hints.set(path, file);
  }
  return { loads, builds, tells, words, hints };
}
