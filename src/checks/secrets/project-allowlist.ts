import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import { ignoreRules } from '../../workspace/index.ts';

/** What the project has told other scanners to pass by. */
export interface ProjectAllowlist {
  /** By `.secretlintignore`. */
  ignores(path: string): boolean;
  /** By the fingerprints of `.gitleaksignore`: file, rule and line. */
  allowsFinding(path: string, rule: string, line: number): boolean;
  /** Expressions for a value, from `.gitleaks.toml`. Somebody else wrote them, and one may take years: only the worker asks them. */
  readonly values: readonly string[];
  /** The same, for the path of a file. */
  readonly paths: readonly string[];
  /** Files that were read, for the report. */
  readonly sources: readonly string[];
}

/**
 * Reads the lists of a project: https://github.com/gitleaks/gitleaks#configuration https://github.com/gitleaks/gitleaks#gitleaksignore
 * https://secretlint.github.io/docs/en/ignore (2026-11-22). Rules of one's own in them are not read.
 */
export async function projectAllowlist(system: System, root: string): Promise<ProjectAllowlist> {
  const [config, fingerprints, ignored] = await Promise.all(
    ['.gitleaks.toml', '.gitleaksignore', '.secretlintignore'].map(async (name) => textOf(await system.readBytes(join(root, name)))),
  );
  const { paths, values } = allowlistsOf(config ?? '');
  const known = new Set((fingerprints ?? '').split('\n').flatMap(fingerprintOf));
  const isIgnored = ignoreRules([{ directory: '', text: ignored ?? '' }], system.platform);
  return {
    ignores: (path) => isIgnored(path, 'file'),
    allowsFinding: (path, rule, line) => known.has(`${path}:${rule}:${line}`),
    values,
    paths,
    sources: [
      ...(config === undefined ? [] : ['.gitleaks.toml']),
      ...(fingerprints === undefined ? [] : ['.gitleaksignore']),
      ...(ignored === undefined ? [] : ['.secretlintignore']),
    ],
  };
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

/** `file:rule:line`, and with a commit before them. */
function fingerprintOf(line: string): readonly string[] {
  const text = line.trim().replaceAll('\\', '/');
  if (text === '' || text.startsWith('#')) return [];
  return [text.replace(/^[0-9a-f]{40}:/, '')];
}

/** The allowlists for all rules. Only these tables are read, so no reader for all of TOML is needed. */
export function allowlistsOf(toml: string): { readonly paths: readonly string[]; readonly values: readonly string[] } {
  const paths: string[] = [];
  const values: string[] = [];
  for (const [, table = '', body = ''] of toml.matchAll(
    /^[ \t]*\[{1,2}([\w.]+)\]{1,2}[^\n]*\n([^]*?)(?=^[ \t]*\[{1,2}[\w.]+\]{1,2}[ \t]*(?:#.*)?$|(?![^]))/gm,
  )) {
    if (table !== 'allowlist' && table !== 'allowlists') continue;
    for (const [, key, list = ''] of body.matchAll(
      /^[ \t]*(paths|regexes|stopwords)[ \t]*=[ \t]*\[((?:[ \t\r\n,]|#[^\n]*|'''[^]*?'''|"""[^]*?"""|'[^'\n]*'|"(?:\\.|[^"\\\n])*")*)\]/gm,
    ))
      for (const text of stringsOf(list)) {
        if (key === 'stopwords') values.push(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
        else if (key === 'regexes') values.push(...sourceOf(text));
        else paths.push(...sourceOf(text));
      }
  }
  return { paths, values };
}

function* stringsOf(list: string): Generator<string> {
  for (const [whole] of list.matchAll(/'''[^]*?'''|"""[^]*?"""|'[^'\n]*'|"(?:\\.|[^"\\\n])*"|#[^\n]*/g)) {
    if (whole.startsWith('#')) continue;
    const quotes = /^('''|"""|'|")/.exec(whole)?.[0].length ?? 1;
    const inner = whole.slice(quotes, -quotes);
    yield whole.startsWith('"') ? inner.replaceAll('\\\\', '\\') : inner;
  }
}

/** Of what RE2 and JavaScript write in the same way, which nearly all of them are. Others allow nothing. */
function sourceOf(expression: string): readonly string[] {
  const folds = expression.startsWith('(?i)');
  const source = folds ? expression.slice(4).replaceAll(/[a-z]/gi, bothCases) : expression;
  try {
    void new RegExp(source);
    return [source];
  } catch {
    return [];
  }
}

function bothCases(letter: string, at: number, whole: string): string {
  return whole[at - 1] === '\\' || /\[[^\]]*$/.test(whole.slice(0, at)) ? letter : `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
}
