import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesRules } from '../../../src/snapshots/look/capture-rules.ts';
import { defaultLimits, roomFor, workspaceLimit } from '../../../src/snapshots/upkeep/space-limits.ts';
import { snapshotRefusal } from '../../../src/snapshots/refusal.ts';
import { isMissedWhenIgnored, isSecretName } from '../../../src/snapshots/look/secret-files.ts';
import { parseGitIndex } from '../../../src/workspace/index.ts';
import { trackedFiles } from '../../../src/snapshots/look/tracked-files.ts';
import { isRacy } from '../../../src/snapshots/look/take-leaf.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const gibibyte = 1024 ** 3;

describe('room', () => {
  it.each([
    { name: 'a large disk: 2 GiB', free: 1000 * gibibyte, onDisk: 0, onDiskOfAll: 0, room: 2 * gibibyte },
    { name: '5 % of a small one', free: 20 * gibibyte, onDisk: 0, onDiskOfAll: 0, room: gibibyte },
    { name: 'less what the workspace has', free: 1000 * gibibyte, onDisk: gibibyte, onDiskOfAll: gibibyte, room: gibibyte },
    { name: 'less what all have', free: 1000 * gibibyte, onDisk: 0, onDiskOfAll: 9.5 * gibibyte, room: 0.5 * gibibyte },
    { name: 'none when all is taken', free: 1000 * gibibyte, onDisk: 0, onDiskOfAll: 11 * gibibyte, room: 0 },
    { name: 'none on a disk that is nearly full', free: 0.4 * gibibyte, onDisk: 0, onDiskOfAll: 0, room: 0 },
  ])('$name', ({ room, ...have }) => {
    expect(roomFor(have)).toBe(room);
  });

  it('the limit does not shrink because the store grows into it', () => {
    expect(workspaceLimit(19 * gibibyte, gibibyte)).toBe(workspaceLimit(20 * gibibyte, 0));
    expect(defaultLimits.file).toBe(50 * 1024 * 1024);
  });
});

describe('directories that are no project', () => {
  const system = { ...nodeSystem({ home: '/home/me', cwd: '/', env: { TMPDIR: '/scratch/' } }), platform: 'linux' as const };
  it.each(['/', '/home', '/home/me', '/home/me/Desktop', '/home/me/Documents', '/home/me/Downloads', '/tmp', '/var/tmp', '/scratch'])(
    '%s',
    (root) => {
      expect(snapshotRefusal(system, { root })).toMatch(/no snapshot is taken/);
    },
  );
  it.each(['/home/me/project', '/home/me/Documents/project', '/tmp/project', '/home/me/desktop', '/srv'])('but %s is', (root) => {
    expect(snapshotRefusal(system, { root })).toBeUndefined();
  });
  it('on Windows', () => {
    const windows = { ...system, platform: 'win32' as const, home: 'C:\\Users\\Me', env: { TEMP: 'C:\\Users\\Me\\AppData\\Local\\Temp' } };
    const refused = [
      'C:\\',
      'D:\\',
      'c:\\users\\me',
      'C:\\Users\\Me\\Desktop',
      'C:\\Users\\Me\\OneDrive\\Documents',
      'C:\\Users\\Me\\AppData\\Local\\Temp',
    ];
    for (const root of refused) expect(snapshotRefusal(windows, { root })).toBeDefined();
    expect(snapshotRefusal(windows, { root: 'C:\\Users\\Me\\Desktop\\project' })).toBeUndefined();
  });
});

