import { describe, expect, it } from 'vitest';
import { clients, type Client } from '../../src/clients/index.ts';
import { passedOn, passesOn, packageEnvironment, wholeClientPath, withEntryVariables } from '../../src/mcp-client/client-environment.ts';
import { memorySystem } from '../support/memory-system.ts';

function client(id: string): Client {
  const found = clients.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no client "${id}"`);
  return found;
}

const own = { HOME: '/home/ada', PATH: '/a:/b', USER: 'ada', MY_TOKEN: 'x', COLOUR: 'blue', 'BASH_FUNC_f%%': '() { :; }' };

describe('what a client hands on', () => {
  it.each([
    ['cursor', ['HOME', 'PATH', 'USER']],
    ['cline', ['HOME', 'PATH', 'USER']],
    ['claude-code', ['COLOUR', 'HOME', 'MY_TOKEN', 'PATH', 'USER']],
    ['gemini', ['COLOUR', 'HOME', 'PATH', 'USER']],
  ])('%s: %j', (id, names) => {
    expect(Object.keys(passedOn(client(id), own, { platform: 'linux' })).toSorted()).toEqual(names);
  });

  it('is told by name whatever the capitals on Windows', () => {
    const given = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', APPDATA: 'C:\\a', MY_TOKEN: 'x' };
    expect(Object.keys(passedOn(client('cursor'), given, { platform: 'win32' }))).toEqual(['Path', 'SystemRoot', 'APPDATA']);
    expect(passesOn(client('cursor'), 'path', 'win32')).toBe(true);
    expect(passesOn(client('cursor'), 'path', 'linux')).toBe(false);
  });
});

describe('the environment of a client', () => {
  it("holds what it reads from files of its own, the person's before it", async () => {
    const system = memorySystem({
      env: { HOME: '/home/ada', COLOUR: 'blue' },
      files: {
        '/home/ada/.gemini/.env': '# mine\nexport KEY="v a"\nCOLOUR=red\nnonsense\n',
        '/home/ada/.claude/settings.json': '{"env":{"A":"1","B":2}}',
      },
    });
    expect(await packageEnvironment(client('gemini'), system, '/home/ada/project')).toMatchObject({ KEY: 'v a', COLOUR: 'blue' });
    const claude = await packageEnvironment(client('claude-code'), system, '/home/ada/project');
    expect(claude).toMatchObject({ A: '1', COLOUR: 'blue' });
    expect(claude).not.toHaveProperty('B');
  });
});

describe('the PATH of a client', () => {
  it('holds the version directories that it looks into, oldest first', async () => {
    const system = memorySystem({
      platform: 'darwin',
      env: { PATH: '/Users/ada/.nvm/versions/node/v22.9.0/bin:/usr/bin' },
      files: { '/Users/ada/.nvm/versions/node/v22.9.0/bin/node': '', '/Users/ada/.nvm/versions/node/v18.1.0/bin/node': '' },
    });
    const path = await wholeClientPath(client('claude-desktop'), system);
    expect(path.split(':').slice(0, 2)).toEqual(['/Users/ada/.nvm/versions/node/v18.1.0/bin', '/Users/ada/.nvm/versions/node/v22.9.0/bin']);
    expect(path).toContain('/opt/homebrew/bin');
    expect(await wholeClientPath(client('claude-code'), system)).toBe(system.env['PATH']);
  });
});

describe('the variables of an entry', () => {
  const linux = { platform: 'linux' } as const;

  it('stand on top', () => {
    const result = withEntryVariables(
      { HOME: '/home/ada', PATH: '/x' },
      '/a:/b',
      new Map([
        ['HOME', '/tmp'],
        ['NEW', '1'],
      ]),
      client('cursor'),
      linux,
    );
    expect(result).toEqual({ HOME: '/tmp', NEW: '1', PATH: '/a:/b' });
  });

  it('may replace the PATH, or add to it where the client does so', () => {
    const given = new Map([['PATH', '/mine']]);
    expect(withEntryVariables({}, '/a', given, client('cursor'), linux)).toEqual({ PATH: '/mine' });
    expect(withEntryVariables({}, '/a', given, client('vscode'), linux)).toEqual({ PATH: '/a:/mine' });
  });

  it('do not count where the client drops them', () => {
    expect(
      withEntryVariables(
        {},
        '/a',
        new Map([
          ['PATH', '/mine'],
          ['NODE_OPTIONS', '-r x'],
          ['KEY', 'v'],
        ]),
        client('goose'),
        linux,
      ),
    ).toEqual({ PATH: '/a', KEY: 'v' });
  });

  it('are one variable in any capitals on Windows', () => {
    const result = withEntryVariables({ Path: 'C:\\old', Home: 'x' }, 'C:\\bin', new Map([['HOME', 'y']]), client('cursor'), {
      platform: 'win32',
    });
    expect(result).toEqual({ PATH: 'C:\\bin', HOME: 'y' });
  });
});
