import type { Grammar, StyleRule } from './style-rule.ts';

/** A type of violation that was reported often enough, as the learnings have it. */
export interface PromotedViolation {
  readonly type: string;
  readonly count: number;
  readonly prevention: string;
  /** The files and texts of its reports, the newest last. */
  readonly reports: readonly { readonly file: string; readonly description: string; readonly prevention: string }[];
}

/** Rules that could be made of what people wrote, and the types of which none could. */
export interface Derived {
  readonly rules: readonly StyleRule[];
  readonly unchecked: readonly string[];
}

/** Whether the engine takes the rule, and its pattern is code without a mistake. */
export type IsUsable = (rule: StyleRule) => boolean;

const maxSnippets = 5;
const maxReports = 10;

/**
 * A rule is made only of code between backticks that a report says is wrong: `Never write x`, or a description of what was written. Where
 * a condition follows (`without`, `unless`, `in`, …), the code alone is not wrong, and no rule is made.
 */
export function deriveRules(promoted: readonly PromotedViolation[], isUsable: IsUsable): Derived {
  const rules: StyleRule[] = [];
  const unchecked: string[] = [];
  for (const violation of promoted) {
    const found = snippetsOf(violation)
      .flatMap((snippet) => candidates(snippet, violation).find(isUsable) ?? [])
      .slice(0, maxSnippets);
    if (found.length === 0) unchecked.push(violation.type);
    rules.push(...found);
  }
  return { rules, unchecked };
}

/** The first rule that could be made of a type, before the engine has looked at it. */
export function firstCandidate(violation: PromotedViolation): StyleRule | undefined {
  return snippetsOf(violation).flatMap((snippet) => candidates(snippet, violation))[0];
}

interface Snippet {
  readonly code: string;
  readonly file: string;
}

function snippetsOf({ reports }: PromotedViolation): readonly Snippet[] {
  const found = reports
    .slice(-maxReports)
    .flatMap(({ file, description, prevention }) => [
      ...quotedIn(description).flatMap((one) => (isWrongInDescription(one) ? [{ code: one.code, file }] : [])),
      ...quotedIn(prevention).flatMap((one) => (isWrongInPrevention(one) ? [{ code: one.code, file }] : [])),
    ]);
  const seen = new Set<string>();
  return found.filter(({ code }) => isSpecific(code) && !seen.has(code) && seen.add(code));
}

interface Quoted {
  readonly code: string;
  /** The part of the sentence before it, and the one behind. */
  readonly before: string;
  readonly after: string;
}

function quotedIn(text: string): readonly Quoted[] {
  return Array.from(text.matchAll(/`([^`\n]{3,200})`/g), ({ 0: whole, 1: code = '', index }) => ({
    code: code.trim(),
    before: text.slice(Math.max(text.lastIndexOf('`', index - 1), text.lastIndexOf('. ', index), text.lastIndexOf('; ', index)) + 1, index),
    after: text.slice(index + whole.length).split(/[.;`]/, 1)[0] ?? '',
  }));
}

const condition =
  /^\s*,?\s*(?:without|unless|outside|inside|in|on|from|when|where|while|if|except|before|after|until|for|with|as|at|to|only)\b/i;
const good =
  /\b(?:instead of|rather than|missing|lacks?|without|forgot(?:ten)?|should|must|needs?|requires?|required|expected|correct|fix(?:ed)? (?:is|by|with)|use|prefer)\b[^`]*$/i;
const bad = /\b(?:never|not|don't|avoid|no|instead of|rather than|replace|remove|forbidden|stop)\b[^`]*$/i;

/** A description tells what was written, unless it says what should have been. */
function isWrongInDescription({ before, after }: Quoted): boolean {
  return (
    !good.test(before) &&
    !condition.test(after) &&
    !/^\s*(?:is|was|are|were)\s+(?:missing|required|needed|expected|right|correct|not\b)/i.test(after)
  );
}

/** A prevention tells what to do, unless it says what to avoid. */
function isWrongInPrevention({ before, after }: Quoted): boolean {
  return bad.test(before) && !condition.test(after);
}

/** One word can mean anything, and a path or a command is no code of the project. */
function isSpecific(code: string): boolean {
  if (/^[\w$-]+$/.test(code)) return false;
  if (
    /^(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w*@.-]+)+$/.test(code) ||
    /^[\w-]+\.(?:[cm]?[jt]sx?|json|md|ya?ml|py|go|rs|java|css|html|toml|lock|env)$/.test(code)
  )
    return false;
  return (
    !/^(?:npm|npx|yarn|pnpm|bun|git|snap|cargo|go (?:test|build|run|mod)|pip|python|node|docker|make|sudo)\s/.test(code) &&
    !/^--?\w/.test(code)
  );
}

function candidates({ code, file }: Snippet, { type, count, prevention }: PromotedViolation): readonly StyleRule[] {
  const rule = {
    id: `violation:${type}`,
    severity: 'warning',
    message: `This was reported ${count} times as ${type}.`,
    note: prevention,
    from: 'learnings',
    reason: `Derived from \`${code}\` in a report.`,
  } as const;
  const ending = /\.[A-Za-z0-9]+$/.exec(file)?.[0].toLowerCase() ?? '';
  const keyword = code.match(/[A-Za-z_]{3,}/g)?.toSorted((one, other) => other.length - one.length)[0];
  if (/^\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(ending))
    // Types are no JavaScript.
    return contexts(code).flatMap((pattern) => scripts.map((grammars) => ({ ...rule, grammars, config: { rule: { pattern } }, keyword })));
  if (ending === '.css') return [{ ...rule, grammars: ['Css'], config: { rule: { pattern: code } }, keyword }];
  return ending === '' || ending === '.md' ? [] : [{ ...rule, grammars: [], literal: { text: code, ending }, keyword }];
}

const scripts: readonly (readonly Grammar[])[] = [
  ['TypeScript', 'Tsx', 'JavaScript'],
  ['TypeScript', 'Tsx'],
];

/** Pieces of code that are no statement by themselves, in a place where they are. The most special first. */
function contexts(code: string): readonly (string | { readonly context: string; readonly selector: string })[] {
  const pattern = code.replaceAll(/\.{3}(?![\w$[({])|…/g, '$$$$$$').replace(/;$/, '');
  const inPlace = (context: string, selector: string) => ({ context, selector });
  if (/^['"]?[\w$]+['"]?\s*:\s*\S/.test(pattern) && !pattern.includes('?')) return [inPlace(`({ ${pattern} })`, 'pair')];
  if (/^:\s*\w/.test(pattern)) return [inPlace(`let name${pattern}`, 'type_annotation')];
  if (/^catch\b/.test(pattern)) return [inPlace(`try {} ${pattern}`, 'catch_clause')];
  if (/^(?:as|satisfies)\s|^(?:[!=]==?|\|\||&&|\?\?)\s/.test(pattern)) return [`$A ${pattern}`];
  if (/^[\w-]+=(?:\{|")/.test(pattern)) return [inPlace(`<A ${pattern} />`, 'jsx_attribute'), pattern];
  return [pattern];
}
