import { describe, expect, it } from 'vitest';
import { unsavedOf } from '../src/changing/unsaved.ts';
import { fixTitle } from '../src/problems/fix-title.ts';
import { messageOf, problemsOf } from '../src/problems/problems.ts';
import { linesOf, rangeOf } from '../src/problems/range.ts';
import { watchedFolders } from '../src/problems/watched-folders.ts';
import { countsText, findingGroups } from '../src/views/finding-groups.ts';
import { namedIn } from '../src/views/findings.ts';
import type { ConfigFinding } from '../src/core.ts';

const text = '{\r\n  "servers": {\r\n    "a \\" b": { command: x.y }\r\n  }\r\n}\r\n';

describe('what is underlined', () => {
  it.each([
    ['a quoted text with its escapes', { line: 3, column: 5 }, { line: 2, from: 4, to: 12 }],
    ['a word', { line: 3, column: 17 }, { line: 2, from: 16, to: 23 }],
    ['one character', { line: 2, column: 14 }, { line: 1, from: 13, to: 14 }],
    ['the last character where the position is behind the end', { line: 2, column: 90 }, { line: 1, from: 13, to: 14 }],
    ['one character of an empty line', { line: 6, column: 1 }, { line: 5, from: 0, to: 1 }],
    ['one character where the line is not there', { line: 90, column: 3 }, { line: 89, from: 2, to: 3 }],
    ['the first line where there is no position', {}, { line: 0, from: 0, to: 1 }],
    ['the word where there is no column', { line: 2 }, { line: 1, from: 0, to: 1 }],
  ])('is %s', (_what, at, range) => {
    expect(rangeOf(at, linesOf(text))).toEqual(range);
  });

  it('is one character where the text is not known', () => {
    expect(rangeOf({ line: 2, column: 3 }, undefined)).toEqual({ line: 1, from: 2, to: 3 });
  });
});

const client = (name: string) => ({ name }) as ConfigFinding['client'];
const finding = (more: Partial<ConfigFinding>): ConfigFinding => ({
  id: 'unparsable',
  severity: 'error',
  client: client('Cursor'),
  alsoClients: [],
  path: '/home/ada/.cursor/mcp.json',
  line: 2,
  column: 3,
  message: 'Cursor cannot read it.',
  fingerprint: 'f',
  ...more,
});

describe('the Problems panel', () => {
  it('reads a file once for all of its findings', () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, line) => finding({ line: line + 1 }));
    const problems = problemsOf(many, () => ((reads += 1), text));
    expect([problems.get('/home/ada/.cursor/mcp.json')?.length, reads]).toEqual([1_000, 1]);
  });

  it('hides nothing of a name', () => {
    const message = 'Cursor cannot start "a\u200B\u202Eb\u{E0041}".';
    expect(messageOf(finding({ message }))).toBe('Cursor cannot start "a b ".');
    expect(fixTitle({ says: 'remove "a\u202E"' })).toBe('Remove "a "');
  });

  it('has errors and warnings at their files, and no notes', () => {
    const problems = problemsOf(
      [
        finding({}),
        finding({ severity: 'warning', path: '/home/ada/.zed/settings.json', id: 'other' }),
        finding({ severity: 'info' }),
        finding({ path: undefined }),
      ],
      () => text,
    );
    expect([...problems].map(([path, list]) => [path, list.map(({ id, range, severity }) => ({ id, range, severity }))])).toEqual([
      ['/home/ada/.cursor/mcp.json', [{ id: 'unparsable', severity: 'error', range: { line: 1, from: 2, to: 11 } }]],
      ['/home/ada/.zed/settings.json', [{ id: 'other', severity: 'warning', range: { line: 1, from: 2, to: 11 } }]],
    ]);
  });

  it.each([
    ['names the assistant once', {}, 'Cursor cannot read it.'],
    ['names the assistant that the message does not', { message: 'A comma is missing.' }, 'Cursor: A comma is missing.'],
    ['names all who read the file', { alsoClients: [client('Zed')] as never }, 'Cursor, Zed: Cursor cannot read it.'],
    ['says what to do', { hint: 'Fix it.' }, 'Cursor cannot read it.\nFix it.'],
    [
      'names the quick fix in place of the command',
      { hint: '"snap mcp repair" can fix it.', fix: { kind: 'safe', says: 'write a comma', edit: {} as never } as const },
      'Cursor cannot read it.\nQuick fix: write a comma.',
    ],
    ['says what is of the machine', { client: undefined, message: 'No Node.' }, 'No Node.'],
  ])('%s', (_what, more, message) => {
    expect(messageOf(finding(more))).toBe(message);
  });
});

describe('the view', () => {
  it('is by assistant, the worst first', () => {
    const groups = findingGroups([
      finding({ client: client('Zed'), severity: 'info' }),
      finding({ client: client('Cursor'), severity: 'warning' }),
      finding({ client: client('Cursor'), severity: 'error' }),
      finding({ client: undefined, severity: 'warning' }),
    ]);
    expect(groups.map(({ findings, name }) => `${name}: ${countsText(findings)}`)).toEqual([
      'Cursor: 1 error, 1 warning',
      'This machine: 1 warning',
      'Zed: 1 note',
    ]);
    expect(groups[0]?.findings.map(({ severity }) => severity)).toEqual(['error', 'warning']);
  });
});

it('a fix says what it does, and that it allows more', () => {
  expect(fixTitle({ says: 'replace "shim" by "--stdio"' })).toBe('Replace "shim" by "--stdio"');
  expect(fixTitle({ says: 'trust the folder', loosens: true })).toBe('Trust the folder (this allows more than before)');
});

it('a file with unsaved changes is not written', () => {
  const open = [
    { path: '/a', isDirty: true },
    { path: '/b', isDirty: false },
  ];
  expect(unsavedOf(['/a', '/b', '/a', '/c'], open)).toEqual(['/a']);
});

it('folders of files that are there, or of assistants that are, are watched', () => {
  const file = { state: 'ok', installed: false };
  expect([
    ...watchedFolders([
      { ...file, path: '/home/ada/.cursor/mcp.json' },
      { ...file, path: '/home/ada/.zed/settings.json', target: '/dotfiles/zed.json' },
      { ...file, path: '/home/ada/.kiro/settings/mcp.json', state: 'absent' },
      { ...file, path: '/home/ada/.gemini/settings.json', state: 'absent', installed: true },
      { ...file, path: '/work/*/x.json', installed: true },
      { ...file, path: 'C:\\Users\\ada\\.cursor\\mcp.json' },
    ]),
  ]).toEqual(['/home/ada/.cursor', '/home/ada/.zed', '/dotfiles', '/home/ada/.gemini', 'C:\\Users\\ada\\.cursor']);
});

describe('what a command about a finding is given', () => {
  it.each([
    ['a row', { kind: 'finding', finding: finding({}) }, 'f'],
    ['a text', 'f', 'f'],
    ['nothing', undefined, undefined],
    ['nothing at all', null, undefined],
    ['a row of an assistant', { kind: 'group', group: {} }, undefined],
    ['something else', { finding: { fingerprint: 1 } }, undefined],
  ])('%s', (_, given, named) => {
    expect(namedIn(given, 'fingerprint')).toBe(named);
  });
});
