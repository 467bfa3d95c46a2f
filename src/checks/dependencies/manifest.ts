import { directoryOf } from '../../workspace/index.ts';
import { isRecord, jsonIn, textsIn } from '../../system/index.ts';
import { globTest, positionAt } from '../../text/index.ts';

/** Where a name is declared. */
export interface Declared {
  readonly name: string;
  /** The range or place, as written. */
  readonly spec: string;
  readonly section: Section;
  readonly line: number;
}

export const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;
export type Section = (typeof sections)[number];

/** What a package.json says. */
export interface Manifest {
  /** Directory from the root of the workspace; empty for the root itself. */
  readonly directory: string;
  readonly file: string;
  readonly name: string | undefined;
  /** `pnpm`, of `"packageManager": "pnpm@10.0.0"`. */
  readonly manager: string | undefined;
  readonly declared: readonly Declared[];
  /** Whether a directory, from that of the manifest, is one of its workspaces. */
  isWorkspace(directory: string): boolean;
}

/** Reads a package.json; `undefined` when it is no JSON object. */
export function parseManifest(file: string, text: string): Manifest | undefined {
  const data = jsonIn(text);
  if (!isRecord(data)) return undefined;
  const { name, packageManager, workspaces } = data;
  const manager = typeof packageManager === 'string' ? /^\w+/.exec(packageManager)?.[0] : undefined;
  const declared = sections.flatMap((section) => {
    const given = data[section];
    if (!isRecord(given)) return [];
    const from = sectionStart(text, section);
    return Object.entries(given).flatMap(([one, spec]) =>
      typeof spec === 'string' ? [{ name: one, spec, section, line: lineOfKey(text, one, from) }] : [],
    );
  });
  return {
    directory: directoryOf(file),
    file,
    name: typeof name === 'string' ? name : undefined,
    manager,
    declared,
    isWorkspace: workspaceTest(workspaces),
  };
}

/** A list of globs, or an object with the list `packages`. https://docs.npmjs.com/cli/v11/using-npm/workspaces, https://classic.yarnpkg.com/lang/en/docs/workspaces/ */
function workspaceTest(workspaces: unknown): (directory: string) => boolean {
  const globs = textsIn(isRecord(workspaces) ? workspaces['packages'] : workspaces).filter((glob) => !glob.startsWith('!'));
  const patterns = globs.map((glob) => globTest(glob.replace(/\/$/, '')));
  return (directory) => directory !== '' && patterns.some((isIn) => isIn(directory));
}

/** The manifests that Node looks at for a file: that of its own directory or the nearest one above, and then those further up. */
export function manifestsFor<T extends { readonly directory: string }>(file: string, manifests: ReadonlyMap<string, T>): readonly T[] {
  const found: T[] = [];
  for (let directory = directoryOf(file); ; directory = directoryOf(directory)) {
    const one = manifests.get(directory);
    if (one !== undefined) found.push(one);
    if (directory === '') return found;
  }
}

function sectionStart(text: string, section: string): number {
  return Math.max(0, new RegExp(String.raw`"${section}"\s*:\s*\{`).exec(text)?.index ?? 0);
}

/** From 1; the line of `"name":` behind an offset. */
export function lineOfKey(text: string, name: string, from = 0): number {
  const at = text.indexOf(`"${name}"`, from);
  return at === -1 ? 1 : positionAt(text, at).line;
}

/** A finding about a manifest, without its source. */
export interface DependencyFinding {
  readonly file: string;
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
  readonly reason?: string;
  readonly confidence?: number;
}
