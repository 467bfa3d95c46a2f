import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryLimit, releaseLocksOf, startThread, type Thread } from '../../../src/system/threads/index.ts';
import { isGone } from '../../support/processes.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

function started(program: string) {
  const home = temporaryHome();
  const file = home.put('thread.mjs', `import { parentPort, workerData } from 'node:worker_threads';\n${program}`);
  const messages: unknown[] = [];
  const thread: Thread<unknown> = startThread({
    job: 'test',
    input: { begin: 1 },
    env: { ...home.system.env, MARK: 'own' },
    file,
    onMessage: (message) => messages.push(message),
  });
  onTestFinished(() => thread.end(0));
  return { messages, thread };
}

describe('a thread of snap', () => {
  it('gets its input and environment, and messages both ways', async () => {
    const { messages, thread } = started(
      `parentPort.postMessage([workerData.input, process.env.MARK, process.argv.slice(2)]);
       parentPort.on('message', ({ kind, message }) => { if (kind === 'end') process.exit(0); parentPort.postMessage(message); parentPort.postMessage('over'); process.exit(0); });`,
    );
    thread.send({ two: 2 });
    await thread.ended;
    expect(messages).toEqual([[{ begin: 1 }, 'own', ['__thread', 'test']], { two: 2 }, 'over']);
  });

  it('ends when it is asked to', async () => {
    const { thread } = started(`parentPort.on('message', ({ kind }) => { if (kind === 'end') process.exit(0); });`);
    await thread.end(10_000);
    expect(await thread.ended).toEqual({ kind: 'asked' });
  });

  it('is ended when it does not, also in an endless loop', async () => {
    const { thread } = started(`for (;;);`);
    await thread.end(50);
    expect(await thread.ended).toEqual({ kind: 'asked' });
  });

  it('says why it died', async () => {
    expect(await started(`throw new Error('its last words\\nand more');`).thread.ended).toEqual({ kind: 'died', reason: 'its last words' });
    expect(await started(`process.exit(7);`).thread.ended).toEqual({ kind: 'died', reason: 'It ended with code 7.' });
  });

  it.each(['ended by force', 'dead'])('leaves no program behind when it is %s', async (how) => {
    const { messages, thread } = started(
      `import { spawn } from 'node:child_process';
       const { pid } = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
       workerData.groups[0] = pid;
       parentPort.postMessage(pid);
       ${how === 'dead' ? 'setTimeout(() => { throw new Error(1); }, 20);' : 'for (;;);'}`,
    );
    await expect.poll(() => messages.length).toBe(1);
    if (how !== 'dead') await thread.end(20);
    await thread.ended;
    expect(await isGone(Number(messages[0]))).toBe(true);
  });

  it('leaves its locks to others when it has died, and no locks of others', async () => {
    const home = temporaryHome();
    const { run } = home.run();
    const path = home.put('file', '');
    const other = home.put('other', '');
    const taken = (system: ReturnType<typeof home.run>, what: string) =>
      new Promise<void>((resolve) => {
        // Like work of a thread that has died: it never ends.
        void system.withLocks([what], () => (resolve(), new Promise<never>(() => undefined)));
      });
    await taken(home.run({ run: { ...run, thread: 'dead' } }), path);
    await taken(home.run({ run: { ...run, thread: 'alive' } }), other);
    await releaseLocksOf(home.system, 'dead');
    expect(await home.run({ patienceMs: 200 }).withLocks([path], async () => 'taken')).toBe('taken');
    await expect(home.run({ patienceMs: 200 }).withLocks([other], async () => 'taken')).rejects.toMatchObject({ code: 'refused' });
  });

  it('may hold memory by the size of the machine, within bounds', () => {
    const gibibyte = 1024 ** 3;
    expect([1, 4, 8, 64].map((size) => memoryLimit(size * gibibyte))).toEqual([256, 512, 1_024, 2_048]);
  });
});
