import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/clients/index.ts';

const root = join(import.meta.dirname, '../..');
const registry = 'src/clients/registry';
let copy: string;
let loads = 0;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'snap-new-client-'));
  cpSync(join(root, registry), join(copy, registry), { recursive: true });
  for (const name of ['row.ts', 'sources.ts']) cpSync(join(root, 'src/clients', name), join(copy, 'src/clients', name));
  mkdirSync(join(copy, 'test/fixtures/clients/cursor'), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

function newClient(...args: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } {
  const done = spawnSync(process.execPath, [join(root, 'scripts/new-client.mjs'), ...args], { cwd: copy, encoding: 'utf8' });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

async function rows(): Promise<readonly Client[]> {
  // A module is loaded once for each address.
  const outfile = join(copy, `registry-${++loads}.mjs`);
  await build({ entryPoints: [join(copy, registry, 'index.ts')], bundle: true, format: 'esm', outfile, logLevel: 'silent' });
  const loaded: { readonly clients: readonly Client[] } = await import(pathToFileURL(outfile).href);
  return loaded.clients;
}

const tree = (): readonly string[] => readdirSync(copy, { recursive: true, encoding: 'utf8' }).toSorted();
const listText = (): string => readFileSync(join(copy, registry, 'index.ts'), 'utf8');

describe('npm run new-client', () => {
  it.each(['json', 'yaml', 'toml'])('writes the row, the fixture and the list entry of an assistant with %s', async (format) => {
    const before = await rows();
    const { code, out } = newClient('nimbus-code', format);
    expect(code).toBe(0);
    expect(out).toContain('src/clients/registry/nimbus-code.ts');
    expect(out).toContain(`test/fixtures/clients/nimbus-code/config.${format}`);
    expect(existsSync(join(copy, `test/fixtures/clients/nimbus-code/config.${format}`))).toBe(true);
    const after = await rows();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ id: 'nimbus-code', name: 'Nimbus Code', format });
  });

  it('takes JSON when no format is given, and an id that is a word of the language', async () => {
    expect(newClient('switch').code).toBe(0);
    expect((await rows()).at(-1)).toMatchObject({ id: 'switch', format: 'json' });
    expect(newClient('nimbus').code).toBe(0);
    expect((await rows()).slice(-2).map(({ id }) => id)).toEqual(['switch', 'nimbus']);
  });

  it('marks what is to be filled in with TODO, which no finished row has', () => {
    newClient('nimbus-code');
    expect(readFileSync(join(copy, registry, 'nimbus-code.ts'), 'utf8')).toContain('TODO');
  });

  it.each([
    ['an id that is taken', ['cursor'], '"cursor" is taken'],
    ['the alias of another assistant', ['claude'], 'it is the alias of claude-desktop'],
    ['the name of a shared file', ['shapes'], '"shapes" is taken'],
    ['capital letters', ['Nimbus'], '"Nimbus" cannot be an id'],
    ['a leading digit', ['7zip'], 'cannot be an id'],
    ['two hyphens in a row', ['nimbus--code'], 'cannot be an id'],
    ['a path', ['../nimbus'], 'cannot be an id'],
    ['no id', [], 'Usage:'],
    ['another format', ['nimbus', 'ini'], '"ini" is not a format'],
    ['too many words', ['nimbus', 'json', 'code'], 'Usage:'],
  ])('refuses %s and writes nothing', (_, args, message) => {
    const before = [tree(), listText()];
    const { code, err } = newClient(...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
    expect([tree(), listText()]).toEqual(before);
  });

  it('refuses to run outside the repository', () => {
    rmSync(join(copy, 'src'), { recursive: true });
    const { code, err } = newClient('nimbus');
    expect(code).toBe(1);
    expect(err).toContain('Run this in the root of the repository');
  });
});
