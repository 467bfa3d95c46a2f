import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, type Import } from '../../../test/support/source-code.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  .map((path) => readSource(`packages/vscode/${path}`, readFileSync(join(root, path), 'utf8')));
const imports = sources.flatMap((file) => file.imports);
const inWords = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;
const own = 'packages/vscode/src/';

/** Parts that know no editor, so that their tests need none. */
const pure = ['gates/', 'observe/', 'status/status-rows.ts', 'tooltip-text.ts', 'signal.ts', 'without-stop.ts', 'core.ts'];
/** In these folders, what joins the part to the editor. */
const joins = ['observe/triggers.ts'];

describe('the sources of the extension', () => {
  it('reach the core through core.ts alone', () => {
    const reaching = imports.filter(({ target = '' }) => target.startsWith('src/'));
    expect(reaching.length).toBeGreaterThan(10);
    expect(reaching.filter(({ file }) => file !== `${own}core.ts`).map(inWords)).toEqual([]);
  });

  it('know the editor only where they must', () => {
    const of = (parts: readonly string[], file: string): boolean => parts.some((part) => file.startsWith(`${own}${part}`));
    const broken = imports.filter(
      ({ file, specifier, typesOnly }) => specifier === 'vscode' && !typesOnly && of(pure, file) && !of(joins, file),
    );
    expect(broken.map(inWords)).toEqual([]);
  });

  it('touch neither disk nor network nor processes by themselves', () => {
    const outside = imports.filter(({ specifier }) => /^(?:node:)?(?:fs|child_process|net|http|https|os|worker_threads)\b/.test(specifier));
    expect(outside.map(inWords)).toEqual([]);
    const packages = imports.filter(({ specifier }) => !/^(?:\.|node:|vscode$)/.test(specifier));
    expect(packages.map(inWords)).toEqual([]);
  });

  it('tell the person something in one place, which takes links and icons out of words of others', () => {
    const telling = sources
      .map(({ path }) => path)
      .filter((path) => /window\.(?:show\w+Message|setStatusBarMessage)/.test(readFileSync(join(root, '../..', path), 'utf8')));
    expect(telling).toEqual([`${own}say.ts`]);
  });

  it('are files of at most 300 lines and functions of at most 80', () => {
    expect(sources.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([]);
    const long = sources.flatMap(({ path, functions }) => functions.filter(({ lines }) => lines > 80).map(({ name }) => `${path} ${name}`));
    expect(long).toEqual([]);
  });
});

describe('the manifest', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const manifest = read('package.json') as {
    readonly version: string;
    readonly contributes: {
      readonly commands: readonly { readonly command: string }[];
      readonly walkthroughs: readonly {
        readonly steps: readonly { readonly description: string; readonly completionEvents: string[] }[];
      }[];
    };
  };
  const texts = read('package.nls.json') as Readonly<Record<string, string>>;

  it('has the version of the program', () => {
    expect(manifest.version).toBe((read('../../package.json') as { readonly version: string }).version);
  });

  it('has what Marketplace and Open VSX show, and the addresses of the program', () => {
    const own = read('package.json') as Readonly<Record<string, unknown>>;
    const program = read('../../package.json') as Readonly<Record<string, unknown>>;
    for (const name of ['license', 'author', 'repository', 'bugs', 'homepage']) expect(own[name], name).toEqual(program[name]);
    for (const name of ['publisher', 'displayName', 'description', 'icon', 'galleryBanner', 'categories', 'keywords', 'pricing', 'engines'])
      expect(own, name).toHaveProperty(name);
    // Width and height in the head of a PNG; https://code.visualstudio.com/api/references/extension-manifest asks for 128 at least (2026-11-23).
    const icon = readFileSync(join(root, String(own['icon'])));
    expect(Math.min(icon.readUInt32BE(16), icon.readUInt32BE(20))).toBeGreaterThanOrEqual(128);
  });

  it('has a text for each name, and no text that nothing names', () => {
    const named = new Set([...text.matchAll(/"%([\w.-]+)%"/g)].map(([, name = '']) => name));
    expect([...named].toSorted()).toEqual(Object.keys(texts).toSorted());
  });

  it('offers every command that the sources register for people', () => {
    const offered = new Set(manifest.contributes.commands.map(({ command }) => command));
    const table = readFileSync(join(root, 'src/commands/index.ts'), 'utf8');
    const loaded = [...table.matchAll(/'(snap\.\w+)': \(\) =>/g)].map(([, id = '']) => id);
    expect(loaded.filter((id) => !offered.has(id))).toEqual([]);
    expect(loaded.length).toBe(10);
  });

  it('has steps that complete themselves, with commands that exist', () => {
    const [{ steps } = { steps: [] }] = manifest.contributes.walkthroughs;
    expect(steps).toHaveLength(4);
    const contexts = readFileSync(join(root, 'src/walkthrough.ts'), 'utf8');
    const offered = new Set(manifest.contributes.commands.map(({ command }) => command));
    for (const { description, completionEvents } of steps) {
      expect(completionEvents).toHaveLength(1);
      for (const event of completionEvents)
        for (const name of event.replace('onContext:', '').split(' && ')) expect(contexts).toContain(`'${name}'`);
      const words = texts[description.replaceAll('%', '')] ?? '';
      const called = [...words.matchAll(/\(command:([\w.]+)\)/g)].map(([, id = '']) => id);
      expect(called.length).toBeGreaterThan(0);
      expect(called.filter((id) => !offered.has(id))).toEqual([]);
    }
  });
});
