import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CodeGraph } from '../../code/index.ts';
import { count, type System, type TreeFile } from '../../system/index.ts';
import { loadFormat, toPlain } from '../../formats/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, overFiles } from '../files/over-files.ts';
import type { Layer, LayerContext } from '../mode.ts';
import { type Entries, findEntries, knipPatterns } from '../orphans/entries.ts';
import { type Mentions, type MentionsExtra, notText } from '../orphans/find-mentions.ts';
import { type AllMentions, isPage, orphanFindings, unreached, wordOf } from '../orphans/find-orphans.ts';
import { unusedExports } from '../orphans/unused-exports.ts';

const job: FilesJob<MentionsExtra, Mentions> = { name: 'checks/find-mentions' };
const kept = new KeptResults<Mentions>();
const maxBytes = 1024 * 1024;
const knipNames = ['knip.json', 'knip.jsonc', '.knip.json', '.knip.jsonc'];

/** Files that no entry point leads to, and exports that nothing imports. */
export const orphans: Layer = {
  name: 'orphans',
  says: 'Entry points: package.json, conventions of frameworks and tools, files that scripts, settings and pages name, and the settings of knip.',
  needs: ['files'],
  async find(scope, context, record) {
    const { code, workspace } = await context.workbench();
    const graph = await (await code()).graph(context.signal);
    const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
    if (modules.length === 0) return { skipped: 'there is no JavaScript or TypeScript file' };
    const manifests = manifestsOf(graph);
    if (manifests.size === 0) return { skipped: 'there is no package.json that can be read, so the entry points are not known' };
    const knip = (await knipSettings(context.system, workspace.root, graph.files)) ?? manifests.get('')?.['knip'];
    const entries = await findEntries(graph, manifests, knipPatterns(knip));
    const read = await readMentions(graph, entries, manifests, context);
    if ('skipped' in read) return read;
    const left = unreached(graph, entries, [...read.mentions.loads, ...read.mentions.builds]);
    const symbols = await graph.symbols(modules, context.signal);
    const findings = [
      ...orphanFindings(graph, left, entries, read.mentions),
      ...(await unusedExports(graph, symbols, entries, new Set(left), read.mentions.loads)),
    ];
    for (const finding of findings) if (scope.isWhole || (finding.file !== undefined && scope.covers(finding.file))) record.add(finding);
    const others = [...graph.files.values()].filter(({ kind }) => kind === 'not-analysed').length;
    record.say(
      `${count(modules.length, 'module')}, ${count(entries.files.size, 'entry point')}.`,
      ...(others === 0 ? [] : [`${count(others, 'file')} in other languages ${others === 1 ? 'was' : 'were'} not looked at.`]),
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
  const byPath = new Map<string, TreeFile>(files.map((file) => [file.path, file]));
  const found = new Map<string, Mentions>();
  const take = (path: string, result: Mentions | undefined): void => {
    if (result !== undefined) found.set(path, result);
  };
  const rest = kept.known(workspace.root, key, files, take);
  const { missing, left } = await overFiles(context.system, job, {
    root: workspace.root,
    files: rest.map(({ path }) => path),
    extra,
    signal: context.signal,
    take(path, result) {
      const file = byPath.get(path);
      if (file !== undefined) kept.keep(workspace.root, key, file, result);
      take(path, result);
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

async function knipSettings(system: System, root: string, files: ReadonlyMap<string, unknown>): Promise<unknown> {
  const name = knipNames.find((one) => files.has(one));
  const bytes = name === undefined ? undefined : await system.readStart(join(root, name), 1024 * 1024);
  if (bytes === undefined) return undefined;
  const parsed = (await loadFormat('json')).parse(Buffer.from(bytes).toString('utf8'), 'json5');
  return parsed.kind === 'problem' || parsed.root === undefined ? undefined : toPlain(parsed.root);
}
