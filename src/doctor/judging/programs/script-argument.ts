import { programName } from '../../../machine/index.ts';

interface Interpreter {
  /** Words that may be before the options: `bun run x.ts`. */
  readonly words?: readonly string[] | undefined;
  /** Options whose value is the next argument. */
  readonly takes: readonly string[];
  /** Options after which no script follows. */
  readonly instead: readonly string[];
}

const node: Interpreter = {
  takes: ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file'],
  instead: ['-e', '--eval', '-p', '--print', '-c', '--check', '--run', '--test', '-'],
};
const python: Interpreter = { takes: ['-W', '-X'], instead: ['-m', '-c', '-'] };
const bun: Interpreter = {
  words: ['run'],
  takes: ['-r', '--preload', '--cwd', '-c', '--config'],
  instead: ['-e', '--eval', '-p', '--print', 'x'],
};
const interpreters: Readonly<Record<string, Interpreter>> = {
  node,
  nodejs: node,
  tsx: { ...node, instead: [...node.instead, 'watch'] },
  bun,
  deno: { words: ['run'], takes: ['-c', '--config', '--import-map', '--env-file'], instead: ['task', 'eval', 'x'] },
  ruby: { takes: ['-r', '-I'], instead: ['-e', '-S'] },
  php: { takes: ['-d', '-c'], instead: ['-r', '-a'] },
  perl: { takes: ['-I'], instead: ['-e', '-E'] },
  bash: { takes: ['-o', '--rcfile'], instead: ['-c', '-lc', '-ic', '-s'] },
  sh: { takes: ['-o'], instead: ['-c', '-lc', '-s'] },
  zsh: { takes: ['-o'], instead: ['-c', '-lc', '-ic', '-s'] },
};

/**
 * Which argument is the file that an interpreter runs, if it surely is one: `node server.js`, `python3 -u ~/x.py`. Names without a
 * directory and an ending (`php artisan`) are not.
 */
export function scriptArgument(command: string, args: readonly string[]): number | undefined {
  const name = programName(command);
  const interpreter = interpreters[name] ?? (/^(python|pypy)[\d.]*$|^py$/.test(name) ? python : undefined);
  if (interpreter === undefined) return undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (i === 0 && interpreter.words?.includes(arg) === true) continue;
    if (interpreter.instead.includes(arg)) return undefined;
    if (interpreter.takes.includes(arg)) {
      i += 1;
      continue;
    }
    if (arg.startsWith('-')) continue;
    return isFile(arg) ? i : undefined;
  }
  return undefined;
}

function isFile(arg: string): boolean {
  if (/^[a-z][\w+.-]+:/i.test(arg) || arg.startsWith('@')) return false;
  return /^(\.{0,2}[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(arg) || /\.([cm]?[jt]sx?|py|rb|php|pl|sh)$/.test(arg);
}
