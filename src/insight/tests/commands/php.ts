import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { isRecord, jsonIn, textIn } from '../../../system/index.ts';
import { at, directoriesWith, type ProjectReader } from './project-reader.ts';
import { below, type Runner, word, words } from './runner.ts';

/** The programs of these packages take files as phpunit does. https://pestphp.com/docs/cli-api-reference https://symfony.com/doc/current/components/phpunit_bridge.html */
const programs: readonly (readonly [name: string, program: string])[] = [
  ['pestphp/pest', 'pest'],
  ['symfony/phpunit-bridge', 'simple-phpunit'],
  ['phpunit/phpunit', 'phpunit'],
];

/** https://docs.phpunit.de/en/12.0/textui.html: one file or directory, or a filter of names (2026-11-22) */
export async function phpRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(
    reader,
    directoryOf(file),
    /^(?:phpunit(?:\.dist)?\.xml(?:\.dist)?|composer\.json|codeception\.ya?ml)$/,
  );
  for (const folder of directories) {
    const names = await reader.names(folder);
    const config = names.find((name) => /^phpunit(?:\.dist)?\.xml(?:\.dist)?$/.test(name));
    const manifest = jsonIn(await reader.text(at(folder, 'composer.json')));
    const needs = isRecord(manifest)
      ? ['require-dev', 'require'].flatMap((kind) => (isRecord(manifest[kind]) ? Object.keys(manifest[kind]) : []))
      : [];
    const program = programs.find(([name]) => needs.includes(name))?.[1];
    if (program === undefined && config === undefined) continue;
    const bin = isRecord(manifest) && isRecord(manifest['config']) ? (textIn(manifest['config']['bin-dir']) ?? 'vendor/bin') : 'vendor/bin';
    const start = `${/^[\w./-]+$/.test(bin) ? bin : 'vendor/bin'}/${program ?? 'phpunit'}`;
    return {
      id: `php ${folder}`,
      folder,
      file: at(folder, config ?? 'composer.json'),
      command(tests) {
        const files = tests.map((test) => below(folder, test));
        if (files.length < 2) return files.length === 0 ? start : `${start} ${words(files)}`;
        const classes = files.map((one) => /([^/]+)\.php$/.exec(one)?.[1] ?? '').filter((name) => /^\w+$/.test(name));
        return `${start} --filter ${word(`(${classes.join('|')})::`)}`;
      },
    };
  }
  return undefined;
}
