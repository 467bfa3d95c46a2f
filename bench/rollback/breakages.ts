/** A change that breaks a file, and what people would say of it. */
export interface Breakage {
  readonly kind: string;
  /** The file after it; `undefined`: it was deleted. */
  readonly text: string | undefined;
  /** What is seen of it, without the name of the file. */
  readonly symptom: string;
  /** The number of the line that a message would name, in the file as it is now. */
  lineIn?(text: string): number | undefined;
  /** Puts the same break into a later version of the file; `undefined` where its lines were rewritten. */
  again(later: string): string | undefined;
}

export const isCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|c|h|php|kt|cs)$/.test(path);

const definition =
  /^[ \t]*(?:export\s+|default\s+|async\s+|public\s+|private\s+|protected\s+|static\s+|final\s+|pub(?:\([a-z]+\))?\s+)*(?:function\*?|def|func|fn|class|const|let|struct|interface)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]{3,})/;

/** What people call by its name when it does wrong. */
const callable =
  /^[ \t]*(?:(?:export|default|async|public|private|protected|static|final|pub(?:\([a-z]+\))?)\s+)*(?:(?:function\*?|def|func|fn|class)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]{3,})|(?:const|let)\s+([A-Za-z_$][\w$]{3,})\s*=\s*(?:async\s*)?(?:\([^)]*\)\s*=>|function)|(?!if|for|while|switch|catch|return)([A-Za-z_$][\w$]{3,})\s*\([^()]*\)\s*\{)/;

interface Line {
  readonly at: number;
  readonly text: string;
}

