import { describe, expect, it } from 'vitest';
import { askedCheck } from '../../../src/cli/check/asked.ts';
import { Values } from '../../../src/cli/command.ts';

const plain = {
  mode: 'quick',
  isModeNamed: false,
  files: [],
  diff: undefined,
  code: undefined,
  tests: false,
  format: 'text',
  watch: false,
  failOn: new Set(['error']),
};

describe('what "snap check" is asked for', () => {
  it.each<[readonly string[], Readonly<Record<string, string | boolean>>, object]>([
    [[], {}, {}],
    [['health'], {}, { mode: 'health', isModeNamed: true }],
    [['./health'], {}, { files: ['./health'] }],
    [['src/a.ts', 'health'], {}, { files: ['src/a.ts', 'health'] }],
    [['security', 'src', 'b.ts'], {}, { mode: 'security', isModeNamed: true, files: ['src', 'b.ts'] }],
    [[], { diff: 'staged', tests: true }, { diff: 'staged', tests: true }],
    [['patterns'], { code: '-' }, { mode: 'patterns', isModeNamed: true, code: '-' }],
    [[], { json: true }, { format: 'json' }],
    [[], { json: true, format: 'json' }, { format: 'json' }],
    [[], { format: 'junit' }, { format: 'junit' }],
    [[], { 'fail-on': 'warning, skipped' }, { failOn: new Set(['warning', 'skipped']) }],
    [[], { watch: true, json: true }, { format: 'json', watch: true }],
  ])('%j %j', (words, values, expected) => expect(askedCheck(new Values(values), words)).toEqual({ ...plain, ...expected }));

  it.each<[readonly string[], Readonly<Record<string, string | boolean>>, RegExp]>([
    [[], { diff: 'all' }, /--diff all: must be one of staged, changed, uncommitted/],
    [[], { format: 'xml' }, /--format xml: must be one of text, json, sarif, github, junit/],
    [[], { json: true, format: 'sarif' }, /--json and --format sarif exclude/],
    [['patterns', 'a.ts'], { code: '-' }, /--code and files exclude/],
    [[], { watch: true, code: '-' }, /--watch and --code exclude/],
    [[], { watch: true, format: 'sarif' }, /--watch and --format sarif exclude/],
  ])('refuses %j %j', (words, values, message) => expect(() => askedCheck(new Values(values), words)).toThrow(message));
});
