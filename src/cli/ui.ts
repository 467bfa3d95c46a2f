import type { System, Terminal } from '../system/index.ts';

/** How snap talks to a person or a script. The only place that colours and asks; commands write through it. */
export interface Ui {
  /** Whether somebody is there to answer. */
  readonly interactive: boolean;
  /** Whether what is printed is seen, and control characters in it would act. */
  readonly isTerminal: boolean;
  readonly style: Style;
  print(text: string): void;
  /** To standard error: it never mixes with what a script reads. */
  warn(text: string): void;
  json(value: unknown): void;
  /** `undefined` when the person left with Ctrl-C; Esc is a no. Only to be called when `interactive`. */
  confirm(question: string): Promise<boolean | undefined>;
  /** As `confirm`; an empty answer is an answer. */
  ask(question: string, hint: string): Promise<string | undefined>;
}

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  /** A mark from the terminal's repertoire: Unicode where it can show it. */
  readonly mark: { readonly good: string; readonly bad: string; readonly warn: string; readonly none: string; readonly arrow: string };
}

export function terminalUi(env: System['env'], terminal: Terminal): Ui {
  const isTerminal = terminal.isTerminal(1);
  return {
    isTerminal,
    interactive: isTerminal && terminal.isTerminal(0) && env['CI'] === undefined,
    style: styleOf(hasColor(env, isTerminal), hasUnicode(env)),
    print: (text) => terminal.write(1, `${text}\n`),
    warn: (text) => terminal.write(2, `${text}\n`),
    // JSON.stringify lets control characters through that act on a terminal all the same.
    json: (value) => terminal.write(1, `${JSON.stringify(value, undefined, 2).split('\n').map(plain).join('\n')}\n`),
    async confirm(question) {
      const { confirm, isCancel } = await import('@clack/prompts');
      const { answer, left } = await watchingForCtrlC(() => confirm({ message: question }));
      return left ? undefined : !isCancel(answer) && answer;
    },
    async ask(question, hint) {
      const { text, isCancel } = await import('@clack/prompts');
      const { answer, left } = await watchingForCtrlC(() => text({ message: question, placeholder: hint }));
      return left ? undefined : isCancel(answer) ? '' : (answer ?? '');
    },
  };
}

/** The prompts tell Esc and Ctrl-C alike; a script that waits for the exit code does not. */
async function watchingForCtrlC<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly left: boolean }> {
  let left = false;
  const watch = (keys: Buffer | string): void => {
    left = String(keys).includes('\u0003');
  };
  process.stdin.on('data', watch);
  try {
    const answer = await ask();
    return { answer, left };
  } finally {
    process.stdin.off('data', watch);
  }
}

/** https://no-color.org: any non-empty value switches colour off. */
function hasColor(env: System['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}

function hasUnicode(env: System['env']): boolean {
  return (
    /UTF-?8/i.test(env['LC_ALL'] ?? env['LC_CTYPE'] ?? env['LANG'] ?? '') ||
    env['WT_SESSION'] !== undefined ||
    env['TERM_PROGRAM'] !== undefined
  );
}

export function styleOf(colored: boolean, unicode: boolean): Style {
  const paint = (open: number, close: number) => (text: string) => (colored ? `\u001B[${open}m${text}\u001B[${close}m` : text);
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    mark: unicode ? { good: '✓', bad: '✗', warn: '!', none: '·', arrow: '→' } : { good: '+', bad: 'x', warn: '!', none: '-', arrow: '->' },
  };
}

/**
 * Text from files and servers is data: control characters (an escape sequence could repaint the terminal) and characters that
 * cannot be seen or turn the text around become visible. Lines and tabs are not text here; whoever prints several lines splits them.
 */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    // By code units, as JSON and JavaScript spell characters beyond the first plane.
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
}
