import { execFile, type ExecFileException } from 'node:child_process';
import type { OpponentPlace } from './opponent.ts';

export type Git = (
  args: readonly string[],
  more?: { readonly env?: Record<string, string>; readonly input?: string; readonly mayFail?: boolean },
) => Promise<string>;

/** Paths are latin1, one character a byte, as the output of git is here. */
export function gitIn({ root, environment }: OpponentPlace, own: Record<string, string> = {}): Git {
  return (args, { env = {}, input, mayFail = false } = {}) =>
    new Promise((done, fail) => {
      const options = {
        cwd: root,
        env: { ...environment, ...own, ...env },
        encoding: 'latin1',
        maxBuffer: 1 << 30,
        timeout: 600_000,
      } as const;
      const child = execFile('git', [...args], options, (error: ExecFileException | null, stdout, stderr) => {
        if (error === null || (mayFail && typeof error.code === 'number')) done(stdout.trimEnd());
        else fail(new Error(`git ${args.slice(0, 4).join(' ')}: ${stderr.trim().split('\n').at(-1) || error.message}`));
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(Buffer.from(input ?? '', 'latin1'));
    });
}

export const nul = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('');
/** Options of a command that takes its paths from the standard input, as {@link nul} writes them. */
export const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
export const literal = (path: string): string => `:(top,literal)${path}`;
