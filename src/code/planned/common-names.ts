import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { PlannedCode } from './planned-graph.ts';
import type { PlannedText, ReadModule, ReadText } from './read-texts-job.ts';
import type { UnprovidedName } from './unprovided-names.ts';

export interface CommonNames {
  /** Names that a module of the change requires, and that the other does not export. */
  readonly missing: readonly UnprovidedName[];
  /** Names that a module of the change exports no more, and that another one uses. */
  readonly lost: readonly UnprovidedName[];
}

/** More modules that require a changed one are not read. */
const maxRead = 200;

/**
 * As `unprovidedNames`, of CommonJS, where both modules say plainly what they export: `module.exports = { a }`, `exports.a = …`.
 * @param textsOf reads files as they are, and `readTexts` what they say.
 */
export async function commonNames(
  before: CodeGraph,
  { graph, read }: PlannedCode,
  {
    readTexts,
    textsOf,
  }: {
    readonly textsOf: (paths: readonly WorkspacePath[]) => Promise<readonly PlannedText[]>;
    readonly readTexts: (texts: readonly PlannedText[]) => Promise<ReadonlyMap<WorkspacePath, ReadText>>;
  },
): Promise<CommonNames> {
  const targets = [...read].flatMap(([file, { after }]) =>
    (after?.common?.requires ?? []).map((one) => ({ file, ...one, target: fileOf(graph, file, one.source) })),
  );
  const changed = [...read].filter(([, { before: old, after }]) => removedFrom(old, after).length > 0).map(([path]) => path);
  const users = [
    ...new Set(changed.flatMap((path) => before.importersOf(path).flatMap(({ form, from }) => (form === 'require' ? [from] : [])))),
  ];
  const wanted = [...new Set([...targets.flatMap(({ target }) => target ?? []), ...users])]
    .filter((path) => !read.has(path))
    .slice(0, maxRead);
  const others = wanted.length === 0 ? new Map<WorkspacePath, ReadText>() : await readTexts(await textsOf(wanted));
  const missing = targets.flatMap(({ file, line, name, source, target }): readonly UnprovidedName[] => {
    if (target === undefined) return [];
    const names = (read.get(target) ?? others.get(target))?.after?.common?.names;
    // `helper.hasOwnProperty`: what each object has.
    if (names === undefined || names.includes(name) || name in Object.prototype) return [];
    const had = read.get(file)?.before?.common?.requires.some((one) => one.name === name && one.source === source) === true;
    const earlier = (read.get(target)?.before ?? others.get(target)?.after)?.common?.names;
    return had && earlier?.includes(name) !== true ? [] : [{ file, line, name, from: target, isType: false }];
  });
  const lost = [...others].flatMap(([file, { after }]) =>
    (after?.common?.requires ?? []).flatMap(({ line, name, source }): readonly UnprovidedName[] => {
      const from = fileOf(graph, file, source);
      const versions = from === undefined ? undefined : read.get(from);
      return from !== undefined && removedFrom(versions?.before, versions?.after).includes(name)
        ? [{ file, line, name, from, isType: false }]
        : [];
    }),
  );
  return { missing, lost };
}

function fileOf(graph: CodeGraph, from: WorkspacePath, source: string): WorkspacePath | undefined {
  const found = graph.resolver.resolve(from, source);
  return found.kind === 'file' ? found.path : undefined;
}

function removedFrom(before: ReadModule | undefined, after: ReadModule | undefined): readonly string[] {
  const left = after?.common?.names;
  return left === undefined ? [] : (before?.common?.names ?? []).filter((name) => !left.includes(name));
}
