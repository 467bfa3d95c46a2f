import { describe, expect, it } from 'vitest';
import { againstTheUsual } from '../../src/checks/architecture/infer.ts';
import { breachesOf } from '../../src/checks/architecture/layers.ts';
import { checkedWorkspace } from './coverage/checked-workspace.ts';

describe('layers of the settings', () => {
  const layers = [
    { name: 'db', files: ['src/db/**'], mayImport: [] },
    { name: 'ui', files: ['src/ui/**', 'src/*.tsx'], mayImport: ['lib'] },
    { name: 'lib', files: ['src/lib/**'] },
  ];
  it.each([
    ['src/ui/a.ts', 'src/db/b.ts', 'Layer "ui" may import only lib, not "db".'],
    ['src/page.tsx', 'src/db/b.ts', 'Layer "ui" may import only lib, not "db".'],
    ['src/db/b.ts', 'src/lib/c.ts', 'Layer "db" may import no other layer, not "lib".'],
    ['src/ui/a.ts', 'src/lib/c.ts', undefined],
    ['src/ui/a.ts', 'src/page.tsx', undefined],
    ['src/lib/c.ts', 'src/ui/a.ts', undefined],
    ['src/ui/a.ts', 'other/a.ts', undefined],
  ])('%s imports %s', (from, to, message) => {
    const found = breachesOf(layers, [{ from, to, line: 3 }]).map((finding) => [finding.file, finding.line, finding.message]);
    expect(found).toEqual(message === undefined ? [] : [[from, 3, `It imports ${to}. ${message}`]]);
  });
});

it('without rules, an import against the direction of nearly all others is advice', () => {
  const usual = Array.from({ length: 8 }, (_, i) => ({ from: `src/ui/${i}.ts`, to: 'src/db/b.ts', line: 1 }));
  const odd = { from: 'src/db/b.ts', to: 'src/ui/1.ts', line: 4 };
  expect(againstTheUsual(usual)).toEqual([]);
  expect(againstTheUsual([...usual, odd]).map(({ file, line, severity }) => [file, line, severity])).toEqual([['src/db/b.ts', 4, 'info']]);
  expect(againstTheUsual([...usual.slice(1), odd])).toEqual([]);
});

describe("the project's own dependency-cruiser", () => {
  /** Stands for the program: it answers with what `says.json` holds. */
  const files = {
    'package.json': '{ "devDependencies": { "dependency-cruiser": "16" } }',
    '.dependency-cruiser.cjs': 'module.exports = {};\n',
    'src/a.ts': "import './b.ts';\n",
    'src/b.ts': "\nimport './c.ts';\n",
    'src/c.ts': "import './a.ts';\n",
    'node_modules/dependency-cruiser/package.json': '{ "name": "dependency-cruiser", "bin": { "depcruise": "run.mjs" } }',
    'node_modules/dependency-cruiser/run.mjs':
      "import { readFileSync } from 'node:fs';\nconst said = readFileSync('says.json', 'utf8');\nif (said === '') console.error('  ERROR: no');\nelse console.log(said);\n",
  };
  const violation = (type: string, rest: object, severity = 'error') => ({
    type,
    from: 'src/a.ts',
    to: 'src/b.ts',
    rule: { name: 'no', severity },
    ...rest,
  });

  it.each([
    ['an import', violation('dependency', {}), 'src/a.ts:1 error no It imports src/b.ts.'],
    ['a package', violation('dependency', { to: 'left-pad' }, 'info'), 'src/a.ts: info no It imports left-pad.'],
    ['a file', violation('module', { to: 'src/a.ts' }, 'warn'), 'src/a.ts: warning no It breaks the rule "no".'],
    [
      'a circle',
      violation('cycle', { from: 'src/b.ts', to: 'src/c.ts', cycle: [{ name: 'src/c.ts' }, { name: 'src/a.ts' }, { name: 'src/b.ts' }] }),
      'src/b.ts:2 error no It is in a circle: src/b.ts → src/c.ts → src/a.ts → src/b.ts.',
    ],
    [
      'what is reached over others',
      violation('reachability', { to: 'src/c.ts', via: [{ name: 'src/b.ts' }, { name: 'src/c.ts' }] }),
      'src/a.ts:1 error no It reaches src/c.ts through src/b.ts.',
    ],
    ['a directory', violation('folder', { from: 'src', to: 'lib' }), 'error no src: It imports lib.'],
    ['what the project knows and ignores', violation('dependency', {}, 'ignore'), undefined],
  ])('reports %s', async (_, said, expected) => {
    const here = await checkedWorkspace(undefined, { ...files, 'says.json': JSON.stringify([said]) }, { isApproved: true });
    const { findings } = await here.check('architecture');
    const lines = findings.map(({ file, line, message, rule, severity }) =>
      [...(file === undefined ? [] : [`${file}:${line ?? ''}`]), severity, rule, message].join(' '),
    );
    expect(lines).toEqual(expected === undefined ? [] : [expected]);
  });

  it('looks at what its script names, and else at everything but config files', async () => {
    const arguments_ = "console.error(`of ${process.argv.slice(process.argv.indexOf('--') + 1).join()}`);\n";
    const telling = { ...files, 'node_modules/dependency-cruiser/run.mjs': arguments_, 'lib/d.ts': 'export {};\n', 'says.json': '' };
    const reasonWith = async (manifest: object): Promise<string | undefined> => {
      const here = await checkedWorkspace(undefined, { ...telling, 'package.json': JSON.stringify(manifest) }, { isApproved: true });
      return (await here.check('architecture')).reason;
    };
    const manifest = { devDependencies: { 'dependency-cruiser': '16' } };
    expect(await reasonWith(manifest)).toMatch(/did not run: of (?:lib,src|src,lib)$/);
    expect(await reasonWith({ ...manifest, scripts: { rules: 'depcruise --config .dependency-cruiser.cjs src' } })).toMatch(/: of src$/);
  });

  it('is not run without an approval, and its own message says why it did not run', async () => {
    const silent = { ...files, 'says.json': '' };
    const asked = await (await checkedWorkspace(undefined, silent)).check('architecture');
    expect(asked.reason).toMatch(/^dependency-cruiser: not approved/);
    const approved = await (await checkedWorkspace(undefined, silent, { isApproved: true })).check('architecture');
    expect(approved.reason).toBe('dependency-cruiser did not run: ERROR: no');
  });

  it('and eslint, whose rules it may share, are named where they judge', async () => {
    const here = await checkedWorkspace(undefined, {
      'package.json': '{ "devDependencies": { "eslint-plugin-boundaries": "5" } }',
      'src/a.ts': 'export {};\n',
    });
    expect((await here.check('architecture')).reason).toBe('the rules of eslint-plugin-boundaries are judged by eslint in mode quick');
  });
});
