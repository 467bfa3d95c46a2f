import { chmodSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** Errors and warnings that `validate` has about one server. */
async function findings(id: string, name: string): Promise<readonly string[]> {
  const { out } = await home.run(['mcp', 'validate', '--client', id, '--no-probe', '--json']);
  const document: { findings: { id: string; server?: string; severity: string }[] } = JSON.parse(out);
  return document.findings.filter(({ server, severity }) => server === name && severity !== 'info').map((finding) => finding.id);
}

describe('an entry that validate would call an error', () => {
  it.each([
    ['cursor', ['--', '~/bin/server'], 'only a shell fills in'],
    ['claude', ['--', 'npx -y pkg | tee log'], 'one program'],
    ['codex', ['--', 'FOO=1 npx -y pkg'], 'one program'],
    ['cursor', ['--env', 'PATH=/opt/tools', '--', 'sh'], 'PATH'],
    ['zed', ['--', 'sh', '${workspaceRoot}/x'], 'workspaceRoot'],
    ['gemini', ['--url', 'https://e.com/mcp', '--header', 'X: ${input:key}'], 'input:key'],
  ])('is not written to %s: %j', async (id, rest, says) => {
    const before = home.tree();
    const done = await home.run(['mcp', 'add', 'x', `--${id}`, ...rest]);
    expect(done.code).toBe(3);
    expect(done.err).toContain(says);
    expect(home.tree()).toEqual(before);
    expect((await home.run(['mcp', 'add', 'x', `--${id}`, '--yes', ...rest])).code).toBe(3);
    expect((await home.run(['mcp', 'add', 'x', `--${id}`, '--json', ...rest])).out).toContain('"refused"');
  });

  it('does not keep the other assistants from theirs', async () => {
    const done = await home.run(['mcp', 'add', 'x', '--cursor', '--claude', '--', 'sh', '${workspaceFolder}']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('Claude Desktop');
  });
});

describe('what a person may want all the same', () => {
  it.each([
    ['a program that is not there', ['--', 'no-such-program'], 'no-such-program'],
    ['a variable without a value', ['--env', 'KEY=${NO_SUCH_KEY}', '--', 'sh'], 'NO_SUCH_KEY'],
    ['a secret in the own file', ['--env', 'GITHUB_TOKEN=ghp_x7Kq2mZr9TfWc4Vb8NsYd1LhGj5PaEuCANARY', '--', 'sh'], 'GITHUB_TOKEN'],
    ['no encryption', ['--url', 'http://mcp.example.com/mcp'], 'http'],
  ])('%s is written, and said on standard error', async (what, rest, says) => {
    const done = await home.run(['mcp', 'add', 'x', '--cursor', '--yes', ...rest]);
    expect(done.code).toBe(0);
    expect(done.err).toContain(says);
    expect(done.err).not.toContain('CANARY');
    expect(await findings('cursor', 'x')).not.toEqual([]);
    // It is said once: what was so before is not new. How to give the value is said whenever it is asked for and missing.
    const again = (await home.run(['mcp', 'add', 'x', '--cursor', '--yes', ...rest])).err;
    if (what === 'a variable without a value') expect(again).toMatch(/^The entry needs NO_SUCH_KEY\..*\n$/);
    else expect(again).toBe('');
  });

  it('is in the document, and nothing is on standard error then', async () => {
    const done = await home.run(['mcp', 'add', 'x', '--cursor', '--json', '--', 'no-such-program']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out).results[0].message).toContain('no-such-program');
  });

  it('is said for an entry that is switched on', async () => {
    home.write('.kiro/settings/mcp.json', '{"mcpServers":{"x":{"command":"no-such-program","disabled":true}}}');
    const done = await home.run(['mcp', 'enable', 'x', '--kiro']);
    expect(done.code).toBe(0);
    expect(done.err).toContain('no-such-program');
  });
});

describe('a sound entry', () => {
  it('is written without a word to every assistant that can have it, and has no finding', async () => {
    chmodSync(home.write('bin/tool', '#!/bin/sh\n'), 0o755);
    const ids = ['cursor', 'claude-code', 'vscode', 'codex', 'opencode', 'zed', 'goose', 'crush', 'continue', 'cline'];
    const env = { PATH: `${home.path}/bin:/usr/local/bin:/usr/bin:/bin` };
    const done = await home.run(['mcp', 'add', 'x', ...ids.map((id) => `--${id}`), '--', 'sh', '-c', 'exec cat'], { env });
    expect(done).toMatchObject({ code: 0, err: '' });
    for (const id of ids) expect({ id, findings: await findings(id, 'x') }).toEqual({ id, findings: [] });
  });
});

describe('snap in two scopes of one assistant', () => {
  it('is said when the second is written, because the two are spelled differently', async () => {
    await home.run(['tools', 'configure', '--claude-code', '--yes']);
    const done = await home.run(['tools', 'configure', '--claude-code', '--scope', 'project', '--yes']);
    expect(done.out).toContain('"snap" is in the global scope too');
    expect(done.out).toContain('snap tools remove --claude-code --scope global');
    const { out } = await home.run(['mcp', 'validate', '--claude-code', '--no-probe', '--verbose']);
    expect(out).toContain('may warn that the two are spelled differently');
    expect((await home.run(['tools', 'configure', '--cursor', '--yes'])).out).not.toContain('scope too');
  });
});

if (noTerminal !== undefined) process.stderr.write(`The question about a doubtful entry is NOT tested: ${noTerminal}.\n`);

describe.skipIf(noTerminal !== undefined)('in a terminal', () => {
  it('a doubtful entry is shown with its doubts, and asked about', async () => {
    const args = ['mcp', 'add', 'x', '--cursor', '--', 'no-such-program'];
    const refusing = inTerminal(home, args);
    await refusing.see('no-such-program');
    await refusing.see('Write this change?');
    refusing.type(`n${keys.enter}`);
    expect(await refusing.ended).toBe(3);
    expect(home.tree()).toEqual({});

    const agreeing = inTerminal(home, args);
    await agreeing.see('there is no program');
    await agreeing.see('Write this change?');
    agreeing.type(`y${keys.enter}`);
    expect(await agreeing.ended).toBe(0);
    expect(home.read('.cursor/mcp.json')).toContain('no-such-program');
  });

  it('a sound one is written at once', async () => {
    const session = inTerminal(home, ['mcp', 'add', 'x', '--cursor', '--', '/bin/sh', 'y']);
    expect(await session.ended).toBe(0);
    expect(session.shown).not.toContain('Write this change?');
  });
});
