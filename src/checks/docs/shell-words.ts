import { maxLineLength } from './passages.ts';

/** One command of a code block: its words, and where each begins. */
export interface Command {
  readonly words: readonly ShellWord[];
  /** A `cd` came before it in the block. */
  readonly isElsewhere: boolean;
}

export interface ShellWord {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const prompt = /^\s*(?:\([\w.-]+\)\s*)?(?:\w+@[\w.-]+[^$#%]{0,200})?[$%>❯]\s+/;

/**
 * The commands of a block of shell lines. No shell is imitated: quotes and continued lines are understood, the rest is cut at `&&`, `||`, `;`
 * and `|`.
 * @param line of the first line of the block.
 */
export function commandsIn(text: string, line: number, column: number): readonly Command[] {
  const found: Command[] = [];
  const lines = text.split('\n');
  const hasPrompts = lines.some((one) => prompt.test(one));
  let isElsewhere = false;
  let words: ShellWord[] = [];
  const end = (): void => {
    const [first, ...rest] = withoutLauncher(words);
    words = [];
    if (first === undefined) return;
    if (first.text === 'cd' || first.text === 'pushd') isElsewhere = rest[0]?.text !== undefined;
    else found.push({ words: [first, ...rest], isElsewhere });
  };
  for (const [at, whole] of lines.entries()) {
    if (whole.length > maxLineLength) continue;
    const before = prompt.exec(whole)?.[0].length ?? 0;
    // Where prompts are shown, the other lines are output.
    if (hasPrompts && before === 0 && words.length === 0) continue;
    const one = whole.slice(before).replace(/(^|\s)#.*$/, '');
    const isContinued = /\\\s*$/.test(one);
    for (const { 0: word, index } of one
      .replace(/\\\s*$/, ' ')
      .matchAll(/"[^"]*"|'[^']*'|&&|\|\||[;|]|[^\s;|&"']+(?:"[^"]*"|'[^']*')?|&/g)) {
      if (/^(&&?|\|\|?|;)$/.test(word)) end();
      else words.push({ text: word, line: line + at, column: (at === 0 ? column : column) + before + index });
    }
    if (!isContinued) end();
  }
  end();
  return found;
}

/** Without the programs that only start others. Assignments stay: they are claims of their own. */
function withoutLauncher(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ text }) => !['sudo', 'time', 'env', 'exec', 'command', 'cross-env', 'dotenv'].includes(text));
  return at <= 0 ? words : words.slice(at);
}

const shellLanguages = new Set([
  '',
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'shellsession',
  'terminal',
  'cmd',
  'powershell',
  'ps1',
  'text',
  'txt',
  'shell-session',
  'fish',
  'command',
  'npm',
  'none',
]);

export function isShell(language: string): boolean {
  return shellLanguages.has(language);
}
