import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lang, parse } from '@ast-grep/napi';
import { describe, expect, it } from 'vitest';
import { judgeDeclared } from '../../src/checks/dependencies/declared-rules.ts';
import { parseManifest } from '../../src/checks/dependencies/manifest.ts';
import { findThreats } from '../../src/checks/threats/find-threats.ts';

const folder = join(import.meta.dirname, '../fixtures/checks/planted/threats');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('planted threats', () => {
  it.each(readdirSync(folder).filter((name) => name !== 'package.json'))('all of %s are found, and nothing else', (name) => {
    const text = textOf(name);
    const planted = text.split('\n').flatMap((line, index) => {
      const rule = /planted: ([\w-]+)/.exec(line)?.[1];
      return rule === undefined ? [] : [`${index + 1} ${rule}`];
    });
    const found = findThreats(`src/${name}`, text, (script) => ({ root: parse(Lang.Tsx, script).root(), text: script }));
    expect(found.map(({ line, rule }) => `${line} ${rule}`)).toEqual(planted);
    if (name === 'shop.jsx') expect(planted.length).toBeGreaterThanOrEqual(9);
  });

  it('those of package.json too', () => {
    const text = textOf('package.json');
    expect(findThreats('package.json', text, () => undefined).map(({ line, rule, severity }) => `${line} ${rule} ${severity}`)).toEqual([
      '4 install-script error',
    ]);
    const manifest = parseManifest('package.json', text);
    expect(manifest && [...judgeDeclared(manifest, new Set())].map(({ line, rule, severity }) => `${line} ${rule} ${severity}`)).toEqual([
      '8 near-name warning',
      '10 dependency-place warning',
      '11 dependency-place info',
    ]);
  });
});
