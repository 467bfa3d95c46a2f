import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';

/** Tests and what belongs to them, declarations, settings, examples: reports leave them out. */
const neverReported = [
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|cypress|fixtures?|testdata|examples?|docs?|bench(?:marks?)?|scripts?|migrations|node_modules|dist|build|vendor|generated)\//i,
  /\.(?:test|spec|cy|stories|config|setup|mock|bench|d)\.[cm]?[jt]sx?$/i,
  /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|setup|noxfile)\.py$/,
  /_test\.go$|\.pb\.go$|(?:^|\/)doc\.go$/,
  /(?:^|\/)(?:build|tests?)\.rs$|Test\.java$/,
];
const languages = [/\.[cm]?[jt]sx?$/, /\.vue$/, /\.svelte$/, /\.py$/, /\.go$/, /\.rs$/, /\.java$/, /\.kt$/];
/** The beginning of something that runs. In a file without any there is nothing to count. */
const runs: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|class|const|let|var|enum|if|for|while|return|throw)\b|=>\s*[^;\s]/m,
  ],
  [/\.py$/, /^\s*(?:def|class|if|for|return|raise|\w+\s*=|\w+\()/m],
  [/\.(?:go|rs|java|kt)$/, /\b(?:func|fn|fun|return|void)\b|\)\s*\{/],
];

/**
 * The files among those given that a report should know: of a language it has files of, in a directory it has files in, and no test,
 * declaration or setting. Coverage settings may leave a file out, so that this is a question and no verdict.
 */
export function expectedFiles(changed: readonly WorkspacePath[], reported: Iterable<WorkspacePath>): readonly WorkspacePath[] {
  const directories = new Set<string>();
  const known = new Set<WorkspacePath>();
  const spoken = new Set<RegExp>();
  for (const file of reported) {
    known.add(file);
    const language = languageOf(file);
    if (language !== undefined) spoken.add(language);
    for (let at = directoryOf(file); at !== ''; at = directoryOf(at)) directories.add(at);
    if (directoryOf(file) === '') directories.add('');
  }
  return changed.filter((file) => {
    const language = languageOf(file);
    return (
      !known.has(file) &&
      language !== undefined &&
      spoken.has(language) &&
      directories.has(directoryOf(file)) &&
      !neverReported.some((pattern) => pattern.test(file))
    );
  });
}

/** Whether a text holds anything that a report could count; types and re-exports do not. */
export function holdsCode(file: WorkspacePath, text: string): boolean {
  const pattern = runs.find(([name]) => name.test(file))?.[1];
  const withoutComments = text.replaceAll(/\/\*[^]*?\*\/|^\s*(?:\/\/|#).*$/gm, '');
  return pattern === undefined || pattern.test(withoutComments);
}

function languageOf(file: WorkspacePath): RegExp | undefined {
  return languages.find((pattern) => pattern.test(file));
}
