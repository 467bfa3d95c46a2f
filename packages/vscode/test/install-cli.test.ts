import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { temporaryHome } from '../../../test/support/temporary-home.ts';
import installCli from '../src/commands/install-cli.ts';
import type { Desk } from '../src/desk.ts';
import type { CliFact } from '../src/gates/facts.ts';
import { gateOf } from '../src/gates/gate-of.ts';
import { allMet } from './gates/every.ts';
import { begin, person } from './support/vscode.ts';

/** A machine with npm and a clone, and without the CLI. */
function machine(cli: CliFact, others: readonly string[] = []) {
  const home = temporaryHome();
  home.put('clone/package.json', '{ "name": "snap-mcp", "version": "0.1.0" }\n');
  home.put('clone/dist/main.js', '#!/usr/bin/env node\n');
  home.put('elsewhere/package.json', '{ "name": "another" }\n');
  chmodSync(home.put('bin/npm', '#!/bin/sh\nexit 9\n'), 0o755);
  const system = nodeSystem({ home: home.path, env: { HOME: home.path, PATH: home.at('bin') }, cwd: home.path });
  const facts = { ...allMet, cli };
  const desk = {
    context: { subscriptions: [] },
    forgetLoginPath: () => undefined,
    system: async () => system,
    program: async () => undefined,
    otherPrograms: async () => others.map((path) => home.at(path)),
    gates: { facts, look: async () => gateOf(facts) },
    daemon: { fact: allMet.daemon },
  };
  return { home, desk: desk as unknown as Desk };
}

const nowhere: CliFact = { kind: 'missing', why: 'nowhere' };
const press = (_: string, buttons: readonly string[]): string | undefined =>
  buttons.find((button) => button === 'Choose the Clone…' || button === 'Run in Terminal');

describe('Install CLI', () => {
  it('asks npm for nothing by the name of the package, and says where the CLI comes from', async () => {
    const { desk, home } = machine(nowhere);
    begin({ answer: press, file: home.at('clone') });
    await installCli(desk);
    expect(person.messages[0]).toContain('Snap is not on npm yet.');
    expect(person.messages[0]).not.toMatch(/Nothing else is changed|same name and stay/);
    expect(person.messages[1]).toContain('npm install -g .');
    expect(person.typed).toEqual([{ cwd: home.at('clone'), text: 'npm install -g .' }]);
  });

  it('names every other program before anything is chosen, and then installs snap-mcp alone', async () => {
    const { desk, home } = machine({ kind: 'missing', why: 'stranger', path: '/usr/bin/snap' }, ['bin/snap', '.local/bin/snap']);
    begin({ answer: press, file: home.at('clone') });
    await installCli(desk);
    const [first = '', second = ''] = person.messages;
    for (const says of ['~/bin/snap', '~/.local/bin/snap', 'stay as they are', 'So only "snap-mcp" is installed'])
      expect(first).toContain(says);
    expect(second).toContain('Nothing that is called "snap" is touched');
    expect(person.typed.map(({ text }) => text)).toEqual([
      `mkdir -p ${home.at('.local/bin')} && ln -s ${home.at('clone/dist/main.js')} ${home.at('.local/bin/snap-mcp')}`,
    ]);
  });

  it('says that one is too old, with both versions', async () => {
    const { desk } = machine({ kind: 'missing', why: 'old', path: '/opt/snap', version: '0.0.1' });
    begin();
    await installCli(desk);
    expect(person.messages).toHaveLength(1);
    expect(person.messages[0]).toMatch(/^Update the Snap CLI\?\n\/opt\/snap has version 0\.0\.1; this extension needs 0\.1\.0 or newer\./);
    expect(person.typed).toEqual([]);
  });

  it('installs nothing from a folder that is no clone', async () => {
    const { desk, home } = machine(nowhere);
    begin({ answer: press, file: home.at('elsewhere') });
    await installCli(desk);
    expect(person.messages.at(-1)).toContain('~/elsewhere is not a clone of Snap');
    expect(person.typed).toEqual([]);
  });
});
