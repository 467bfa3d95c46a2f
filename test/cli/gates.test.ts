import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const servers = (...names: readonly string[]): string =>
  `${JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'npx', args: ['-y', `@acme/${name}`] }])) }, null, 2)}\n`;

interface Stop {
  readonly kind: string;
  readonly decided: boolean;
}
interface Scan {
  readonly clients: readonly {
    readonly files: readonly { readonly servers: readonly { readonly name: string; readonly stopped: Stop | null }[] }[];
  }[];
}

async function stops(client: string): Promise<Readonly<Record<string, Stop | null>>> {
  const { out } = await home.run(['mcp', 'scan', '--client', client, '--json']);
  const scan = JSON.parse(out) as Scan;
  const all = scan.clients.flatMap(({ files }) => files.flatMap((file) => file.servers));
  return Object.fromEntries(all.map(({ name, stopped }) => [name, stopped]));
}

describe('snap mcp scan', () => {
  it('has no tick for what is not approved, not trusted or switched off elsewhere', async () => {
    home.write('.claude.json', servers('mine'));
    home.write('project/.mcp.json', servers('docs'));
    home.write('.gemini/settings.json', servers('far'));
    home.write('.copilot/mcp-config.json', servers('off', 'fine'));
    home.write('.copilot/settings.json', '{ "disabledMcpServers": ["off"] }\n');
    const { out } = await home.run(['mcp', 'scan']);
    const line = (word: string): string => out.split('\n').find((one) => one.includes(`@acme/${word}`)) ?? '';
    expect(line('docs')).toMatch(/^ +! docs .*not approved in Claude Code yet/u);
    expect(line('far')).toMatch(/^ +! far .*Gemini CLI does not trust this folder yet/u);
    expect(line('off')).toMatch(/^ +[^✓!] off .*switched off in ~\/\.copilot\/settings\.json/u);
    expect(line('fine')).toMatch(/^ +✓ fine/u);
    expect(line('mine')).toMatch(/^ +✓ mine/u);
    expect(await stops('claude-code')).toMatchObject({ mine: null, docs: { kind: 'not-approved', decided: false } });
    expect(await stops('copilot-cli')).toMatchObject({ fine: null, off: { kind: 'switched-off', decided: true } });
  });
});

