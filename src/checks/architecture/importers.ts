import type { CodeGraph, Edge, PackageUse } from '../../code/index.ts';
import { isRecord } from '../../system/index.ts';
import type { Import, Importer, ImportType } from './rules.ts';

export interface ImportersAsked {
  /** Whether an edge counts: without the types of a project that does not want them judged. */
  counts(edge: Edge): boolean;
  /** Imports of types from packages do not count. */
  readonly withoutTypes?: boolean;
  /** Whether circles are asked for; they cost the most. */
  readonly withCircles: boolean;
}

/** What each file imports, in the words of rules. */
export function importersOf(graph: CodeGraph, { counts, withCircles, withoutTypes = false }: ImportersAsked): readonly Importer[] {
  const circles = withCircles ? circlesIn(graph, counts) : undefined;
  return [...graph.files.values()]
    .filter(({ kind }) => kind === 'module')
    .map(({ path, edges, packages, missing }) => ({
      file: path,
      imports: [
        ...edges.filter(counts).map((edge) => ({
          to: edge.to,
          line: edge.line,
          types: typesOf(edge),
          isDynamic: edge.kind === 'lazy',
          isResolved: true,
          isCore: false,
          circle: circles?.(edge),
        })),
        ...packages
          .filter(({ kind }) => !withoutTypes || kind !== 'type')
          .map((use) => packageImport(use, graph.resolver.packageOf(path)?.manifest, graph.resolver.packageOf('')?.manifest)),
        ...missing.map(({ source, line }): Import => ({
          to: source,
          line,
          types: ['unknown'],
          isDynamic: false,
          isResolved: false,
          isCore: false,
        })),
      ],
    }));
}

const forms: Readonly<Record<Edge['form'], ImportType>> = {
  import: 'import',
  export: 'export',
  dynamic: 'dynamic-import',
  require: 'require',
  'lazy-require': 'require',
  'type-import': 'import',
};

function typesOf({ form, kind }: Edge): readonly ImportType[] {
  return ['local', ...(kind === 'type' ? (['type-only'] as const) : []), forms[form]];
}

function packageImport(
  { name, isBuiltin, kind, line }: PackageUse,
  ...manifests: readonly (Readonly<Record<string, unknown>> | undefined)[]
): Import {
  const common = { line, isDynamic: kind === 'lazy', isResolved: true, isCore: isBuiltin };
  if (isBuiltin) return { ...common, to: name.replace(/^node:/, ''), types: ['core', 'import'] };
  const types = manifests.flatMap((manifest) => declaredTypes(name, manifest));
  return { ...common, to: `node_modules/${name}`, types: [...(types.length === 0 ? (['npm-no-pkg'] as const) : types), 'import'] };
}

const sections = [
  ['dependencies', 'npm'],
  ['devDependencies', 'npm-dev'],
  ['peerDependencies', 'npm-peer'],
  ['optionalDependencies', 'npm-optional'],
] as const;

function declaredTypes(name: string, manifest: Readonly<Record<string, unknown>> | undefined): readonly ImportType[] {
  return sections.flatMap(([section, type]) => {
    const declared = manifest?.[section];
    return isRecord(declared) && Object.hasOwn(declared, name) ? [type] : [];
  });
}

/** For an edge in a circle: the shortest way back. */
function circlesIn(graph: CodeGraph, counts: (edge: Edge) => boolean): (edge: Edge) => Import['circle'] {
  const without = new Set([...graph.files.values()].flatMap(({ edges }) => edges.filter((edge) => !counts(edge))));
  const group = new Map<string, number>();
  for (const [index, paths] of graph.components({ without }).entries()) for (const path of paths) group.set(path, index);
  return (edge) => {
    const own = group.get(edge.from);
    if (own === undefined || group.get(edge.to) !== own) return undefined;
    const before = new Map<string, Edge>();
    const reached = new Set([edge.to]);
    // A set may grow while it is walked.
    for (const path of reached) {
      if (path === edge.from) break;
      for (const next of graph.importsOf(path)) {
        if (!counts(next) || group.get(next.to) !== own || reached.has(next.to)) continue;
        reached.add(next.to);
        before.set(next.to, next);
      }
    }
    const way: Edge[] = [];
    for (let at = before.get(edge.from); at !== undefined; at = before.get(at.from)) way.unshift(at);
    return [edge, ...way].map((step) => ({ file: step.to, types: typesOf(step) }));
  };
}
