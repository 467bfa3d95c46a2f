import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { temporaryHome } from '../../../test/support/temporary-home.ts';
import { openFolder, workspaceFact } from '../src/observe/open-folder.ts';
import { windowFolders } from '../src/window-folders.ts';
import { begin, moved, Uri } from './support/vscode.ts';

const [api, shop] = ['/work/api', '/work/shop'];

describe('the current folder of a window', () => {
  it('is the one of the file that is edited, or was edited last', () => {
    begin({ folders: [api, shop] });
    const folders = windowFolders();
    onTestFinished(() => folders.dispose());
    let changes = 0;
    folders.onDidChange(() => (changes += 1));
    expect(folders.current).toBe(api);
    const edit = (path: string, scheme = 'file') => (moved({ edited: Uri.from({ scheme, path }) }), folders.current);
    expect(edit(`${shop}/a.ts`)).toBe(shop);
    expect(changes).toBe(1);
    // Another file of it, a file that is in no folder, an output, no file at all.
    expect(edit(`${shop}/b.ts`)).toBe(shop);
    expect(edit('/home/ana/.bashrc')).toBe(shop);
    expect(edit(`${api}/log`, 'output')).toBe(shop);
    moved({ edited: undefined });
    expect(changes).toBe(1);
    expect(edit(`${api}/c.ts`)).toBe(api);
    expect(changes).toBe(2);
  });

  it('is the first one when it is removed, and none when none is left', () => {
    begin({ folders: [api, shop], edited: Uri.file(`${shop}/a.ts`) });
    const folders = windowFolders();
    onTestFinished(() => folders.dispose());
    expect(folders.current).toBe(shop);
    moved({ folders: [api] });
    expect([folders.current, folders.all]).toEqual([api, [api]]);
    moved({ folders: [] });
    expect([folders.current, folders.all]).toEqual([undefined, []]);
  });
});

it('the server of the editor works in the first folder that is set up, whichever is edited', async () => {
  const { path, at } = temporaryHome();
  const system = nodeSystem({ home: path, cwd: path, env: { HOME: path, SNAP_DATA_DIR: at('.snap-mcp') } });
  const folders = ['api', 'shop', 'web'].map((name) => join(path, name));
  for (const folder of folders) mkdirSync(folder);
  const factOf = async (folder = '', all = folders) => workspaceFact(system, await openFolder(system, folder), all);
  expect(await factOf(folders[0])).toEqual({ kind: 'new', name: 'api', isOnly: false, server: undefined });
  for (const folder of folders.slice(1)) mkdirSync(join(folder, '.snap'));
  expect(await factOf(folders[0])).toEqual({ kind: 'new', name: 'api', isOnly: false, server: folders[1] });
  expect(await factOf(folders[2])).toEqual({ kind: 'initialized', keptIn: 'project', name: 'web', isOnly: false, server: folders[1] });
  expect(await factOf(folders[2], folders.slice(2))).toMatchObject({ isOnly: true, server: folders[2] });
  expect(await factOf(path, [])).toEqual({ kind: 'none' });
  expect(await factOf(path, [path])).toEqual({ kind: 'none', reason: '~: the home directory is no workspace.' });
});
