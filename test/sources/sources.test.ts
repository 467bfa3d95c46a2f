import { chmodSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allowServer, disallowServers, findCandidates, tryServer } from '../../src/sources/consenting.ts';
import { openSources, sourceContext, sourceKinds, type SourceAnswers, type SourceKind, type Sources } from '../../src/sources/index.ts';
import type { SourceSettings } from '../../src/sources/settings.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { leaksIn, tokens } from '../support/canary-values.ts';
import { startHttpPeer } from '../fixtures/sources/peer.mjs';
import { isGone } from '../support/processes.ts';
import { makeHome } from '../support/program-home.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

const node = realpathSync(process.execPath);
const peerFile = join(import.meta.dirname, '../fixtures/sources/peer.mjs');
const never = new AbortController().signal;
const canary = tokens[0]?.secret ?? '';
const plainCanary = 'Zq8Kd0Lw3XvT6rYp';

type Entry = Readonly<Record<string, unknown>>;
const question = { files: ['src/auth/login.ts'], text: 'Sessions expire too late', depth: 'deep' } as const;

function stdio(recording: string, fault = 'none'): Entry {
  return { command: node, args: [peerFile, recording, fault], env: { GITHUB_TOKEN: canary, PLAIN_CANARY: plainCanary } };
}

let peer: Awaited<ReturnType<typeof startHttpPeer>>;
beforeAll(async () => void (peer = await startHttpPeer()));
afterAll(() => peer.close());

function http(recording: string, fault = 'none'): Entry {
  return {
    url: `${peer.origin}/${recording}/${encodeURIComponent(fault)}`,
    headers: { Authorization: `Bearer ${canary}`, 'X-Api-Key': plainCanary },
  };
}

interface World {
  readonly home: TemporaryHome;
  readonly sources: Sources;
  open(settings: SourceSettings): Sources;
  allow(...kinds: readonly SourceKind[]): Promise<void>;
  ask(kinds?: readonly SourceKind[], depth?: 'shallow' | 'deep'): Promise<SourceAnswers>;
  write(servers: Readonly<Record<string, Entry>>): void;
}

/** A project whose file imports a library, with these servers in Cursor's file of the person. */
async function world(
  servers: Readonly<Record<string, Entry>>,
  settings: SourceSettings = {},
  remote = 'git@github.com:acme/shop.git',
): Promise<World> {
  const home = temporaryHome();
  const write = (all: Readonly<Record<string, Entry>>): void => void home.put('.cursor/mcp.json', JSON.stringify({ mcpServers: all }));
  write(servers);
  home.put('shop/.git/config', `[remote "origin"]\n\turl = ${remote}\n`);
  home.put('shop/package.json', JSON.stringify({ name: 'shop', dependencies: { express: '^4.21.0' } }));
  home.put('shop/src/auth/login.ts', "import { Router } from 'express';\nimport { secretThing } from './secret.ts';\n");
  const system = writableSystem(
    nodeSystem({
      home: home.path,
      cwd: home.at('shop'),
      env: { HOME: home.path, PATH: process.env['PATH'], SNAP_DATA_DIR: home.at('.snap-mcp') },
    }),
  );
  const workspace = await openWorkspace(system, home.at('shop'));
  const open = (set: SourceSettings): Sources => {
    const sources = openSources(system, workspace, set);
    onTestFinished(() => sources.close());
    return sources;
  };
  const sources = open(settings);
  return {
    home,
    sources,
    open,
    write,
    async allow(...kinds) {
      const candidates = await findCandidates(system, workspace);
      for (const [i, { server }] of candidates.entries()) await allowServer(system, server, kinds[i] ?? 'code_host');
    },
    ask: (kinds = sourceKinds, depth = 'deep') => sources.ask(kinds, { ...question, depth }, never),
  };
}

