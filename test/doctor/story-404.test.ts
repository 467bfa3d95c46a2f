import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import { changesOf, checkUp, planRepair, type ConfigFinding } from '../../src/doctor/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { builtProgram } from '../support/built-program.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { always, listen } from './live/http-servers.ts';

const bridge = fileURLToPath(new URL('../fixtures/servers/bridge.mjs', import.meta.url));
const node = realpathSync(process.execPath);

/**
 * The case the specification begins with: an entry that runs "mcp shim" where "--stdio" was meant, an entry with the address of a
 * server that was never deployed, and a bridge in front of that address. The person sees three times the same 404.
 */
it("tells three ways to a 404 apart, fixes snap's own entry, which then works", async () => {
  const home = temporaryHome();
  const { port, requests } = await listen(always(404, { 'content-type': 'text/plain' }, 'Not Found'));
  const address = `http://127.0.0.1:${port}/mcp`;
  const program = { node, file: realpathSync(builtProgram()), version: '0.0.0' };
  home.put('project/package.json', '{}\n');
  const workspace = { path: home.at('project'), isProject: true };
  // As a person keeps it: tabs, an own order, no line break at the end.
  const before = [
    '{',
    '\t"mcpServers": {',
    `\t\t"remote":   {"url": ${JSON.stringify(address)}, "headers": {"X-Team": "blue"}},`,
    `\t\t"snap": {"args": [${JSON.stringify(program.file)}, "mcp",  "shim", "--workspace", ${JSON.stringify(workspace.path)}], "command": ${JSON.stringify(node)}},`,
    `\t\t"bridged": { "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(bridge)}, ${JSON.stringify(address)}] }`,
    '\t},',
    '\t"mine": [1,2 ,3]',
    '}',
  ].join('\n');
  const file = home.put('.cursor/mcp.json', before);
  const system = nodeSystem({
    home: home.path,
    cwd: workspace.path,
    env: { HOME: home.path, PATH: process.env['PATH'], SNAP_DATA_DIR: home.at('.snap-mcp'), SNAP_DAEMON: 'off' },
  });
  const options = { workspace, program };

  // Without starting anything the first is known already.
  const seen = await checkUp(system, { ...options, calls: { which: 'none', as: ['client'] } });
  expect(about404(seen.findings)).toEqual(['snap: shim-instead-of-stdio error safe']);

  // Called, all three are told apart.
  const called = await checkUp(system, { ...options, calls: { which: 'all', as: ['client'] } });
  const { findings } = called;
  expect(about404(findings)).toEqual([
    'bridged: remote-not-found error none',
    'remote: remote-not-found error none',
    'snap: shim-instead-of-stdio error safe',
  ]);
  expect(requests.length).toBeGreaterThan(1);
  expect(
    findings.filter(({ id, severity }) => severity === 'error' && id !== 'remote-not-found' && id !== 'shim-instead-of-stdio'),
  ).toEqual([]);
  expect(findings.find(({ server, id }) => server === 'remote' && id === 'remote-not-found')).toMatchObject({
    path: file,
    line: 3,
    column: 23,
  });
  expect(home.text('.cursor/mcp.json')).toBe(before);

  // The safe fix replaces one word and touches nothing else.
  const plan = await planRepair(system, called, {
    isChosen: ({ id }) => id === 'shim-instead-of-stdio' || id === 'remote-not-found',
    wants: async ({ fix }) => fix?.kind === 'safe',
  });
  if (plan === undefined) throw new Error('nobody left');
  expect(about404(plan.left)).toEqual(['bridged: remote-not-found error none', 'remote: remote-not-found error none']);
  await apply(writableSystem(system), changesOf(plan, called.setup.facts.workspace.path), { command: 'mcp repair' });
  expect(home.text('.cursor/mcp.json')).toBe(before.replace('"shim"', '"--stdio"'));

  // The fixed entry works: for the assistant's own client, and when it is examined again.
  const { mcpServers } = JSON.parse(home.text('.cursor/mcp.json'));
  const client = new Client({ name: 'story', version: '1' });
  await client.connect(new StdioClientTransport({ ...mcpServers.snap, stderr: 'ignore' }));
  onTestFinished(async () => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'pulse',
    'advise',
    'guide',
    'snap',
    'check',
    'snap_learn',
    'snap_end',
  ]);

  const again = await checkUp(system, { ...options, calls: { which: 'own', as: ['client'] } });
  expect(again.setup.entries.map(({ live }) => live).filter((live) => live.length > 0)).toMatchObject([
    [
      {
        as: 'client',
        answer: { kind: 'answered', serverName: 'snap', tools: ['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end'] },
      },
    ],
  ]);
  expect(about404(again.findings)).toEqual([]);
});

/** The findings of this story, one line each. */
function about404(findings: readonly ConfigFinding[]): readonly string[] {
  return findings
    .filter(({ id }) => id === 'shim-instead-of-stdio' || id === 'remote-not-found')
    .map(({ fix, id, server, severity }) => `${server}: ${id} ${severity} ${fix?.kind ?? 'none'}`)
    .toSorted();
}
