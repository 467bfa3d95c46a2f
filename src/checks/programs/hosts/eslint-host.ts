// The program of a process that keeps the project's own eslint with its config and plugins. Started with the path of eslint's package.json
// and with `flat` or `legacy`.
import { createRequire } from 'node:module';
import { serve } from './serve.ts';
import type { LintAnswer, LintQuestion } from './messages.ts';

/** https://eslint.org/docs/latest/integrate/nodejs-api#eslint-class */
interface Linter {
  lintFiles(files: readonly string[]): Promise<readonly unknown[]>;
  calculateConfigForFile(file: string): Promise<Config | undefined>;
}
interface Config {
  readonly languageOptions?: { readonly parserOptions?: ParserOptions };
  readonly parserOptions?: ParserOptions;
}
type ParserOptions = Readonly<Record<string, unknown>>;
type LinterClass = new (options: Readonly<Record<string, unknown>>) => Linter;
interface Eslint {
  readonly ESLint: LinterClass;
  loadESLint?(options: { readonly useFlatConfig: boolean }): Promise<LinterClass>;
}

const [, , manifest = '', kind] = process.argv;
const load = createRequire(manifest);
const eslint = load(manifest.replace(/package\.json$/, '')) as Eslint;
let linter: Linter | undefined;

serve<LintQuestion, LintAnswer>(async ({ files }) => {
  linter ??= await newLinter();
  const first = files[0];
  const isTyped = first !== undefined && usesTypes(await linter.calculateConfigForFile(first));
  // The types of the last look are those of files that have changed since.
  if (isTyped) forgetTypes();
  return { results: await linter.lintFiles(files), isTyped };
});

async function newLinter(): Promise<Linter> {
  const isFlat = kind === 'flat';
  // Since 8.57. Before, `ESLint` is the legacy one.
  const Linter = eslint.loadESLint === undefined ? eslint.ESLint : await eslint.loadESLint({ useFlatConfig: isFlat });
  const options = {
    errorOnUnmatchedPattern: false,
    // Named files that the project ignores say nothing, as they would in its own run.
    ...(isFlat ? { warnIgnored: false } : {}),
    // eslint-plugin-import keeps for half a minute what it knows of files; it would report what is no longer so.
    // https://github.com/import-js/eslint-plugin-import#importcache
    overrideConfig: { settings: { 'import/cache': { lifetime: 0 }, 'import-x/cache': { lifetime: 0 } } },
  };
  try {
    return new Linter(options);
  } catch {
    // 8.57 to 9.0 have no option warnIgnored; the warnings are left out by snap.
    const { warnIgnored: _, ...rest } = options as typeof options & { warnIgnored?: boolean };
    return new Linter(rest);
  }
}

/** https://typescript-eslint.io/packages/parser#configuration */
function usesTypes(config: Config | undefined): boolean {
  const options = config?.languageOptions?.parserOptions ?? config?.parserOptions ?? {};
  return ['project', 'projectService', 'EXPERIMENTAL_useProjectService'].some(
    (name) => options[name] !== undefined && options[name] !== null && options[name] !== false,
  );
}

/** https://typescript-eslint.io/packages/parser#clearcaches */
function forgetTypes(): void {
  for (const name of ['@typescript-eslint/parser', 'typescript-eslint', '@typescript-eslint/typescript-estree']) {
    const loaded = Object.keys(load.cache).filter((path) => path.replaceAll('\\', '/').includes(`/node_modules/${name}/`));
    for (const path of loaded) {
      const exported: unknown = load.cache[path]?.exports;
      if (hasClearCaches(exported)) exported.clearCaches();
    }
  }
}

function hasClearCaches(value: unknown): value is { clearCaches(): void } {
  return typeof value === 'object' && value !== null && 'clearCaches' in value && typeof value.clearCaches === 'function';
}
