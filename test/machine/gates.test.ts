import { describe, expect, it } from 'vitest';
import { closedGates, probe, readDecisions } from '../../src/machine/index.ts';
import { memorySystem } from '../support/memory-system.ts';

const home = '/home/ada';
const server = (name: string): string => JSON.stringify({ mcpServers: { [name]: { command: 'npx' } } });
const gemini = { [`${home}/.gemini/settings.json`]: server('mine') };
const codex = { [`${home}/.codex/auth.json`]: '{}', [`${home}/shop/.codex/config.toml`]: '[mcp_servers.docs]\ncommand = "npx"\n' };
const claude = { [`${home}/shop/.mcp.json`]: server('docs') };

interface Case {
  readonly client: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly cwd?: string;
  readonly isProject?: boolean;
}

/** A git index of version 2 with one entry, whose every number is zero. */
function indexWith(name: string): string {
  const entry = `${'\0'.repeat(62)}${name}`;
  return `DIRC\0\0\0\u0002\0\0\0\u0001${entry.padEnd(Math.floor((entry.length + 8) / 8) * 8, '\0')}${'\0'.repeat(20)}`;
}

/** Why the servers of one client do not run, by their names. */
async function closed({ client, cwd, env = {}, files, isProject = true, links = {}, workspace = `${home}/shop` }: Case) {
  const system = memorySystem({ home, cwd: cwd ?? workspace, env, files, links });
  const facts = await probe(system, { workspace: { path: workspace, isProject } });
  const decisions = await readDecisions(system, facts);
  const found = facts.clients.find((one) => one.client.id === client);
  if (found === undefined) throw new TypeError(client);
  const entries = found.files.flatMap((file) => file.servers.map((entry) => ({ entry, file })));
  return Object.fromEntries(
    entries.map(({ entry, file }) => {
      const [first] = closedGates(decisions, found, file, entry);
      return [entry.name, first === undefined ? 'open' : `${first.kind}${first.isDecided ? '' : ', not decided'}`];
    }),
  );
}

const untrusted = 'folder-not-trusted, not decided';
const trusts = (folder: string, word = 'TRUST_FOLDER'): Readonly<Record<string, string>> => ({
  [`${home}/.gemini/trustedFolders.json`]: JSON.stringify({ [folder]: word }),
});
const level = (folder: string): Readonly<Record<string, string>> => ({
  [`${home}/.codex/config.toml`]: `[projects."${folder}"]\ntrust_level = "trusted"\n`,
});

describe('whether a folder is trusted', () => {
  it.each([
    ['no record', {}, untrusted],
    ['the folder', trusts(`${home}/shop`), 'open'],
    ['the folder with a slash', trusts(`${home}/shop/`), 'open'],
    ['a folder above', trusts('/home'), 'open'],
    ['a folder whose name only begins so', trusts(`${home}/sho`), untrusted],
    ['the parent of a folder beside it', trusts(`${home}/other`, 'TRUST_PARENT'), 'open'],
    ['the folder, which it refuses', trusts(`${home}/shop`, 'DO_NOT_TRUST'), 'folder-not-trusted'],
    ['a link to the folder', trusts('/work'), 'open'],
    ['a folder below', trusts(`${home}/shop/web`), untrusted],
  ])('Gemini CLI: %s', async (_, records, expected) => {
    const links = { '/work': `${home}/shop` };
    expect(await closed({ client: 'gemini', files: { ...gemini, [`${home}/shop/web/x`]: '', ...records }, links })).toEqual({
      mine: expected,
    });
  });

  it.each([
    ['by a file elsewhere', { GEMINI_CLI_TRUSTED_FOLDERS_PATH: '/etc/trust.json' }, 'open'],
    ['by a home elsewhere', { GEMINI_CLI_HOME: '/srv' }, 'open'],
    ['by a variable', { GEMINI_CLI_TRUST_WORKSPACE: 'true' }, 'open'],
    ['by a variable that means nothing', { GEMINI_CLI_TRUST_WORKSPACE: '1' }, untrusted],
  ])('Gemini CLI: %s', async (_, env, expected) => {
    const file = JSON.stringify({ [`${home}/shop`]: 'TRUST_FOLDER' });
    const files = {
      ...gemini,
      '/srv/.gemini/settings.json': server('mine'),
      '/etc/trust.json': file,
      '/srv/.gemini/trustedFolders.json': file,
    };
    expect(await closed({ client: 'gemini', files, env })).toEqual({ mine: expected });
  });

  it('Gemini CLI: not asked of a home directory, nor where no project is open', async () => {
    expect(await closed({ client: 'gemini', files: gemini, workspace: home })).toEqual({ mine: 'open' });
    expect(await closed({ client: 'gemini', files: gemini, isProject: false })).toEqual({ mine: 'open' });
  });

  it.each([
    ['no record', {}, untrusted],
    ['the folder', level(`${home}/shop`), 'open'],
    ['a folder above that is no repository', level(home), untrusted],
    ['a link to the folder', level('/work'), 'open'],
  ])('Codex: %s', async (_, records, expected) => {
    expect(await closed({ client: 'codex', files: { ...codex, ...records }, links: { '/work': `${home}/shop` } })).toEqual({
      docs: expected,
    });
  });

  it('Codex: the repository that the workspace is a part of', async () => {
    const files = { ...codex, ...level(home), [`${home}/.git/HEAD`]: 'ref: refs/heads/main\n' };
    expect(await closed({ client: 'codex', files })).toEqual({ docs: 'open' });
  });

  it('Codex: of a second work tree the first one', async () => {
    const files = {
      ...codex,
      ...level('/srv/main'),
      [`${home}/shop/.git`]: 'gitdir: /srv/main/.git/worktrees/shop\n',
      '/srv/main/.git/worktrees/shop/gitdir': `${home}/shop/.git\n`,
      '/srv/main/.git/worktrees/shop/commondir': '../..\n',
    };
    expect(await closed({ client: 'codex', files })).toEqual({ docs: 'open' });
  });

  it('is not said of an assistant that is not there', async () => {
    const { [`${home}/.codex/auth.json`]: _, ...files } = codex;
    expect(await closed({ client: 'codex', files })).toEqual({ docs: 'open' });
    expect(await closed({ client: 'claude-code', files: claude })).toEqual({ docs: 'open' });
  });
});

