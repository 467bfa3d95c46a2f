import { beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import type { CliFact } from '../src/gates/facts.ts';
import { gateOf } from '../src/gates/gate-of.ts';
import startDaemon from '../src/commands/start-daemon.ts';
import { configure } from '../src/mcp/configure.ts';
import { reconnect } from '../src/mcp/reconnect.ts';
import { allMet } from './gates/every.ts';
import { begin, person } from './support/vscode.ts';

/** The desk of a window without the program, whose daemon still runs. */
function deskWithout(cli: CliFact): Desk {
  const current = gateOf({ ...allMet, cli });
  const desk: Pick<Desk, 'program'> & {
    readonly gates: Pick<Desk['gates'], 'current' | 'look'>;
    readonly daemon: Pick<Desk['daemon'], 'fact'>;
  } = {
    program: async () => undefined,
    gates: { current, look: async () => current },
    daemon: { fact: allMet.daemon },
  };
  return desk as Desk;
}

const missing: readonly CliFact[] = [
  { kind: 'missing', why: 'nowhere' },
  { kind: 'missing', why: 'setting', path: '/opt/other' },
  { kind: 'missing', why: 'stranger', path: '/usr/bin/snap' },
  { kind: 'missing', why: 'node', path: '/opt/snap' },
  { kind: 'missing', why: 'old', path: '/opt/snap', version: '0.0.1' },
];
const commands = { configure, reconnect, startDaemon };

beforeEach(() => begin({ answer: (_, [first]) => first }));

describe('a command that needs the program, where it is missing', () => {
  it.each(Object.entries(commands))('%s offers to install it, and nothing else', async (_, run) => {
    const offered: (readonly string[])[] = [];
    person.answer = (_message, buttons) => (offered.push(buttons), buttons[0]);
    for (const cli of missing) await run(deskWithout(cli));
    expect(offered).toEqual(missing.map(() => ['Install CLI']));
    expect(person.compared.map((line) => line.trim())).toEqual(missing.map(() => 'snap.installCli'));
    expect(person.messages.join('\n')).not.toMatch(/[Cc]lick/);
  });
});
