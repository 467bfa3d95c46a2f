import { describe, expect, it } from 'vitest';
import { commandOf } from '../../src/server/tools/step-command.ts';
import { tools } from '../../src/server/tools/index.ts';
import { SnapError, type Reader } from '../../src/system/index.ts';
import { toolRun, type ToolRun } from './tool-runs.ts';

/** How tools are named to a model, which a person cannot call. */
const toolWords =
  /snap_(learn|end|violation)|learning_gc|intelligence\.|\bmode (start|context|health)\b|\bcall (snap|advise|pulse|check|guide)\b|"kind":"call"/i;
/** What a person types in the work with an assistant, which has a tool for it. */
const commandWords = /"?snap (task (start|end)|learn|advise|guide|pulse|status)\b/;

const calls: readonly (readonly [tool: string, input: object])[] = [
  ['pulse', {}],
  ['pulse', { record_change: 'src/login.ts' }],
  ['advise', {}],
  ['advise', { task: 'fix the login', files: ['src/login.ts', 'src/gone.ts'] }],
  ['guide', {}],
  ['guide', { task: "fix the login of 'ada'", files: ['src/login.ts'] }],
  ['snap', { mode: 'context' }],
  ['snap', {}],
  ['snap', { mode: 'start', task: '' }],
  ['snap_end', {}],
  ['check', { mode: 'health' }],
  ['check', { mode: 'quick' }],
];

/** Everything that the tools say to a reader: texts, documents, and what errors say and advise. */
async function said({ answer }: Pick<ToolRun, 'answer'>, reader: Reader): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [name, input] of calls) {
    try {
      const found = await answer(name, input);
      texts.push(found.text(reader), JSON.stringify(found.recordFor(reader)));
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      texts.push(error.message, error.hintFor(reader) ?? '');
    }
  }
  return texts;
}

describe('what the tools say', () => {
  it('names commands to a person and tools to a model: without a task, in one, with rules and much change', async () => {
    const run = await toolRun({ 'package.json': '{"scripts":{"test":"x"}}', 'src/login.ts': 'export const a = 1;\n' });
    const { call, put } = run;
    const check = async () => {
      for (const text of await said(run, 'person')) expect.soft(text).not.toMatch(toolWords);
      for (const text of await said(run, 'model')) expect.soft(text).not.toMatch(commandWords);
    };
    await check();
    for (let i = 0; i < 40; i += 1) put(`src/auth/session-${i}.ts`, `${i}\n`);
    for (let i = 0; i < 5; i += 1)
      await call('snap_violation', { type: 'silent_catch', file: 'src/login.ts', description: 'an empty catch', prevention: 'rethrow' });
    await call('snap', { task: 'fix the login', files: ['src/login.ts'] });
    await call('snap_learn', { trigger: 'the login fails', action: 'look at the clock', type: 'pitfall' });
    await check();
  });

  it('has words for every tool', () => {
    for (const { name, surface } of tools) {
      if (surface !== 'default') continue;
      expect(commandOf({ tool: name, arguments: { task: "it's", files: ['a b'] } })).toMatch(/^snap [a-z]+/);
      expect(commandOf({ tool: name, arguments: {} })).not.toMatch(toolWords);
    }
    // What begins with a dash is no option.
    expect(commandOf({ tool: 'advise', arguments: { task: '-x', files: ['-a.ts'] } })).toBe("snap advise ' -x' --file './-a.ts'");
    expect(commandOf({ tool: 'snap', arguments: { mode: 'start', task: "it's", files: ['a b'] } })).toBe(
      String.raw`snap task start 'it'\''s' --file 'a b'`,
    );
  });
});
