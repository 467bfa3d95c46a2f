import { join } from 'node:path';
import { cleanLine, count, cut, displayPath, type Sentence } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { Layer, LayerRecord } from '../mode.ts';
import type { CheckFinding, LearningsDocument } from '../report.ts';

/** Findings of one kind that are listed; the document has the number of all. */
const maxListed = 50;

/** What is stored of the workspace. Reads only, and counts what is there at this moment. */
export const learnings: Layer = {
  name: 'learnings',
  needs: [],
  async find(_, context, record) {
    const bench = await context.workbench();
    const state = await readStores(bench);
    context.signal.throwIfAborted();
    report(state, bench, record);
    return undefined;
  },
};

type Stores = Awaited<ReturnType<typeof readStores>>;

async function readStores({ knowledge, settings }: Workbench) {
  const { maxAgeDays, minUses } = settings.learnings;
  // One after the other: each reads what others may have added meanwhile, and the lists are used together.
  const place = await knowledge.place();
  const active = await knowledge.list();
  const archived = await knowledge.list({ archived: true });
  const types = await knowledge.violationTypes();
  const plan = await knowledge.gc('plan', { maxAgeDays, minUses });
  return { place, active, archived, types, plan, faults: await knowledge.faults() };
}

function report(stores: Stores, bench: Workbench, record: LayerRecord): void {
  const { active, archived, faults, place, plan, types } = stores;
  const of = (tier: 'hot' | 'warm' | 'cold'): number => active.filter(({ uses }) => uses.tier === tier).length;
  const stale = active.filter(({ isStale }) => isStale);
  const document: LearningsDocument = {
    place: place.kind,
    active: active.length,
    archived: archived.length,
    tiers: { hot: of('hot'), warm: of('warm'), cold: of('cold') },
    types: countsBy(active.map(({ type }) => type)),
    stale: stale.map(({ id }) => id),
    duplicates: plan.merge.map(({ id, into }) => ({ id, into })),
    gc: { archive: plan.archive.length, delete: plan.delete.length, merge: plan.merge.length, kept: plan.kept },
    violations: {
      count: types.reduce((sum, type) => sum + type.count, 0),
      types: types.map(({ type, count: number, promote }) => ({ type, count: number, promote })),
      stale: [...plan.staleViolations],
    },
  };
  record.detail({ learnings: document });
  const findings = [
    ...faults.map((fault) => faultFinding(fault, bench)),
    ...stale
      .slice(0, maxListed)
      .map(({ files, id, trigger }) =>
        note(
          'stale-learning',
          `${id} (${shown(trigger)}) is about ${shown(files.join(', '))}, which ${files.length === 1 ? 'was' : 'were all'} deleted since.`,
        ),
      ),
    ...active
      .filter(({ uses }) => uses.isWithheld)
      .slice(0, maxListed)
      .map(({ id, trigger }) =>
        note(
          'withheld-learning',
          `${id} (${shown(trigger)}) was called wrong twice and is shown to nobody. Look at it with "snap learnings show ${id}"; "snap learnings restore ${id}" shows it again.`,
        ),
      ),
    ...plan.merge.slice(0, maxListed).map(({ id, into }) => note('duplicate-learning', `${id} says the same as ${into}.`)),
    ...types
      .filter(({ promote }) => promote !== 'NO')
      .slice(0, maxListed)
      .map(promotedFinding),
  ];
  for (const finding of findings) record.add(finding);
  record.say(...linesOf(document));
  const isTidy = plan.archive.length + plan.delete.length + plan.merge.length === 0;
  if (!isTidy)
    record.conclude([
      { model: 'Tool learning_gc with action apply tidies them.', person: 'Run "snap learnings gc --apply" to tidy them.' },
    ]);
}

function countsBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function note(rule: string, message: string): CheckFinding {
  return { severity: 'info', rule, source: 'snap', message, short: rule };
}

function promotedFinding({ count: number, prevention, promote, type }: Stores['types'][number]): CheckFinding {
  const next = promote === 'AUTO' ? 'a rule of the linter or a test should prevent it' : 'it is shown at the start of each task that fits';
  return {
    severity: promote === 'AUTO' ? 'warning' : 'info',
    rule: promote === 'AUTO' ? 'violation-to-automate' : 'promoted-violation',
    source: 'snap',
    message: `${shown(type)} was reported ${count(number, 'time')}, so that ${next}. Prevention: ${shown(prevention)}`,
    short: `${type} ${number}`,
  };
}

/** A sentence such as `~/shop/.snap/learnings.jsonl:12: this line …`, with its place where that is in the workspace. */
function faultFinding(fault: string, { system, workspace }: Workbench): CheckFinding {
  const [, path, line, what] = /^(.*\.jsonl):(\d+): (.*)$/s.exec(fault) ?? [];
  const file = ['learnings.jsonl', 'violations.jsonl'].find((name) => path === displayPath(join(workspace.projectDirectory, name), system));
  const finding = { severity: 'warning', rule: 'store-line', source: 'snap', short: 'store line' } as const;
  return file === undefined || what === undefined
    ? { ...finding, message: fault }
    : { ...finding, file: `.snap/${file}`, line: Number(line), message: `${what.slice(0, 1).toUpperCase()}${what.slice(1)}` };
}

function linesOf({ active, archived, gc, place, stale, tiers, types, violations }: LearningsDocument): readonly Sentence[] {
  const byType = Object.entries(types).map(([type, number]) => `${number} ${type}`);
  return [
    `Learnings: ${active} active (${tiers.hot} hot, ${tiers.warm} warm, ${tiers.cold} cold), ${archived} archived, ${place === 'project' ? 'in .snap/ of the project' : 'in your own data directory'}.`,
    ...(byType.length === 0 ? [] : [`By type: ${byType.join(', ')}.`]),
    [
      `Out of date: ${stale.length}. `,
      { model: 'learning_gc', person: '"snap learnings gc"' },
      ` would archive ${gc.archive}, delete ${gc.delete}, merge ${gc.merge}, and keep ${gc.kept}.`,
    ],
    `Violations: ${violations.count} of ${count(violations.types.length, 'type')}${violations.stale.length === 0 ? '' : `; the files of ${violations.stale.length} were deleted`}.`,
    ...violations.types
      .slice(0, 10)
      .map(
        ({ count: number, promote, type }) =>
          `- ${shown(type)}: ${number}${promote === 'NO' ? '' : promote === 'AUTO' ? ', to be automated' : ', promoted'}`,
      ),
  ];
}

function shown(text: string): string {
  return cut(cleanLine(text), 120);
}
