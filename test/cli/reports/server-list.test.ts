import { describe, expect, it } from 'vitest';
import { serverList, serverListDocument, type ServerState } from '../../../src/cli/reports/server-list.ts';
import { serverListText } from '../../../src/cli/reports/server-list-text.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import type { LiveFacts } from '../../../src/doctor/index.ts';
import { answered, surveyedHome, type Answers } from '../../support/examined-home.ts';

const view = { style: styleOf(false, true), home: '/home/ada' };
const cursor = (servers: object): string => JSON.stringify({ mcpServers: servers });

const gone: LiveFacts['answer'] = { kind: 'not-started', reason: 'not-found', message: 'There is no program npxx.' };
const signIn: LiveFacts['answer'] = { kind: 'http', status: 401, authenticate: 'Bearer', offersSignIn: true, isHtml: false, attempts: [] };
const refused: LiveFacts['answer'] = { kind: 'unreachable', reason: 'refused', message: 'Nothing listens at hub.', attempts: [] };

describe('servers of one name', () => {
  it('are one where they start or call the same, whatever the spelling, the variables and the headers', async () => {
    const setup = await surveyedHome({
      'home/.cursor/mcp.json': cursor({
        docs: { command: 'npx', args: ['-y', 'docs-mcp'], env: { TOKEN: '${env:TOKEN}' } },
        hub: { url: 'https://hub.example.com/mcp', headers: { 'X-Team': 'a' } },
      }),
      'home/.codeium/windsurf/mcp_config.json': cursor({ docs: { command: 'npx', args: ['-y', 'docs-mcp'] } }),
      'home/.codex/config.toml':
        '[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n[mcp_servers.hub]\nurl = "https://hub.example.com/mcp"\n',
      'home/.config/goose/config.yaml':
        'extensions:\n  docs:\n    type: stdio\n    name: docs\n    cmd: npx\n    args: ["-y", "docs-mcp"]\n    enabled: true\n',
    });
    expect(serverList(setup).map(({ name, kind, places }) => [name, kind, places.map(({ entry }) => entry.client.id)])).toEqual([
      ['docs', 'stdio', ['cursor', 'windsurf', 'codex', 'goose']],
      ['hub', 'http', ['cursor', 'codex']],
    ]);
  });

  it('are two where they do not', async () => {
    const setup = await surveyedHome({
      'home/.cursor/mcp.json': cursor({ docs: { command: 'npx', args: ['-y', 'docs-mcp'] } }),
      'home/.codeium/windsurf/mcp_config.json': cursor({ docs: { serverUrl: 'https://docs.example.com/mcp' } }),
      'home/.kiro/settings/mcp.json': cursor({ docs: { command: 'npx', args: ['-y', 'docs-mcp@2'] } }),
    });
    expect(serverList(setup).map(({ name, kind, places }) => [name, kind, places.length])).toEqual([
      ['docs', 'stdio', 1],
      ['docs', 'http', 1],
      ['docs', 'stdio', 1],
    ]);
  });

  it("are one where they are snap's own, which differ on purpose; and every entry is in one place", async () => {
    const own = (...more: readonly string[]) => ({ command: '/usr/bin/node', args: ['/opt/snap/dist/main.js', 'mcp', '--stdio', ...more] });
    const setup = await surveyedHome({
      'home/.cursor/mcp.json': cursor({ snap: own('--workspace', '/home/ada/project') }),
      'home/.kiro/settings/mcp.json': cursor({ snap: own() }),
      'home/.codeium/windsurf/mcp_config.json': cursor({ snap: { command: 'other' } }),
    });
    const list = serverList(setup);
    expect(list.map(({ isOurs, places }) => [isOurs, places.length])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect(list.flatMap(({ places }) => places).length).toBe(setup.entries.length);
  });
});

describe('the state of a server', () => {
  const both = {
    'home/.cursor/mcp.json': cursor({ a: { command: 'npx' } }),
    'home/.kiro/settings/mcp.json': cursor({ a: { command: 'npx' } }),
  };
  const remote = { 'home/.cursor/mcp.json': cursor({ a: { url: 'https://a.example.com/mcp' } }) };
  it.each<[ServerState, Readonly<Record<string, string>>, Answers]>([
    ['not-asked', both, {}],
    ['answers', both, { a: answered(20) }],
    ['answers', both, { 'cursor:a': answered(20) }],
    ['fails', both, { a: gone }],
    ['partly', both, { 'cursor:a': answered(20), 'kiro:a': gone }],
    ['sign-in', remote, { a: signIn }],
    ['fails', remote, { a: refused }],
    ['off', { 'home/.kiro/settings/mcp.json': cursor({ a: { command: 'npx', disabled: true } }) }, { a: answered(20) }],
    ['broken', { 'home/.cursor/mcp.json': cursor({ a: { comand: 'npx' } }) }, {}],
    ['built-in', { 'home/.config/goose/config.yaml': 'extensions:\n  a:\n    type: builtin\n    name: a\n    enabled: true\n' }, {}],
  ])('%s', async (state, files, answers) => {
    expect(serverList(await surveyedHome(files, answers)).map((one) => one.state)).toEqual([state]);
  });
});

describe('the list for a person', () => {
  it('says what was asked and what was not, where each server is, and how to ask', async () => {
    const setup = await surveyedHome({
      'home/.cursor/mcp.json': cursor({
        docs: { command: 'npx', args: ['-y', 'docs-mcp', '--token', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'] },
        hub: { url: 'https://hub.example.com/mcp' },
      }),
      'home/.kiro/settings/mcp.json': cursor({ old: { command: 'env', disabled: true } }),
      'home/.claude.json': '{}',
      'project/.mcp.json': cursor({ db: { type: 'stdio', command: 'npx', args: ['db-mcp'] } }),
      'home/.codeium/windsurf/mcp_config.json': '{ "mcpServers": { "a": ',
    });
    expect(serverListText(setup, view)).toBe(
      `· db    stdio  not asked  npx db-mcp
    project  Claude Code (not approved)
· docs  stdio  not asked  npx -y docs-mcp --token ***
    global   Cursor
· hub   http   not asked  https://hub.example.com/mcp
    global   Cursor
· old   stdio  off        env
    global   Kiro
! The servers of Devin Desktop (Windsurf) in ~/.codeium/windsurf/mcp_config.json are not listed: the file is unparsable at 1:24.

4 servers in 3 assistants: 3 not asked.
"snap mcp scan --by server --probe" asks them: it starts and calls them, which runs their code, also that of project files.`,
    );
  });

  it('says with the answers how long they took, and who got another one', async () => {
    const setup = await surveyedHome(
      {
        'home/.cursor/mcp.json': cursor({ docs: { command: 'npx', args: ['docs-mcp'] }, hub: { url: 'https://hub.example.com/mcp' } }),
        'home/.kiro/settings/mcp.json': cursor({ docs: { command: 'npx', args: ['docs-mcp'] } }),
        'home/.codex/config.toml': '[mcp_servers.docs]\ncommand = "npx"\nargs = ["docs-mcp"]\n[mcp_servers.gone]\ncommand = "npxx"\n',
      },
      { 'cursor:docs': answered(40), 'kiro:docs': answered(1300), 'codex:docs': gone, hub: signIn, gone },
    );
    expect(serverListText(setup, view)).toBe(
      `! docs  stdio  partly     npx docs-mcp
    global   Cursor, Codex, Kiro
    ✓ Cursor, Kiro: answered in 40 ms to 1.3 s, 2 tools (about 127 tokens)
    ✗ Codex: did not start: There is no program npxx.
✗ gone  stdio  fails      npxx
    global   Codex
    did not start: There is no program npxx.
· hub   http   sign in    https://hub.example.com/mcp
    global   Cursor
    asks you to sign in (HTTP 401)

3 servers in 3 assistants: 1 answers in some assistants only, 1 does not answer, 1 asks you to sign in.
What is wrong, and what to do: snap mcp validate --probe`,
    );
  });

  it('says what to do where nothing is', async () => {
    expect(serverListText(await surveyedHome({ 'home/.cursor/mcp.json': '{}' }), view)).toBe(
      'No servers in the config files of 1 assistant found on this machine.',
    );
    expect(serverListText(await surveyedHome({}), view)).toContain('No assistants found on this machine. "snap setup"');
  });

  it('names an assistant once, also where two of its files have the server', async () => {
    const setup = await surveyedHome({
      'home/.config/Code/User/mcp.json': '{"servers":{"a":{"command":"npx"}}}',
      'home/.copilot/mcp-config.json': '{"mcpServers":{"a":{"command":"npx","tools":["*"]}}}',
    });
    const lines = serverListText(setup, view).split('\n');
    expect(lines.filter((line) => line.includes('VS Code'))).toEqual(['    global   VS Code, GitHub Copilot CLI']);
    expect(serverList(setup)[0]?.places.map(({ entry }) => entry.client.id)).toEqual(['vscode', 'vscode', 'copilot-cli']);
  });

  it('keeps letters that nobody sees out of the terminal', async () => {
    const setup = await surveyedHome({ 'home/.cursor/mcp.json': cursor({ 'a\u200b\u001b[31m': { command: 'npx' } }) });
    expect(serverListText(setup, view)).not.toMatch(/[\u200b\u001b]/);
  });
});

it('gives a script the same, with every place', async () => {
  const files = {
    'home/.cursor/mcp.json': cursor({ docs: { command: 'npx', env: { TOKEN: 'hidden-value-1' } } }),
    'home/.kiro/settings/mcp.json': cursor({ docs: { command: 'npx' } }),
  };
  const document = serverListDocument(await surveyedHome(files, { 'cursor:docs': answered(40) }), 'all');
  expect(document).toMatchObject({
    asked: 'all',
    servers: [
      {
        name: 'docs',
        kind: 'stdio',
        state: 'answers',
        command: 'npx',
        places: [
          { client: 'cursor', scope: 'global', state: 'answers', envNames: ['TOKEN'], milliseconds: 40, tools: 2, tokens: 127 },
          { client: 'kiro', state: 'not-asked', milliseconds: null },
        ],
      },
    ],
    unread: [],
  });
  expect(JSON.stringify(document)).not.toContain('hidden-value-1');
});
