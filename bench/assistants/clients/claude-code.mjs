// Claude Code. `claude mcp list` starts every server to see whether it answers, those too that are switched off; a session with a prompt does
// not, but it starts what nobody approved. So each is asked for what it respects.
import { join } from 'node:path';
import { symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeJson, git } from '../machine.mjs';

const states = { Connected: 'runs', 'Failed to connect': 'fails', 'Pending approval': 'waits', Disabled: 'off' };

const all = { enabledMcpjsonServers: ['project'] };
const settings = (folder, name, values) => changeJson(join(folder, '.claude', name), (document) => Object.assign(document, values));
const inLocal = ({ workspace }, values = all) => settings(workspace, 'settings.local.json', values);
const inProject = ({ workspace }, values = all) => settings(workspace, 'settings.json', values);
const inUser = ({ home }, values = all) => settings(home, 'settings.json', values);
/** What Claude Code keeps of a folder in ~/.claude.json. */
const ofFolder = ({ home }, folder, values) =>
  changeJson(join(home, '.claude.json'), (document) => {
    document.projects = { ...document.projects, [folder]: { ...document.projects?.[folder], ...values } };
  });
const trust = (machine, folder = machine.workspace) => ofFolder(machine, folder, { hasTrustDialogAccepted: true });
const plain = ({ base }) => join(base, 'work/plain/sub');
const below = ({ workspace }) => join(workspace, 'sub');
const both =
  (...does) =>
  (machine) =>
    does.forEach((one) => one(machine));

/** Cases of approval: beside each other the record, and where the folder is trusted. */
const gates = [
  { says: 'nothing' },
  { says: 'trusted, no approval', make: (machine) => trust(machine) },
  { says: 'settings.local.json', make: inLocal },
  { says: 'settings.local.json, trust refused', make: both(inLocal, (m) => ofFolder(m, m.workspace, { hasTrustDialogAccepted: false })) },
  { says: 'settings.local.json, trusted', make: both(inLocal, (m) => trust(m)) },
  { says: 'settings.local.json, enableAll', make: (m) => inLocal(m, { enableAllProjectMcpServers: true }) },
  {
    says: 'settings.local.json, enableAll, trusted',
    make: both(
      (m) => inLocal(m, { enableAllProjectMcpServers: true }),
      (m) => trust(m),
    ),
  },
  {
    says: 'settings.local.json, refused and approved, trusted',
    make: both(
      (m) => inLocal(m, { ...all, disabledMcpjsonServers: ['project'] }),
      (m) => trust(m),
    ),
  },
  { says: 'settings.json', make: inProject },
  { says: 'settings.json, trusted', make: both(inProject, (m) => trust(m)) },
  { says: 'settings.json refuses, user approves', make: both((m) => inProject(m, { disabledMcpjsonServers: ['project'] }), inUser) },
  { says: 'user settings', make: inUser },
  { says: 'user settings, enableAll', make: (m) => inUser(m, { enableAllProjectMcpServers: true }) },
  {
    says: 'user settings, enableAll, local refuses',
    make: both(
      (m) => inUser(m, { enableAllProjectMcpServers: true }),
      (m) => inLocal(m, { disabledMcpjsonServers: ['project'] }),
    ),
  },
  {
    says: 'user approves, the project says enableAll false',
    make: both(
      (m) => inUser(m, { enableAllProjectMcpServers: true }),
      (m) => inProject(m, { enableAllProjectMcpServers: false }),
      (m) => trust(m),
    ),
  },
  { says: '.claude.json', make: (m) => ofFolder(m, m.workspace, all) },
  { says: '.claude.json, trusted', make: (m) => ofFolder(m, m.workspace, { ...all, hasTrustDialogAccepted: true }) },
  { says: 'settings.local.json, folder above the repository trusted', make: both(inLocal, (m) => trust(m, dirname(m.workspace))) },
  { says: 'settings.local.json, home trusted', make: both(inLocal, (m) => trust(m, m.home)) },
  { says: 'no repository, settings.local.json', at: plain, make: inLocal },
  { says: 'no repository, settings.local.json, trusted', at: plain, make: both(inLocal, (m) => trust(m)) },
  {
    says: 'no repository, settings.local.json, folder above trusted',
    at: plain,
    make: both(inLocal, (m) => trust(m, dirname(m.workspace))),
  },
  { says: 'no repository, settings.json, folder above trusted', at: plain, make: both(inProject, (m) => trust(m, dirname(m.workspace))) },
  { says: 'no repository, settings.local.json, the root trusted', at: plain, make: both(inLocal, (m) => trust(m, '/')) },
  {
    says: 'a folder below, approved in the repository, trusted there',
    since: '2.1.330',
    at: below,
    make: both(
      (m) => settings(dirname(m.workspace), 'settings.local.json', all),
      (m) => trust(m, dirname(m.workspace)),
    ),
  },
  { says: 'a folder below, approved in it, repository trusted', at: below, make: both(inLocal, (m) => trust(m, dirname(m.workspace))) },
  { says: 'a folder below, approved in it, only it trusted', at: below, make: both(inLocal, (m) => trust(m)) },
  { says: 'a folder below, settings.json in it, only it trusted', at: below, make: both(inProject, (m) => trust(m)) },
  { says: 'through a link, the real folder trusted', at: linked, make: both(inLocal, (m) => trust(m, join(m.base, 'work/shop'))) },
  { says: 'through a link, the link trusted', at: linked, make: both(inLocal, (m) => trust(m)) },
  { says: 'second work tree, the first one trusted', at: worktree, make: both(inLocal, (m) => trust(m, join(m.base, 'work/shop'))) },
  { says: 'second work tree, itself trusted', at: worktree, make: both(inLocal, (m) => trust(m)) },
  {
    says: 'second work tree, settings.json, the first one trusted',
    at: worktree,
    make: both(inProject, (m) => trust(m, join(m.base, 'work/shop'))),
  },
  {
    says: 'second work tree, approved in the first one, trusted there',
    since: '2.1.330',
    at: worktree,
    make: both(
      (m) => settings(join(m.base, 'work/shop'), 'settings.local.json', all),
      (m) => trust(m, join(m.base, 'work/shop')),
    ),
  },
  {
    says: 'settings.local.json in git, trusted',
    make: (m) => {
      inLocal(m);
      trust(m);
      git(m, 'init', '-q');
      addToGit(m);
    },
  },
  {
    says: 'a folder below, approved in it, in git, only it trusted',
    at: below,
    make: both(
      inLocal,
      (m) => trust(m),
      (m) => git({ ...m, workspace: dirname(m.workspace) }, 'init', '-q'),
      addToGit,
    ),
  },
  {
    says: 'a folder below, approved in it, in git, repository trusted',
    at: below,
    make: both(
      inLocal,
      (m) => trust(m, dirname(m.workspace)),
      (m) => git({ ...m, workspace: dirname(m.workspace) }, 'init', '-q'),
      addToGit,
    ),
  },
  { says: 'second work tree, approved in it, in git, only it trusted', at: worktree, make: both(inLocal, (m) => trust(m), addToGit) },
];

