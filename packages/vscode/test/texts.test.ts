import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsAfter } from '../src/gates/facts.ts';
import { gateOf } from '../src/gates/gate-of.ts';
import { statusSections, type StatusSeen } from '../src/status/status-rows.ts';
import { tooltipText } from '../src/tooltip-text.ts';
import { allMet, everyEvent } from './gates/every.ts';

const pulse = { state: 'elevated', changesPerMinute: 17, pressure: 40, risk: 'M', changes: 1, action: 'Take a snapshot.' };

/** What Markdown reads, what hides text, and what is nothing. */
const characters = [...'ab01_*`[](){}<>|$&#!~+-.\\ \n\r\t\u202e\u200b\u2028\u00e9\u{1f600}'];

describe('the tooltip', () => {
  it('has the pulse while everything is well, and the machine it is on', () => {
    const text = tooltipText(gateOf(allMet), pulse, 'ssh-remote');
    expect(text).toMatchInlineSnapshot(`
      "Snap is connected and watches shop\\. A click shows details\\.

      **Pulse: elevated**, 17 changes a minute, pressure 40, risk medium, 1 change not in a snapshot

      Take a snapshot\\.

      All of this is about the machine of the workspace \\(ssh\\-remote\\), to which this window is connected\\."
    `);
    expect(tooltipText(gateOf({ ...allMet, isTrusted: false }), pulse, undefined)).not.toContain('Pulse');
  });

  it('gives foreign words no meaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (name) => {
        const gate = gateOf({ ...allMet, workspace: { kind: 'new', name, isOnly: true, server: undefined } });
        const text = tooltipText(gate, undefined, undefined);
        expect(text.replaceAll(/\\[^A-Za-z0-9\s]/g, '')).not.toMatch(/[`*_[\]<>|$&\n\u202e]/);
      }),
    );
    const evil = { kind: 'failed', reason: '[click](command:evil) $(bug) <img src=x>\u202e' } as const;
    expect(tooltipText(gateOf({ ...allMet, daemon: evil }), undefined, undefined)).toContain(
      String.raw`\[click\]\(command\:evil\) \$\(bug\) \<img src=x\>`,
    );
  });
});

describe('the page of MCP Status', () => {
  const seen: StatusSeen = {
    facts: allMet,
    cli: {
      path: '/usr/local/bin/snap',
      file: '/usr/local/lib/node_modules/snap-mcp/dist/main.js',
      directory: '/usr/local/lib/node_modules/snap-mcp',
      version: '0.1.0',
      node: '/usr/local/bin/node',
      others: [{ path: '/opt/snap', version: '0.0.9' }],
    },
    autoStart: true,
    daemon: { clients: 2, workspaces: 1, build: '0.1.0' },
    assistants: [
      { name: 'Cursor', hasSnap: true },
      { name: 'Zed', hasSnap: false },
    ],
  };
  const lines = (of: StatusSeen): readonly string[] =>
    statusSections(of).flatMap(({ title, rows }) => [title, ...rows.map(({ icon, label, detail }) => `  ${icon} ${label}: ${detail}`)]);

  it('says everything that was seen', () => {
    expect(lines(seen).join('\n')).toMatchInlineSnapshot(`
      "Snap in this window
        check CLI: Version 0.1.0. Not used: /opt/snap (0.0.9). It is /usr/local/bin/snap, run by /usr/local/bin/node.
        check Daemon: Connected: process 7, build 0.1.0, 2 other clients, 1 workspace.
        check Address for assistants: http://127.0.0.1:8765 (this machine only).
        check Sign-in: Not needed: no backend is configured.
        check Workspace: shop is set up; learnings are on this machine.
        check Assistant of this editor: Connected: the extension provides the server; no file was written.
      Settings
        check Start the daemon with the editor: Yes. Choose this to turn it off.
      Assistants on this machine
        check Cursor: Has Snap in its configuration.
        circle-slash Zed: Does not have Snap."
    `);
  });

  it('has a line for every part and every value of it, with the command that changes it', () => {
    for (const event of everyEvent) {
      const facts = factsAfter(allMet, event);
      const sections = statusSections({ ...seen, facts, cli: facts.cli.kind === 'found' ? seen.cli : undefined, daemon: undefined });
      const rows = sections.flatMap(({ rows: of }) => of);
      for (const { label, detail } of rows) expect(`${label} ${detail}`).not.toMatch(/undefined|\.\.$/);
      // What is not in order can be chosen.
      for (const row of rows.filter(({ icon }) => icon === 'warning')) {
        const isElsewhere = row.detail.includes('another');
        expect(row.command !== undefined || isElsewhere, row.label).toBe(true);
      }
    }
  });
});
