import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlannedStep } from '../../src/changes/plan.ts';
import { isWritten } from '../../src/changes/step-result.ts';
import { writeEntries, type EntryPreview, type WriteOptions } from '../../src/changes/write-entries.ts';
import { clients } from '../../src/clients/index.ts';
import type { Facts } from '../../src/machine/index.ts';
import { addLine, setText } from '../support/file-changes.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

const client = clients[0]!;

function planned(path: string, change = addLine(path, 'two'), extra: Partial<PlannedStep & { kind: 'change' }> = {}): PlannedStep {
  const about = { name: 'files', client, scope: 'global', path, existed: false, snippet: 'the entry', warning: undefined } as const;
  return { kind: 'change', action: 'set', ...about, change, ...extra };
}

const refused: PlannedStep = { kind: 'refused', name: 'files', client, message: 'no', hint: 'do this' };
const byHand: PlannedStep = { kind: 'manual', name: 'files', client, steps: 'open the settings' };

function factsOf(home: TemporaryHome): Facts {
  return { platform: 'linux', workspace: { path: home.at(''), isProject: false }, clients: [], contents: new Map() };
}

/** Writes the steps and counts the questions. */
async function write(home: TemporaryHome, steps: readonly PlannedStep[], answer: boolean | undefined, extra: Partial<WriteOptions> = {}) {
  const asked: EntryPreview[] = [];
  const outcome = await writeEntries(
    home.system,
    { facts: factsOf(home), steps },
    {
      command: 'mcp add',
      strictAll: false,
      writable: async () => home.run(),
      ask: async (preview) => {
        asked.push(preview);
        return answer;
      },
      ...extra,
    },
  );
  return { asked, outcome };
}

describe('writeEntries', () => {
  it('shows the files as they would be, and writes them after a yes', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { asked, outcome } = await write(home, [byHand, planned(path), refused], true);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.files.map(({ after }) => Buffer.from(after ?? []).toString())).toEqual(['one\ntwo\n']);
    expect(asked[0]?.results.map(({ action }) => action)).toEqual(['manual', 'created', 'refused']);
    expect(outcome).toMatchObject({ kind: 'written', change: 1, remaining: undefined });
    expect(outcome.results.map(({ action }) => action)).toEqual(['manual', 'created', 'refused']);
    expect(home.text('a.json')).toBe('one\ntwo\n');
  });

  it('makes no file anew that was removed while it asked, and writes the others', async () => {
    const home = temporaryHome();
    const [gone, there] = [home.put('a.json', 'one\n'), home.put('b.json', 'one\n')];
    const ask = async () => {
      rmSync(gone);
      return true;
    };
    const { outcome } = await write(home, [planned(gone), planned(there), planned(home.at('new.json'))], true, { ask });
    expect(outcome.results.map(({ action }) => action)).toEqual(['refused', 'created', 'created']);
    expect(outcome).toMatchObject({ kind: 'written', results: [{ message: expect.stringContaining('removed it meanwhile') }, {}, {}] });
    expect(existsSync(gone)).toBe(false);
    expect(home.text('b.json')).toBe('one\ntwo\n');
    const again = await write(home, [planned(there, addLine(there, 'three'))], true, { ask: async () => (rmSync(there), true) });
    expect(again.outcome).toMatchObject({ kind: 'written', change: undefined, results: [{ action: 'refused' }] });
    expect(existsSync(there)).toBe(false);
  });

  it.each([
    ['declined', false],
    ['cancelled', undefined],
  ] as const)('writes nothing when it is %s', async (kind, answer) => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const writable = () => Promise.reject(new Error('what writes is loaded'));
    const { outcome } = await write(home, [planned(path)], answer, { writable });
    expect(outcome).toMatchObject({ kind, results: [{ action: 'created', path }] });
    expect(home.text('a.json')).toBe('one\n');
  });

  it('does not ask when there is nothing to write', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\ntwo\n');
    const { asked, outcome } = await write(home, [planned(path), refused], false);
    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'written', change: undefined, results: [{ action: 'unchanged' }, { action: 'refused' }] });
  });

  it('writes nothing after a yes when one is refused and strictAll is set', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { outcome } = await write(home, [planned(path), refused], true, { strictAll: true });
    expect(outcome).toMatchObject({ kind: 'refused', results: [{ action: 'created' }, { action: 'refused', hint: 'do this' }] });
    expect(home.text('a.json')).toBe('one\n');
  });

  it('answers a refusal with the entry to paste', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const change = { ...addLine(path, 'two'), compute: () => ({ kind: 'refused', message: 'it does not parse' }) as const };
    const { asked, outcome } = await write(home, [planned(path, change)], true);
    expect(asked).toEqual([]);
    expect(outcome.results).toMatchObject([{ action: 'refused', path, message: 'it does not parse', paste: 'the entry' }]);
  });

  it('says that the file is deleted with its last entry', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { outcome } = await write(home, [planned(path, setText(path, undefined), { action: 'remove', existed: true })], true);
    expect(outcome.results).toMatchObject([{ action: 'removed', message: expect.stringContaining('deleted too') }]);
    expect(outcome).toMatchObject({ remaining: [] });
    expect(home.tree()).toEqual([]);
  });

  it.each([
    ['set', false, 'created'],
    ['set', true, 'updated'],
    ['switch-on', true, 'enabled'],
    ['switch-off', true, 'disabled'],
  ] as const)('reports %s (existed: %s) as %s', async (action, existed, name) => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { outcome } = await write(home, [planned(path, addLine(path, 'two'), { action, existed })], true);
    expect(outcome.results.map((result) => [result.action, isWritten(result)])).toEqual([[name, true]]);
  });
});
