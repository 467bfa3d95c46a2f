import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/index.ts';
import { checkUp } from '../../src/doctor/index.ts';
import { readOnly } from '../support/doctor-fixture.ts';
import { examinedHome } from '../support/examined-home.ts';
import { memorySystem } from '../support/memory-system.ts';

const home = '/home/ada';
const program = { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' };
const workspace = { path: '/home/ada/none', isProject: false };
const files = {
  '/usr/bin/npx': '#!/usr/bin/env node\n',
  '/home/ada/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"npx","args":["-y",1]}}}',
  '/home/ada/.gemini/settings.json': '{"mcpServers":{"b":{"command":"npx","args":["-y",1]}}}',
};
/** A system that can neither write nor start a program. */
const system = readOnly(memorySystem({ home, env: { HOME: home, PATH: '/usr/bin' }, modes: { '/usr/bin/npx': 0o755 }, files }));

describe('a checkup', () => {
  it('judges without starting anything, and says how to examine the same machine again', async () => {
    const { findings, options, setup } = await checkUp(system, { workspace, program, calls: { which: 'none', as: ['client'] } });
    expect(findings.map(({ client, id }) => `${client?.id} ${id}`)).toEqual(
      expect.arrayContaining(['cursor wrong-value-type', 'gemini wrong-value-type']),
    );
    expect(setup.entries.flatMap(({ live }) => live)).toEqual([]);
    expect(options).toMatchObject({ workspace, program, clients: undefined });
    expect(options.answers?.size).toBe(0);
  });

  it('shows the name of an entry in full, also where its password is a part of it', async () => {
    const server = {
      command: 'docker',
      args: ['run', '-e', 'DATABASE_URI', 'image'],
      env: { DATABASE_URI: 'postgres://me:postgres@db:5432/x' },
    };
    const { findings } = await examinedHome({ 'home/.cursor/mcp.json': JSON.stringify({ mcpServers: { 'postgres-dev': server } }) });
    const messages = findings
      .map(({ hint, message }) => `${message} ${hint ?? ''}`)
      .filter((text) => text.includes('postgres-dev') || text.includes('***-dev'));
    expect(messages).not.toEqual([]);
    for (const text of messages) expect(text).not.toContain('***-dev');
    expect(findings.map(({ message }) => message).join(' ')).not.toContain(':postgres@');
  });

  it('starts no entry of others when only entries of snap may be started', async () => {
    const { setup } = await checkUp(system, { workspace, program, calls: { which: 'own', as: ['client'] } });
    expect(setup.entries.map(({ live }) => live.length)).toEqual([0, 0]);
  });

  it('judges only the clients that are named', async () => {
    const named = clients.filter(({ id }) => id === 'cursor');
    const { findings } = await checkUp(system, { workspace, program, clients: named, calls: { which: 'none', as: ['client'] } });
    expect(new Set(findings.map(({ client }) => client?.id))).toEqual(new Set(['cursor']));
  });
});
