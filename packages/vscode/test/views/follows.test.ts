import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSystem } from '../../../../src/system/node.ts';
import { until } from '../../../../test/support/processes.ts';
import { temporaryHome } from '../../../../test/support/temporary-home.ts';
import type { Desk } from '../../src/desk.ts';
import { openFolder } from '../../src/observe/open-folder.ts';
import { unusablePlace } from '../../src/observe/unusable-place.ts';
import { signal } from '../../src/signal.ts';
import { whileVisible } from '../../src/views/learnings/while-visible.ts';

function machine() {
  const home = temporaryHome();
  mkdirSync(home.at('project'));
  const system = nodeSystem({ home: home.path, env: { HOME: home.path, SNAP_DATA_DIR: home.at('data') }, cwd: home.path });
  return { home, system };
}

describe('the view of learnings', () => {
  it('reads again when something is saved, also the first time, and no longer when it is hidden', async () => {
    const { home, system } = machine();
    const folder = await openFolder(system, home.at('project'));
    if (folder === undefined) throw new Error('The folder is no workspace.');
    const shown = signal<{ readonly visible: boolean }>();
    const view = { visible: true, onDidChangeVisibility: shown.on };
    const problems: string[] = [];
    const desk = {
      folders: { onDidChange: signal<undefined>().on },
      log: { warn: (text: string) => problems.push(text) },
      workspace: async () => folder,
    };
    let reads = 0;
    const followed = whileVisible(desk as unknown as Desk, view, () => (reads += 1));
    onTestFinished(() => void followed.dispose());
    const save = async (file: string): Promise<boolean> => {
      const before = reads;
      let asked = 0;
      return until(() => {
        // Written again: the watch may be made after the first time.
        if (asked++ % 400 === 0) home.put(file, `{"at": ${asked}}\n`);
        return reads > before;
      });
    };
    const [knowledge, own] = [folder.workspace.knowledgeDirectory, folder.workspace.privateDirectory].map((path) =>
      path.slice(home.path.length + 1),
    );
    expect(await save(`${knowledge}/learnings.jsonl`)).toBe(true);
    expect(await save(`${own}/tasks.jsonl`)).toBe(true);
    expect(await save('project/.snap/learnings.jsonl')).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe("a place of snap's own that cannot be used", () => {
  it('is named by the path that is there', async () => {
    const { home, system } = machine();
    expect(await unusablePlace(system)).toBeUndefined();
    mkdirSync(home.at('data'));
    expect(await unusablePlace(system)).toBeUndefined();
    rmSync(home.at('data'), { recursive: true });
    home.put('data', 'a file\n');
    expect(await unusablePlace(system)).toMatch(/^~\/data is not a directory, so Snap can keep nothing in ~\/data\/data, /);
  });
});
