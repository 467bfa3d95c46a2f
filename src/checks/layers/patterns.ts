import { count, type Job } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesEnd, type FilesJob, leftOutLine, overFiles } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Prepared, PrepareInput } from '../patterns/prepare.ts';
import type { PatternRules } from '../patterns/search-patterns.ts';
import { configNames, grammarOf, ownRules, type PatternHit } from '../patterns/style-rule.ts';
import type { PromotedViolation } from '../patterns/derive-rules.ts';
import type { Scope } from '../scope.ts';

const prepareJob: Job<PrepareInput, Prepared> = { name: 'checks/prepare-patterns' };
const searchJob: FilesJob<PatternRules, readonly PatternHit[]> = { name: 'checks/search-patterns' };
const kept = new KeptResults<readonly PatternHit[]>();
const maxMs = 20_000;
const maxFileBytes = 2 * 1024 * 1024;

/** What all three layers say is found out once for a check. */
interface Examined {
  readonly prepared: Prepared | { readonly skipped: string };
  readonly hits: readonly (PatternHit & { readonly file?: string | undefined })[];
  readonly end: FilesEnd;
  readonly promoted: readonly PromotedViolation[];
  /** Files in which rules were looked for. */
  readonly files: number;
}

const checks = new WeakMap<Scope, Promise<Examined>>();

async function examined(scope: Scope, context: LayerContext): Promise<Examined> {
  const found = checks.get(scope) ?? examine(scope, context);
  checks.set(scope, found);
  return found;
}

async function examine(scope: Scope, context: LayerContext): Promise<Examined> {
  const { workspace, knowledge } = await context.workbench();
  const [types, all] = await Promise.all([knowledge.violationTypes(), context.files()]);
  const promoted = types
    .filter(({ promote }) => promote !== 'NO')
    .map(({ type, count: reports, prevention, violations }) => ({
      type,
      count: reports,
      prevention,
      reports: violations.map(({ file, description, prevention: prevents }) => ({ file, description, prevention: prevents })),
    }));
  const code = scope.code === undefined ? undefined : { text: scope.code, path: scope.named?.[0] };
  const mayHoldRules = all.filter(({ path, kind }) => kind === 'file' && /\.ya?ml$/.test(path));
  const files = mayHoldRules.map(({ path }) => path);
  const stamp = mayHoldRules.map(({ path, size, modifiedMs, changedMs }) => [path, size, modifiedMs, changedMs].join(' ')).join('\n');
  const none = { hits: [], end: { left: [] }, promoted, files: 0 };
  const end = await context.system.runJob(
    prepareJob,
    { root: workspace.root, files, stamp, promoted, code },
    { signal: context.signal, maxMs },
  );
  if (end.state !== 'done')
    return { ...none, prepared: { skipped: 'reason' in end ? end.reason : `the rules could not be read: ${end.state}` } };
  const prepared = end.output;
  if (code !== undefined) return { ...none, prepared, hits: (prepared.code?.hits ?? []).map((hit) => ({ ...hit, file: code.path })) };
  return prepared.rules.length === 0 ? { ...none, prepared } : { ...none, prepared, ...(await searched(scope, context, prepared)) };
}

async function searched(
  scope: Scope,
  context: LayerContext,
  { rules, globs }: Prepared,
): Promise<Pick<Examined, 'hits' | 'end' | 'files'>> {
  const { workspace } = await context.workbench();
  const endings = rules.flatMap(({ literal }) => literal?.ending ?? []);
  const wanted = (await context.files()).filter(
    ({ path, kind, size }) =>
      kind === 'file' &&
      size <= maxFileBytes &&
      scope.covers(path) &&
      (grammarOf(path, globs) !== undefined || endings.some((ending) => path.toLowerCase().endsWith(ending))),
  );
  const key = JSON.stringify([rules, globs]);
  const hits: (PatternHit & { file: string })[] = [];
  const take = (file: string, result: readonly PatternHit[] | undefined): void =>
    void hits.push(...(result ?? []).map((hit) => ({ ...hit, file })));
  const byPath = new Map(wanted.map((file) => [file.path, file]));
  const rest = kept.known(workspace.root, key, wanted, take);
  const end = await overFiles(context.system, searchJob, {
    root: workspace.root,
    files: rest.map(({ path }) => path),
    extra: { rules, globs },
    signal: context.signal,
    take(path, result) {
      const file = byPath.get(path);
      if (file !== undefined) kept.keep(workspace.root, key, file, result);
      take(path, result);
    },
  });
  return { hits, end, files: wanted.length };
}

