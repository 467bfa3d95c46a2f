import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledProgram } from '../support/bundled-program.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

const nobody = 65_534;
let editor: ReturnType<typeof bundledProgram>;
beforeAll(() => {
  editor = bundledProgram('edit-program');
  chmodSync(dirname(editor.path), 0o755);
});
afterAll(() => editor.remove());

function edit(home: TemporaryHome, path: string) {
  return spawnSync(process.execPath, [editor.path, 'new', path], {
    uid: nobody,
    gid: nobody,
    env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
}

/** A home of theirs. Root is never refused anything, so a real refusal takes another user. */
function homeOfNobody(): TemporaryHome {
  const home = temporaryHome();
  chownSync(home.path, nobody, nobody);
  return home;
}

describe.runIf(process.getuid?.() === 0)('a user without privileges', () => {
  it('writes in place in a directory that takes no new file', () => {
    const home = homeOfNobody();
    const path = home.put('closed/a.json', 'old\n');
    chownSync(path, nobody, nobody);
    chmodSync(home.at('closed'), 0o555);
    const { ino } = statSync(path);
    expect(edit(home, path)).toMatchObject({ status: 0, stderr: '' });
    expect(home.text('closed/a.json')).toBe('old\nnew\n');
    expect(statSync(path).ino).toBe(ino);
    expect(home.tree()).toEqual(['closed/', 'closed/a.json']);
  });

  it('keeps the owner of a file that others may write, by writing in place', () => {
    const home = homeOfNobody();
    const path = home.put('a.json', 'old\n');
    chmodSync(path, 0o666);
    expect(edit(home, path)).toMatchObject({ status: 0, stderr: '' });
    expect(home.text('a.json')).toBe('old\nnew\n');
    expect(statSync(path)).toMatchObject({ uid: 0, gid: 0 });
    expect(statSync(path).mode & 0o777).toBe(0o666);
  });

  it("does not put a file of its own in the place of root's", () => {
    const home = homeOfNobody();
    const path = home.put('a.json', 'old\n');
    edit(home, path);
    expect(home.text('a.json')).toBe('old\n');
    expect(statSync(path).uid).toBe(0);
  });

  it('is told which directory it may not enter, and where nothing can be made', () => {
    const home = homeOfNobody();
    mkdirSync(home.at('shut'), { mode: 0o700 });
    edit(home, home.at('shut', 'a.json'));
    mkdirSync(home.at('full'), { mode: 0o755 });
    const { status, stderr } = edit(home, home.at('full', 'a.json'));
    expect(status).not.toBe(0);
    expect(stderr).toContain('~/full/a.json: could not be written: permission denied.');
    expect(home.tree()).toEqual(['full/', 'shut/']);
  });
});
