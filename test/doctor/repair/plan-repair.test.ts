import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/index.ts';
import { changesOf, diagnostics, examine, planRepair, type RepairDecisions, type RepairPlan } from '../../../src/doctor/index.ts';
import type { System } from '../../../src/system/index.ts';
import { hashOf } from '../../../src/system/hash.ts';
import { memorySystem } from '../../support/memory-system.ts';

const home = '/home/ada';
const env = { HOME: home, PATH: '/usr/bin', FOO: 'set' };
const programs = { '/usr/bin/npx': '#!/usr/bin/env node\n', '/usr/bin/node': '\u007FELF' };
const modes = { '/usr/bin/npx': 0o755, '/usr/bin/node': 0o755 };

async function plan(system: System, named?: readonly string[], decisions?: Partial<RepairDecisions>): Promise<RepairPlan> {
  const all = {
    workspace: { path: '/home/ada/none', isProject: false },
    program: { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' },
    diagnostics,
  };
  const options = named === undefined ? all : { ...all, clients: clients.filter(({ id }) => named.includes(id)) };
  const found = await planRepair(
    system,
    { ...(await examine(system, options)), options },
    { isChosen: () => true, wants: async ({ fix }) => fix?.kind === 'safe', ...decisions },
  );
  if (found === undefined) throw new Error('nobody left');
  return found;
}

/** One real file that Cursor and Gemini CLI both read, each by a link of its own. */
const shared = (args: readonly string[]) =>
  memorySystem({
    home,
    env,
    modes,
    files: { ...programs, '/home/ada/dot/s.json': JSON.stringify({ mcpServers: { d: { command: 'npx', args } } }) },
    links: { '/home/ada/.cursor/mcp.json': '/home/ada/dot/s.json', '/home/ada/.gemini/settings.json': '/home/ada/dot/s.json' },
  });

describe('a file that two assistants read', () => {
  it.each([
    ['one of them named', ['-y', '${FOO}'], ['cursor']],
    ['both at once', ['-y', '${FOO}'], undefined],
    ['where each wants what breaks the other', ['-y', '$FOO', '${FOO}', '${env:FOO}'], undefined],
  ] as const)('is not fixed for one so that it breaks for the other: %s', async (_, args, named) => {
    const { files, harmful, left } = await plan(shared(args), named);
    expect(files).toEqual([]);
    expect(harmful.length).toBeGreaterThan(0);
    expect(left.filter(({ id }) => id === 'variable-dialect').length).toBe(harmful.length);
  });

  it('is fixed when both gain', async () => {
    const { files, harmful } = await plan(shared(['-y', 'npm:notes', '--port', '8']), undefined);
    expect([files, harmful]).toEqual([[], []]);
    const numbers = memorySystem({
      home,
      env,
      modes,
      files: { ...programs, '/home/ada/dot/s.json': '{"mcpServers":{"d":{"command":"npx","args":["-y","x"],"env":{"P":1}}}}' },
      links: { '/home/ada/.cursor/mcp.json': '/home/ada/dot/s.json', '/home/ada/.gemini/settings.json': '/home/ada/dot/s.json' },
    });
    const fixed = await plan(numbers);
    expect(fixed.files.map(({ after }) => Buffer.from(after ?? []).toString())).toEqual([
      '{"mcpServers":{"d":{"command":"npx","args":["-y","x"],"env":{"P":"1"}}}}',
    ]);
  });
});

describe('many faults in one file', () => {
  it('are one change, and the same as one after the other', async () => {
    const servers = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`s${i}`, { command: 'npx', args: ['-y', i], env: { A: 1 } }]));
    const fixed = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`s${i}`, { command: 'npx', args: ['-y', String(i)], env: { A: '1' } }]),
    );
    const text = JSON.stringify({ mcpServers: servers }, undefined, 2);
    const system = memorySystem({ home, env, modes, files: { ...programs, '/home/ada/.cursor/mcp.json': text } });
    const found = await plan(system);
    expect(found.files.map(({ cured }) => cured.length)).toEqual([120]);
    const [change] = changesOf(found, '/home/ada/project');
    expect(change?.compute(Buffer.from(text))).toMatchObject({
      kind: 'write',
      bytes: Buffer.from(JSON.stringify({ mcpServers: fixed }, undefined, 2)),
    });
    expect(change?.compute(Buffer.from(`${text} `))).toMatchObject({ kind: 'refused' });
  });

  it('are not fixed any more once another program writes the file while the person is asked', async () => {
    const path = '/home/ada/.cursor/mcp.json';
    const entry = (name: string) => `"${name}":{"command":"npx","args":["npx","-y","${name}"]}`;
    const system = memorySystem({ home, env, modes, files: { ...programs, [path]: `{"mcpServers":{${entry('a')},${entry('b')}}}` } });
    const written = `{"mcpServers":{"new":{"command":"npx","args":["-y","new"]},${entry('a')},${entry('b')}}}`;
    const asked: string[] = [];
    const found = await plan(system, undefined, {
      wants: async (finding) => {
        asked.push(finding.server ?? '');
        await system.replaceBytes(path, hashOf(await system.readBytes(path)), Buffer.from(written));
        return false;
      },
    });
    expect(found.files).toEqual([]);
    expect(asked).toEqual(['a']);
  });
});