describe('three servers of the recorded kinds', () => {
  it.each(['stdio', 'http'] as const)('are asked together over %s', async (transport) => {
    const entry = transport === 'stdio' ? stdio : http;
    const { allow, ask, sources } = await world({
      hub: entry('github'),
      errors: entry('sentry'),
      docs: entry('context7'),
    });
    await allow('code_host', 'error_tracker', 'docs_source');
    const { answered, context, left } = await ask();
    expect({ answered, left }).toEqual({ answered: ['code_host', 'error_tracker', 'docs_source'], left: [] });
    expect(sourceContext.parse(context)).toEqual(context);
    expect(context.code_host?.recentCommits).toMatchObject([
      {
        subject: 'Fix the session that outlives a password (#41)',
        author: 'ada',
        at: '2026-08-11T09:30:00.000Z',
        files: ['src/auth/login.ts'],
      },
      { subject: 'Ask for the password again after a day', author: 'Ben' },
    ]);
    expect(context.code_host?.relatedPRs).toMatchObject([
      { number: 52, title: 'Rotate session tokens', state: 'open', author: 'cem', files: ['src/auth/login.ts'] },
      { number: 41, title: 'Fix the session that outlives a password', state: 'merged', files: ['src/auth/login.ts'] },
    ]);
    // The footer has nothing to do with it.
    expect(context.code_host?.issues).toMatchObject([{ number: 48, state: 'open', labels: ['bug', 'auth'] }]);
    expect(context.error_tracker).toMatchObject({ errorFrequency: 322, affectedUsers: 41 });
    expect(context.error_tracker?.recentErrors[0]).toMatchObject({
      id: 'SHOP-4F',
      events: 310,
      users: 41,
      culprit: 'login(src/auth/login.ts)',
      url: 'https://acme.sentry.io/issues/SHOP-4F',
    });
    expect(context.docs_source).toMatchObject({
      apiDocs: [{ library: 'express', title: 'Router in Express' }, { title: 'Cookies' }],
      deprecations: [{ library: 'express', text: '`app.del()` is deprecated since Express 4: use `app.delete()`.' }],
      versionInfo: { express: { id: '/expressjs/express', used: '^4.21.0', documented: ['v4.21.2', 'v5.1.0'] } },
    });
    const again = await ask();
    expect(again.context).toEqual(context);
    expect(again.age).toBeGreaterThan(0);
    expect(await sources.check()).toMatchObject([{ state: 'connected' }, { state: 'connected' }, { state: 'connected' }]);
  });

  it('GitLab with its groups', async () => {
    const { allow, ask } = await world({ lab: stdio('gitlab') }, {}, 'https://oauth2:glpat-x@gitlab.com/acme/web/shop.git');
    await allow('code_host');
    const { context, left } = await ask(['code_host']);
    expect(left).toEqual([]);
    expect(context.code_host).toMatchObject({
      recentCommits: [{ id: '4b825dc642cb', author: 'Ada L' }],
      relatedPRs: [{ number: 17, state: 'open', author: 'cem' }],
      issues: [{ number: 48, labels: ['bug'] }],
    });
  });
});

describe('consent', () => {
  it('is asked for once, and again when the entry changes; a new token changes nothing', async () => {
    const { allow, ask, home, sources, write } = await world({ github: stdio('github') });
    expect((await ask(['code_host'])).left).toMatchObject([
      { name: 'github', state: 'not connected', why: expect.stringContaining('snap sources connect github') },
    ]);
    expect(await sources.list()).toMatchObject([
      { name: 'github', kind: 'code_host', state: 'not connected', from: '~/.cursor/mcp.json', scope: 'person' },
    ]);
    await allow('code_host');
    expect((await ask(['code_host'])).answered).toEqual(['code_host']);
    const text = home.text('.snap-mcp/data/sources.json');
    expect(leaksIn(text, [...tokens, { name: 'plain', secret: plainCanary }])).toEqual([]);

    write({ github: { ...stdio('github'), env: { GITHUB_TOKEN: tokens[1]?.secret, PLAIN_CANARY: plainCanary } } });
    expect((await ask(['code_host'])).left).toEqual([]);
    write({
      github: { ...stdio('github'), env: { GITHUB_TOKEN: canary, PLAIN_CANARY: plainCanary, GITHUB_HOST: 'https://elsewhere.example' } },
    });
    expect(await ask(['code_host'])).toMatchObject({ answered: [], left: [{ name: 'github', state: 'changed' }] });
    expect(await sources.list()).toMatchObject([{ state: 'changed' }]);
  });

  it('covers a new token, which the server gets at once, and no other variable of the person', async () => {
    const withToken = (token: string): Entry => ({
      command: '/bin/sh',
      args: ['-c', 'echo "$GITHUB_TOKEN" >> given; exec "$0" "$@"', node, peerFile, 'github', 'none'],
      env: { GITHUB_TOKEN: token },
    });
    const { allow, ask, home, write } = await world({ github: withToken('first') });
    await allow('code_host');
    await ask(['code_host']);
    write({ github: withToken('second') });
    expect((await ask(['code_host'])).answered).toEqual(['code_host']);
    expect(home.text('given')).toBe('first\nsecond\n');
    write({ github: withToken('${env:AWS_SECRET_ACCESS_KEY}') });
    expect(await ask(['code_host'])).toMatchObject({ answered: [], left: [{ state: 'changed' }] });
  });

  it('is for the program of the person, also where the PATH has one of the project first', async () => {
    const home = temporaryHome();
    const script = (path: string, text: string): void => {
      home.put(path, `#!/bin/sh\n${text}\n`);
      chmodSync(home.at(path), 0o755);
    };
    home.put('.claude.json', JSON.stringify({ mcpServers: { github: { command: 'hub', args: [] } } }));
    script('bin/hub', `exec '${node}' '${peerFile}' github none`);
    script('shop/node_modules/.bin/hub', `touch '${home.at('stolen')}'`);
    const path = [home.at('shop/node_modules/.bin'), 'node_modules/.bin', home.at('bin'), process.env['PATH']].join(':');
    const system = nodeSystem({ home: home.path, cwd: home.at('shop'), env: { HOME: home.path, PATH: path } });
    const place = { root: home.at('shop') };
    const trials = await Promise.all(
      (await findCandidates(system, place)).map(({ server }) => tryServer(system, place, server, { signal: never })),
    );
    expect(trials).toMatchObject([{ kind: 'recognised' }]);
    expect(home.tree()).not.toContain('stolen');
  });

  it('for an entry of the person is none for one of a project with the same name', async () => {
    const { allow, ask, home } = await world({ github: stdio('github', 'hangs at start') });
    home.put('shop/.cursor/mcp.json', JSON.stringify({ mcpServers: { github: stdio('github') } }));
    const system = home.run();
    const [mine, theirs] = await findCandidates(system, { root: home.at('shop') });
    expect([mine?.server.scope, theirs?.server.scope]).toEqual(['person', 'project']);
    if (mine !== undefined) await allowServer(system, mine.server, 'code_host');
    expect((await findCandidates(system, { root: home.at('shop') })).map(({ consent }) => consent)).toEqual(['given', 'none']);
    expect(await disallowServers(system, ['github'])).toEqual(['github']);
    expect((await ask(['code_host'])).answered).toEqual([]);
    void allow;
  });

  it('shows what a server is by its tools, whatever its name', async () => {
    const { home } = await world({ music: stdio('sentry'), github: stdio('github', 'other tools') });
    const system = home.run();
    const place = { root: home.at('shop') };
    const trials = await Promise.all(
      (await findCandidates(system, place)).map(({ server }) => tryServer(system, place, server, { signal: never })),
    );
    expect(trials).toEqual([
      { kind: 'recognised', as: 'error_tracker', make: 'sentry', title: 'Sentry', tools: ['find_organizations', 'search_issues'] },
      { kind: 'unknown' },
    ]);
  });
});

