import { cleanLine, count, onlyToModel } from '../../system/index.ts';
import { sayRisk } from '../../insight/index.ts';
import type { LayerRecord } from '../mode.ts';
import type { Spread, Tested } from './affected-tests.ts';
import type { ChangedFile } from './changed-files.ts';
import type { ImpactDocument } from './document.ts';

const maxTests = 20;
const maxFiles = 8;
const maxNames = 6;

/** The files that changed, and what of each. */
export function sayChange(files: readonly ChangedFile[], record: LayerRecord): void {
  for (const file of files.slice(0, maxFiles)) record.say(`${cleanLine(file.path)}: ${whatOf(file)}.`);
  if (files.length > maxFiles) record.say(`(${files.length - maxFiles} more files)`);
}

function whatOf({ difference, state }: ChangedFile): string {
  if (state === 'deleted') return 'deleted';
  if (difference === undefined) return state === 'named' ? 'named' : 'changed, no module';
  if (difference.whole !== undefined) return `all of it, as ${difference.whole}`;
  const names = [...new Set([...difference.names, ...difference.exports])].map(cleanLine);
  if (names.length === 0) return 'nothing that runs (comments, white space)';
  return names.length <= maxNames ? names.join(', ') : `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`;
}

/** How far it reaches. */
export function saySpread(
  { affected, loading, setups, tests, unseen }: Spread,
  { graph, tests: allTests }: Tested,
  { commands, risk, unknown }: { readonly commands: readonly string[]; readonly risk: ImpactDocument['risk']; readonly unknown: boolean },
  record: LayerRecord,
): void {
  const isModule = (path: string): boolean => graph.files.get(path)?.kind === 'module';
  const modules = [...graph.files.keys()].filter(isModule).length;
  // A file that is deleted, or no module, may be among them.
  const modulesIn = (paths: Iterable<string>): number => [...paths].filter(isModule).length;
  if (modules > 0)
    // A person sees the figures as a tree with bars.
    record.say([
      onlyToModel(
        `Changed code may run in ${modulesIn(affected.running.keys())} of ${count(modules, 'module')} and ${tests.length} of ${count(allTests.length, 'test file')}; by whole files it would be ${modulesIn(affected.loading)} and ${loading.length}.`,
      ),
    ]);
  if (affected.typesOnly.length > 0)
    record.say(
      `${count(affected.typesOnly.length, 'more file')} only ${affected.typesOnly.length === 1 ? 'uses' : 'use'} types of it: no test of them can fail by this, but the type check can (mode quick).`,
    );
  for (const { directory, file } of setups.slice(0, 3))
    record.say(
      `${cleanLine(file)} is loaded with every test below ${directory === '' ? 'the root' : cleanLine(directory)}, so all of them are among these.`,
    );
  if (unseen.length > 0)
    record.say(
      `${count(unseen.length, 'changed file')} no module imports (${unseen.slice(0, 3).map(cleanLine).join(', ')}${unseen.length > 3 ? ', …' : ''}): a test that reads one by its path is not known.`,
    );
  if (tests.length > 0 && tests.length < allTests.length)
    for (const test of tests.slice(0, maxTests)) record.say([onlyToModel(`- ${cleanLine(test)}`)]);
  if (tests.length > maxTests && tests.length < allTests.length)
    record.say([onlyToModel(`(${tests.length - maxTests} more tests are in the document)`)]);
  record.say([onlyToModel(sayRisk(risk.level, cleanLine(risk.why)))]);
  record.say([onlyToModel(`Risk, as counts: ${risk.factors.map(({ count: number, of }) => `${number} ${cleanLine(of)}`).join('; ')}.`)]);
  if (unknown) record.conclude('Which tests this affects is not known: run all of them.');
  else if (tests.length === 0)
    record.conclude(allTests.length === 0 ? 'There are no tests in JavaScript or TypeScript here.' : 'No test has to be run for this.');
  else if (tests.length === allTests.length) record.conclude('Next: run all tests.');
  else
    record.conclude(
      commands.length === 0
        ? `Next: run these ${count(tests.length, 'test file')}.`
        : `Next: run exactly these tests: ${commands.map(cleanLine).join(' ; ')}`,
    );
}
