import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callEntries, type CallEntriesOptions } from '../../../src/doctor/calls/call-entries.ts';
import { examine } from '../../../src/doctor/examine.ts';
import type { LiveFacts, Setup } from '../../../src/doctor/setup.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { builtProgram } from '../../support/built-program.ts';
import { isGone } from '../../support/processes.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';
import { listen, streamable } from '../live/http-servers.ts';
import { scriptedServer } from '../live/scripted-server.ts';

const node = realpathSync(process.execPath);

/** What one call found: the answers by client and server, and what was started. */
interface Called {
  readonly answers: Readonly<Record<string, readonly LiveFacts[]>>;
  readonly setup: Setup;
}

const options: CallEntriesOptions = { which: 'all', as: ['client'] };

async function call(
  home: TemporaryHome,
  given: Partial<CallEntriesOptions> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const project = home.at('project');
  mkdirSync(project, { recursive: true });
  const system = nodeSystem({
    home: home.path,
    cwd: project,
    env: { HOME: home.path, PATH: process.env['PATH'], SNAP_DATA_DIR: home.at('.snap-mcp'), SNAP_DAEMON: 'off', ...env },
  });
  // Where the program was not built, nothing can be it.
  const file = existsSync(builtProgram()) ? realpathSync(builtProgram()) : '/nowhere/main.js';
  const { setup } = await examine(system, {
    workspace: { path: project, isProject: true },
    program: { node, file, version: '0.0.0' },
    diagnostics: [],
  });
  const found = await callEntries(system, setup, { ...options, ...given });
  const answers: Record<string, readonly LiveFacts[]> = {};
  for (const [key, facts] of found) {
    const [client, , server]: readonly unknown[] = JSON.parse(key);
    answers[`${String(client)}/${String(server)}`] = facts;
  }
  return { answers, setup };
}

/** Adds a line to a file each time it is started, then serves. Its tools are the names of its variables, its PATH and directory. */
function reporter(
  home: TemporaryHome,
  name = 'reporter',
): { readonly command: string; readonly args: readonly string[]; starts(): number } {
  const log = home.at(`${name}.log`);
  const before = `
    require('node:fs').appendFileSync(${JSON.stringify(log)}, process.pid + '\\n');
    const names = [...Object.keys(process.env), 'PATH=' + process.env.PATH, 'cwd=' + process.cwd()];`;
  const onList = 'reply({ result: { tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) } })';
  const script = home.put(`${name}.cjs`, scriptedServer({ before, onList }));
  return {
    command: node,
    args: [script],
    starts: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0),
  };
}

function json(servers: Readonly<Record<string, object>>): string {
  return JSON.stringify({ mcpServers: servers });
}

function toolsOf(facts: readonly LiveFacts[] | undefined, as: LiveFacts['as'] = 'client'): readonly string[] {
  const answer = facts?.find((one) => one.as === as)?.answer;
  return answer?.kind === 'answered' ? answer.tools : [];
}

describe.skipIf(!existsSync(builtProgram()))('without being told to call all', () => {
  const ours = (...args: string[]) => ({ command: node, args: [realpathSync(builtProgram()), 'mcp', '--stdio', ...args] });

  it('starts what runs this very program, and nothing else', async () => {
    const home = temporaryHome();
    const other = reporter(home);
    home.put('.cursor/mcp.json', json({ snap: ours('--workspace', home.at('project')), other, remote: { url: 'http://127.0.0.1:9/mcp' } }));
    const { answers } = await call(home, { which: 'own' });
    expect(Object.keys(answers)).toEqual(['cursor/snap']);
    expect(answers['cursor/snap']).toMatchObject([
      {
        as: 'client',
        answer: { kind: 'answered', serverName: 'snap', tools: ['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end'] },
      },
    ]);
    expect(other.starts()).toBe(0);
  });

  it('starts nothing that a project names, be it this program', async () => {
    const home = temporaryHome();
    home.put('project/.cursor/mcp.json', json({ snap: ours() }));
    home.put('project/.qwen/settings.local.json', json({ snap: ours() }));
    home.put('.qwen/settings.json', '{}');
    home.put('.cursor/mcp.json', '{}');
    const { answers, setup } = await call(home, { which: 'own' });
    expect(setup.entries.filter(({ command }) => command?.isThisProgram).length).toBeGreaterThan(1);
    expect(answers).toEqual({});
  });

  it('starts no entry that changes what this program does, and none that is switched off', async () => {
    const home = temporaryHome();
    home.put(
      '.codeium/windsurf/mcp_config.json',
      json({ snap: { ...ours(), env: { NODE_OPTIONS: '--require ./evil.js' } }, 'snap-mcp': { ...ours(), disabled: true } }),
    );
    expect((await call(home, { which: 'own' })).answers).toEqual({});
  });

  it('calls what two assistants would start alike once, and tells both', async () => {
    const home = temporaryHome();
    const entry = json({ snap: ours('--workspace', home.at('project')) });
    home.put('.cursor/mcp.json', entry);
    home.put('.codeium/windsurf/mcp_config.json', entry);
    const counts: number[] = [];
    const { answers } = await call(home, { which: 'own', onStart: (count) => counts.push(count) });
    expect(counts).toEqual([1]);
    expect(Object.keys(answers).toSorted()).toEqual(['cursor/snap', 'windsurf/snap']);
    expect(answers['cursor/snap']?.[0]?.answer).toBe(answers['windsurf/snap']?.[0]?.answer);
  });
});

