import { ProgressNotificationParamsSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { isAlive, isGone } from '../support/processes.ts';
import { fixtureServer } from './fixture-server.ts';
import { cancel, initialize, toolCall } from './started.ts';

const fixture = fixtureServer();
const full = { SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
const text = (words: string): object => ({ content: [{ type: 'text', text: expect.stringContaining(words) }] });

describe('a call', () => {
  it('is answered with the text alone on the default surface, and with the record besides on the full one', async () => {
    const few = await fixture.start().converse(initialize, toolCall(1, { text: 'hi' }, 'echo'));
    expect(few.answers[1]?.result).toEqual({ content: [{ type: 'text', text: 'snap|F\n---\nhi' }] });
    const all = await fixture.start({ env: full }).converse(initialize, toolCall(1, { text: 'hi', compact: true }, 'echo'));
    expect(all.answers[1]?.result).toEqual({ content: [{ type: 'text', text: 'snap|F' }], structuredContent: { said: 'hi' } });
  });

  it('finds a tool in both spellings, and the tools of the full surface there only', async () => {
    const both = [toolCall(1, {}, 'for.nobody'), toolCall(2, {}, 'for_nobody')];
    const all = await fixture.start({ env: full }).converse(initialize, ...both);
    expect(all.answers.filter(({ result }) => result !== undefined)).toHaveLength(3);
    const few = await fixture.start().converse(initialize, ...both, toolCall(3, {}, 'nothing'));
    expect(few.answers.slice(1).map(({ error }) => [error?.code, error?.message])).toEqual([
      [-32602, expect.stringContaining('SVC_MCP_INTELLIGENCE_SURFACE')],
      [-32602, expect.stringContaining('SVC_MCP_INTELLIGENCE_SURFACE')],
      [-32602, expect.stringMatching(/^Unknown tool: nothing\. Known: echo, (?!.*for\.nobody)/)],
    ]);
  });

  it('tells the tool who calls', async () => {
    const { answers } = await fixture.start().converse(initialize, toolCall(1, {}, 'who'));
    expect(answers[1]?.result).toMatchObject(text('who for test'));
    const clientInfo = { name: `a\nb\u202e${'c'.repeat(100)}`, version: '1' };
    const forged = await fixture.start().converse({ ...initialize, params: { ...initialize.params, clientInfo } }, toolCall(1, {}, 'who'));
    expect(forged.answers[1]?.result).toMatchObject(text(`who for a b${'c'.repeat(56)}…`));
  });

  it.each([
    ['tool', 'snap|!|code:NO_TASK|reason:there is no task snap\\|forged\n---\nfails: there is no task snap|forged. Call snap.'],
    ['task-open', 'snap|!|code:TASK_OPEN|reason:A task is open: "x"\n---\nfails: A task is open: "x". End it.'],
    ['usage', 'snap|!|code:INVALID_INPUT|reason:files: there is no "a"\n---\nfails: files: there is no "a".'],
  ])('that fails (%s) is a result that says so', async (how, words) => {
    const { answers, stderr } = await fixture.start({ env: full }).converse(initialize, toolCall(1, { how }, 'fails'));
    expect(answers[1]?.result).toEqual({ isError: true, content: [{ type: 'text', text: words }] });
    expect(stderr).toBe('');
  });

  it('that meets a bug says so, keeps the stack in the log, and the next one is answered', async () => {
    const { answers, stderr } = await fixture.start().converse(initialize, toolCall(1, {}, 'fails'), toolCall(2, { text: 'on' }, 'echo'));
    expect(answers.find(({ id }) => id === 1)?.result).toMatchObject({ isError: true, ...text('code:INTERNAL') });
    expect(answers.find(({ id }) => id === 2)?.result).toMatchObject(text('on'));
    expect(stderr).toContain('a bug of the fixture');
  });

  it('does not wait for another one', async () => {
    const server = fixture.start();
    server.write(initialize, toolCall(1, {}, 'waits'), toolCall(2, { text: 'second' }, 'echo'));
    expect((await server.answerTo(2)).result).toMatchObject(text('second'));
    expect(server.messages().some(({ id }) => id === 1)).toBe(false);
  });

  it('that writes to standard output disturbs nobody', async () => {
    const { answers, stderr } = await fixture.start().converse(initialize, toolCall(1, {}, 'stray'));
    expect(answers.map(({ id }) => id)).toEqual(['hello', 1]);
    expect(stderr).toBe('stray from the console\nstray from a library\n');
  });
});

describe('progress', () => {
  const notices = (messages: readonly Readonly<Record<string, unknown>>[]): unknown[] =>
    messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);

  it.each([7, 'seven', 0])('is told to whoever asked for it with %j, and before the answer', async (progressToken) => {
    const server = fixture.start();
    server.write(initialize, toolCall(1, { to: 3 }, 'counts', { progressToken }));
    await server.answerTo(1);
    expect(notices(server.messages())).toEqual(
      [1, 2, 3].map((progress) => ({ progressToken, progress, total: 3, message: `step ${progress}` })),
    );
  });

  it('is told to nobody else', async () => {
    const { answers } = await fixture.start().converse(initialize, toolCall(1, { to: 3 }, 'counts'));
    expect(answers).toHaveLength(2);
  });

  it('goes on while a tool is silent, growing, until its time is over and its signal fires', async () => {
    const server = fixture.start({ env: { FIXTURE_LIMITS: '30,200' } });
    server.write(initialize, toolCall(1, {}, 'waits', { progressToken: 1 }), toolCall(2, {}, 'never'));
    expect((await server.answerTo(1)).result).toMatchObject({ isError: true, ...text('code:TIMEOUT') });
    expect((await server.answerTo(2)).result).toMatchObject({ isError: true, ...text('code:TIMEOUT') });
    await server.said(/the signal was aborted/);
    const told = notices(server.messages()).map((params) => ProgressNotificationParamsSchema.parse(params).progress);
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b));
  });
});

describe('a cancelled call', () => {
  it.each([false, true])('ends its child and is not answered (stubborn child: %s)', async (stubborn) => {
    const server = fixture.start();
    server.write(initialize, toolCall(1, { stubborn }, 'child'));
    const pid = Number((await server.said(/child (\d+)/))[1]);
    expect(isAlive(pid)).toBe(true);
    server.write(cancel(1));
    expect(await isGone(pid)).toBe(true);
    server.write(toolCall(2, { text: 'still there' }, 'echo'));
    await server.answerTo(2);
    expect(server.messages().some(({ id }) => id === 1)).toBe(false);
  });
});
