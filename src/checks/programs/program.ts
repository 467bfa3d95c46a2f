import type { WorkspacePath } from '../../workspace/index.ts';

/** What a program of the workspace is run for. */
export type Purpose = 'types' | 'lint' | 'imports' | 'unused' | 'tests' | 'build';

/** The programs that snap knows how to run. */
export type ToolId =
  | 'tsc'
  | 'vue-tsc'
  | 'svelte-check'
  | 'eslint'
  | 'biome'
  | 'oxlint'
  | 'ruff'
  | 'xo'
  | 'mypy'
  | 'go vet'
  | 'dependency-cruiser'
  | 'knip'
  | 'vitest'
  | 'jest'
  | 'mocha'
  | 'ava'
  | 'node --test'
  | 'pytest'
  | 'unittest'
  | 'go test'
  | 'cargo test'
  | 'build';

/** A program that the workspace brings or names. It is foreign: it runs only after an approval. */
export interface Program {
  readonly tool: ToolId;
  readonly purpose: Purpose;
  /** The directory whose files it is for, and in which it is started; empty for the root. */
  readonly directory: WorkspacePath;
  /** How it is started: absolute paths, or the name of a program that is on the PATH. */
  readonly command: readonly string[];
  /** As people know it: `node_modules/eslint`, `go, from the PATH`. */
  readonly shown: string;
  /** As its package says; absent for what has none. */
  readonly version?: string | undefined;
  /** Files that tell it what to do. Some are programs themselves. */
  readonly configFiles: readonly WorkspacePath[];
  /** The scripts of package.json, where it runs any: name and text, first those that it would run. */
  readonly scripts: readonly (readonly [name: string, text: string])[];
  /** A hash of the files that say with what scripts are run; absent where there are none. */
  readonly settings?: string | undefined;
}

/** A tool that the workspace is set up for and that cannot be started. */
export interface MissingProgram {
  readonly tool: ToolId;
  readonly purpose: Purpose;
  readonly directory: WorkspacePath;
  /** In a sentence without its end: `eslint is configured in eslint.config.js, but not installed in node_modules`. */
  readonly why: string;
}

/** All that a workspace would have run. */
export interface Programs {
  /** By directory, then by purpose. */
  readonly found: readonly Program[];
  readonly missing: readonly MissingProgram[];
}
