import { chmodSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apply } from '../../src/doctor/apply.ts';
import { readIndex } from '../../src/doctor/journal-index.ts';
import { addLine, setText } from '../support/file-changes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const command = 'mcp add';

describe('apply', () => {
  it('writes a file and notes it', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { change, outcomes } = await apply(home.run(), [addLine(path, 'two')], { command });
    expect(outcomes).toMatchObject([{ kind: 'written', path }]);
    expect(change).toBe(1);
    expect(home.text('a.json')).toBe('one\ntwo\n');
    expect(home.tree()).toEqual(['.snap-mcp/', 'a.json'].filter((name) => name !== '.snap-mcp/' || home.tree().includes(name)));
    expect(await readIndex(home.system)).toMatchObject([{ number: 1, state: 'done', command, files: [{ path, parts: [{ servers: ['snap'] }] }] }]);
    expect(home.ownTree().filter((name) => name.startsWith('runtime/'))).toEqual(['runtime/']);
  });
});
