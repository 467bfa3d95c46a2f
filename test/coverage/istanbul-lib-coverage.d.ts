/** As much of it as the tests use. https://github.com/istanbuljs/istanbuljs/tree/main/packages/istanbul-lib-coverage */
declare module 'istanbul-lib-coverage' {
  interface Total {
    readonly total: number;
    readonly covered: number;
  }
  interface Summary {
    toJSON(): Readonly<Record<'lines' | 'statements' | 'branches' | 'functions', Total>>;
  }
  interface FileCoverage {
    getLineCoverage(): Readonly<Record<string, number>>;
    toSummary(): Summary;
    merge(other: unknown): void;
  }
  interface Library {
    createCoverageMap(data: unknown): { files(): string[]; fileCoverageFor(path: string): FileCoverage; merge(other: unknown): void };
  }
  const library: Library;
  export default library;
}
