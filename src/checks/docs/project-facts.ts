import { type WorkspacePath, upFrom } from '../../workspace/index.ts';
import type { TargetTool } from './claim.ts';

/** What exists in a workspace, as far as documents speak of it. */
export interface ProjectFacts {
  /** A file or a directory, from the root. */
  has(path: WorkspacePath): boolean;
  /** Files and directories whose path ends with these parts. */
  endingWith(path: string): readonly WorkspacePath[];
  readonly packages: readonly PackageFacts[];
  readonly targets: readonly TargetFile[];
  /** What a link to a document may name after `#`; `undefined` where that is not known. */
  anchorsOf(path: WorkspacePath): ReadonlySet<string> | undefined;
}

/** A package.json. */
export interface PackageFacts {
  /** Its directory from the root; empty for the root. */
  readonly directory: WorkspacePath;
  readonly scripts: ReadonlySet<string>;
  readonly commands: readonly string[];
}

/** A Makefile or its like. */
export interface TargetFile {
  readonly path: WorkspacePath;
  readonly tool: TargetTool;
  readonly names: ReadonlySet<string>;
  /** It includes other files, or makes names by patterns: one that is not here may exist. */
  readonly isOpen: boolean;
}

/** The file lists, indexed. */
export function pathIndex(files: readonly WorkspacePath[]): Pick<ProjectFacts, 'has' | 'endingWith'> {
  const all = new Set<WorkspacePath>(['']);
  const byName = new Map<string, WorkspacePath[]>();
  const add = (path: WorkspacePath): void => {
    if (all.has(path)) return;
    all.add(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const key of new Set([name, stem(name)])) {
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [path]);
      else known.push(path);
    }
    const slash = path.lastIndexOf('/');
    if (slash > 0) add(path.slice(0, slash));
  };
  for (const file of files) add(file);
  // `x.js` in a document of a TypeScript project is x.ts, and a module is often named without its ending.
  const variants = (path: string): readonly string[] => [
    path,
    path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
    path.replace(/\.[cm]?jsx?$/, '.tsx'),
  ];
  const byStem = (path: WorkspacePath): boolean =>
    !/\.\w{1,5}$/.test(path) &&
    (byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []).some((one) => one !== path && withoutEnding(one) === path);
  return {
    has: (path) => variants(path).some((one) => all.has(one)) || byStem(path),
    endingWith(path) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return variants(name).flatMap((variant) =>
        (byName.get(variant) ?? []).filter((one) =>
          variants(path).some((end) => one === end || one.endsWith(`/${end}`) || withoutEnding(one).endsWith(`/${end}`)),
        ),
      );
    },
  };
}

function stem(name: string): string {
  return name.replace(/(?<=.)\.[\w.]+$/, '');
}

function withoutEnding(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return path.slice(0, slash) + stem(path.slice(slash));
}

/** A directory and those above it, up to the root. */
export function withParents(directory: WorkspacePath): readonly WorkspacePath[] {
  return [...upFrom(directory)];
}
