import { describe, expect, it } from 'vitest';
import { namedPaths } from '../../../src/doctor/survey/this-program.ts';

describe('the paths that an entry names', () => {
  it.each([
    ['the start directory', '/srv', [], [['cwd', '/srv', undefined]]],
    ['the word after --workspace', undefined, ['mcp', '--workspace', 'here'], [['workspace', 'here', 2]]],
    ['the value of --workspace=', undefined, ['--workspace=/p'], [['workspace', '/p', 0]]],
    ['arguments with the form of a path', undefined, ['-y', './server.js', 'pkg'], [['argument', './server.js', 1]]],
    ['nothing else', undefined, ['--port', '80'], []],
  ] as const)('are %s', (_, cwd, args, expected) => {
    expect([...namedPaths(cwd, args)].map(({ where, written, index }) => [where, written, index])).toEqual(expected);
  });
});