/** What is wrong, the state it is left with, and whether something is answered all the same. bench/sources.mjs has more. */
const faults: readonly (readonly [fault: string, transport: 'stdio' | 'http', state: string, answers?: boolean])[] = [
  ['exits at start', 'stdio', 'failed'],
  ['crashes', 'stdio', 'failed'],
  ['huge', 'stdio', 'failed'],
  ['hangs', 'http', 'slow'],
  ['hangs at start', 'http', 'slow'],
  ['hostile', 'http', '', true],
  ['limited', 'http', 'limited'],
  ['refused', 'http', 'failed'],
  ['wrong shape', 'http', 'failed'],
  ['garbage', 'http', 'failed'],
  ['other tools', 'http', 'failed'],
  ['other parameters', 'http', 'failed'],
  ['destructive', 'http', 'failed'],
  ['HTTP 401', 'http', 'failed'],
  ['redirects', 'http', 'failed'],
];

it('what was started ends with the connection, and with what it started', async () => {
  const pids = join(temporaryHome().path, 'pids');
  const { allow, ask, sources } = await world({ hub: { ...stdio('github'), env: { PEER_PIDS: pids } } });
  await allow('code_host');
  expect((await ask(['code_host'])).answered).toEqual(['code_host']);
  await sources.close();
  for (const pid of z
    .array(z.number())
    .length(2)
    .parse(JSON.parse(readFileSync(pids, 'utf8'))))
    expect(await isGone(pid)).toBe(true);
});

