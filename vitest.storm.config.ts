import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import tests from './vitest.config.ts';

/**
 * What is random, killed, parallel or tried at every call, at its full length: test/support/storm.ts says how long that is. The tests of
 * commands as well: here each of their calls starts the built program (test/support/program-home.ts).
 */
const storms = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name).replaceAll('\\', '/'))
  .filter((path) => /\/support\/(storm|program-home)\.ts'/.test(readFileSync(path, 'utf8')));

export default mergeConfig(
  { ...tests, test: { ...tests.test, include: [] } },
  defineConfig({ test: { include: storms, env: { SNAP_STORM: '1' }, testTimeout: 300_000 } }),
);