describe('snap mcp disable and enable, where the switch is not in the entry', () => {
  const cases = [
    {
      client: 'copilot-cli',
      entry: ['.copilot/mcp-config.json', servers('docs')],
      file: '.copilot/settings.json',
      before: '{\n  // mine\n  "theme": "dark",\n}\n',
      off: '{\n  // mine\n  "theme": "dark",\n  "disabledMcpServers": ["docs"],\n}\n',
    },
    {
      client: 'gemini',
      entry: ['.gemini/settings.json', servers('Docs')],
      file: '.gemini/mcp-server-enablement.json',
      before: undefined,
      off: '{\n  "docs": {\n    "enabled": false\n  }\n}\n',
    },
    {
      client: 'qwen-code',
      entry: undefined,
      file: '.qwen/settings.json',
      before: servers('docs'),
      off: servers('docs').replace(/\n\}\n$/, ',\n  "mcp": {\n    "excluded": ["docs"]\n  }\n}\n'),
    },
  ] as const;

  it.each(cases)('$client: goes off and on again and leaves no trace', async ({ before, client, entry, file, off }) => {
    if (entry !== undefined) home.write(entry[0], entry[1]);
    if (before !== undefined) home.write(file, before);
    if (client === 'gemini') home.write('.gemini/trustedFolders.json', JSON.stringify({ [home.path]: 'TRUST_FOLDER' }));
    const name = client === 'gemini' ? 'Docs' : 'docs';
    const start = home.tree();
    expect((await home.run(['mcp', 'enable', name, '--client', client])).out).toContain('nothing to do');
    const dry = await home.run(['mcp', 'disable', name, '--client', client, '--dry-run']);
    expect(dry).toMatchObject({ code: 0 });
    expect(home.tree()).toEqual(start);

    const done = await home.run(['mcp', 'disable', name, '--client', client]);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain(`switched off  ~/${file}`);
    expect(home.read(file)).toBe(off);
    expect(await stops(client)).toMatchObject({ [name]: { kind: 'switched-off', decided: true } });
    expect((await home.run(['mcp', 'disable', name, '--client', client])).out).toContain('nothing to do');

    expect((await home.run(['mcp', 'enable', name, '--client', client])).out).toContain('switched on');
    expect(home.tree()).toEqual(start);
    expect(await stops(client)).toMatchObject({ [name]: null });

    await home.run(['mcp', 'disable', name, '--client', client]);
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual(start);
  });

  it.each([
    [
      'copilot-cli',
      '.copilot/settings.json',
      '{\n  "theme": "light",\n  "disabledMcpServers": ["docs", "other"],\n  "x": 1\n}\n',
      '{\n  "theme": "light",\n  "disabledMcpServers": ["other"],\n  "x": 1\n}\n',
    ],
    [
      'gemini',
      '.gemini/mcp-server-enablement.json',
      '{\n  "docs": {\n    "enabled": false\n  },\n  "b": { "enabled": false }\n}\n',
      '{\n  "b": { "enabled": false }\n}\n',
    ],
  ])('%s: undo takes back the switch alone when the assistant wrote its file since', async (client, file, since, expected) => {
    home.write('.copilot/mcp-config.json', servers('docs'));
    home.write('.gemini/settings.json', servers('docs'));
    await home.run(['mcp', 'disable', 'docs', '--client', client]);
    home.write(file, since);
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.read(file)).toBe(expected);
  });

  it('gemini: what else is kept for the server there stays', async () => {
    home.write('.gemini/settings.json', servers('docs'));
    const before = '{"docs": {"enabled": true, "note": "mine"}, "b": {"enabled": false}}\n';
    home.write('.gemini/mcp-server-enablement.json', before);
    expect((await home.run(['mcp', 'disable', 'docs', '--client', 'gemini'])).code).toBe(0);
    expect(home.read('.gemini/mcp-server-enablement.json')).toContain('"enabled": false, "note": "mine"');
    expect((await home.run(['mcp', 'enable', 'docs', '--client', 'gemini'])).code).toBe(0);
    expect(home.read('.gemini/mcp-server-enablement.json')).toBe(before);
  });

  it('copilot-cli: on means on, in the entry too', async () => {
    home.write('.copilot/mcp-config.json', '{"mcpServers":{"docs":{"command":"npx","disabled":true}}}');
    home.write('.copilot/settings.json', '{ "disabledMcpServers": ["docs"] }');
    expect((await home.run(['mcp', 'enable', 'docs', '--client', 'copilot-cli'])).code).toBe(0);
    expect(home.read('.copilot/mcp-config.json')).toContain('"disabled":false');
    expect(home.read('.copilot/settings.json')).not.toContain('docs');
  });

  it('claude-code: for the open project, in the object that it has there', async () => {
    const text = `{\n  "mcpServers": { "docs": { "type": "stdio", "command": "npx" } },\n  "projects": {\n    "${home.project}": { "allowedTools": [] },\n    "/other": {}\n  }\n}\n`;
    home.write('.claude.json', text);
    const done = await home.run(['mcp', 'disable', 'docs', '--claude-code']);
    expect(done.out).toContain('keeps this for one project: ~/project');
    expect(home.read('.claude.json')).toBe(text.replace('"allowedTools": []', '"allowedTools": [], "disabledMcpServers": ["docs"]'));
    expect((await home.run(['mcp', 'enable', 'docs', '--claude-code'])).code).toBe(0);
    expect(home.read('.claude.json')).toBe(text);
  });

  it('a name that a pattern or another list excludes is not flipped: snap says which', async () => {
    home.write('.qwen/settings.json', `{ "mcp": { "excluded": ["d*"] }, ${servers('docs').slice(1)}`);
    const done = await home.run(['mcp', 'enable', 'docs', '--client', 'qwen-code']);
    expect(done).toMatchObject({ code: 3 });
    expect(done.err).toContain('"excluded" names it (~/.qwen/settings.json)');
    expect(home.read('.qwen/settings.json')).toContain('["d*"]');
  });

  it('never approves and never trusts, and names who has to do what', async () => {
    home.write('.claude.json', '{}\n');
    home.write('project/.mcp.json', servers('docs'));
    home.write('.config/amp/settings.json', '{}\n');
    home.write('project/.amp/settings.json', servers('docs').replace('mcpServers', 'amp.mcpServers'));
    const before = home.tree();
    const claude = await home.run(['mcp', 'enable', 'docs', '--claude-code', '--scope', 'project']);
    expect(claude).toMatchObject({ code: 3 });
    expect(claude.err).toContain('Start "claude" in the project');
    const amp = await home.run(['mcp', 'enable', 'docs', '--client', 'amp', '--scope', 'project']);
    expect(amp.err).toContain('Run: amp mcp approve docs');
    expect(home.tree()).toEqual(before);
  });

  it('refuses a file that it cannot read, and touches nothing', async () => {
    home.write('.copilot/mcp-config.json', servers('docs'));
    home.write('.copilot/settings.json', '{ "disabledMcpServers": "all" }');
    expect((await home.run(['mcp', 'disable', 'docs', '--client', 'copilot-cli'])).code).toBe(3);
    home.write('.copilot/settings.json', '{ "disabledMcpServers": [');
    const done = await home.run(['mcp', 'disable', 'docs', '--client', 'copilot-cli']);
    expect(done).toMatchObject({ code: 3 });
    expect(done.err).toContain('~/.copilot/settings.json: it does not parse');
  });
});
