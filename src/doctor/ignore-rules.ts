/** One line of a `.gitignore`. */
export interface IgnoreRule {
  readonly pattern: RegExp;
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
    const start = folder === '' ? '' : `${escape(folder)}/`;
    return [
      { pattern: new RegExp(`^${start}${isAnchored ? '' : '(?:.*/)?'}${toPattern(body.replace(/^\//, ''))}$`), keeps, directoriesOnly },
    ];
  });
}

/** Whether a file is left out: by its own name, or because a directory it lies in is, which nothing below can take back. */
export function isIgnored(rules: readonly IgnoreRule[], name: string): boolean {
  const parts = name.split('/');
  return parts.some((_, i) => {
    const path = parts.slice(0, i + 1).join('/');
    const isFile = i === parts.length - 1;
    const last = rules.findLast(({ directoriesOnly, pattern }) => !(directoriesOnly && isFile) && pattern.test(path));
    return last !== undefined && !last.keeps;
  });
}

function toPattern(glob: string): string {
  return glob
    .split(/(\*\*\/|\/\*\*$|\*|\?|\[[^\]]+\]|\\.)/)
    .map((piece) => {
      if (piece === '**/') return '(?:.*/)?';
      if (piece === '/**') return '/.*';
      if (piece === '*') return '[^/]*';
      if (piece === '?') return '[^/]';
      if (/^\[.+\]$/.test(piece)) return toSet(piece.slice(1, -1)) ?? escape(piece);
      return piece.startsWith('\\') ? escape(piece.slice(1)) : escape(piece);
    })
    .join('');
}

/** `a-z`, `!x`: one character of these, or none of these. */
function toSet(body: string): string | undefined {
  const isNot = /^[!^]/.test(body);
  const inside = (isNot ? body.slice(1) : body).replaceAll(/[\\[\]^]/g, String.raw`\$&`);
  const set = `(?!/)[${isNot ? '^' : ''}${inside}]`;
  try {
    return new RegExp(set).source;
  } catch {
    // A range whose end comes before its start: no set then, but the text itself.
    return undefined;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
