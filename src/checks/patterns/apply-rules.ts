import type { SgNode } from '@ast-grep/napi';
import { cut } from '../../system/index.ts';
import { grammarOf, type LanguageGlobs, matchesGlob, type PatternHit, type StyleRule } from './style-rule.ts';
import type { Engine } from './engine.ts';

const maxHits = 200;

/** Where rules match in a text. Rules that the engine refuses are not among them: the caller tried them before. */
export function applyRules(
  path: string,
  text: string,
  rules: readonly StyleRule[],
  engine: Engine,
  globs: LanguageGlobs = [],
): readonly PatternHit[] {
  const grammar = grammarOf(path, globs);
  if (grammar === undefined) return [];
  const wanted = rules.filter((rule) => rule.grammars.includes(grammar) && covers(rule, path, text));
  if (wanted.length === 0) return [];
  const root = engine.parse(grammar, text);
  const hits = wanted.flatMap((rule) =>
    engine
      .find(root, rule.config)
      .slice(0, maxHits)
      .map((node) => hitOf(rule, node, text)),
  );
  const ignored = suppressed(text);
  return hits.filter((hit) => !ignored(hit)).toSorted((one, other) => one.line - other.line || one.column - other.column);
}

function covers({ files, ignores, keyword }: StyleRule, path: string, text: string): boolean {
  if (keyword !== undefined && !text.includes(keyword)) return false;
  if (ignores?.some((glob) => matchesGlob(glob, path)) === true) return false;
  return files === undefined || files.some((glob) => matchesGlob(glob, path));
}

function hitOf(rule: StyleRule, node: SgNode, text: string): PatternHit {
  const { line, column } = node.range().start;
  const fix = rule.fix === undefined ? undefined : filled(rule.fix, node, text);
  // A template with a capture that is not there is no text to write.
  const replaced =
    fix === undefined || /\$[A-Z_]/.test(fix)
      ? undefined
      : fix.trim() === ''
        ? 'Remove it.'
        : `Replace it with: ${cut(fix.trim().replaceAll(/\s+/g, ' '), 200)}`;
  return {
    rule: rule.id,
    from: 'ast-grep',
    line: line + 1,
    column: column + 1,
    severity: rule.severity,
    message: sentence(filled(rule.message, node, text)),
    fix: replaced ?? rule.note,
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Captures in a template: `$NAME`, and `$$$NAME` for several nodes, with what is between them. */
function filled(template: string, node: SgNode, source: string): string {
  return template.replaceAll(
    /\$\$\$([A-Z_][A-Z0-9_]*)|\$([A-Z_][A-Z0-9_]*)/g,
    (whole, several: string | undefined, one: string | undefined) => {
      if (one !== undefined) return node.getMatch(one)?.text() ?? whole;
      const nodes = node.getMultipleMatches(several ?? '');
      return source.slice(nodes[0]?.range().start.index ?? 0, nodes.at(-1)?.range().end.index ?? 0);
    },
  );
}

/**
 * Comments that switch rules off: on the line itself or the one before it, and for the whole file in its first line with an empty line
 * behind. https://ast-grep.github.io/guide/project/severity.html#ignore-linting-error (2026-11-22)
 */
function suppressed(text: string): (hit: PatternHit) => boolean {
  if (!text.includes('ast-grep-ignore')) return () => false;
  const lines = text.split('\n');
  const byLine = new Map<number, readonly string[]>();
  for (const [index, line] of lines.entries()) {
    const [, list] = /ast-grep-ignore(?::\s*([\w\s,:-]+))?/.exec(line) ?? [undefined, undefined];
    if (!line.includes('ast-grep-ignore')) continue;
    byLine.set(index + 1, list === undefined ? [] : list.split(',').map((one) => one.trim().split(/\s/, 1)[0] ?? ''));
  }
  const covered = (ids: readonly string[] | undefined, rule: string): boolean =>
    ids !== undefined && (ids.length === 0 || ids.includes(rule));
  const wholeFile = lines[1]?.trim() === '' ? byLine.get(1) : undefined;
  return ({ line, rule }) =>
    covered(wholeFile, rule) || covered(byLine.get(line), rule) || (isComment(lines[line - 2]) && covered(byLine.get(line - 1), rule));
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*(?:\/\/|\/\*|#|<!--|\{\/\*)/.test(line);
}
