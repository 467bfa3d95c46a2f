import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/system/node.ts';
import { temporaryHome } from '../../../../test/support/temporary-home.ts';
import { openFolder } from '../../src/observe/open-folder.ts';
import { signInFact } from '../../src/observe/sign-in.ts';

const endpoint = 'https://api.example.com';

describe('the sign-in, as far as files say', () => {
  const machine = (env: Readonly<Record<string, string>> = {}) => {
    const { path, at, put } = temporaryHome();
    const system = nodeSystem({ home: path, cwd: path, env: { HOME: path, SNAP_DATA_DIR: at('.snap-mcp'), ...env } });
    const signedIn = (address: string): void => {
      chmodSync(put('.snap-mcp/data/account.json', JSON.stringify({ schemaVersion: 1, endpoint: address, keptIn: 'keyring' })), 0o600);
      for (const directory of ['.snap-mcp', '.snap-mcp/data']) chmodSync(at(directory), 0o700);
    };
    return { system, signedIn };
  };

  it('is not needed without a backend, nor where it is turned off', async () => {
    expect(await signInFact(machine().system)).toEqual({ kind: 'not-needed' });
  });

  it('is needed with one, until the person has signed in to that one', async () => {
    const { system, signedIn } = machine({ SVC_API_URL: endpoint });
    expect(await signInFact(system)).toEqual({ kind: 'signed-out', endpoint });
    signedIn('https://other.example.com');
    expect(await signInFact(system)).toEqual({ kind: 'signed-out', endpoint });
    signedIn(endpoint);
    expect(await signInFact(system)).toEqual({ kind: 'signed-in', endpoint });
  });

  it('is there with a key, and cannot be with an address that must not be used', async () => {
    expect(await signInFact(machine({ SVC_API_URL: endpoint, SVC_API_KEY: 'sk_test_1' }).system)).toEqual({ kind: 'signed-in', endpoint });
    expect(await signInFact(machine({ SVC_API_URL: 'http://api.example.com' }).system)).toMatchObject({ kind: 'unusable' });
  });
});

describe('the folder', () => {
  it('is set up once snap has stored something of it, or has a place in it', async () => {
    const { at, put, system, path } = temporaryHome();
    put('shop/package.json', '{}');
    const seen = async (): Promise<readonly unknown[]> => {
      const folder = await openFolder(system, at('shop'));
      return [folder?.isInitialized, folder?.keptIn];
    };
    expect(await seen()).toEqual([false, 'private']);
    const { workspace } = (await openFolder(system, at('shop'))) ?? {};
    put(`${workspace?.privateDirectory.slice(path.length + 1)}/opened`, '');
    expect(await seen()).toEqual([true, 'private']);
    put('shop/.snap/learnings.jsonl', '');
    expect(await seen()).toEqual([true, 'project']);
  });

  it('is none where snap works in no such directory', async () => {
    const { path, system } = temporaryHome();
    expect(await openFolder(system, path)).toBeUndefined();
    expect(await openFolder(system, '/')).toBeUndefined();
  });
});