/** A text that is given instead of files: whether it can be parsed, and what is dangerous in it. */
export const code: Layer = {
  name: 'code',
  says: 'A text that is given instead of files (`code`, `--code <file>`). A name in `files` says what it is for; without one its language is guessed.',
  needs: [],
  async find(scope, context, record) {
    if (scope.code === undefined) return { skipped: 'no code was given; it examines a text that is in no file yet' };
    const { prepared, hits } = await examined(scope, context);
    if ('skipped' in prepared) return prepared;
    addHits(record, hits, ({ from }) => from === 'syntax' || from === 'threats');
    const { code: about } = prepared;
    if (about?.isParsed === false && about.language === 'text')
      return { skipped: 'the language of the code is not known: name a file with it, as in files: ["src/a.ts"]' };
    const language = languageNames[about?.language ?? ''] ?? about?.language ?? '';
    record.say(
      about?.isParsed === false
        ? `The code was read as ${language}; snap has no parser for it, so mistakes in its form are not found.`
        : `The code was read as ${language}.`,
    );
    return undefined;
  },
};

const languageNames: Readonly<Record<string, string>> = {
  Tsx: 'TypeScript with JSX',
  Html: 'HTML',
  Css: 'CSS',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  java: 'Java',
};

/** The project's own rules: those that its sgconfig.yml names, and those in .snap/rules. */
export const rules: Layer = {
  name: 'rules',
  says: 'Rules of ast-grep: in the directories that sgconfig.yml names, and in .snap/rules.',
  needs: ['files'],
  async find(scope, context, record) {
    const { prepared, hits, end, files } = await examined(scope, context);
    if ('skipped' in prepared) return prepared;
    const own = prepared.rules.filter(({ from }) => from === 'ast-grep');
    record.say(...prepared.problems);
    for (const [language, number] of prepared.withoutGrammar)
      record.say(
        `${count(number, 'rule')} for ${language === '' ? 'no language' : language} not applied: snap has grammars for JavaScript, TypeScript, HTML and CSS. Run ast-grep itself for the others.`,
      );
    if (own.length === 0)
      return { skipped: `there are no rules: no ${configNames[0]} with rule files that can be used, and none in ${ownRules}` };
    if (end.missing !== undefined) return { skipped: end.missing };
    addHits(record, hits, ({ from }) => from === 'ast-grep');
    const left = leftOutLine(end.left);
    record.say(
      scope.code === undefined
        ? `${count(own.length, 'rule')} applied to ${count(files, 'file')}.`
        : `${count(own.length, 'rule')} applied to the code.`,
      ...(left === undefined ? [] : [left]),
    );
    return undefined;
  },
};

/** What was reported so often that it was promoted, as far as a machine can look for it. */
export const violations: Layer = {
  name: 'violations',
  says: 'Types of violations with three reports or more.',
  needs: ['files'],
  async find(scope, context, record) {
    const { prepared, hits, promoted, end } = await examined(scope, context);
    if (promoted.length === 0) return { skipped: 'no violation was reported often enough to be promoted' };
    if ('skipped' in prepared) return prepared;
    if (end.missing !== undefined) return { skipped: end.missing };
    addHits(record, hits, ({ from }) => from === 'learnings');
    const { unchecked } = prepared;
    if (unchecked.length > 0) {
      record.say('Promoted violations that cannot be checked by a machine, because no report quotes wrong code in backticks:');
      for (const type of unchecked) record.say(`- ${type}: ${promoted.find((one) => one.type === type)?.prevention ?? ''}`);
    }
    if (unchecked.length === promoted.length)
      return { skipped: 'none of the promoted violations can be checked by a machine; they are listed' };
    return undefined;
  },
};

function addHits(record: LayerRecord, hits: Examined['hits'], wants: (hit: PatternHit) => boolean): void {
  for (const { from, ...hit } of hits.filter(wants)) record.add({ ...hit, source: from === 'ast-grep' ? 'ast-grep' : 'snap' });
}
