import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.write('.cursor/mcp.json', '{"mcpServers":{}}\n');
  home.write('.bash_profile', 'mine\n');
});
afterEach(() => home.remove());

const writing = [
  ['mcp', 'add', 'x', '--cursor', '--yes', '--', 'node'],
  ['mcp', 'undo', '--yes'],
  ['snapshot', 'create'],
  ['learn', 'this', 'that'],
  ['task', 'start', 'x'],
  ['setup', '--yes'],
  ['login', '--device'],
  ['logout'],
  ['uninstall', '--yes', '--data'],
  ['daemon', 'start'],
];
const reading = [
  ['mcp', 'scan'],
  ['mcp', 'list'],
  ['mcp', 'validate'],
  ['doctor'],
  ['check'],
  ['status'],
  ['pulse'],
  ['snapshot', 'list'],
  ['learnings', 'list'],
  ['daemon', 'status'],
];

// The home of the tests is a temporary one, and so no variable but these moves the places of Windows and macOS.
describe.skipIf(process.platform !== 'linux').each([
  ['SNAP_DATA_DIR', (directory: string) => ({ SNAP_DATA_DIR: directory })],
  ['XDG_DATA_HOME', (directory: string) => ({ SNAP_DATA_DIR: '', XDG_DATA_HOME: directory })],
  ['XDG_STATE_HOME', (directory: string) => ({ SNAP_DATA_DIR: '', XDG_STATE_HOME: directory })],
])('%s in the project', (name, env) => {
  const place = (): string => `${home.project}/.d`;

  it('is named by what reads, which goes on without it', async () => {
    mkdirSync(place());
    for (const args of reading) {
      const { code, err } = await home.run(args, { env: env(place()) });
      expect([args, code]).toEqual([args, expect.toBeOneOf([0, 1])]);
      expect(err.replaceAll(/\s+/g, ' ')).toContain(`The environment variable ${name} puts snap's own files into the project`);
      expect(err).not.toMatch(/\n {4}at |dev\/null/);
    }
    expect(readdirSync(place())).toEqual([]);
  });

  it('is refused with 3 by what writes, and nothing is written', async () => {
    mkdirSync(place());
    for (const args of writing) {
      const { code, err } = await home.run(args, { env: env(place()) });
      expect([args, code]).toEqual([args, 3]);
      expect(err.replaceAll(/\s+/g, ' ')).toMatch(/and run the command again\. What is there is not used/);
    }
    expect([readdirSync(place()), home.read('.cursor/mcp.json')]).toEqual([[], '{"mcpServers":{}}\n']);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a home in the project is refused by what changes config files, and no workspace is around it',
  async () => {
    const env = { SNAP_DATA_DIR: '', HOME: `${home.project}/.d` };
    for (const name of ['.d/.cursor', '.git']) mkdirSync(`${home.project}/${name}`, { recursive: true });
    for (const args of writing) {
      const { code, err } = await home.run(args, { env });
      expect([args, code]).toEqual([args, 3]);
      expect(err).toContain('The environment variable HOME puts');
    }
    expect([readdirSync(`${home.project}/.d`), readdirSync(`${home.project}/.d/.cursor`)]).toEqual([['.cursor'], []]);
  },
);

it.skipIf(process.platform !== 'linux')('a journal, consents and tokens that a project brings change nothing', async () => {
  const theirs = `${home.path}/theirs`;
  await home.run(['mcp', 'add', 'x', '--cursor', '--yes', '--', 'node'], { env: { SNAP_DATA_DIR: theirs } });
  await home.run(['snapshot', 'create'], { env: { SNAP_DATA_DIR: theirs } });
  const { cpSync } = await import('node:fs');
  for (const [name, to] of [
    ['SNAP_DATA_DIR', `${home.project}/.d`],
    ['XDG_DATA_HOME', `${home.project}/.e/snap-mcp`],
  ] as const) {
    cpSync(name === 'SNAP_DATA_DIR' ? theirs : `${theirs}/data`, to, { recursive: true });
    chmodSync(to, 0o700);
    const env = { SNAP_DATA_DIR: '', [name]: to.replace(/\/snap-mcp$/, '') };
    expect((await home.run(['mcp', 'undo', '--yes'], { env })).code).toBe(3);
    expect((await home.run(['mcp', 'history'], { env })).out).not.toContain('mcp add');
    expect((await home.run(['snapshot', 'list'], { env })).out).not.toContain('snap_');
    expect((await home.run(['sources', 'list'], { env })).code).toBe(0);
  }
  expect(home.read('.cursor/mcp.json')).toContain('"x"');
});

it('a directory that is in no project stays the person’s own', async () => {
  mkdirSync(`${home.path}/kept`);
  writeFileSync(`${home.path}/kept/note`, '');
  const { code, err } = await home.run(['learn', 'this', 'that'], { env: { SNAP_DATA_DIR: `${home.path}/kept` } });
  expect([code, err]).toEqual([0, '']);
  expect(existsSync(`${home.path}/kept/data`)).toBe(true);
});
