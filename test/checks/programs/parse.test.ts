import { describe, expect, it } from 'vitest';
import {
  parseBiome,
  parseEslint,
  parseGoVet,
  parseMypy,
  parseOxlint,
  parseRuff,
  parseXo,
} from '../../../src/checks/programs/lint/parse-linters.ts';
import { batches } from '../../../src/checks/programs/lint/run-linter.ts';
import { chooseConfigs } from '../../../src/checks/programs/types/choose-configs.ts';
import { configReason, isConfigError } from '../../../src/checks/programs/types/config-errors.ts';
import { parseTsc } from '../../../src/checks/programs/types/parse-tsc.ts';
import { parseSvelteCheck } from '../../../src/checks/programs/types/svelte-check.ts';

describe('what tsc prints', () => {
  it('is read with its continuation lines, and without what is no message', () => {
    const output = [
      "src/a b.ts(3,7): error TS2322: Type '{ a: number; }' is not assignable to type 'B'.",
      "  Types of property 'a' are incompatible.",
      'Files: 12',
      "error TS18003: No inputs were found in config file 'tsconfig.json'.",
      "tsconfig.json(4,5): error TS5102: Option 'baseUrl' has been removed.",
    ].join('\r\n');
    expect(parseTsc(output)).toEqual([
      {
        file: 'src/a b.ts',
        line: 3,
        column: 7,
        code: 2322,
        isError: true,
        message: "Type '{ a: number; }' is not assignable to type 'B'.\n  Types of property 'a' are incompatible.",
      },
      { code: 18003, isError: true, message: "No inputs were found in config file 'tsconfig.json'." },
      { file: 'tsconfig.json', line: 4, column: 5, code: 5102, isError: true, message: "Option 'baseUrl' has been removed." },
    ]);
  });

  it.each<[string, Parameters<typeof isConfigError>[0], boolean]>([
    ['an option that was removed', { file: 'tsconfig.json', code: 5102, isError: true, message: '' }, true],
    ['no inputs', { code: 18003, isError: true, message: '' }, true],
    ['a project that is not built', { file: 'src/a.ts', code: 6305, isError: true, message: '' }, true],
    ['a missing global type', { code: 2318, isError: true, message: '' }, true],
    ['a wrong type', { file: 'src/a.ts', code: 2322, isError: true, message: '' }, false],
    ['an error in a file of that name elsewhere', { file: 'src/tsconfig.ts', code: 2322, isError: true, message: '' }, false],
  ])('about %s: is it about the config?', (_, diagnostic, expected) => expect(isConfigError(diagnostic)).toBe(expected));

  it('about an option that was removed says which TypeScript is needed', () => {
    const said = { code: 5102, isError: true, message: "Option 'baseUrl' has been removed. Please remove it." };
    expect(configReason(said, 'tsconfig.json', '7.0.2')).toBe(
      "TypeScript does not accept tsconfig.json, so nothing was checked: TS5102: Option 'baseUrl' has been removed. Please remove it; the config needs an older TypeScript than 7.0.2, or a change of that option",
    );
  });

  it('and svelte-check', () => {
    const output =
      '1590680325583 START "/home/u/p"\n1590680326283 {"type":"ERROR","filename":"src/A.svelte","start":{"line":1,"character":16},"message":"no","code":2307}\n1590680326807 COMPLETED 2 FILES 1 ERRORS';
    expect(parseSvelteCheck(output)).toEqual([{ file: 'src/A.svelte', line: 2, column: 17, code: 2307, isError: true, message: 'no' }]);
  });
});

it('what xo and mypy print is read', () => {
  const xo = [{ filePath: '/w/a.js', messages: [{ ruleId: 'semi', severity: 2, message: 'no', line: 2, column: 3 }] }];
  expect(parseXo(JSON.stringify(xo))).toMatchObject([
    { file: '/w/a.js', line: 2, column: 3, severity: 'error', rule: 'semi', source: 'xo' },
  ]);
  expect(parseXo('oops')).toBeUndefined();
  expect(
    parseMypy('src/a.py:3:5: error: Incompatible types  [assignment]\nsrc/a.py:3:5: note: see\nsrc/b.py:1: error: Cannot find module\n'),
  ).toMatchObject([
    { file: 'src/a.py', line: 3, column: 5, rule: 'assignment', message: 'Incompatible types', source: 'mypy' },
    { file: 'src/b.py', line: 1, rule: 'mypy', message: 'Cannot find module' },
  ]);
});

