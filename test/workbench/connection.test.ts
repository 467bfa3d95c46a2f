import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapError } from '../../src/system/index.ts';
import { openConnection, type Connection } from '../../src/workbench/connection.ts';
import type { Workbench } from '../../src/workbench/workbench.ts';
import { foldersIn } from '../../src/workbench/workspace-variables.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';
import { fixtureServer } from '../server/fixture-server.ts';
import { initialize, toolCall } from '../server/started.ts';

const fixture = fixtureServer();

interface Case {
  readonly named?: string;
  readonly roots?: readonly string[] | Error;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

interface Opened {
  readonly session: Connection;
  /** Every root that was opened or closed. */
  readonly log: string[];
  readonly asked: () => number;
}

/** A session whose workbenches know nothing but their root. */
function session(home: TemporaryHome, { named, roots, env = {}, cwd = home.path }: Case, changing?: () => readonly string[]): Opened {
  const log: string[] = [];
  let asked = 0;
  const system = nodeSystem({ home: home.path, cwd, env: { HOME: home.path, ...env } });
  return {
    log,
    asked: () => asked,
    session: openConnection({
      system,
      namedWorkspace: named,
      roots: async () => {
        asked += 1;
        if (roots instanceof Error) throw roots;
        return changing?.() ?? roots;
      },
      open: async (root) => {
        log.push(`opened ${root}`);
        // The session only hands it on.
        return { workspace: { root }, close: () => log.push(`closed ${root}`) } as unknown as Workbench;
      },
    }),
  };
}

async function rootOf({ session }: Opened): Promise<string> {
  return (await session.workbench()).workspace.root;
}

async function refusal(opened: Opened): Promise<SnapError> {
  const error: unknown = await opened.session.workbench().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SnapError)) throw new Error(`No SnapError: ${String(error)}`);
  return error;
}

/** A home with two projects and a directory that is none. */
function madeHome(): TemporaryHome & { readonly a: string; readonly b: string; readonly plain: string } {
  const home = temporaryHome();
  home.put('a/package.json', '{}');
  home.put('b/.git/HEAD', 'ref: refs/heads/main\n');
  home.put('plain/notes.txt', '');
  return { ...home, a: home.at('a'), b: home.at('b'), plain: home.at('plain') };
}

const address = (path: string): string => pathToFileURL(path).href;

