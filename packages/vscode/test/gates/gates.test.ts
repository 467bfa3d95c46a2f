import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsAfter, nothingSeen, type GateEvent, type GateFacts } from '../../src/gates/facts.ts';
import { gateOf } from '../../src/gates/gate-of.ts';
import { gateTable, type GateName, type GateRow } from '../../src/gates/table.ts';
import { allMet, everyEvent, everyValue } from './every.ts';

const order: readonly GateName[] = ['restricted', 'cli', 'daemon', 'signIn', 'workspace', 'mcp', 'watching'];
const rows = Object.entries(gateTable).flatMap(([name, causes]) =>
  Object.entries(causes).map(([cause, row]: [string, GateRow]) => ({ cause: `${name}.${cause}`, row })),
);

/** For each cause, facts that show it: all gates met but one. */
const shown = new Map(everyEvent.map((event) => factsAfter(allMet, event)).map((facts) => [gateOf(facts).cause as string, facts] as const));

const anyFacts: fc.Arbitrary<GateFacts> = fc.record({
  isTrusted: fc.constantFrom(...everyValue.isTrusted),
  remote: fc.constantFrom(...everyValue.remote),
  cli: fc.constantFrom(...everyValue.cli),
  daemon: fc.constantFrom(...everyValue.daemon),
  signIn: fc.constantFrom(...everyValue.signIn),
  workspace: fc.constantFrom(...everyValue.workspace),
  mcp: fc.constantFrom(...everyValue.mcp),
});
const anyEvent: fc.Arbitrary<GateEvent> = fc.constantFrom(...everyEvent);

describe('the table of gates', () => {
  it('has no row that is never shown', () => {
    expect([...shown.keys()].toSorted()).toEqual(rows.map(({ cause }) => cause).toSorted());
  });

  it.each(rows)('$cause says everything that a person needs', ({ row }) => {
    expect(row.text).toMatch(/^Snap(: [a-z ]{2,16})?$/);
    expect(row.icon).toMatch(/^[a-z-]+(~spin)?$/);
    // A screen reader reads neither the icon nor the colour.
    expect(row.label).toMatch(/^Snap[ :]/);
    expect(row.state).toMatch(/\.$|\{\d\}$/);
    expect(row.state).not.toMatch(/click|press/i);
    // No technical words where everybody reads.
    expect(row.text).not.toMatch(/mcp|daemon|cli|http|npm|server/i);
    // What a click does is said before it happens; in the background nothing is to be clicked.
    expect(row.click).toMatch(row.icon.endsWith('~spin') ? /^$/ : /^A click .*\.$/);
  });

  it('colours only what the person is asked for', () => {
    const coloured = (background: GateRow['background']) =>
      rows.filter(({ row }) => row.background === background).map(({ cause }) => cause.split('.')[0]);
    expect(new Set(coloured('error'))).toEqual(new Set(['cli']));
    expect(new Set(coloured('warning'))).toEqual(new Set(['signIn', 'workspace', 'mcp']));
  });

  it('runs commands that exist', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const known = new Set([...manifest.contributes.commands.map(({ command }) => command), 'workbench.trust.manage', 'vscode.openFolder']);
    expect(rows.map(({ row }) => row.command).filter((command) => !known.has(command))).toEqual([]);
  });
});

describe('the gate that is shown', () => {
  it('is the one of the table for each part that is not met', () => {
    const table = everyEvent.map((event) => [`${event.part}: ${JSON.stringify(event.now)}`, gateOf(factsAfter(allMet, event)).cause]);
    expect(Object.fromEntries(table)).toMatchSnapshot();
  });

  // All pairs of a gate and an event: 29 gates, 35 events.
  it.each([...shown])('from %s every event leads to a gate with a way out', (_, facts) => {
    for (const event of everyEvent) {
      const after = factsAfter(facts, event);
      const gate = gateOf(after);
      expect(after[event.part]).toBe(event.now);
      // A gate says something, and has either a command that changes it or an event that does.
      expect(gate.state).not.toMatch(/\{\d\}|undefined/);
      const part = gate.name === 'restricted' ? 'isTrusted' : gate.name;
      const ways = everyEvent
        .filter((next) => part === 'watching' || next.part === part)
        .map((next) => gateOf(factsAfter(after, next)).cause);
      expect(new Set(ways).size, gate.cause).toBeGreaterThan(1);
    }
  });

  it('is the first that is not met, regardless of the others', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const place = order.indexOf(gateOf(facts).name);
        // Meeting the gates behind it changes nothing.
        const parts = ['isTrusted', 'cli', 'daemon', 'signIn', 'workspace', 'mcp'] as const;
        const behind = Object.fromEntries(parts.slice(place + 1).map((part) => [part, allMet[part]]));
        // "mcp.port" is about two parts.
        expect(gateOf({ ...facts, ...behind }).name).toBe(order[place]);
      }),
    );
  });

  it('depends on the newest of each part alone, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), fc.nat(), (events, seed) => {
        const last = new Map(events.map((event) => [event.part, event]));
        const newest = [...last.values()];
        const turned = [...newest.slice(seed % (newest.length + 1)), ...newest.slice(0, seed % (newest.length + 1))];
        const after = (list: readonly GateEvent[]): GateFacts => list.reduce(factsAfter, nothingSeen);
        expect(gateOf(after(turned))).toEqual(gateOf(after(events)));
      }),
    );
  });

  it('leads to watching when every part is met, from anywhere', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const events = everyEvent.filter((event) => event.now === allMet[event.part] || event.part === 'workspace' || event.part === 'cli');
        expect(gateOf({ ...events.reduce(factsAfter, facts), ...allMet }).cause).toBe('watching.connected');
      }),
    );
  });

  it('shows nothing of an untrusted folder', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(gateOf({ ...facts, isTrusted: false }).cause).toBe('restricted.untrusted');
      }),
    );
  });
});
