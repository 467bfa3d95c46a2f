import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../../../src');
/** How the code names what it looks for on a PATH: a new program is trapped by being there. */
const named = /\b(?:programNamed\(\w+, |locateOnPath\(\w+, \w+, |onPath\(|onPath: )'([\w.-]+)'/g;
/** Started by their files, or by programs that snap starts. */
const others = [
  'secret-tool',
  'security',
  'open',
  'ps',
  'sh',
  'cmd',
  'node',
  'npm',
  'npx',
  'docker',
  'gpg',
  'ssh',
  'snap',
  'snap-mcp',
  'true',
];

/** The programs that snap starts by their names. */
export function startedPrograms(): readonly string[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name) =>
    Array.from(readFileSync(join(sources, name), 'utf8').matchAll(named), ([, program = '']) => program),
  );
  return [...new Set(found)].toSorted();
}

export interface Traps {
  /** The directories with traps first, then the real ones. */
  readonly path: string;
  /** What ran, with its arguments. */
  ran(): readonly string[];
}

/**
 * Fills directories of a project with traps, named after every program that snap starts and every one that this machine has, and a PATH that begins
 * with them in each way that was thought of.
 */
export function plantTraps(home: string, project: string): Traps {
  const mark = join(home, 'traps-that-ran');
  const bin = join(project, 'node_modules/.bin');
  const trap = join(project, 'trap');
  for (const directory of [bin, join(project, 'tools')]) mkdirSync(directory, { recursive: true });
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${mark}'\n`);
  chmodSync(trap, 0o755);
  const machine = ['/usr/bin', '/bin', '/usr/local/bin'].flatMap((directory) => (existsSync(directory) ? readdirSync(directory) : []));
  for (const name of new Set([...startedPrograms(), ...others, ...machine])) symlinkSync(trap, join(bin, name));
  symlinkSync(project, join(home, 'link-to-project'));
  symlinkSync(bin, join(home, 'link-to-programs'));
  for (const name of startedPrograms()) symlinkSync(trap, join(project, 'tools', name));
  const hostile = [
    bin,
    '.',
    '',
    'tools',
    'node_modules/.bin',
    join(project, 'tools'),
    join(home, 'link-to-project/tools'),
    join(home, 'link-to-programs'),
  ];
  return {
    path: [...hostile, process.env['PATH'] ?? ''].join(':'),
    ran: () => (existsSync(mark) ? readFileSync(mark, 'utf8').trimEnd().split('\n') : []),
  };
}