function addToGit(machine) {
  git(machine, 'add', '-f', '.claude/settings.local.json');
}

function linked({ base, workspace }) {
  const path = join(base, 'link');
  symlinkSync(workspace, path);
  return path;
}

function worktree(machine) {
  const path = join(machine.base, 'work/second');
  git(machine, 'init', '-q');
  git(machine, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'first');
  git(machine, 'worktree', 'add', '-q', path);
  return path;
}

export default {
  name: 'Claude Code',
  gates,
  program: 'claude',
  path: '@anthropic-ai/claude-code-linux-x64/claude',
  env: ({ loopback }) => ({
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: loopback.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  connect: () => ({ argv: ['claude', 'mcp', 'list'] }),
  session: { argv: ['claude', '-p', 'say hi'], servers: ['off-stdio'] },
  // u-stdio: node … - ✔ Connected
  list: { ignoresSwitch: true, line: /^(\S+): .* - \S+ (Connected|Failed to connect|Pending approval|Disabled)/, states },
  add: {
    stdio: (name, command) => ['claude', 'mcp', 'add', name, '-s', 'user', '-e', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['claude', 'mcp', 'add', name, '-s', 'user', '-t', 'http', url, '-H', 'X-Recorder: own'],
    sse: (name, url) => ['claude', 'mcp', 'add', name, '-s', 'user', '-t', 'sse', url],
  },
  approval: {
    named: /[Ss]tart Claude Code|"claude"/,
    eachServer: true,
    // What the question of Claude Code writes on yes (2.1.197).
    give: ({ workspace }, servers) =>
      changeJson(join(workspace, '.claude/settings.local.json'), (settings) => {
        settings.enabledMcpjsonServers = servers;
      }),
  },
};
