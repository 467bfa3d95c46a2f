import { statSync } from 'node:fs';
import { checkInOrder } from './check-in-order.ts';
import type { TypesAnswer, TypesDiagnostic, TypesPart, TypesQuestion } from './messages.ts';
import type { Asker } from './serve.ts';
import type { BuilderProgram, CompilerHost, Diagnostic, Options, ParsedConfig, SourceFile, TypeScript } from './typescript-api.ts';

type KnownFiles = Map<string, KnownFile>;

/** Parsed files that projects of one workspace share where they are parsed and bound alike, as editors do. */
export class SharedFiles {
  readonly #byOptions = new Map<string, KnownFiles>();

  of(options: Options, { sourceFileAffectingCompilerOptions: affecting }: TypeScript): KnownFiles {
    const names = affecting?.map(({ name }) => name) ?? Object.keys(options);
    const key = JSON.stringify(names.map((name) => options[name]));
    const known = this.#byOptions.get(key) ?? new Map<string, KnownFile>();
    this.#byOptions.set(key, known);
    return known;
  }
}

interface KnownFile {
  /** Size, time of change and how it is parsed. */
  readonly key: string;
  readonly file: SourceFile;
}

/**
 * The compiler's own incremental builder for one tsconfig.json, kept between questions. What `tsc --noEmit -p` says is what this says; only
 * less is done again. Nothing is emitted, and nothing is written but the build info, in snap's own directory.
 */
export class TypeChecker {
  readonly #typescript: TypeScript;
  readonly #config: string;
  readonly #buildInfo: string;
  readonly #shared: SharedFiles;
  #files: KnownFiles = new Map();
  #builder: BuilderProgram | undefined;
  /** What the builder's files were resolved with. */
  #surroundings = '';
  /** About the builder's files; absent while they are looked at. */
  #last: TypesAnswer | undefined;
  #isKept = false;

  constructor(typescript: TypeScript, shared: SharedFiles, { config, buildInfo }: TypesQuestion) {
    this.#shared = shared;
    this.#typescript = typescript;
    this.#config = config;
    this.#buildInfo = buildInfo;
  }

  /**
   * @param first absolute paths of the files to be looked at before the others.
   * @throws Error when the asker went away and another question waits. What was looked at by then is not looked at again.
   */
  async check(first: readonly string[], asker: Asker<TypesPart>): Promise<TypesAnswer> {
    const typescript = this.#typescript;
    const unreadable: Diagnostic[] = [];
    const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: (one: Diagnostic) => void unreadable.push(one) };
    const options = { noEmit: true, incremental: true, tsBuildInfoFile: this.#buildInfo, pretty: false };
    const config = typescript.getParsedCommandLineOfConfigFile(this.#config, options, host);
    if (config === undefined) return this.#answer(unreadable, undefined);
    const surroundings = this.#surroundingsOf(config);
    // An edit of one project of a workspace leaves most of the others as they were.
    if (this.#last !== undefined && this.#surroundings === surroundings && !this.#hasChangedFile()) return this.#last;
    this.#last = undefined;
    this.#files = this.#shared.of(config.options, typescript);
    const before = this.#ownFiles();
    const builder = this.#build(config, surroundings);
    this.#builder = builder;
    // Files are known only now, so the directories of the first look were not.
    this.#surroundings = before.length === 0 ? this.#surroundingsOf(config) : surroundings;
    const diagnostics = await this.#diagnosticsOf(builder, { before, first, asker });
    // Only what a first look learned is worth keeping: it costs a second, and a later start does no more than this session's edits again.
    if (!this.#isKept) builder.emit();
    this.#isKept = true;
    this.#last = this.#answer([...unreadable, ...diagnostics], config);
    return this.#last;
  }

  #hasChangedFile(): boolean {
    return this.#ownFiles().some((file) => !this.#isCurrent(file));
  }

  /** Another project may have read the new text already; then the known file is another than this project's. */
  #isCurrent(file: SourceFile): boolean {
    const known = this.#files.get(file.fileName);
    const now = fileState(file.fileName);
    return now !== undefined && known?.file === file && known.key.startsWith(`${now} `);
  }

  #ownFiles(): readonly SourceFile[] {
    return this.#builder?.getSourceFiles() ?? [];
  }

