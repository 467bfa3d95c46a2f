import { describe, expect, it } from 'vitest';
import { clients, locate, readingOf, spellEntry, type Client, type ConfigPlace, type NewServer } from '../../../src/clients/index.ts';
import { loadFormat } from '../../../src/formats/index.ts';
import { diagnostics } from '../../../src/doctor/diagnostics/index.ts';
import { examine } from '../../../src/doctor/examine.ts';
import { memorySystem } from '../../support/memory-system.ts';
import { sampled } from '../../support/storm.ts';

/** What judges a file as such, its keys and what stands where. */
const ids = new Set(
  `unparsable merge-conflict byte-order-mark not-utf8 not-strict-json root-not-a-map not-a-file dangling-link
  not-readable not-writable linked-config file-was-reset client-lock-left interrupted-change file-nobody-reads wrong-key
  misspelt-key server-outside-map double-wrapped duplicate-key empty-project-map shadowed-entry same-server-twice
  drift-between-clients two-transports-of-snap`.split(/\s+/),
);
const mine = diagnostics.filter(({ id }) => ids.has(id));

const servers: readonly (readonly [string, NewServer])[] = [
  ['time', { kind: 'command', command: 'uvx', args: ['mcp-server-time==2025.9.25'], env: new Map([['TZ', 'UTC']]) }],
  ['files', { kind: 'command', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/srv'], env: new Map() }],
  ['docs', { kind: 'url', transport: 'http', url: 'https://example.com/mcp', headers: new Map() }],
];

type Platform = 'linux' | 'darwin' | 'win32';

const casesOn = (platform: Platform) =>
  clients.flatMap((client: Client) =>
    client.files
      .filter(({ write, scope }) => write !== 'never' && scope !== 'managed')
      .map((place, i) => [`${platform} ${client.id} ${i + 1}`, platform, client, place] as const),
  );
// The platforms differ in where the files stand.
const cases = [...casesOn('linux'), ...sampled([...casesOn('darwin'), ...casesOn('win32')])];

/** The file as snap itself would write it, for every client it is read by. */
async function findings(platform: Platform, client: Client, place: ConfigPlace): Promise<readonly string[] | undefined> {
  const home = platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada';
  const workspace = platform === 'win32' ? `${home}\\project` : `${home}/project`;
  const where = { platform, home, env: {}, workspace };
  const [pattern] = locate(place.at, where);
  if (pattern === undefined) return undefined;
  const reading = readingOf(client, place, where);
  const format = await loadFormat(reading.format);
  let text: string | undefined;
  for (const [name, server] of servers) {
    const spelled = spellEntry(reading.entry, name, server);
    if (spelled !== undefined) text = format.change(text, reading.tolerance, reading.layouts[0], { kind: 'set', name, ...spelled });
  }
  if (text === undefined) return undefined;
  const system = memorySystem({ platform, home, cwd: workspace, files: { [pattern.replaceAll('*', 'x')]: text } });
  const program = { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0' };
  const examined = await examine(system, { workspace: { path: workspace, isProject: true }, program, diagnostics: mine });
  return examined.findings.map(({ id, severity, message }) => `${severity} ${id}: ${message}`);
}

describe('a file as it should be', () => {
  it.each(cases)('%s', async (_, platform, client, place) => {
    expect((await findings(platform, client, place)) ?? []).toEqual([]);
  });
});