it('snap sources connects, lists and disconnects', async () => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  home.write(
    '.cursor/mcp.json',
    JSON.stringify({
      mcpServers: { github: http('github'), music: http('sentry', 'other tools'), context7: http('sentry'), gitlab: http('github') },
    }),
  );
  const first = await home.run(['intelligence', 'connect', 'github']);
  expect(first).toMatchObject({ code: 1, out: expect.stringContaining('Sent to it: GitHub: the owner and name of the repository') });
  expect(first.out).not.toContain('GitLab');
  expect(first.err).toContain('nothing was connected. "snap sources connect github --yes" does it.');
  const connect = (...args: readonly string[]) => home.run(['intelligence', 'connect', ...args, '--yes']);
  expect(await connect('github')).toMatchObject({ code: 0, out: expect.stringContaining('github is connected: GitHub') });
  expect(await connect('music')).toMatchObject({ code: 1, err: expect.stringContaining('no server that snap knows') });
  expect(await connect('github', '--kind', 'docs_source')).toMatchObject({ code: 1 });
  // Something else would be sent to it than was shown.
  expect(await connect('context7')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"snap sources connect context7 --kind error_tracker"'),
  });
  expect(await connect('gitlab')).toMatchObject({ code: 1, err: expect.stringContaining('looks like GitLab and has the tools of GitHub') });
  expect(await connect('context7', '--kind', 'error_tracker')).toMatchObject({ code: 0 });
  expect(await home.run(['intelligence', 'disconnect', 'context7'])).toMatchObject({ code: 0 });
  expect((await home.run(['intelligence', 'list'])).out).toMatch(/connected +github: a code host \(Cursor, ~\/\.cursor\/mcp\.json\)/);
  // A project that takes the name gets nothing by it.
  home.write('project/.cursor/mcp.json', JSON.stringify({ mcpServers: { github: stdio('github') } }));
  expect((await connect('github')).out).toContain('connected already');
  const all = await home.run(['intelligence', 'list', '--no-probe', '--json']);
  expect(JSON.parse(all.out)).toMatchObject({
    servers: [
      { name: 'github', scope: 'person', state: 'connected' },
      { name: 'context7', state: 'not connected' },
      { name: 'gitlab', state: 'not connected' },
      { scope: 'project', state: 'not connected' },
    ],
  });
  expect(leaksIn(first.out + all.out, [...tokens, { name: 'plain', secret: plainCanary }])).toEqual([]);
  expect(await home.run(['intelligence', 'disconnect', 'github'])).toMatchObject({ code: 0 });
  expect(await home.run(['intelligence', 'disconnect', 'github'])).toMatchObject({ code: 3 });
});

describe('a server that is broken', () => {
  it('is named, and no secret is shown', async () => {
    const entries = faults.map(
      ([fault, transport]) => [`${transport} ${fault}`, (transport === 'stdio' ? stdio : http)('github', fault)] as const,
    );
    const gone = { command: '/nowhere/github-mcp-server', args: [] };
    const { allow, home, open } = await world({ ...Object.fromEntries(entries), gone, errors: http('sentry'), docs: http('context7') });
    await allow(...[...entries, 0].map(() => 'code_host' as const), 'error_tracker', 'docs_source');
    const run = async (
      [fault, transport, state, answers = false]: (typeof faults)[number],
      name = `${transport} ${fault}`,
    ): Promise<void> => {
      // What is quick may take its time on a busy machine.
      const depth = state === 'slow' ? 'shallow' : 'deep';
      const said = await open({ code_host: { server: name } }).ask(['code_host'], { ...question, depth }, never);
      expect(said.answered, name).toEqual(answers ? ['code_host'] : []);
      expect(
        said.left.map((one) => one.state),
        said.left.map(({ why }) => why).join(' '),
      ).toEqual(state === '' ? [] : [state]);
      const text = JSON.stringify(said);
      expect(leaksIn(text, [...tokens, { name: 'plain', secret: plainCanary }]), name).toEqual([]);
      expect(text, name).not.toMatch(hidden);
      expect(text.length, name).toBeLessThan(40_000);
      if (!answers) expect(text).not.toContain('IGNORE ALL');
    };
    const quick = faults.filter(([fault]) => !fault.startsWith('hangs'));
    await run(['absent', 'stdio', 'failed'], 'gone');
    for (let i = 0; i < quick.length; i += 4) await Promise.all(quick.slice(i, i + 4).map((fault) => run(fault)));
    // What hangs takes nothing from the others.
    const among = open({ code_host: { server: 'http hangs' } }).ask(
      ['code_host', 'error_tracker', 'docs_source'],
      { ...question, depth: 'shallow' },
      never,
    );
    await Promise.all(faults.filter(([fault]) => fault.startsWith('hangs')).map((fault) => run(fault)));
    expect(await among).toMatchObject({ answered: ['error_tracker', 'docs_source'], left: [{ name: 'http hangs', state: 'slow' }] });
    const kept = home.ownTree().filter((name) => !name.endsWith('/'));
    expect(kept).toEqual(['data/sources.json']);
    expect(leaksIn(home.text('.snap-mcp/data/sources.json'), [...tokens, { name: 'plain', secret: plainCanary }])).toEqual([]);
  });

  it('is left alone after it failed three times', async () => {
    const { allow, ask, sources } = await world({ hub: http('github', 'refused') });
    await allow('code_host');
    const states: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) states.push((await ask(['code_host'])).left[0]?.state);
    expect(states).toEqual(['failed', 'failed', 'failed', 'paused']);
    expect(await sources.list()).toMatchObject([{ state: 'failing' }]);
  });
});

/** Controls, a bidirectional override, an invisible space, a tag character. */
const hidden = new RegExp(String.raw`[\u0000-\u0008\u001b\u200b\u202e]|\u{E0041}`, 'u');