describe('the workspace of a connection', () => {
  it('is the one that was named, before all others, and no project needs to be in it', async () => {
    const home = madeHome();
    const opened = session(home, { named: home.plain, roots: [address(home.a)], env: { CLAUDE_PROJECT_DIR: home.b }, cwd: home.b });
    expect(await rootOf(opened)).toBe(home.plain);
    expect(opened.asked()).toBe(0);
  });

  it('is else the first of the roots that can be one', async () => {
    const home = madeHome();
    const roots = ['https://example.com/x', 'file://%', address(home.path), address(home.at('gone')), address(home.plain), address(home.a)];
    expect(await rootOf(session(home, { roots, env: { CLAUDE_PROJECT_DIR: home.b }, cwd: home.b }))).toBe(home.plain);
  });

  it.each([
    ['the client has none', undefined],
    ['the client names none', []],
    ['the client does not answer', new Error('timed out')],
  ])('is else what the client set in the environment, where %s', async (_, roots) => {
    const home = madeHome();
    const given = roots === undefined ? {} : { roots };
    expect(
      await rootOf(session(home, { ...given, env: { CLAUDE_PROJECT_DIR: home.a, WORKSPACE_FOLDER_PATHS: home.b }, cwd: home.b })),
    ).toBe(home.a);
    const several = { WORKSPACE_FOLDER_PATHS: `${home.at('gone')},${home.b}`, CLAUDE_PROJECT_DIR: '${workspaceFolder}' };
    expect(await rootOf(session(home, { ...given, env: several }))).toBe(home.b);
  });

  it('is else the project it was started in, from a directory of it too', async () => {
    const home = madeHome();
    mkdirSync(home.at('a/src/deep'), { recursive: true });
    expect(await rootOf(session(home, { cwd: home.at('a/src/deep') }))).toBe(home.a);
  });

  it('is what the other signs say where the client left a variable unreplaced', async () => {
    const home = madeHome();
    expect(await rootOf(session(home, { named: '${workspaceFolder}', roots: [address(home.a)] }))).toBe(home.a);
  });

  it.each([
    ['no sign', {}],
    ['a directory without a project', { cwd: 'plain' }],
    ['the home', { named: '.' }],
    ['a link to the home', { named: 'link' }],
    ['the root of the disk', { named: '/' }],
    ['a directory that is not there', { named: 'gone' }],
    ['a file', { named: 'plain/notes.txt' }],
    ['the home as the only root', { roots: ['.'] }],
  ])(
    'is none with %s: the error says what to configure',
    async (_, { named, cwd, roots }: { named?: string; cwd?: string; roots?: string[] }) => {
      const home = madeHome();
      symlinkSync(home.path, home.at('link'));
      const at = (name: string): string => (name === '/' ? '/' : name === '.' ? home.path : home.at(name));
      const error = await refusal(
        session(home, {
          ...(named === undefined ? {} : { named: at(named) }),
          ...(roots === undefined ? {} : { roots: roots.map((root) => address(at(root))) }),
          ...(cwd === undefined ? {} : { cwd: at(cwd) }),
        }),
      );
      expect(error.code).toBe('no-workspace');
      expect(error.hintFor('model')).toContain('"--workspace", "/path/of/the/project"');
      expect(error.message).not.toContain('\n');
    },
  );

  it('is looked for again after it was not found', async () => {
    const home = madeHome();
    const opened = session(home, { named: home.at('later') });
    await refusal(opened);
    mkdirSync(home.at('later'));
    expect(await rootOf(opened)).toBe(home.at('later'));
  });

  it('is opened once for calls at the same time, again only when the roots are others, and closed once', async () => {
    const home = madeHome();
    let roots = [address(home.a)];
    const opened = session(home, {}, () => roots);
    await Promise.all([rootOf(opened), rootOf(opened)]);
    roots = [address(home.b)];
    expect(await rootOf(opened)).toBe(home.a);
    opened.session.rootsChanged();
    expect(await rootOf(opened)).toBe(home.b);
    roots = [address(home.a)];
    opened.session.rootsChanged();
    expect(await rootOf(opened)).toBe(home.a);
    opened.session.close();
    opened.session.close();
    expect(opened.log).toEqual([`opened ${home.a}`, `opened ${home.b}`, `closed ${home.a}`, `closed ${home.b}`]);
  });
});

describe('a variable with folders', () => {
  it.each([
    ['/a', ['/a']],
    ['/a,/b', ['/a,/b', '/a', '/b']],
    ['["/a","/b"]', ['/a', '/b']],
    ['[a]', ['[a]']],
    [' ', []],
    ['', []],
  ])('%j', (value, folders) => {
    expect(foldersIn(value)).toEqual(folders);
  });
});

describe('a workspace that is deleted while the server runs', () => {
  it('is no workspace any more, is closed, and is opened anew when it is back', async () => {
    const home = madeHome();
    const opened = session(home, { named: home.a });
    expect(await rootOf(opened)).toBe(home.a);
    rmSync(home.a, { recursive: true });
    expect((await refusal(opened)).code).toBe('no-workspace');
    mkdirSync(home.a);
    expect(await rootOf(opened)).toBe(home.a);
    expect(opened.log).toEqual([`opened ${home.a}`, `closed ${home.a}`, `opened ${home.a}`]);
    opened.session.close();
    expect(opened.log.slice(3)).toEqual([`closed ${home.a}`]);
  });
});

describe('a client with roots', () => {
  it('is asked for them, and again when it says that they have changed', async () => {
    const home = madeHome();
    let roots = [{ uri: address(home.a) }];
    const client = new Client({ name: 'rooted', version: '1' }, { capabilities: { roots: { listChanged: true } } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [fixture.path()], env: { HOME: home.path }, cwd: '/', stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    const where = async (): Promise<unknown> => (await client.callTool({ name: 'where' })).content;
    expect(await where()).toEqual([{ type: 'text', text: `snap|F\n---\n${home.a}` }]);
    roots = [{ uri: address(home.b) }];
    await client.sendRootsListChanged();
    expect(await where()).toEqual([{ type: 'text', text: `snap|F\n---\n${home.b}` }]);
  });

  it('is not waited for when it has left', async () => {
    // The fixture would wait ten minutes for its roots.
    const withRoots = { ...initialize, params: { ...initialize.params, capabilities: { roots: {} } } };
    const { answers } = await fixture.start().converse(withRoots, toolCall(1, {}, 'where'));
    expect(answers.find(({ id }) => id === 1)?.result).toMatchObject({ isError: true });
  });
});