  /** With the conditions of tsc. https://github.com/microsoft/TypeScript/blob/v5.9.3/src/compiler/watch.ts (emitFilesAndReportErrors) */
  async #diagnosticsOf(
    builder: BuilderProgram,
    {
      before,
      first,
      asker,
    }: { readonly before: readonly SourceFile[]; readonly first: readonly string[]; readonly asker: Asker<TypesPart> },
  ): Promise<readonly Diagnostic[]> {
    const ofConfig = builder.getConfigFileParsingDiagnostics();
    const all = [...ofConfig, ...builder.getSyntacticDiagnostics()];
    if (all.length > ofConfig.length) return all;
    all.push(...builder.getOptionsDiagnostics(), ...builder.getGlobalDiagnostics());
    if (all.length > ofConfig.length) return all;
    const tell = (diagnostics: readonly Diagnostic[], done: number, of: number): void =>
      asker.tell({ diagnostics: diagnostics.map((one) => this.#inWords(one)), done, of });
    all.push(...(await checkInOrder(builder, { before, first, tell, isReplaced: asker.isReplaced })));
    const { declaration, composite } = builder.getCompilerOptions();
    // https://www.typescriptlang.org/docs/handbook/release-notes/typescript-5-6.html: noEmit checks declarations too since then.
    const checksDeclarations = (declaration === true || composite === true) && isFrom(this.#typescript.version, 5, 6);
    if (all.length === ofConfig.length && checksDeclarations) all.push(...builder.getDeclarationDiagnostics());
    return all;
  }

  #build(config: ParsedConfig, surroundings: string): BuilderProgram {
    const typescript = this.#typescript;
    const { fileNames, options, projectReferences } = config;
    const host = typescript.createIncrementalCompilerHost(options, typescript.sys);
    this.#keepFiles(host);
    // As editors do: the sources of a referenced project instead of its output, which may be old or not there.
    host.useSourceOfProjectReferenceRedirect = () => true;
    if (surroundings !== this.#surroundings) host.hasInvalidatedResolutions = () => true;
    if (this.#builder !== undefined) this.#learnSignatures(this.#builder, host);
    const old = this.#builder ?? typescript.readBuilderProgram(options, host);
    const ofConfig = typescript.getConfigFileParsingDiagnostics(config);
    return typescript.createEmitAndSemanticDiagnosticsBuilderProgram(fileNames, options, host, old, ofConfig, projectReferences);
  }

  /** A file that has not changed is not read again. */
  #keepFiles(host: CompilerHost): void {
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, language, onError, isNew) => {
      const state = fileState(path);
      if (state === undefined) {
        this.#files.delete(path);
        return undefined;
      }
      const parsedAs = typeof language === 'object' ? `${language.languageVersion} ${language.impliedNodeFormat ?? ''}` : String(language);
      const key = `${state} ${parsedAs}`;
      const known = this.#files.get(path);
      if (known?.key === key && isNew !== true) return known.file;
      const file = read(path, language, onError, isNew);
      if (file !== undefined) this.#files.set(path, { key, file });
      return file;
    };
  }

  /**
   * What decides where an import leads, beside the texts of the files: names and times of the directories that hold them, manifests, installed
   * packages. When it is another, every import is resolved again.
   */
  #surroundingsOf({ fileNames, options }: ParsedConfig): string {
    const directories = new Set<string>();
    for (const path of [...fileNames, ...this.#ownFiles().map(({ fileName }) => fileName)]) {
      if (path.includes('/node_modules/')) continue;
      directories.add(path.slice(0, path.lastIndexOf('/')));
    }
    const above = new Set<string>();
    for (const directory of directories) {
      for (let at = directory; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) above.add(at);
    }
    const { sys } = this.#typescript;
    const places = [...above].flatMap((at) => [`${at}/package.json`, `${at}/node_modules`, `${at}/node_modules/.package-lock.json`]);
    const names = [...directories].map((at) =>
      [...sys.readDirectory(at, undefined, undefined, ['*'], 1), ...sys.getDirectories(at)].join('\n'),
    );
    return [JSON.stringify(options), ...fileNames, ...names, ...places.map((path) => fileState(path) ?? '')].join('\n');
  }

  /**
   * After its first look the builder knows the text of a file, not the shape of what it exports, so the first edit of each file would make it check
   * everything that imports it. The shape before the edit is still to be had from the program before: this has the builder learn it. Where a
   * version of the compiler has no such function, more is checked and the answer is the same.
   */
  #learnSignatures(builder: BuilderProgram, host: CompilerHost): void {
    const { BuilderState, version } = this.#typescript;
    const { state } = builder;
    const learn = BuilderState?.updateShapeSignature;
    if (learn === undefined || state?.fileInfos === undefined || !isFrom(version, 5, 0)) return;
    for (const file of this.#ownFiles()) {
      if (file.isDeclarationFile || this.#isCurrent(file)) continue;
      if (state.fileInfos.get(file.resolvedPath)?.signature !== file.version) continue;
      state.hasCalledUpdateShapeSignature?.delete(file.resolvedPath);
      learn(state, builder.getProgram(), file, undefined, host, false);
      state.oldSignatures?.delete(file.resolvedPath);
    }
  }

  #answer(diagnostics: readonly Diagnostic[], config: ParsedConfig | undefined): TypesAnswer {
    const said = new Map<string, TypesDiagnostic>();
    for (const diagnostic of diagnostics) {
      const one = this.#inWords(diagnostic);
      said.set(JSON.stringify(one), one);
    }
    const files = this.#ownFiles().filter(({ fileName }) => !fileName.includes('/node_modules/')).length;
    const references = (config?.projectReferences ?? []).map(({ path }) => path);
    return { diagnostics: [...said.values()], files, references, hasFiles: (config?.fileNames.length ?? 0) > 0 };
  }

  #inWords({ file, start, code, category, messageText }: Diagnostic): TypesDiagnostic {
    const { DiagnosticCategory, flattenDiagnosticMessageText } = this.#typescript;
    const place = file === undefined || start === undefined ? undefined : file.getLineAndCharacterOfPosition(start);
    return {
      file: file?.fileName,
      line: place === undefined ? undefined : place.line + 1,
      column: place === undefined ? undefined : place.character + 1,
      code,
      isError: category === DiagnosticCategory.Error,
      message: flattenDiagnosticMessageText(messageText, '\n'),
    };
  }
}

/** `undefined` when there is no such file. */
function fileState(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.mtimeMs} ${stat.size}`;
}

function isFrom(version: string, major: number, minor: number): boolean {
  const [, first = '0', second = '0'] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}
