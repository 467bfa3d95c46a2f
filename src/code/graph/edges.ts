import type { WorkspacePath } from '../../workspace/index.ts';
import type { ImportForm, ModuleRecord, ModuleRequest, NamingForm } from '../module-record.ts';
import { filesOfPatterns, fileOfUrl } from '../resolve/named-files.ts';
import type { Resolver } from '../resolve/resolver.ts';

/**
 * What is left of an import when the program runs. `runtime`: the other module is loaded before this one. `lazy`: it is loaded later, by `import()` or a
 * `require` in a function. `type`: nothing, as written. `elided`: nothing, as TypeScript removes an import that is used only as a type.
 */
export type EdgeKind = 'runtime' | 'lazy' | 'type' | 'elided';

/** One file names another. */
export interface Edge {
  readonly from: WorkspacePath;
  readonly to: WorkspacePath;
  /** Where the statement or call begins. */
  readonly line: number;
  /** Never `elided` before that was asked for ({@link CodeGraph.withoutElided}). */
  readonly kind: EdgeKind;
  /** As written. */
  readonly source: string;
  /** `import a from`, `export … from`, `import()`, `require()`, … */
  readonly form: ImportForm;
  /** Whether TypeScript may remove it: a plain import or re-export in a TypeScript file of a project that does not forbid it. */
  readonly mayElide: boolean;
}

/**
 * One file names another without importing it: a worker, a file of a pattern. What comes of it is not known, so it counts for the question who uses a file,
 * and not where imports are judged.
 */
export interface NamingEdge extends Omit<Edge, 'form'> {
  readonly kind: 'lazy';
  readonly form: NamingForm;
}

/** All that a file names. */
export interface FileEdges {
  readonly edges: readonly Edge[];
  readonly named: readonly NamingEdge[];
  /** Packages that are not of the workspace, and modules of the runtime (`node:fs`). */
  readonly packages: readonly PackageUse[];
  /** Paths and names of the workspace's own without a file. */
  readonly missing: readonly MissingModule[];
}

export interface PackageUse {
  readonly name: string;
  readonly isBuiltin: boolean;
  readonly line: number;
  readonly kind: Exclude<EdgeKind, 'elided'>;
  readonly source: string;
}

export interface MissingModule {
  readonly source: string;
  readonly line: number;
}

export const noEdges: FileEdges = { edges: [], named: [], packages: [], missing: [] };

/** What the requests of a file mean. */
export function edgesOf(from: WorkspacePath, { requests }: ModuleRecord, resolver: Resolver): FileEdges {
  if (requests.length === 0) return noEdges;
  const edges: Edge[] = [];
  const named: NamingEdge[] = [];
  const packages: PackageUse[] = [];
  const missing: MissingModule[] = [];
  // The markup of a Vue, Svelte or Astro file uses names too.
  const isTypeScript = /\.(?:[cm]?ts|tsx)$/.test(from);
  const elides = isTypeScript && (resolver.configOf(from)?.elides ?? true);
  for (const request of requests) {
    const { form, line, source } = request;
    if (form === 'url' || form === 'glob') {
      const all = form === 'glob' ? filesOfPatterns(from, source, resolver) : [fileOfUrl(from, source, resolver)];
      for (const to of all)
        if (to !== undefined && to !== from) named.push({ from, to, line, kind: 'lazy', source, form, mayElide: false });
      continue;
    }
    const found = resolver.resolve(from, source);
    const kind = kindOf(request, elides);
    if (found.kind === 'file') {
      const mayElide = kind === 'runtime' && elides && request.isWhole !== true && (form === 'import' || form === 'export');
      edges.push({ from, to: found.path, line, kind, source, form, mayElide });
    } else if (found.kind === 'missing') missing.push({ source, line });
    else if (found.kind !== 'other') packages.push({ name: found.name, isBuiltin: found.kind === 'builtin', line, kind, source });
  }
  return { edges, named, packages, missing };
}

function kindOf({ form, isType, onlyTypes }: ModuleRequest, elides: boolean): Exclude<EdgeKind, 'elided'> {
  if (isType || form === 'type-import' || (onlyTypes === true && elides)) return 'type';
  return form === 'dynamic' || form === 'lazy-require' ? 'lazy' : 'runtime';
}
