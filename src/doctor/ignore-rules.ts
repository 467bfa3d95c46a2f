/** One line of a `.gitignore`. */
export interface IgnoreRule {
  matches(path: string): boolean;
  /** `!…`: takes out of what was ignored before. */
  readonly keeps: boolean;
  readonly directoriesOnly: boolean;
}

/**
 * The rules of one ignore file. https://git-scm.com/docs/gitignore
 * @param folder where the file stands, from the top of the work tree, with `/`; empty for the top itself.
 */
export function ignoreRules(text: string, folder: string): readonly IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line): readonly IgnoreRule[] => {
    const trimmed = line.replace(/(?<!\\)\s+$/, '');
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const keeps = trimmed.startsWith('!');
    const rule = keeps ? trimmed.slice(1) : trimmed;
    const directoriesOnly = rule.endsWith('/');
    const body = rule.replace(/\/+$/, '');
    const isAnchored = body.includes('/');
    const steps = [
      ...characters(folder === '' ? '' : `${folder}/`),
      ...(isAnchored ? [] : [directories]),
      ...stepsOf(body.replace(/^\//, '')),
    ];
    return [{ matches: (path) => matches(steps, path), keeps, directoriesOnly }];
  });
}

/** Whether a file is left out: by its own name, or because a directory it lies in is, which nothing below can take back. */
export function isIgnored(rules: readonly IgnoreRule[], name: string): boolean {
  const parts = name.split('/');
  return parts.some((_, i) => {
    const path = parts.slice(0, i + 1).join('/');
    const isFile = i === parts.length - 1;
    const last = rules.findLast((rule) => !(rule.directoriesOnly && isFile) && rule.matches(path));
    return last !== undefined && !last.keeps;
  });
}

/** One step of a pattern: a character, or any number of them. */
interface Step {
  takes(character: string): boolean;
  /** `many`: it may take none, and it may go on. `directories`: the same, but it ends behind a slash. */
  readonly goes: 'once' | 'many' | 'directories';
}

const directories: Step = { takes: () => true, goes: 'directories' };
const anything: Step = { takes: () => true, goes: 'many' };
const inSegment = (character: string): boolean => character !== '/';

function stepsOf(glob: string): readonly Step[] {
  return glob.split(/(\*\*\/|\/\*\*$|\*|\?|\[[^\]]+\]|\\.)/).flatMap((piece): readonly Step[] => {
    if (piece === '**/') return [directories];
    if (piece === '/**') return [...characters('/'), anything];
    if (piece === '*') return [{ takes: inSegment, goes: 'many' }];
    if (piece === '?') return [{ takes: inSegment, goes: 'once' }];
    const set = /^\[.+\]$/.test(piece) ? toSet(piece.slice(1, -1)) : undefined;
    if (set !== undefined) return [{ takes: (character) => set.test(character), goes: 'once' }];
    return characters(/^\\./.test(piece) ? piece.slice(1) : piece);
  });
}

function characters(text: string): readonly Step[] {
  return [...text].map((wanted) => ({ takes: (character) => character === wanted, goes: 'once' }));
}

/** All ways at once: a regular expression would try them one after the other, and a pattern of many stars has millions. */
function matches(steps: readonly Step[], path: string): boolean {
  let at = reached(steps, [0]);
  for (const character of path) {
    const next: number[] = [];
    const staying: number[] = [];
    for (const i of at) {
      const step = steps[i];
      if (step?.takes(character) !== true) continue;
      if (step.goes === 'once' || (step.goes === 'directories' && character === '/')) next.push(i + 1);
      if (step.goes === 'many') next.push(i);
      if (step.goes === 'directories') staying.push(i);
    }
    at = new Set([...reached(steps, next), ...staying]);
    if (at.size === 0) return false;
  }
  return at.has(steps.length);
}

/** These places, and those behind steps that may take nothing. */
function reached(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const start of from) {
    for (let i = start; !found.has(i); i++) {
      found.add(i);
      const goes = steps[i]?.goes;
      if (goes !== 'many' && goes !== 'directories') break;
    }
  }
  return found;
}

/** `a-z`, `!x`: one character of these, or none of these. */
function toSet(body: string): RegExp | undefined {
  const isNot = /^[!^]/.test(body);
  const inside = (isNot ? body.slice(1) : body).replaceAll(/[\\[\]^]/g, String.raw`\$&`);
  const set = `(?!/)[${isNot ? '^' : ''}${inside}]`;
  try {
    return new RegExp(`^${set}$`);
  } catch {
    // A range whose end comes before its start: no set then, but the text itself.
    return undefined;
  }
}