describe('names', () => {
  it.each([
    '.env',
    'a/.env.production',
    '.envrc',
    'x.pem',
    '.npmrc',
    'id_rsa',
    'deploy/prod.env',
    '.ENV',
    '.git-credentials',
    '.aws/credentials',
    'config/credentials.json',
    'secrets.yml',
    'live.tfvars',
    'terraform.tfstate',
  ])('%s is a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(['.env.example', '.environment', 'env', 'x.pem.txt', 'a.env/b', 'id_rsa.pub'])('%s is none', (name) =>
    expect(isSecretName(name)).toBe(false),
  );
  it.each(['.env.example', 'db.local', '.claude/settings.local.json', 'a/.vscode/launch.json'])('%s would be missed', (name) => {
    expect(isMissedWhenIgnored(name)).toBe(true);
  });
  it.each(['a.o', 'dist/x.js', '.vscode/cache.json', 'local'])('%s would not', (name) => expect(isMissedWhenIgnored(name)).toBe(false));
  it.each([
    ['.gitignore', true],
    ['a/.gitignore', true],
    ['.snap/settings.json', true],
    ['a.gitignore', false],
    ['src/a.ts', false],
  ])('%s changes the rules: %s', (path, expected) => expect(changesRules(path)).toBe(expected));
});

describe('racy', () => {
  const now = 1_700_000_000_500;
  it.each([
    { name: 'old', mtimeMs: now - 200.5, ctimeMs: now - 150.5, racy: false },
    { name: 'changed just now', mtimeMs: now - 0.5, ctimeMs: now - 0.5, racy: true },
    { name: 'an old mtime that was set just now', mtimeMs: 5_000.5, ctimeMs: now - 10.5, racy: true },
    { name: 'in the future', mtimeMs: now + 1e9, ctimeMs: now - 1e9, racy: true },
    { name: 'whole seconds, two of them ago', mtimeMs: now - 1_500, ctimeMs: now - 1_500, racy: true },
    { name: 'whole seconds, long ago', mtimeMs: now - 3_500, ctimeMs: now - 3_500, racy: false },
  ])('$name: $racy', ({ racy, ...stats }) => expect(isRacy(stats, now)).toBe(racy));
});

describe("git's index", () => {
  const git = (at: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-C', at, ...args], {
      env: { PATH: process.env['PATH'], HOME: at },
    }).toString('latin1');

  it.each([
    { version: '2', format: 'sha1' },
    { version: '3', format: 'sha1' },
    { version: '4', format: 'sha1' },
    { version: '2', format: 'sha256' },
    { version: '4', format: 'sha256' },
  ])('version $version, $format: the names that git lists', ({ format, version }) => {
    const home = temporaryHome();
    git(home.path, 'init', '-q', `--object-format=${format}`, 'r');
    const names = Array.from({ length: 300 }, (_, i) => `d${i % 17}/${'n'.repeat(i % 90)}${i}é`);
    for (const name of names) home.put(`r/${name}`, name);
    git(home.at('r'), 'add', '-A');
    if (version === '3') {
      home.put('r/later', '');
      git(home.at('r'), 'add', '-N', 'later');
    }
    git(home.at('r'), 'update-index', '--index-version', version === '3' ? '2' : version);
    const bytes = readFileSync(home.at('r/.git/index'));
    expect(String(bytes.readUInt32BE(4))).toBe(version);
    expect(parseGitIndex(bytes)?.names).toEqual(git(home.at('r'), 'ls-files', '-z').split('\0').slice(0, -1));
    for (let length = 0; length < bytes.length; length += 211) expect(parseGitIndex(bytes.subarray(0, length))?.names).toBeUndefined();
  });

  it('one that leans on another is not read', () => {
    const home = temporaryHome();
    git(home.path, 'init', '-q', 'r');
    home.put('r/a', 'a');
    git(home.at('r'), 'add', '-A');
    git(home.at('r'), 'update-index', '--split-index');
    home.put('r/b', 'b');
    git(home.at('r'), 'add', '-A');
    expect(parseGitIndex(readFileSync(home.at('r/.git/index')))?.names).toBeUndefined();
  });

  it('finds files and the directories above them', () => {
    const tracked = trackedFiles(['a', 'a-b/c', 'a/x', 'b/d/e'].sort());
    expect(['a', 'a-b/c', 'b/d/e', 'b/d', 'c', 'a-b'].map((file) => tracked.has(file))).toEqual([true, true, true, false, false, false]);
    expect(['a', 'a-b', 'b', 'b/d', 'b/d/e', 'c', 'a-'].map((name) => tracked.hasBelow(name))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
