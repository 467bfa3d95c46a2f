import type { CheckFinding } from '../report.ts';

/**
 * Rules about which files may import which, as the project wrote them. The model is that of https://github.com/sverweij/dependency-cruiser/blob/main/doc/rules-reference.md
 * (read 2026-11-22), because every other format that is read can be said in it.
 */
export interface RuleSet {
  readonly forbidden: readonly ImportRule[];
  /** Where there are any, an import has to match one of them. */
  readonly allowed: readonly ImportRule[];
  readonly allowedSeverity: CheckFinding['severity'];
  readonly required: readonly RequiredRule[];
  /** Rules, or conditions of them, that are not judged here; in sentences. */
  readonly notJudged: readonly string[];
}

interface Named {
  readonly name: string;
  readonly severity: CheckFinding['severity'];
  readonly comment?: string | undefined;
}

/** About one import, or with {@link Target.reachable} about a chain of them. */
export interface ImportRule extends Named {
  readonly from: PathCondition & { readonly orphan?: boolean | undefined };
  readonly to: Target;
}

/** A file that matches `module` has to import one that matches `to`. */
export interface RequiredRule extends Named {
  readonly module: PathCondition;
  readonly to: PathCondition & { readonly reachable: boolean };
}

/** Regular expressions for a path from the root of the workspace. In a target, `$1` stands for the first group of the `from` that matched. */
export interface PathCondition {
  readonly path?: string | undefined;
  readonly pathNot?: string | undefined;
}

export interface Target extends PathCondition {
  /** Also through other files; false: cannot be reached by any file of `from`. */
  readonly reachable?: boolean | undefined;
  readonly circular?: boolean | undefined;
  readonly couldNotResolve?: boolean | undefined;
  readonly dynamic?: boolean | undefined;
  readonly ancestor?: boolean | undefined;
  readonly types?: readonly ImportType[] | undefined;
  readonly typesNot?: readonly ImportType[] | undefined;
  /** With `circular`: some file of the circle matches. */
  readonly via?: CircleCondition | undefined;
  /** With `circular`: all files of the circle match. */
  readonly viaOnly?: CircleCondition | undefined;
}

export interface CircleCondition extends PathCondition {
  readonly types?: readonly ImportType[] | undefined;
  readonly typesNot?: readonly ImportType[] | undefined;
}

/** Kinds of imports that can be told apart here. */
export const importTypes = [
  'local',
  'core',
  'npm',
  'npm-dev',
  'npm-peer',
  'npm-optional',
  'npm-no-pkg',
  'type-only',
  'import',
  'export',
  'require',
  'dynamic-import',
  'unknown',
  'undetermined',
] as const;
export type ImportType = (typeof importTypes)[number];

/** What is known of one import. */
export interface Import {
  /** The file it leads to from the root of the workspace; of a package `node_modules/<name>`; the text itself where it leads nowhere. */
  readonly to: string;
  readonly line: number;
  readonly types: readonly ImportType[];
  readonly isDynamic: boolean;
  readonly isResolved: boolean;
  readonly isCore: boolean;
  /** Files that hand the name on, where the import does not name {@link to} itself. */
  readonly through?: readonly string[] | undefined;
  /** Where it is part of a circle: the files of the shortest one, from the imported file back to the importing one. */
  readonly circle?: readonly { readonly file: string; readonly types: readonly ImportType[] }[] | undefined;
}

/** A file with its imports. */
export interface Importer {
  readonly file: string;
  readonly imports: readonly Import[];
}

/** An import, or a file, that breaks a rule. */
export interface Breach {
  readonly rule: Named;
  readonly file: string;
  readonly line?: number | undefined;
  /** The file or package that is imported, or the file that is reached. */
  readonly to?: string | undefined;
  /** The files in between, where it is reached through others. */
  readonly through?: readonly string[] | undefined;
  readonly kind: 'forbidden' | 'not-allowed' | 'missing' | 'unreachable' | 'orphan';
}
