import { posix } from 'node:path';
import { isRecord, jsonIn, type System, textIn } from '../../system/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import { readTextBelow } from '../../workspace/packages/index.ts';
import { patternBelow, type PathTest } from './test-files.ts';

/** What the configuration of the test runners of a workspace says, read without running it. */
export interface RunnerConfig {
  /** Files that are loaded for every test below a directory. */
  readonly setups: readonly { readonly path: WorkspacePath; readonly directory: WorkspacePath }[];
  /** Names of test files. */
  readonly patterns: readonly PathTest[];
  /** The same, as regular expressions of the project, which may never end: for a worker. */
  readonly expressions: readonly string[];
}

/** A change of one of these may change every test below its directory. */
const configName =
  /(?:^|\/)(?:(?:vitest|vite|jest|babel|playwright|cypress|karma|ava|wdio|wtr|web-test-runner|swc)\.(?:config|workspace|setup|projects|preset)[\w.-]*\.(?:[cm]?[jt]s|json)|\.mocharc\.\w+|\.babelrc(?:\.\w+)?|\.swcrc|\.taprc|\.env(?:\.[\w.-]+)?|package\.json|package-lock\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|npm-shrinkwrap\.json|[jt]sconfig[\w.-]*\.json)$/;
const runnerConfig =
  /(?:^|\/)(?:(?:vitest|vite|jest|playwright|cypress|karma|ava|wdio|wtr)\.(?:config|workspace|projects|preset)[\w.-]*\.(?:[cm]?[jt]s|json)|\.mocharc\.\w+|\.taprc)$/;

/** Settings that name files which are loaded with every test. https://vitest.dev/config/ https://jestjs.io/docs/configuration https://mochajs.org/#configuring-mocha-nodejs */
const setupKeys =
  /['"]?\b(?:setupFiles(?:AfterEnv)?|globalSetup|globalTeardown|setupTestFrameworkScriptFile|snapshotSerializers|snapshotEnvironment|snapshotResolver|testEnvironment|environment|testRunner|runner|resolver|transform|preset|testSequencer|reporters|supportFile|require|import|file)\b['"]?\s*[:=]\s*/g;
const patternKeys = /['"]?\b(?:include|testMatch|specPattern|spec|files|typecheck)\b['"]?\s*[:=]\s*/g;

const regexKeys = /['"]?\btestRegex\b['"]?\s*[:=]\s*/g;

export function isTestConfig(path: WorkspacePath): boolean {
  return configName.test(path);
}

/** @param files all of the workspace. */
export async function readRunnerConfig(system: System, root: string, files: ReadonlySet<WorkspacePath>): Promise<RunnerConfig> {
  const setups: { path: WorkspacePath; directory: WorkspacePath }[] = [];
  const patterns: PathTest[] = [];
  const expressions: string[] = [];
  const take = (directory: WorkspacePath, text: string): void => {
    for (const named of valuesOf(text, setupKeys)) {
      const path = fileNamed(directory, named, files);
      if (path !== undefined) setups.push({ path, directory });
    }
    for (const pattern of valuesOf(text, patternKeys)) {
      // Others say what is covered, built or watched.
      if (!/test|spec|e2e|\bcy\b/i.test(pattern)) continue;
      patterns.push(patternBelow(/\*|\.[cm]?[jt]sx?$/.test(pattern) ? pattern : `${pattern}/**/*`, directory));
    }
    for (const pattern of valuesOf(text, regexKeys)) expressions.push(pattern.replaceAll('\\\\', '\\'));
  };
  const configs = [...files].filter((path) => runnerConfig.test(path));
  const manifests = [...files].filter((path) => /(?:^|\/)package\.json$/.test(path) && !path.includes('fixtures/'));
  await Promise.all([
    ...configs.slice(0, maxConfigs).map(async (path) => take(directoryOf(path), await readTextBelow(system, root, path))),
    ...manifests.slice(0, maxConfigs).map(async (path) => {
      const manifest = jsonIn(await readTextBelow(system, root, path));
      if (!isRecord(manifest)) return;
      const directory = directoryOf(path);
      for (const runner of ['jest', 'vitest', 'mocha', 'ava'])
        if (manifest[runner] !== undefined) take(directory, JSON.stringify(manifest[runner]));
      const scripts = isRecord(manifest['scripts']) ? Object.values(manifest['scripts']).map((one) => textIn(one) ?? '') : [];
      for (const script of scripts) takeScript(script, directory);
    }),
  ]);
  return { setups, patterns, expressions };

  /** `node --test "src/*.test.ts"`, `mocha -r ./setup.js test/*.js`. */
  function takeScript(script: string, directory: WorkspacePath): void {
    if (!/(?:^|[\s&|;])(?:node\b[^&|;]*--test\b|mocha|ava|tap|jest|vitest|tape|uvu|c8|nyc)\b/.test(script)) return;
    for (const [, file = ''] of script.matchAll(/(?:^|\s)(?:-r|--require|--import|--loader|--setup-file)[\s=]+['"]?([^\s'"]+)/g)) {
      const path = fileNamed(directory, file, files);
      if (path !== undefined) setups.push({ path, directory });
    }
    for (const word of script.split(/[\s'"]+/)) {
      if (word.startsWith('-') || !/[*/.]/.test(word) || !/\.[cm]?[jt]sx?$|\*$/.test(word)) continue;
      patterns.push(patternBelow(word, directory));
    }
  }
}

const maxConfigs = 400;

/** The texts in the value after a key: of a list or an object all in it. */
function valuesOf(text: string, keys: RegExp): readonly string[] {
  const found: string[] = [];
  for (const key of text.matchAll(keys)) {
    const start = key.index + key[0].length;
    const end = endOfValue(text, start);
    for (const one of text.slice(start, end).matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n$]*)`/g))
      found.push(one[1] ?? one[2] ?? one[3] ?? '');
    // YAML: `require:` and lines that begin with a dash; and a plain word.
    if (end === start)
      for (const one of text.slice(start, start + 2_000).matchAll(/^\s*-\s*['"]?([^'"\n]+)['"]?/gm)) found.push(one[1] ?? '');
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length && at < start + 20_000; at += 1) {
    const letter = text.charAt(at);
    if ('[{('.includes(letter)) depth += 1;
    else if (']})'.includes(letter)) {
      depth -= 1;
      if (depth < 0) return at;
    } else if (depth === 0 && (letter === ',' || letter === '\n' || letter === ';')) return at;
  }
  return text.length;
}

function fileNamed(directory: WorkspacePath, named: string, files: ReadonlySet<WorkspacePath>): WorkspacePath | undefined {
  const clean = named.replace(/^<rootDir>\//, '').trim();
  if (clean === '' || clean.startsWith('/') || clean.length > 300) return undefined;
  const path = posix.join(directory, clean);
  const candidates = ['', '.ts', '.js', '.mts', '.mjs', '.cjs', '.cts', '.tsx', '.jsx', '/index.ts', '/index.js'];
  return candidates.map((ending) => path + ending).find((one) => files.has(one));
}