describe('whether a server is approved', () => {
  const settings = (value: unknown): string => JSON.stringify(value);
  const trusting = (folder: string): string => settings({ projects: { [folder]: { hasTrustDialogAccepted: true } } });
  it.each([
    ['no record', {}, 'not-approved, not decided'],
    [
      'by the person for this project',
      { 'shop/.claude/settings.local.json': settings({ enabledMcpjsonServers: ['docs'] }) },
      'not-approved, not decided',
    ],
    [
      'by the person for this project, which is trusted',
      { 'shop/.claude/settings.local.json': settings({ enabledMcpjsonServers: ['docs'] }), '.claude.json': trusting(`${home}/shop`) },
      'open',
    ],
    [
      'by the person for this project, the folder above it trusted',
      { 'shop/.claude/settings.local.json': settings({ enabledMcpjsonServers: ['docs'] }), '.claude.json': trusting(home) },
      'not-approved, not decided',
    ],
    [
      'by the person for all, the trusted project for none',
      {
        '.claude/settings.json': settings({ enableAllProjectMcpServers: true }),
        'shop/.claude/settings.json': settings({ enableAllProjectMcpServers: false }),
        '.claude.json': trusting(`${home}/shop`),
      },
      'not-approved, not decided',
    ],
    [
      'by the person for all, a project that is not trusted for none',
      {
        '.claude/settings.json': settings({ enableAllProjectMcpServers: true }),
        'shop/.claude/settings.json': settings({ enableAllProjectMcpServers: false }),
      },
      'open',
    ],
    ['by the person everywhere', { '.claude/settings.json': settings({ enableAllProjectMcpServers: true }) }, 'open'],
    ['by the repository', { 'shop/.claude/settings.json': settings({ enableAllProjectMcpServers: true }) }, 'not-approved, not decided'],
    [
      'by the repository in a trusted folder',
      {
        'shop/.claude/settings.json': settings({ enabledMcpjsonServers: ['docs'] }),
        '.claude.json': trusting(`${home}/shop`),
      },
      'open',
    ],
    ['refused by the repository', { 'shop/.claude/settings.json': settings({ disabledMcpjsonServers: ['docs'] }) }, 'not-approved'],
    [
      'where an older version kept it',
      { '.claude.json': settings({ projects: { '/home/ada/shop': { enabledMcpjsonServers: ['docs'] } } }) },
      'not-approved, not decided',
    ],
    [
      'where an older version kept it, in a trusted folder',
      { '.claude.json': settings({ projects: { '/home/ada/shop': { enabledMcpjsonServers: ['docs'], hasTrustDialogAccepted: true } } }) },
      'open',
    ],
    ['in a file that does not parse', { 'shop/.claude/settings.local.json': '{ "enabledMcpjsonServers": [' }, 'open'],
  ])('Claude Code: %s', async (_, records, expected) => {
    const files = Object.fromEntries(Object.entries(records).map(([name, text]) => [`${home}/${name}`, text]));
    expect(await closed({ client: 'claude-code', files: { [`${home}/.claude.json`]: '{}', ...claude, ...files } })).toEqual({
      docs: expected,
    });
  });

  it.each([
    ['git does not track it', 'readme.md', `${home}/shop/sub`, 'open'],
    ['git tracks it', 'sub/.claude/settings.local.json', `${home}/shop/sub`, 'not-approved, not decided'],
    ['git tracks it in another case', 'sub/.claude/Settings.local.json', `${home}/shop/sub`, 'not-approved, not decided'],
    ['git tracks it, and the repository is trusted', 'sub/.claude/settings.local.json', `${home}/shop`, 'open'],
    ['nothing was added to git yet', undefined, `${home}/shop/sub`, 'open'],
    ['the index cannot be read, so that nothing is said', '', `${home}/shop/sub`, 'open'],
  ])('Claude Code: below the top of a repository, where only that folder is trusted: %s', async (_, name, folder, expected) => {
    const files = {
      ...claude,
      [`${home}/.claude.json`]: trusting(folder),
      [`${home}/shop/.git/HEAD`]: 'ref: refs/heads/main\n',
      [`${home}/shop/sub/.claude/settings.local.json`]: settings({ enabledMcpjsonServers: ['docs'] }),
      ...(name === undefined ? {} : { [`${home}/shop/.git/index`]: name === '' ? 'damaged' : indexWith(name) }),
    };
    expect(await closed({ client: 'claude-code', files, cwd: `${home}/shop/sub` })).toEqual({ docs: expected });
  });

  it('Claude Code: everything, where the file of its state has more than a megabyte', async () => {
    const large = settings({ history: 'x'.repeat(1_200_000), projects: { '/home/ada/shop': { disabledMcpServers: ['docs'] } } });
    expect(await closed({ client: 'claude-code', files: { ...claude, [`${home}/.claude.json`]: large } })).toEqual({
      docs: 'switched-off',
    });
  });
});
