import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenProgram } from '../../../src/system/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { isAlive, isGone, until } from '../../support/processes.ts';

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly maxMs?: number;
  readonly signal?: AbortSignal;
}

type QuestionOptions = Pick<StartOptions, 'env' | 'cwd' | 'command' | 'args'> & { readonly staysInGroup: true };

/** A program that runs, and what it has written so far. */
async function started(
  script: string,
  { env = {}, cwd = '/', command = process.execPath, args = ['-e', script], ...rest }: StartOptions | QuestionOptions = {},
) {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  let wake = (): void => undefined;
  const program = await nodeSystem().spawn(chosenProgram({ platform: 'linux' }, command, env['PATH'] ?? '/usr/bin:/bin'), args, {
    cwd,
    env,
    ...rest,
    onOutput: (bytes) => {
      out.push(bytes);
      wake();
    },
    onErrorOutput: (bytes) => void err.push(bytes),
  });
  const output = () => Buffer.concat(out).toString();
  return {
    program,
    output,
    errors: () => Buffer.concat(err).toString(),
    /** Once it has written a whole line. */
    async firstLine(): Promise<string> {
      while (!output().includes('\n')) await new Promise<void>((resume) => (wake = resume));
      return output().split('\n', 1)[0] ?? '';
    },
  };
}

describe('System.spawn', () => {
  it('ends the group of a program that stays in it, and gives it no mark', async () => {
    const { program, firstLine } = await started(
      `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      console.log(JSON.stringify([Object.keys(process.env).includes('SNAP_CALL'), child.pid]));
      setInterval(() => {}, 1000)`,
      { staysInGroup: true },
    );
    const [isMarked, child]: [boolean, number] = JSON.parse(await firstLine());
    expect(isMarked).toBe(false);
    await program.kill();
    expect(await isGone(child)).toBe(true);
  });

  it('hands on both streams, the environment, the directory, and how the program ended', async () => {
    const home = temporaryHome();
    const { program, output, errors } = await started(
      'console.log(process.cwd(), JSON.stringify(process.env)); console.error("oh"); process.exitCode = 3',
      { env: { ONLY: 'this' }, cwd: home.path },
    );
    expect(await program.ended).toEqual({ code: 3, signal: undefined });
    expect(program.exit()).toEqual({ code: 3, signal: undefined });
    expect(output()).toContain(`${home.path} `);
    expect(output()).toContain('"ONLY":"this"');
    expect(output()).not.toContain('HOME');
    expect(errors()).toBe('oh\n');
    await program.kill();
  });

  it('writes to its stdin and ends it', async () => {
    const { program, output } = await started('process.stdin.pipe(process.stdout)');
    program.write('to and fro');
    program.endInput();
    expect(await program.ended).toEqual({ code: 0, signal: undefined });
    expect(output()).toBe('to and fro');
    program.write('too late');
    await program.kill();
  });

  it('survives a program that reads nothing', async () => {
    const { program } = await started('process.stdin.destroy(); process.exit(0)');
    program.write('x'.repeat(1_000_000));
    expect(await program.ended).toEqual({ code: 0, signal: undefined });
    await program.kill();
  });

  it('uses no shell', async () => {
    const { program, output } = await started('', { args: ['-p', 'process.argv.slice(1).join()', '$HOME', '; exit 1', '*'] });
    await program.ended;
    expect(output()).toBe('$HOME,; exit 1,*\n');
    await program.kill();
  });

  it.each([
    ['a program that is not there', { command: '/nowhere/program' }, 'ENOENT'],
    ['a directory that is not there', { cwd: '/nowhere' }, 'ENOENT'],
    ['a name with a zero byte', { command: '/a\0b' }, 'ERR_INVALID_ARG_VALUE'],
  ])('says of %s why it was not started', async (_, options, failure) => {
    const { program } = await started('', options);
    expect(await program.ended).toEqual({ failure });
    program.write('nobody');
    program.endInput();
    await program.kill();
  });

  it('says of a file without the permission that it was not started', async () => {
    const home = temporaryHome();
    chmodSync(home.put('program', '#!/bin/sh\n'), 0o644);
    const { program } = await started('', { command: home.at('program') });
    expect(await program.ended).toEqual({ failure: 'EACCES' });
  });

  it('kills what the program started, also what does not want to end', async () => {
    const grandchild = `process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)`;
    const { program, firstLine } = await started(
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`,
    );
    const pid = Number(await firstLine());
    expect(isAlive(pid)).toBe(true);
    await program.kill();
    await program.kill();
    expect(await isGone(pid)).toBe(true);
    expect(program.exit()).toEqual({ code: undefined, signal: 'SIGTERM' });
  });

  it('knows that the program ended while a child of its holds the streams', async () => {
    const { program, firstLine } = await started(
      `const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }); console.log(pid); process.exit(4)`,
      { env: { PATH: process.env['PATH'] ?? '' } },
    );
    const pid = Number(await firstLine());
    expect(await until(() => program.exit() !== undefined)).toBe(true);
    expect(isAlive(pid)).toBe(true);
    await program.kill();
    expect(await program.ended).toEqual({ code: 4, signal: undefined });
    expect(await isGone(pid)).toBe(true);
  });

  it.runIf(process.platform === 'linux').each([
    ['ends when asked', 'setInterval(() => {}, 1000)'],
    ['does not want to end', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`],
  ])('kills what left its group and %s', async (_, grandchild) => {
    const { program, firstLine } = await started(
      `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { detached: true, stdio: 'ignore' }); child.unref(); console.log(child.pid)`,
    );
    const pid = Number(await firstLine());
    await program.ended;
    expect(isAlive(pid)).toBe(true);
    await program.kill();
    expect(await isGone(pid)).toBe(true);
  });

  it.each([
    ['ends when asked', 'console.log("on"); setInterval(() => {}, 1000)', 'SIGTERM'],
    ['does not want to end', `process.on('SIGTERM', () => {}); console.log('on'); setInterval(() => {}, 1000)`, 'SIGKILL'],
  ])('ends at its time limit, or with the signal, what %s', async (_, script, signal) => {
    const abort = new AbortController();
    const cancelled = await started(script, { signal: abort.signal });
    await cancelled.firstLine();
    abort.abort();
    expect(await cancelled.program.ended).toEqual({ code: undefined, signal, stopped: 'cancelled' });
    await cancelled.program.kill();
    const late = await started(script, { maxMs: 700 });
    expect(await late.program.ended).toMatchObject({ stopped: 'late' });
    await late.program.kill();
  });

  it('reaches its time limit too when it has ended and a child of it holds the streams', async () => {
    const { program } = await started('', {
      command: '/bin/sh',
      args: ['-c', 'sleep 60 & exit 0'],
      env: { PATH: process.env['PATH'] ?? '' },
      maxMs: 500,
    });
    expect(await program.ended).toMatchObject({ stopped: 'late' });
    await program.kill();
  });

  it('leaves no listener behind', async () => {
    const before = process.listenerCount('exit') + process.listenerCount('SIGTERM');
    const many = await Promise.all([started(''), started(''), started('')]);
    await Promise.all(many.map(({ program }) => program.kill()));
    expect(process.listenerCount('exit') + process.listenerCount('SIGTERM')).toBe(before);
  });
});