/** One of the breakages that this file allows; `undefined` without any. */
export function breakFile(path: string, text: string, next: () => number): Breakage | undefined {
  const kinds = [renamed, removed, flipped, flipped, unclosed, reworded, emptied, deleted];
  const lines = text.split('\n').map((line, at) => ({ at, text: line }));
  for (let tries = 0; tries < 6; tries += 1) {
    const found = kinds[Math.floor(next() * kinds.length)]?.(lines, next, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pick<T>(items: readonly T[], next: () => number): T | undefined {
  return items[Math.floor(next() * items.length)];
}

/** One line becomes another (or none), here and in every later version that still has it once. */
function replacing(lines: readonly Line[], line: Line, by: string | undefined): Pick<Breakage, 'text' | 'again'> {
  const isOnce = lines.filter(({ text }) => text === line.text).length === 1;
  const change = (texts: readonly string[]): string | undefined => {
    const at = texts.indexOf(line.text);
    if (at < 0 || texts.includes(line.text, at + 1)) return undefined;
    return [...texts.slice(0, at), ...(by === undefined ? [] : [by]), ...texts.slice(at + 1)].join('\n');
  };
  return { text: isOnce ? change(lines.map(({ text }) => text)) : undefined, again: (later) => change(later.split('\n')) };
}

type Kind = (lines: readonly Line[], next: () => number, path: string) => Breakage | undefined;

const renamed: Kind = (lines, next, path) => {
  const line = pick(
    lines.filter(({ text }) => definition.test(text)),
    next,
  );
  const name = definition.exec(line?.text ?? '')?.[1];
  if (line === undefined || name === undefined) return undefined;
  const change = replacing(lines, line, line.text.replace(name, `${name}Impl`));
  return change.text === undefined ? undefined : { kind: 'definition renamed', symptom: unknownName(path, name), ...change };
};

const removed: Kind = (lines, next, path) => {
  const line = pick(
    lines.filter(({ text }) => definition.test(text)),
    next,
  );
  const name = definition.exec(line?.text ?? '')?.[1];
  if (line === undefined || name === undefined) return undefined;
  const change = replacing(lines, line, undefined);
  return change.text === undefined ? undefined : { kind: 'definition removed', symptom: unknownName(path, name), ...change };
};

function unknownName(path: string, name: string): string {
  if (path.endsWith('.py')) return `NameError: name '${name}' is not defined`;
  if (path.endsWith('.go')) return `undefined: ${name}`;
  if (path.endsWith('.rs')) return `error[E0425]: cannot find value \`${name}\` in this scope`;
  if (/\.(?:c|h|java|cs)$/.test(path)) return `cannot find symbol ${name}`;
  return `TypeError: ${name} is not a function`;
}

const flips: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ == /, ' != '],
  [/ < /, ' >= '],
  [/ > /, ' <= '],
  [/ && /, ' || '],
  [/ and /, ' or '],
  [/\btrue\b/, 'false'],
  [/\bTrue\b/, 'False'],
  [/ \+ 1\b/, ' + 2'],
  [/\breturn (?=[a-z])/, 'return !'],
];

/** People say which function does wrong, or which test fails. */
const flipped: Kind = (lines, next) => {
  const line = pick(
    lines.filter(({ text }) => !/^\s*(?:\/\/|#|\*)/.test(text) && flips.some(([from]) => from.test(text))),
    next,
  );
  const [from, to] = flips.find(([one]) => one.test(line?.text ?? '')) ?? [];
  if (line === undefined || from === undefined || to === undefined) return undefined;
  const above = lines.slice(0, line.at + 1).findLast(({ text }) => callable.test(text) && indent(text) < indent(line.text));
  if (above === undefined || !encloses(above, line, lines)) return undefined;
  const name = callable
    .exec(above.text)
    ?.slice(1)
    .find((one) => one !== undefined);
  if (name === undefined) return undefined;
  const change = replacing(lines, line, line.text.replace(from, to));
  const says =
    pick([`${name} returns the wrong result`, `${name} does the opposite of what it should`, `the tests of ${name} fail`], next) ?? '';
  return change.text === undefined ? undefined : { kind: 'condition changed', symptom: says, ...change };
};

/** Whether nothing between the two ends what the first begins. */
function encloses(above: Line, { at }: Line, lines: readonly Line[]): boolean {
  return lines.slice(above.at + 1, at).every(
    // The end of its list of parameters, `) {`, is no end of it.
    ({ text }) => text.trim() === '' || indent(text) > indent(above.text) || /^\s*\).*[{:]\s*$/.test(text),
  );
}

function lineOf(text: string, line: string, behind: number): number | undefined {
  const at = text.split('\n').indexOf(line);
  return at < 0 ? undefined : at + 1 + behind;
}

function indent(text: string): number {
  return text.length - text.trimStart().length;
}

const unclosed: Kind = (lines, next, path) => {
  const line = pick(
    lines.filter(({ text }) =>
      path.endsWith('.py') ? /^\s*(?:if|def|for|class)\b.*:$/.test(text) : /[)}\]];?$/.test(text) && text.trim().length > 8,
    ),
    next,
  );
  if (line === undefined) return undefined;
  const broken = line.text.replace(path.endsWith('.py') ? /:$/ : /[)}\]](?=;?$)/, '');
  const change = replacing(lines, line, broken);
  // Where the parser notices: in the line itself, the next one, or some lines later.
  const behind = path.endsWith('.py') ? 0 : next() < 0.6 ? 1 : Math.floor(next() * 10);
  return change.text === undefined
    ? undefined
    : {
        kind: 'syntax',
        symptom: pick(['SyntaxError: Unexpected token', 'it does not compile any more', 'syntax error'], next) ?? '',
        lineIn: (now) => lineOf(now, broken, behind),
        ...change,
      };
};

const reworded: Kind = (lines, next) => {
  const line = pick(
    lines.filter(({ text }) => /(["'])[A-Za-z][\w ]{7,40}\1/.test(text) && !/import|require|include|use /.test(text)),
    next,
  );
  const said = /(["'])([A-Za-z][\w ]{7,40})\1/.exec(line?.text ?? '')?.[2];
  if (line === undefined || said === undefined) return undefined;
  const change = replacing(lines, line, line.text.replace(said, said.split(' ').toReversed().join(' ') + 'x'));
  return change.text === undefined ? undefined : { kind: 'text changed', symptom: `AssertionError: expected '${said}'`, ...change };
};

const emptied: Kind = (_, __, path) => ({ kind: 'emptied', text: '', symptom: `the code of ${stem(path)} is gone`, again: () => '' });
const deleted: Kind = (_, __, path) => ({
  kind: 'deleted',
  text: undefined,
  symptom: `Cannot find module './${stem(path)}'`,
  again: () => undefined,
});

function stem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
