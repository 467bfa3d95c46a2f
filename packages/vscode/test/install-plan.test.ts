import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/machine/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { temporaryHome } from '../../../test/support/temporary-home.ts';
import { installPlan, type InstallFacts } from '../src/install-plan.ts';
import { describeOther } from '../src/observe/describe-other.ts';

const facts: InstallFacts = {
  clone: '/home/ana/snap',
  home: '/home/ana',
  platform: 'linux',
  isBuilt: true,
  hasOthers: false,
  word: (text) => shellWord(text, 'linux'),
};

describe('installing the CLI from its clone', () => {
  it('is what README says where no other program has the name', () => {
    expect(installPlan(facts)?.command).toBe('npm install -g .');
    expect(installPlan({ ...facts, isBuilt: false })?.command).toBe('npm install && npm install -g .');
  });

  it('never asks npm for anything, and never replaces anything, where another program has the name', () => {
    const plan = installPlan({ ...facts, hasOthers: true });
    expect(plan?.command).toBe('mkdir -p /home/ana/.local/bin && ln -s /home/ana/snap/dist/main.js /home/ana/.local/bin/snap-mcp');
    for (const isBuilt of [true, false]) expect(installPlan({ ...facts, isBuilt, hasOthers: true })?.command).not.toMatch(/-g|force|-f\b/);
    // Where no such command is known, there is none.
    expect(installPlan({ ...facts, hasOthers: true, platform: 'win32' })).toBeUndefined();
    expect(installPlan({ ...facts, hasOthers: true, clone: '/home/ana/a\nb' })).toBeUndefined();
  });

  it('adds one link in a home where another program is called snap, and none where something is there', () => {
    const home = temporaryHome();
    home.put("it's $(a) clone/dist/main.js", '#!/bin/sh\necho ours\n');
    chmodSync(home.at("it's $(a) clone/dist/main.js"), 0o755);
    const other = home.put('.local/bin/snap', '#!/bin/sh\necho other\n');
    const plan = installPlan({ ...facts, home: home.path, clone: home.at("it's $(a) clone"), hasOthers: true });
    const run = (): string =>
      execFileSync('/bin/sh', ['-c', plan?.command ?? ''], {
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }).toString();
    run();
    expect(execFileSync(home.at('.local/bin/snap-mcp')).toString()).toBe('ours\n');
    expect(readlinkSync(home.at('.local/bin/snap-mcp'))).toBe(home.at("it's $(a) clone/dist/main.js"));
    expect(readFileSync(other, 'utf8')).toContain('echo other');
    expect(run).toThrow(/[Ff]ile exists/);
    execFileSync('/bin/sh', ['-c', plan?.removes.replace('Remove it with: ', '') ?? '']);
    expect(existsSync(home.at('.local/bin/snap-mcp'))).toBe(false);
  });
});

describe('a program of others', () => {
  it('is described by its files alone', async () => {
    const home = temporaryHome();
    const system = nodeSystem({ home: home.path, env: {}, cwd: home.path });
    const inPackage = home.put('lib/node_modules/@some/snap/cli.js', '#!/usr/bin/env node\n');
    expect(await describeOther(system, inPackage)).toBe('of the npm package @some/snap');
    expect(await describeOther(system, home.put('bin/snap', '\x7fELF'))).toBe('a compiled program');
    expect(await describeOther(system, home.put('bin/other', '#!/bin/sh\n'))).toBeUndefined();
  });
});
