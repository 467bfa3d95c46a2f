import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { checkedWorkspace, filesBelow, placesOf } from '../../support/checked-workspace.ts';

/** The last compiler with an interface for JavaScript: `npm ci --prefix bench --ignore-scripts` installs it. */
const compiler = join(import.meta.dirname, '../../../bench/node_modules/typescript');

describe.runIf(existsSync(compiler))('the host of TypeScript 5 (skipped without bench/node_modules/typescript)', () => {
  const files = {
    'package.json': '{ "devDependencies": { "typescript": "5" } }',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "types": [], "lib": ["es2023"], "skipLibCheck": true }, "include": ["src"] }',
    'src/a.ts': 'export const a = (): number => 1;\n',
    'src/b.ts': "import { a } from './a';\nexport const b: number = a();\n",
    'src/c.ts': "export * from './b';\n",
    'src/d.ts': "import { b } from './c';\nexport const d: number = b;\n",
  };

  it('says after each edit what the compiler would say of all files, and nothing of what was corrected', async () => {
    expect(builtProgram()).toBeTruthy();
    const at = checkedWorkspace(files);
    at.installFrom(compiler, 'typescript');
    await at.approve();
    const before = filesBelow(at.root);
    const errors = async (name: string, text: string | undefined): Promise<readonly string[]> => {
      if (text === undefined) at.remove(name);
      else at.put(name, text);
      return placesOf(await at.check('quick', { files: ['src'] }));
    };
    const a = files['src/a.ts'];
    expect(await errors('src/a.ts', a)).toEqual([]);
    expect(await errors('src/a.ts', `${a}const inside: number = 'x';\n`)).toEqual(['src/a.ts:2 TS2322']);
    expect(await errors('src/a.ts', a)).toEqual([]);
    // What it exports changes: another file breaks.
    expect(await errors('src/a.ts', "export const a = (): string => '';\n")).toEqual(['src/b.ts:2 TS2322']);
    // Through a file that only exports again.
    expect(await errors('src/b.ts', "import { a } from './a';\nexport const b: string = a();\n")).toEqual(['src/d.ts:2 TS2322']);
    // Files come, go, and stand in the way of others.
    expect(await errors('src/e.ts', "import { f } from './f';\nexport const e: number = f;\n")).toEqual([
      'src/d.ts:2 TS2322',
      'src/e.ts:1 TS2307',
    ]);
    expect(await errors('src/f.ts', "export const f = 'x';\n")).toEqual(['src/d.ts:2 TS2322', 'src/e.ts:2 TS2322']);
    expect(await errors('src/e.ts', undefined)).toEqual(['src/d.ts:2 TS2322']);
    expect(await errors('src/f.ts', undefined)).toEqual(['src/d.ts:2 TS2322']);
    // The config is part of the question.
    expect(await errors('tsconfig.json', files['tsconfig.json'].replace('"src"', '"src/a.ts"'))).toEqual([]);
    expect(await errors('tsconfig.json', files['tsconfig.json'])).toEqual(['src/d.ts:2 TS2322']);
    expect(filesBelow(at.root)).toEqual(before);
  });
});
