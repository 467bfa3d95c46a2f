import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { System, WritableSystem } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { type WritableOptions, writableSystem } from '../../src/system/writable.ts';
import { removeTree } from './processes.ts';

/** A home directory on the real disk, gone when the test is over. */
export interface TemporaryHome {
  readonly path: string;
  readonly system: System;
  /** Each call is another run of snap in this home. */
  run(options?: WritableOptions): WritableSystem;
  at(...names: string[]): string;
  /** Writes a file, with the directories around it. */
  put(name: string, content: string | Uint8Array): string;
  text(name: string): string;
  /** Every file and directory below the home except snap's own, sorted; directories end in a slash. */
  tree(): readonly string[];
  /** Everything below snap's own directories. */
  ownTree(): readonly string[];
}

/** `inMemory`: on a disk in memory where there is one, for tests that make hundreds of homes. */
export function temporaryHome({ inMemory = false } = {}): TemporaryHome {
  const base = inMemory && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const path = realpathSync(mkdtempSync(join(base, 'snap-home-')));
  onTestFinished(() => removeTree(path));
  return homeAt(path);
}

/** A home that is there already. */
export function homeAt(path: string): TemporaryHome {
  const system = nodeSystem({ home: path, cwd: path, env: { HOME: path, SNAP_DATA_DIR: join(path, '.snap-mcp') } });
  const at = (...names: string[]) => join(path, ...names);
  return {
    path,
    system,
    run: (options) => writableSystem(system, options),
    at,
    put(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    text: (name) => readFileSync(at(name), 'utf8'),
    tree: () => walk(path, '').filter((name) => !name.startsWith('.snap-mcp/')),
    ownTree: () => walk(at('.snap-mcp'), ''),
  };
}

function walk(base: string, below: string): string[] {
  return readdirSync(join(base, below), { withFileTypes: true })
    .flatMap((entry) => {
      const name = `${below}${entry.name}`;
      return entry.isDirectory() ? [`${name}/`, ...walk(base, `${name}/`)] : [name];
    })
    .sort();
}
