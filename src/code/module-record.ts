/** One place in a file that names another module. */
export interface ModuleRequest {
  /** As written: `./a`, `lodash`, `#own`, `virtual:x`. Of a list of patterns: the list, as JSON. */
  readonly source: string;
  /** From 1: where the statement or call begins. */
  readonly line: number;
  readonly form: RequestForm;
  /** `import type`, `export type … from`, a type `import('x').T`: nothing is left of it when the program runs. */
  readonly isType: boolean;
  /** `{ type A, type B }`: each name is marked. Then it is a type, unless the project keeps such statements (`verbatimModuleSyntax`). */
  readonly onlyTypes?: true;
  /** `import './a'`, `export * from './a'`: there is no name that could turn out to be a type. */
  readonly isWhole?: true;
}

/**
 * `import`: also `import x = require()`. `export`: `export … from`. `dynamic`: `import()`. `require`: a call that runs when the module does;
 * `lazy-require`: one in a function. `type-import`: `import('x')` as a type.
 */
export type ImportForm = 'import' | 'export' | 'dynamic' | 'require' | 'lazy-require' | 'type-import';

/**
 * Names files without importing them. `url`: `new URL('./a.js', import.meta.url)`, as for a worker. `glob`: `import.meta.glob('./pages/*.ts')`, by which
 * Vite imports all files of that pattern. https://vite.dev/guide/features#glob-import (read 2026-11-22)
 */
export type NamingForm = 'url' | 'glob';

export type RequestForm = ImportForm | NamingForm;

/** A name that a file takes from another module. */
export interface ImportedName {
  /** In the other module: a name, `default`, or `*` for all of it. */
  readonly imported: string;
  /** In this module. */
  readonly local: string;
  /** The other module, as written. */
  readonly source: string;
  readonly line: number;
  /** Marked with `type`, alone or with its statement. */
  readonly isType: boolean;
}

/** What a file offers, and what each part of it needs. Names of the module's own top level and imported names share one space. */
export interface ModuleSymbols {
  readonly imports: readonly ImportedName[];
  readonly exports: readonly ExportedName[];
  readonly declarations: readonly Declaration[];
  /** Statements of the top level that run when the module is loaded, and are no declarations. */
  readonly statements: readonly TopStatement[];
  /** Names that are used when the module is loaded: by statements of the top level, by values that are computed there. */
  readonly onLoad: readonly string[];
  /** How each imported name is used, by its local name; absent for one that is not. */
  readonly usage: Readonly<Record<string, Usage>>;
}

/** Bits: as a value; as a type; as the type of something decorated (with `emitDecoratorMetadata` that needs the value too); in `export { a }`. */
export type Usage = number;
export const usedAs = { value: 1, type: 2, decorated: 4, exported: 8 } as const;

/**
 * Of {@link ModuleSymbols}, what tells which imports are left when the program runs. The usage is known of the imports that were asked
 * about, and lines only of imports.
 */
export interface ModuleUses {
  readonly imports: readonly ImportedName[];
  readonly exports: readonly ExportedName[];
  readonly usage: Readonly<Record<string, Usage>>;
}

export interface ExportedName {
  /** `default`; `*` for `export * from`. */
  readonly name: string;
  readonly line: number;
  /** `unknown`: it is taken from another module, or an imported name is handed on. */
  readonly kind: 'value' | 'type' | 'const-enum' | 'unknown';
  /** What it is called in this module; absent where it comes straight from another one. */
  readonly local?: string;
  /** Of `export … from`: the other module as written, and the name there. */
  readonly source?: string;
  readonly imported?: string;
  /** Marked with `type`. */
  readonly isType?: boolean;
}

/** A declaration of the top level. A default export without a name is called `default`. */
export interface Declaration {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly kind: 'value' | 'type' | 'const-enum';
  /** Imported names and other declarations that it uses as values; a member of a namespace as `ns.member`. */
  readonly uses: readonly string[];
  /** And as types only. */
  readonly typeUses: readonly string[];
  /** Code runs when the module is loaded, to compute it: `const a = make()`, a static block. Otherwise nothing does before it is used. */
  readonly runs?: true;
}

export interface TopStatement {
  readonly line: number;
  readonly endLine: number;
  /** Names that it uses as values, in functions within it too: what it calls may call them. */
  readonly uses: readonly string[];
}

/** All that is known of one file. */
export interface ModuleRecord {
  readonly requests: readonly ModuleRequest[];
  /** Absent until somebody asks about symbols. */
  readonly symbols?: ModuleSymbols;
  readonly uses?: ModuleUses;
  /** Whether the text has a `const enum`, in whatever place. */
  readonly hasConstEnum?: true;
  /** Why the file could not be read as a module; then there are no requests. */
  readonly problem?: string;
}

/** What an element of JSX calls, where the project says so in its settings or in a comment of the file. https://www.typescriptlang.org/tsconfig/#jsxFactory */
export const elementMakers: readonly string[] = ['React', 'h', 'jsx', 'createElement', 'Fragment', 'preact', 'hJSX'];
