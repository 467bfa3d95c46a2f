import { posix } from 'node:path';
import { cleanLine, isRecord, jsonIn, textIn, textsIn } from '../../system/index.ts';
import type { LayerContext } from '../mode.ts';
import type { Program } from '../programs/program.ts';
import { runProgram } from '../programs/run-program.ts';
import type { CheckFinding } from '../report.ts';

/** Kinds of its report, with what they are called here. https://knip.dev/features/reporters#json (read 2026-11-23) */
const kinds: readonly (readonly [kind: string, rule: string, severity: CheckFinding['severity'], said: (name: string) => string])[] = [
  ['files', 'unused-file', 'warning', () => 'No entry point leads to this file.'],
  ['dependencies', 'unused-dependency', 'warning', (name) => `No file uses the dependency ${name}.`],
  ['devDependencies', 'unused-dependency', 'warning', (name) => `No file uses the dependency ${name}.`],
  ['unlisted', 'unlisted-dependency', 'warning', (name) => `It uses ${name}, which package.json does not list.`],
  ['unresolved', 'unresolved-import', 'warning', (name) => `The import "${name}" leads nowhere.`],
  ['exports', 'unused-export', 'warning', (name) => `No other file imports "${name}".`],
  ['types', 'unused-type', 'info', (name) => `No other file imports the type "${name}".`],
];

/** What the project's own knip says. @returns a sentence without its end where it came to no result. */
export async function runKnip(context: LayerContext, { command, directory, shown }: Program): Promise<readonly CheckFinding[] | string> {
  const { root } = (await context.workbench()).workspace;
  const args = ['--reporter', 'json', '--no-exit-code', '--no-progress'];
  const result = await runProgram(context.system, root, { command, args, directory, signal: context.signal });
  if (result.stopped !== undefined) return 'it was not done in time';
  if (result.failure !== undefined) return `${shown} could not be started (${result.failure || 'unknown'})`;
  const report = jsonIn(result.stdout);
  if (!isRecord(report) || !Array.isArray(report['issues'])) {
    const [said = `it ended with code ${result.code ?? 'unknown'}`] = result.stderr.split(/\r?\n/).filter((line) => /\w{3}/.test(line));
    return cleanLine(said.trim()).slice(0, 300).replace(/\.$/, '');
  }
  // Before version 6, unused files are a list of their own.
  const files = textsIn(report['files']).map((file) => ({ file, files: [{ name: file }] }));
  return [...files, ...report['issues']].flatMap((issue: unknown) => {
    const file = isRecord(issue) ? textIn(issue['file']) : undefined;
    if (!isRecord(issue) || file === undefined) return [];
    return kinds.flatMap(([kind, rule, severity, said]) => {
      const found: readonly unknown[] = Array.isArray(issue[kind]) ? issue[kind] : [];
      return found.flatMap((one) => {
        if (!isRecord(one)) return [];
        const [line, column] = [one['line'], one['col']].map((at) => (typeof at === 'number' ? at : undefined));
        const message = cleanLine(said(textIn(one['name']) ?? ''));
        return [{ file: posix.join(directory, file), line, column, severity, rule, message, source: 'knip' }];
      });
    });
  });
}