describe('the tsconfig.json that are checked', () => {
  const files = [
    'tsconfig.json',
    'packages/a/tsconfig.json',
    'packages/a/src/x.ts',
    'packages/b/src/y.ts',
    'README.md',
    'web/tsconfig.json',
    'web/z.ts',
  ];
  const noRoot = files.slice(1);
  it.each<[string, readonly string[], readonly string[] | undefined, readonly string[]]>([
    ['of the whole workspace is that of the root', files, undefined, ['tsconfig.json']],
    [
      'of the whole workspace without one in the root are the topmost',
      noRoot,
      undefined,
      ['packages/a/tsconfig.json', 'web/tsconfig.json'],
    ],
    [
      'of a file is the nearest above it',
      files,
      ['packages/a/src/x.ts', 'packages/b/src/y.ts'],
      ['packages/a/tsconfig.json', 'tsconfig.json'],
    ],
    ['of a directory is its own', files, ['packages/a'], ['packages/a/tsconfig.json']],
    ['of a directory above some are these and the one above', files, ['packages'], ['packages/a/tsconfig.json', 'tsconfig.json']],
    ['of a text is none', files, ['README.md'], []],
  ])('%s', (_, all, wanted, expected) => expect(chooseConfigs(all, wanted)).toEqual(expected));
});

describe('what linters print', () => {
  it('eslint: rules, syntax errors, and nothing of ignored files', () => {
    const results = [
      {
        filePath: '/p/a.js',
        messages: [
          { ruleId: 'no-undef', severity: 2, message: "'x' is not defined.", line: 2, column: 3 },
          { ruleId: null, fatal: true, severity: 2, message: 'Parsing error: Unexpected token', line: 1, column: 9 },
          { ruleId: 'semi', severity: 1, message: 'Missing semicolon.', line: 4, column: 1, fix: {} },
        ],
      },
      { filePath: '/p/b.js', messages: [{ ruleId: null, severity: 1, message: 'File ignored because of a matching ignore pattern.' }] },
    ];
    expect(parseEslint(results).map(({ file, line, severity, rule, fix }) => [file, line, severity, rule, fix])).toEqual([
      ['/p/a.js', 2, 'error', 'no-undef', undefined],
      ['/p/a.js', 1, 'error', 'syntax', undefined],
      ['/p/a.js', 4, 'warning', 'semi', 'eslint --fix corrects it.'],
    ]);
  });

  it('oxlint', () => {
    const one = {
      message: 'm',
      code: 'eslint(no-debugger)',
      severity: 'error',
      filename: 'src/a.ts',
      help: 'h',
      labels: [{ span: { line: 3, column: 5 } }],
    };
    expect(parseOxlint(JSON.stringify({ diagnostics: [one] }))).toEqual([
      { file: 'src/a.ts', line: 3, column: 5, severity: 'error', rule: 'eslint(no-debugger)', message: 'm', source: 'oxlint', fix: 'h' },
    ]);
    expect(parseOxlint('Failed to parse configuration')).toBeUndefined();
  });

  it('biome', () => {
    const output =
      '::error title=lint/suspicious/noDoubleEquals,file=src/a.ts,line=4,endLine=4,col=9,endColumn=11::Using == may be unsafe%2C use ===\nChecked 1 file';
    expect(parseBiome(output)).toEqual([
      {
        file: 'src/a.ts',
        line: 4,
        column: 9,
        severity: 'error',
        rule: 'lint/suspicious/noDoubleEquals',
        message: 'Using == may be unsafe, use ===',
        source: 'biome',
      },
    ]);
  });

  it('ruff', () => {
    const one = { code: 'F401', message: 'unused', filename: '/p/a.py', location: { row: 1, column: 8 }, fix: { message: 'Remove it' } };
    expect(parseRuff(JSON.stringify([one]))).toEqual([
      { file: '/p/a.py', line: 1, column: 8, severity: 'error', rule: 'F401', message: 'unused', source: 'ruff', fix: 'Remove it' },
    ]);
  });

  it('go vet', () => {
    const output = '# example.com/a\n./a.go:5:2: fmt.Printf format %d has arg "x" of wrong type string\nvet: ./b.go:3:7: undefined: y\n';
    expect(parseGoVet(output).map(({ file, line, column, rule }) => [file, line, column, rule])).toEqual([
      ['./a.go', 5, 2, 'vet'],
      ['./b.go', 3, 7, 'compile'],
    ]);
  });

  it('is asked for in as many commands as their length needs', () => {
    const names = Array.from({ length: 5_000 }, (_, i) => `src/some/directory/file-${i}.ts`);
    const parts = batches(names);
    expect(parts.flat()).toEqual(names);
    expect(Math.max(...parts.map((part) => part.join(' ').length))).toBeLessThan(32_000);
    expect(batches([])).toEqual([]);
  });
});
