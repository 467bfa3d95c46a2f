/**
 * As much of the compiler's JavaScript interface as snap uses, of TypeScript 4.5 to 6: the project's own is loaded, whichever it is, so its
 * types cannot be imported. https://github.com/microsoft/TypeScript/blob/v5.9.3/lib/typescript.d.ts
 */
export interface TypeScript {
  readonly version: string;
  readonly sys: CompilerSystem;
  readonly DiagnosticCategory: { readonly Error: number };
  getParsedCommandLineOfConfigFile(
    file: string,
    options: Readonly<Record<string, unknown>>,
    host: CompilerSystem & { onUnRecoverableConfigFileDiagnostic(diagnostic: Diagnostic): void },
  ): ParsedConfig | undefined;
  getConfigFileParsingDiagnostics(config: ParsedConfig): readonly Diagnostic[];
  createIncrementalCompilerHost(options: Options, system: CompilerSystem): CompilerHost;
  readBuilderProgram(options: Options, host: CompilerHost): BuilderProgram | undefined;
  createEmitAndSemanticDiagnosticsBuilderProgram(
    files: readonly string[],
    options: Options,
    host: CompilerHost,
    old: BuilderProgram | undefined,
    configDiagnostics: readonly Diagnostic[],
    references: readonly unknown[] | undefined,
  ): BuilderProgram;
  /** Not documented: the options that decide how a file is parsed and bound. */
  readonly sourceFileAffectingCompilerOptions?: readonly { readonly name: string }[];
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
  /** Not documented, and in all of these versions. */
  readonly BuilderState?: {
    updateShapeSignature?(
      state: BuilderState,
      program: unknown,
      file: SourceFile,
      cancel: undefined,
      host: CompilerHost,
      usesVersion: boolean,
    ): boolean;
  };
}

export type Options = Readonly<Record<string, unknown>>;

export interface CompilerSystem {
  getModifiedTime?(path: string): Date | undefined;
  readDirectory(path: string, ...rest: readonly unknown[]): readonly string[];
  getDirectories(path: string): readonly string[];
  fileExists(path: string): boolean;
  readFile(path: string): string | undefined;
  writeFile(path: string, text: string): void;
}

export interface ParsedConfig {
  readonly options: Options;
  readonly fileNames: readonly string[];
  readonly projectReferences?: readonly { readonly path: string }[] | undefined;
  readonly errors: readonly Diagnostic[];
}

export interface CompilerHost {
  getSourceFile: GetSourceFile;
  writeFile: (path: string, text: string, ...rest: readonly unknown[]) => void;
  hasInvalidatedResolutions?: () => boolean;
  useSourceOfProjectReferenceRedirect?: () => boolean;
}

export type GetSourceFile = (
  path: string,
  language: number | { readonly languageVersion: number; readonly impliedNodeFormat?: number },
  onError?: (message: string) => void,
  isNew?: boolean,
) => SourceFile | undefined;

export interface SourceFile {
  readonly fileName: string;
  readonly resolvedPath: string;
  readonly isDeclarationFile: boolean;
  readonly version: string;
  getLineAndCharacterOfPosition(position: number): { readonly line: number; readonly character: number };
}

export interface Diagnostic {
  readonly file?: SourceFile | undefined;
  readonly start?: number | undefined;
  readonly code: number;
  readonly category: number;
  readonly messageText: unknown;
}

export interface BuilderProgram {
  /** Not documented; since 5.0 a field, before that a method. */
  readonly state?: BuilderState;
  getProgram(): { getSemanticDiagnostics(file: SourceFile): readonly Diagnostic[] };
  getCompilerOptions(): Options;
  getSourceFiles(): readonly SourceFile[];
  getConfigFileParsingDiagnostics(): readonly Diagnostic[];
  getSyntacticDiagnostics(): readonly Diagnostic[];
  getOptionsDiagnostics(): readonly Diagnostic[];
  getGlobalDiagnostics(): readonly Diagnostic[];
  getSemanticDiagnostics(file?: SourceFile): readonly Diagnostic[];
  /** The next file that an edit affects; of those that `ignores` names nothing is checked yet, only forgotten. `undefined` after the last. */
  getSemanticDiagnosticsOfNextAffectedFile(cancel: undefined, ignores: (file: SourceFile) => boolean): unknown;
  getDeclarationDiagnostics(): readonly Diagnostic[];
  emit(): unknown;
}

export interface BuilderState {
  /** Which files import a file: `getKeys` with its path. */
  readonly referencedMap?: { getKeys?(path: string): ReadonlySet<string> | undefined } | undefined;
  readonly fileInfos?: ReadonlyMap<string, { readonly version: string; readonly signature?: string | undefined }>;
  readonly hasCalledUpdateShapeSignature?: Set<string> | undefined;
  readonly oldSignatures?: Map<string, unknown> | undefined;
}