describe('what runs when snap itself ends', () => {
  let ending: ReturnType<typeof bundledProgram>;
  beforeAll(() => (ending = bundledProgram('spawn-program')));
  afterAll(() => ending.remove());

  it.each([
    ['exits', 'exit', undefined, [7, null]],
    ['fails', 'throw', undefined, [1, null]],
    ['is told to end', 'wait', 'SIGTERM', [null, 'SIGTERM']],
    ['gets a Ctrl-C', 'wait', 'SIGINT', [null, 'SIGINT']],
    ['loses its terminal', 'wait', 'SIGHUP', [null, 'SIGHUP']],
    ...(process.platform === 'linux'
      ? ([
          ['is killed by force itself', 'wait guarded', 'SIGKILL', [null, 'SIGKILL']],
          ['exits, although it left its group', 'exit detached', undefined, [7, null]],
          ['is told to end, although it left its group', 'wait detached', 'SIGTERM', [null, 'SIGTERM']],
          ['gets a Ctrl-C, although it left its group', 'wait detached', 'SIGINT', [null, 'SIGINT']],
        ] as const)
      : []),
  ] as const)('is killed when it %s', async (_, how, signal, end) => {
    const program = spawn(process.execPath, [ending.path, ...how.split(' ')], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line]: unknown[] = await once(program.stdout, 'data');
    const over = once(program, 'exit');
    if (signal !== undefined) program.kill(signal);
    expect(await over).toEqual(end);
    expect(await isGone(Number(String(line)))).toBe(true);
  });
});
