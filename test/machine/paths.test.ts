import { describe, expect, it } from 'vitest';
import { directoryOf, isAbsolutePath, joinPath, looksLikePath, nameOf, programName, startDirectory } from '../../src/machine/paths.ts';

describe('an absolute path', () => {
  it.each([
    ['/usr/bin/node', 'linux', true],
    ['./node', 'linux', false],
    ['node', 'linux', false],
    ['~/bin', 'linux', false],
    ['', 'linux', false],
    [String.raw`C:\x`, 'linux', false],
    [String.raw`C:\x`, 'win32', true],
    ['C:/x', 'win32', true],
    // Of the current drive, and of the current directory of a drive.
    [String.raw`\x`, 'win32', false],
    ['C:x', 'win32', false],
    [String.raw`\\server\share\x`, 'win32', true],
    ['/usr/bin/node', 'win32', false],
  ] as const)('%j on %s: %s', (path, platform, expected) => {
    expect(isAbsolutePath(path, platform)).toBe(expected);
  });
});

describe('joining', () => {
  it.each([
    ['/a', './b/../c', 'linux', '/a/c'],
    ['/a', '/b', 'linux', '/b'],
    [String.raw`C:\a`, 'b/c', 'win32', String.raw`C:\a\b\c`],
    [String.raw`C:\a`, String.raw`D:\b`, 'win32', String.raw`D:\b`],
  ] as const)('%s and %s', (from, path, platform, expected) => {
    expect(joinPath(from, path, platform)).toBe(expected);
  });
});

describe('the start directory', () => {
  it.each([
    ['what the client says, where the entry says nothing', undefined, '/p', '/p'],
    ['nobody knows', undefined, undefined, undefined],
    ['what the entry says in full', '/x', '/p', '/x'],
    ['seen from where the client starts it', './x', '/p', '/p/x'],
    ['relative to nobody knows what', './x', undefined, undefined],
  ] as const)('%s', (_, cwd, startsIn, expected) => {
    expect(startDirectory(cwd, startsIn, 'linux')).toBe(expected);
  });
});

describe('an argument that is a path by its form', () => {
  it.each(['./server.js', '../x', '/opt/x', '/home/ada/x.py', String.raw`C:\x`, 'C:/x', '~/x', String.raw`.\x`])('%s', (arg) => {
    expect(looksLikePath(arg)).toBe(true);
  });
  it.each([
    '-y',
    '--root=/opt/x',
    '@scope/name',
    'owner/repo',
    'server.js',
    'https://x.example/a',
    'file:///x',
    'npm:x',
    '/c',
    '/',
    '',
    '*.ts',
    './a|b',
    '${HOME}/x',
    '%APPDATA%/x',
    'a\n/b/c',
    '/v1/{id}/x',
    '.',
    '..',
    'github:owner/repo',
  ])('%j is none', (arg) => {
    expect(looksLikePath(arg)).toBe(false);
  });
});

it.each([
  ['/usr/bin/npx', 'npx'],
  [String.raw`C:\Program Files\nodejs\NPX.CMD`, 'npx'],
  ['node.exe', 'node'],
  ['server.js', 'server.js'],
  ['/usr/bin/', 'bin'],
])('the program of %s is %s', (command, expected) => {
  expect(programName(command)).toBe(expected);
});

it('the name and the directory of a path, whichever way its separators lean', () => {
  expect(nameOf(String.raw`C:\a\b.js`)).toBe('b.js');
  expect(nameOf('/a/b')).toBe('b');
  expect(directoryOf('/a/b', 'linux')).toBe('/a');
  expect(directoryOf(String.raw`C:\a\b`, 'win32')).toBe(String.raw`C:\a`);
  expect(directoryOf('b', 'linux')).toBe('.');
});
