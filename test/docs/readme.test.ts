import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/index.ts';
import tools from '../../src/server/listed.json' with { type: 'json' };
import { makeHome, type Home } from '../support/program-home.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** What is added where a stranger would be asked or a server called, the exit code where it is not 0, and what is printed. */
interface Outcome {
  /** What a person does before it. */
  readonly before?: (home: Home) => void;
  readonly more?: readonly string[];
  readonly code?: number;
  readonly says: string;
}

/** Every command of README's blocks, in their order: what one leaves behind is what the next one finds. */
const outcomes: Readonly<Record<string, Outcome>> = {
  'snap setup': { more: ['--yes', '--cursor'], says: 'Cursor: added' },
  'snap mcp add context7 --claude-code --yes': { says: 'context7: added' },
  'snap mcp scan': { says: '4 assistants installed' },
  'snap mcp scan --by server': { more: ['--no-probe'], says: '3 servers in 3 assistants' },
  'snap mcp validate': { more: ['--no-probe'], says: 'No problems found' },
  'snap mcp repair': { more: ['--no-probe'], says: 'No problems found' },
  'snap explain slow-start': { says: 'What it means' },
  'snap doctor': { more: ['--no-probe'], says: 'program' },
  'snap mcp add https://mcp.linear.app/mcp --cursor': { more: ['--yes'], says: 'linear: added' },
  'snap mcp add @upstash/context7-mcp --cursor': { more: ['--yes'], says: 'context7: added' },
  'snap mcp add files --cursor -- npx -y files-mcp /srv': { says: 'Cursor: added' },
  'snap mcp sync --from claude-code --to codex': { more: ['--yes'], says: 'Codex: context7: added' },
  'snap mcp disable files --zed': { more: ['--yes'], says: 'switched off' },
  'snap mcp remove context7 --cursor': { more: ['--yes'], says: 'removed' },
  'snap mcp undo': { more: ['--yes'], says: 'is undone' },
  'snap snapshot create -m "before the upgrade"': { says: 'snap_1_' },
  'snap snapshot list': { says: 'before the upgrade' },
  'snap snapshot diff 1': { before: (home) => home.write('project/src/pay.ts', 'broken\n'), says: '+broken' },
  'snap snapshot restore 1 -- src/pay.ts': { more: ['--yes'], says: '1 file restored' },
  'snap snapshot undo': { more: ['--yes'], says: '1 file restored' },
  'snap trust': { more: ['--revoke'], says: 'approv' },
  'snap check': { says: 'quick' },
  'snap check security --diff uncommitted': { says: 'security' },
  'snap check full --format sarif': { says: '"version": "2.1.0"' },
  'snap task start "fix the login" --file src/login.ts': { says: 'The task is open' },
  'snap learn "tests hang on exit" "look for an open server"': { says: 'Saved' },
  'snap learnings search tests hang': { says: 'look for an open server' },
  'snap brief "change the login" --file src/login.ts': { says: 'onfidence' },
  'snap init': { says: 'moved 1 learning' },
  'snap brief --file src/login.ts': { says: 'Risk' },
  'snap snapshot restore --suggest "login is not defined"': { says: 'napshot' },
  'snap sources list': { says: 'context7' },
  'snap uninstall': { more: ['--yes'], says: 'Cursor: snap: removed' },
};

const machine = {
  '.cursor/mcp.json': '{\n  "mcpServers": {}\n}\n',
  '.codex/config.toml': 'model = "gpt-5"\n',
  '.config/zed/settings.json': '{ "context_servers": { "files": { "command": "npx", "args": ["-y", "files-mcp", "/srv"] } } }\n',
  'project/src/login.ts': 'export const login = 1;\n',
  'project/src/pay.ts': 'export const pay = 1;\n',
};

describe('README', () => {
  let home: Home;
  beforeAll(() => {
    home = makeHome();
    for (const [name, text] of Object.entries(machine)) home.write(name, text);
  });
  afterAll(() => home.remove());

  it('shows the commands that are tried here, in this order', () => {
    expect(shownCommands()).toEqual(Object.keys(outcomes));
  });

  it.each(Object.entries(outcomes))('%s', async (command, { before, more = [], code = 0, says }) => {
    before?.(home);
    const given = (command.match(/"[^"]*"|[^ "]+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ''));
    const end = given.includes('--') ? given.indexOf('--') : given.length;
    const ran = await home.run([...given.slice(0, end), ...more, ...given.slice(end)]);
    expect(`${ran.out}${ran.err}`).toContain(says);
    expect(ran.code, `${ran.out}${ran.err}`).toBe(code);
  });

  it('names as many assistants and tools as there are', () => {
    expect(readme).toContain(`the rules of ${clients.length} assistants`);
    const surfaces = tools.map(({ surface }) => surface);
    expect([surfaces.filter((surface) => surface === 'default').length, surfaces.length]).toEqual([7, 19]);
    expect(readme).toContain('as seven [tools](docs/tools.md), nineteen with');
  });

  it.runIf(process.platform === 'linux')('says in how many assistants a server was really written', async () => {
    const empty = makeHome();
    try {
      const ran = await empty.run(['mcp', 'add', 'context7', '--all', '--yes', '--json']);
      const { results } = JSON.parse(ran.out) as { readonly results: readonly { readonly action: string }[] };
      const written = results.filter(({ action }) => action === 'created').length;
      expect(readme).toContain(`| assistants in which it wrote a server, in an empty home on Linux | ${written} of ${clients.length} |`);
    } finally {
      empty.remove();
    }
  });

  it('begins with two commands that do everything', () => {
    const [look, test] = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
    expect([look, test]).toEqual(['npm install && npx snap mcp scan\n', 'npm install && npm test\n']);
  });
});

/** The lines of the shell blocks that call snap, without what explains them. */
function shownCommands(): readonly string[] {
  return [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block]) => (block ?? '').split('\n'))
    .filter((line) => line.startsWith('snap '))
    .map((line) => line.replace(/ +#.*/, ''));
}
