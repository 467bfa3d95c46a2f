import { describe, expect, it } from 'vitest';
import { buildCommandOf } from '../../../src/checks/programs/build/build-command.ts';
import type { Package } from '../../../src/workspace/packages/index.ts';

const packageWith = (names: readonly string[], manifest: object = {}): Package => ({
  directory: '',
  names: [...names, ...(Object.keys(manifest).length === 0 ? [] : ['package.json'])],
  manifest: { ...manifest },
  pyproject: '',
});
const build = { scripts: { build: 'x' } };
const empty = packageWith([]);

describe('the command that builds', () => {
  it.each<[string, Package, Package, string | undefined]>([
    ['a package without lock file', packageWith([], build), empty, 'npm run build'],
    ['one with a lock file of npm', packageWith(['package-lock.json'], build), empty, 'npm run build'],
    ['of pnpm', packageWith(['pnpm-lock.yaml'], build), empty, 'pnpm run build'],
    ['of yarn', packageWith(['yarn.lock'], build), empty, 'yarn run build'],
    ['of bun', packageWith(['bun.lock'], build), empty, 'bun run build'],
    ['of bun, in its older form', packageWith(['bun.lockb'], build), empty, 'bun run build'],
    [
      'one that names its package manager',
      packageWith(['package-lock.json'], { ...build, packageManager: 'pnpm@9.1.0+sha512.ab' }),
      empty,
      'pnpm run build',
    ],
    ['one that names one nobody knows', packageWith(['yarn.lock'], { ...build, packageManager: 'foo@1' }), empty, 'yarn run build'],
    ['a member of a workspace', packageWith([], build), packageWith(['pnpm-workspace.yaml']), 'pnpm run build'],
    ['a member whose root names the manager', packageWith([], build), packageWith([], { packageManager: 'yarn@4.0.0' }), 'yarn run build'],
    ['one with another script', packageWith([], { scripts: { compile: 'x', test: 'y' } }), empty, 'npm run compile'],
    ['one that only has a compiler', packageWith(['tsconfig.json'], { devDependencies: { typescript: '5' } }), empty, 'tsc -b'],
    ['a crate', packageWith(['Cargo.toml', 'Cargo.lock']), empty, 'cargo check --offline --workspace --all-targets --message-format=short'],
    ['a module of Go', packageWith(['go.mod', 'go.sum']), empty, 'go build ./...'],
    ['Maven', packageWith(['pom.xml']), empty, 'mvn --offline --batch-mode --quiet --no-transfer-progress test-compile'],
    [
      'Maven with its wrapper',
      packageWith(['pom.xml', 'mvnw']),
      empty,
      './mvnw --offline --batch-mode --quiet --no-transfer-progress test-compile',
    ],
    ['Gradle', packageWith(['build.gradle']), empty, 'gradle --offline --no-daemon --console=plain --quiet testClasses'],
    [
      'Gradle with its wrapper',
      packageWith(['build.gradle.kts', 'gradlew']),
      empty,
      './gradlew --offline --no-daemon --console=plain --quiet testClasses',
    ],
    ['a project of Python', packageWith(['pyproject.toml']), empty, 'python: compile every file in memory'],
    ['scripts of Python', packageWith(['main.py', 'requirements.txt']), empty, 'python: compile every file in memory'],
    ['a crate with a script for its web part', packageWith(['Cargo.toml'], build), empty, 'npm run build'],
    ['a package without a build', packageWith([], { scripts: { test: 'x' } }), empty, undefined],
    ['an empty folder', empty, empty, undefined],
  ])('%s', (_, one, root, expected) => expect(buildCommandOf(one, root)?.shown).toBe(expected));

  it('never lets pnpm install first', () => {
    expect(buildCommandOf(packageWith(['pnpm-lock.yaml'], build), empty)?.env).toMatchObject({
      npm_config_verify_deps_before_run: 'false',
    });
  });

  it('names the scripts before and after it, which run too', () => {
    expect(buildCommandOf(packageWith([], build), empty)?.scripts).toEqual(['prebuild', 'build', 'postbuild']);
  });
});
