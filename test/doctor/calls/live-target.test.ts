import { describe, expect, it } from 'vitest';
import { examine } from '../../../src/doctor/examine.ts';
import { liveTarget } from '../../../src/mcp-client/index.ts';
import type { CommandTarget } from '../../../src/mcp-client/index.ts';
import { memorySystem, type MemoryWorld } from '../../support/memory-system.ts';

/** What is started for the one server of a file. */
async function targetOf(path: string, text: string, world: MemoryWorld = {}, as: 'client' | 'shell' = 'client'): Promise<CommandTarget> {
  const isWindows = world.platform === 'win32';
  const system = memorySystem({ ...world, files: { ...world.files, [path]: text } });
  const project = isWindows ? 'C:\\Users\\ada\\project' : '/home/ada/project';
  const program = { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.0.0' };
  const { setup } = await examine(system, { workspace: { path: project, isProject: true }, program, diagnostics: [] });
  const [entry] = setup.entries;
  if (entry === undefined) throw new Error(`no server was read from ${path}`);
  const target = await liveTarget(system, project, entry, as);
  if (target?.kind !== 'command') throw new Error('it starts no program');
  return target;
}

const windows: MemoryWorld = {
  platform: 'win32',
  env: { Path: 'C:\\nodejs', APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', SystemDrive: 'D:', ComSpec: 'C:\\Windows\\System32\\cmd.exe' },
  files: { 'C:\\nodejs\\npx.cmd': '@echo off', 'C:\\nodejs\\node.exe': 'MZ' },
};
const npx = JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', 'files-mcp'] } } });

describe('on Windows', () => {
  it('the scripts of npm are started through its shell, as clients do', async () => {
    const target = await targetOf('C:\\Users\\ada\\.cursor\\mcp.json', npx, windows);
    expect(target).toMatchObject({
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/s', '/c', 'npx', '-y', 'files-mcp'],
      cwd: 'D:\\',
    });
    expect(target.env).toMatchObject({ PATH: 'C:\\nodejs' });
    expect(target.env).not.toHaveProperty('Path');
  });

  it('but not for a client that cannot', async () => {
    const target = await targetOf('C:\\Users\\ada\\.claude.json', npx, windows);
    expect(target).toMatchObject({ command: 'npx', args: ['-y', 'files-mcp'] });
  });
});

describe('elsewhere', () => {
  it('a client that knows "~" fills it in', async () => {
    const entry = { command: '~/bin/tool', args: ['--dir', '~', '~x'] };
    const inCode = JSON.stringify({ servers: { tool: { type: 'stdio', ...entry } } });
    expect(await targetOf('/home/ada/.config/Code/User/mcp.json', inCode)).toMatchObject({
      command: '/home/ada/bin/tool',
      args: ['--dir', '/home/ada', '~x'],
    });
    expect(await targetOf('/home/ada/.cursor/mcp.json', JSON.stringify({ mcpServers: { tool: entry } }))).toMatchObject({
      command: '~/bin/tool',
      args: ['--dir', '~', '~x'],
    });
  });

  it('a relative directory is seen from where the client starts, or from the project', async () => {
    const text = JSON.stringify({ mcpServers: { tool: { command: '/usr/bin/tool', cwd: 'sub' } } });
    expect((await targetOf('/home/ada/.gemini/settings.json', text)).cwd).toBe('/home/ada/project/sub');
    const own = JSON.stringify({ mcpServers: { tool: { command: '/usr/bin/tool', working_directory: 'sub' } } });
    expect((await targetOf('/home/ada/.warp/.mcp.json', own)).cwd).toBe('/home/ada/sub');
    expect((await targetOf('/home/ada/.tabnine/agent/settings.json', text)).cwd).toBe('/sub');
    expect((await targetOf('/home/ada/.mcporter/mcporter.json', text)).cwd).toBe('/home/ada/.mcporter/sub');
    expect((await targetOf('/home/ada/.warp/.mcp.json', own, {}, 'shell')).cwd).toBe('/home/ada/project/sub');
  });
});
