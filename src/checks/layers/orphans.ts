import { join } from 'node:path';
import { count, type Job, type System } from '../../system/index.ts';
import { loadFormat, toPlain } from '../../formats/index.ts';
import { outputOf } from '../files/job-output.ts';
import type { Layer } from '../mode.ts';
import { findEntries, knipPatterns } from '../orphans/entries.ts';
import type { MentionsInput, MentionsOutput } from '../orphans/find-mentions.ts';
import { orphanFindings, unreached, wordOf } from '../orphans/find-orphans.ts';
import { unusedExports } from '../orphans/unused-exports.ts';

const findMentions: Job<MentionsInput, MentionsOutput> = { name: 'checks/find-mentions' };
const knipNames = ['knip.json', 'knip.jsonc', '.knip.json', '.knip.jsonc'];

/** Files that no entry point leads to, and exports that nothing imports. */
export const orphans: Layer = {
  name: 'orphans',
  says: 'Entry points: package.json, conventions of frameworks and tools, files that scripts, settings and pages name, and the settings of knip.',
  needs: ['files'],
  async find(scope, { workbench, system, signal, msLeft }, record) {
    const { code, workspace } = await workbench();
    const graph = await (await code()).graph(signal);
    const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
    if (modules.length === 0) return { skipped: 'there is no JavaScript or TypeScript file' };
    const manifests = new Map(
      [...graph.files.keys()].flatMap((path) => {
        const found = /(?:^|\/)package\.json$/.test(path) ? graph.resolver.packageOf(path) : undefined;
        return found === undefined ? [] : [[found.directory, found.manifest] as const];
      }),
    );
    if (manifests.size === 0) return { skipped: 'there is no package.json, so the entry points are not known' };
    const entries = findEntries(
      graph,
      manifests,
      knipPatterns((await knipSettings(system, workspace.root, graph.files)) ?? manifests.get('')?.['knip']),
    );
    const ask = async (words: MentionsInput['words']): ReturnType<typeof system.runJob<MentionsInput, MentionsOutput, never>> =>
      system.runJob(
        findMentions,
        { root: workspace.root, files: [...graph.files.keys()], modules, packages: [...manifests.keys()], words },
        { signal, maxMs: Math.max(1_000, msLeft()) },
      );
    // Words are looked for only of files that no import leads to; of these there are few.
    const candidates = unreached(graph, entries, []).map((path) => ({ path, word: wordOf(path) }));
    const found = outputOf(await ask(candidates));
    if ('skipped' in found) return found;
    const left = unreached(graph, entries, found.output.paths);
    const symbols = await graph.symbols(modules, signal);
    const findings = [
      ...orphanFindings(graph, left, entries, found.output.words),
      ...unusedExports(graph, symbols, entries, new Set(left)),
    ];
    for (const finding of findings) if (scope.isWhole || (finding.file !== undefined && scope.covers(finding.file))) record.add(finding);
    const others = [...graph.files.values()].filter(({ kind }) => kind === 'not-analysed').length;
    record.say(
      `${count(modules.length, 'module')}, ${count(entries.files.size, 'entry point')}.`,
      ...(others === 0 ? [] : [`${count(others, 'file')} in other languages ${others === 1 ? 'was' : 'were'} not looked at.`]),
    );
    return undefined;
  },
};

async function knipSettings(system: System, root: string, files: ReadonlyMap<string, unknown>): Promise<unknown> {
  const name = knipNames.find((one) => files.has(one));
  const bytes = name === undefined ? undefined : await system.readStart(join(root, name), 1024 * 1024);
  if (bytes === undefined) return undefined;
  const parsed = (await loadFormat('json')).parse(Buffer.from(bytes).toString('utf8'), 'json5');
  return parsed.kind === 'problem' || parsed.root === undefined ? undefined : toPlain(parsed.root);
}