describe('told to call all', () => {
  it('starts whatever is switched on, wherever it is named, and the same process once', async () => {
    const home = temporaryHome();
    const [user, project, off] = [reporter(home, 'user'), reporter(home, 'project'), reporter(home, 'off')];
    home.put('.cursor/mcp.json', json({ user, again: user }));
    home.put('project/.cursor/mcp.json', json({ project }));
    home.put('.codeium/windsurf/mcp_config.json', json({ user, off: { ...off, disabled: true } }));
    const { answers } = await call(home);
    expect(Object.keys(answers).toSorted()).toEqual(['cursor/again', 'cursor/project', 'cursor/user', 'windsurf/user']);
    for (const facts of Object.values(answers)) expect(facts).toMatchObject([{ as: 'client', answer: { kind: 'answered' } }]);
    expect([user.starts(), project.starts(), off.starts()]).toEqual([1, 1, 0]);
  });

  it('fills in the variables that the client fills in', async () => {
    const home = temporaryHome();
    const { requests, headers, port } = await listen(streamable());
    home.put(
      '.cursor/mcp.json',
      json({ remote: { url: `http://127.0.0.1:${port}/\${env:PART}`, headers: { 'X-Key': '${env:KEY}', 'X-Unset': '${env:NOWHERE}' } } }),
    );
    home.put(
      '.codex/config.toml',
      `[mcp_servers.far]\nurl = "http://127.0.0.1:${port}/codex"\nbearer_token_env_var = "KEY"\nenv_http_headers = { "X-Named" = "PART" }\n`,
    );
    const { answers } = await call(home, { as: ['client', 'shell'] }, { PART: 'mcp', KEY: 'sesame' });
    // An address is called alike from anywhere, so it is called once.
    expect(answers['cursor/remote']).toMatchObject([{ as: 'client', answer: { kind: 'answered', serverName: 'remote' } }]);
    expect(requests).toContain('POST /mcp');
    const sent = (path: string) => headers[requests.indexOf(`POST ${path}`)];
    expect(sent('/mcp')).toMatchObject({ 'x-key': 'sesame', 'x-unset': '${env:NOWHERE}' });
    expect(sent('/codex')).toMatchObject({ authorization: 'Bearer sesame', 'x-named': 'mcp' });
  });

  it('leaves nothing running', async () => {
    const home = temporaryHome();
    const pids = home.at('pids');
    const before = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid + ' ');`;
    const script = (name: string, rest: object) => ({ command: node, args: [home.put(name, scriptedServer({ before, ...rest }))] });
    home.put('.cursor/mcp.json', json({ answers: script('answers.cjs', {}), hangs: script('hangs.cjs', { onInitialize: '0' }) }));
    const { answers } = await call(home, { milliseconds: 1_500, atOnce: 2 });
    expect(answers['cursor/answers']).toMatchObject([{ answer: { kind: 'answered' } }]);
    expect(answers['cursor/hangs']).toMatchObject([{ answer: { kind: 'silent' } }]);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(started).toHaveLength(4);
    for (const pid of started) expect(await isGone(pid)).toBe(true);
  });

  it('ends when it is told to', async () => {
    const home = temporaryHome();
    home.put('.cursor/mcp.json', json({ hangs: { command: node, args: [home.put('hangs.cjs', scriptedServer({ onInitialize: '0' }))] } }));
    const controller = new AbortController();
    controller.abort(new Error('the person left'));
    await expect(call(home, { signal: controller.signal })).rejects.toThrow('the person left');
  });

  it('does not start what belongs into a container', async () => {
    const home = temporaryHome();
    const inside = reporter(home);
    home.put(
      'project/.devcontainer/devcontainer.json',
      JSON.stringify({ customizations: { vscode: { mcp: { servers: { inside: { type: 'stdio', ...inside } } } } } }),
    );
    home.put('.config/Code/User/mcp.json', '{}');
    expect((await call(home)).answers).toEqual({});
    expect(inside.starts()).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('the environment', () => {
  const given = { USER: 'ada', SHELL: '/bin/sh', MY_TOKEN: 'x', FAVOURITE: 'blue', TERM: 'dumb' };
  /** Variables that Node and the loader of the platform add by themselves, and snap's mark of what it started. */
  const own = /^(__CF_USER_TEXT_ENCODING|SNAP_CALL|PATH=.*|cwd=.*)$/s;
  const names = (tools: readonly string[]): readonly string[] => tools.filter((tool) => !own.test(tool)).toSorted();

  it('of an app from the desktop is what the SDK hands on, at the root', async () => {
    const home = temporaryHome();
    home.put('.cursor/mcp.json', json({ reporter: { ...reporter(home), env: { MINE: 'v', HOME: '${userHome}' } } }));
    const tools = toolsOf((await call(home, {}, given)).answers['cursor/reporter']);
    expect(names(tools)).toEqual(['HOME', 'MINE', 'PATH', 'SHELL', 'TERM', 'USER']);
    expect(tools).toContain('cwd=/');
    const path = tools.find((tool) => tool.startsWith('PATH='));
    expect(path).toBe(
      process.platform === 'darwin'
        ? 'PATH=/usr/bin:/bin:/usr/sbin:/sbin'
        : 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games',
    );
  });

  it('of a program in the terminal is the whole one, in the project', async () => {
    const home = temporaryHome();
    home.put('.claude.json', json({ reporter: reporter(home) }));
    home.put('.claude/settings.json', '{ "env": { "FROM_SETTINGS": "1" } }');
    const path = '/opt/mine/bin:/usr/bin:/bin';
    const tools = toolsOf((await call(home, {}, { ...given, PATH: path })).answers['claude-code/reporter']);
    expect(names(tools)).toEqual(expect.arrayContaining(['FAVOURITE', 'FROM_SETTINGS', 'MY_TOKEN', 'PATH', 'SNAP_DATA_DIR', 'USER']));
    expect(tools).toContain(`cwd=${home.at('project')}`);
    expect(tools).toContain(`PATH=${path}`);
  });

  it('is less where the client hands on less', async () => {
    const home = temporaryHome();
    home.put('.gemini/settings.json', json({ reporter: reporter(home, 'gemini') }));
    const codex = reporter(home, 'codex');
    home.put(
      '.codex/config.toml',
      `[mcp_servers.reporter]\ncommand = ${JSON.stringify(codex.command)}\nargs = ${JSON.stringify(codex.args)}\nenv_vars = ["FAVOURITE", "NOT_THERE"]\n`,
    );
    const { answers } = await call(home, {}, given);
    const gemini = names(toolsOf(answers['gemini/reporter']));
    expect(gemini).toContain('FAVOURITE');
    expect(gemini).not.toContain('MY_TOKEN');
    const ofCodex = names(toolsOf(answers['codex/reporter']));
    expect(ofCodex).toEqual(expect.arrayContaining(['FAVOURITE', 'HOME', 'PATH']));
    expect(ofCodex).not.toContain('MY_TOKEN');
    expect(ofCodex).not.toContain('NOT_THERE');
  });

  it("of the shell is the person's, asked for beside the client's or alone", async () => {
    const home = temporaryHome();
    const server = reporter(home);
    home.put('.cursor/mcp.json', json({ reporter: server }));
    const facts = (await call(home, { as: ['client', 'shell'] }, given)).answers['cursor/reporter'];
    expect(facts?.map(({ as }) => as)).toEqual(['client', 'shell']);
    expect(names(toolsOf(facts, 'client'))).not.toContain('FAVOURITE');
    expect(names(toolsOf(facts, 'shell'))).toEqual(expect.arrayContaining(['FAVOURITE', 'MY_TOKEN']));
    expect(toolsOf(facts, 'shell')).toContain(`cwd=${home.at('project')}`);
    expect(server.starts()).toBe(2);
  });

  it('is called once where both are the same', async () => {
    const home = temporaryHome();
    const server = reporter(home);
    home.put('.claude.json', json({ reporter: server }));
    const facts = (await call(home, { as: ['client', 'shell'] }, given)).answers['claude-code/reporter'];
    expect(facts?.map(({ as }) => as)).toEqual(['client', 'shell']);
    expect(server.starts()).toBe(1);
  });

  it('may have its own directory', async () => {
    const home = temporaryHome();
    mkdirSync(join(home.path, 'elsewhere'));
    home.put('.gemini/settings.json', json({ reporter: { ...reporter(home), cwd: home.at('elsewhere') } }));
    const facts = (await call(home, { as: ['client', 'shell'] })).answers['gemini/reporter'];
    expect(toolsOf(facts, 'client')).toContain(`cwd=${home.at('elsewhere')}`);
    expect(toolsOf(facts, 'shell')).toContain(`cwd=${home.at('elsewhere')}`);
  });
});
