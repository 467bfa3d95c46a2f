import { count, type Job } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesEnd, type FilesJob, leftOutLine } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Prepared, PrepareInput } from '../patterns/prepare.ts';
import type { PatternRules } from '../patterns/search-patterns.ts';
import { configNames, grammarOf, ownRules, type PatternHit } from '../patterns/style-rule.ts';
import type { Scope } from '../scope.ts';

const prepareJob: Job<PrepareInput, Prepared> = { name: 'checks/prepare-patterns' };
const searchJob: FilesJob<PatternRules, readonly PatternHit[]> = { name: 'checks/search-patterns' };
const kept = new KeptResults<readonly PatternHit[]>();
const maxMs = 20_000;
const maxFileBytes = 2 * 1024 * 1024;

/** What both layers say is found out once for a check. */
interface Examined {
  readonly prepared: Prepared | { readonly skipped: string };
  readonly hits: readonly (PatternHit & { readonly file?: string | undefined })[];
  readonly end: FilesEnd;
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
  const { workspace } = await context.workbench();
  const all = await context.files();
  const code = scope.code === undefined ? undefined : { text: scope.code, path: scope.named?.[0] };
  const mayHoldRules = all.filter(({ path, kind }) => kind === 'file' && /\.ya?ml$/.test(path));
  const files = mayHoldRules.map(({ path }) => path);
  const stamp = mayHoldRules.map(({ path, size, modifiedMs, changedMs }) => [path, size, modifiedMs, changedMs].join(' ')).join('\n');
  const none = { hits: [], end: { left: [] }, files: 0 };
  const end = await context.system.runJob(prepareJob, { root: workspace.root, files, stamp, code }, { signal: context.signal, maxMs });
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
  const wanted = (await context.files()).filter(
    ({ path, kind, size }) => kind === 'file' && size <= maxFileBytes && scope.covers(path) && grammarOf(path, globs) !== undefined,
  );
  const key = JSON.stringify([rules, globs]);
  const hits: (PatternHit & { file: string })[] = [];
  const take = (file: string, result: readonly PatternHit[] | undefined): void =>
    void hits.push(...(result ?? []).map((hit) => ({ ...hit, file })));
  const end = await kept.examine(context, searchJob, { root: workspace.root, key, files: wanted, extra: { rules, globs }, take });
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
    const language = languageNames[about?.language ?? ''];
    if (about?.isParsed !== true)
      return {
        skipped:
          language === undefined
            ? 'the language of the code is not known: name a file with it, as in files: ["src/a.ts"]'
            : `snap has no parser for ${language}; only hidden text was looked for`,
      };
    record.say(`The code was read as ${language ?? about.language}.`);
    return undefined;
  },
};

const languageNames: Readonly<Record<string, string>> = {
  Tsx: 'TypeScript with JSX',
  Html: 'HTML',
  Css: 'CSS',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
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
    const own = prepared.rules;
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

function addHits(record: LayerRecord, hits: Examined['hits'], wants: (hit: PatternHit) => boolean): void {
  for (const { from, ...hit } of hits.filter(wants)) record.add({ ...hit, source: from === 'ast-grep' ? 'ast-grep' : 'snap' });
}
