import type { Commit, CommitWindow, History } from '../../history/index.ts';
import { settlesWithin } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { LineCounts, RiskAfter, RiskBefore, RiskFactors } from '../forecast.ts';
import { isProgramCode } from './program-code.ts';
import { codeOf } from './code-lines.ts';
import { localFactors } from './factors.ts';
import type { Known } from './known.ts';
import { levelAfter } from './levels.ts';
import { chanceBefore, type RiskModel, riskModel } from './risk-model.ts';
import { riskOfChange } from './risk-of-change.ts';
import { sayRecord, saySize, sayThin, why } from './said.ts';

export interface RiskOfWork {
  before(files: readonly WorkspacePath[], signal?: AbortSignal): Promise<RiskBefore>;
  after(change: readonly LineCounts[], signal?: AbortSignal): Promise<RiskAfter>;
  factors(files: readonly WorkspacePath[], change: readonly LineCounts[], signal?: AbortSignal): Promise<RiskFactors>;
}

/** A first reading of a long history goes on in the background after this. */
const maxWaitMs = 300;

/** Opening reads nothing. The model of a history is kept as long as the history is the same. */
export function openRisk(history: Pick<History, 'commits'>): RiskOfWork {
  let kept: { readonly commits: readonly Commit[]; readonly model: RiskModel } | undefined;
  const modelOf = ({ commits }: CommitWindow): RiskModel => {
    if (kept?.commits !== commits) kept = { commits, model: riskModel(commits) };
    return kept.model;
  };
  const read = async (signal: AbortSignal | undefined): Promise<Known> => {
    signal?.throwIfAborted();
    const reading = history.commits();
    // The work goes on without this caller, for the next one. What fails is asked again by that one.
    if (!(await settlesWithin(maxWaitMs, reading))) {
      reading.then((window) => isPart(window) || modelOf(window)).catch(() => undefined);
      return { kind: 'reading' };
    }
    const window = await reading;
    if (isPart(window)) return { kind: 'reading' };
    if (window.limits.some((limit) => limit === 'no git' || limit === 'no commit yet')) return { kind: 'no git' };
    return { kind: 'known', model: modelOf(window), isShallow: window.limits.includes('a shallow clone') };
  };
  return {
    before: async (files, signal) => before(await read(signal), files),
    after: async (change, signal) => after(await read(signal), change),
    factors: async (files, change, signal) => {
      const known = await read(signal);
      return { ...localFactors(known, files, change), why: before(known, files).why };
    },
  };
}

/** A first answer, while the rest is still being read. */
function isPart({ limits }: CommitWindow): boolean {
  return limits.some((limit) => /\bso far\b/.test(limit));
}

const nothing = { files: [], project: { commits: 0, followedByFix: 0 } };

/** Pure: what the history says of an edit of these files. */
export function before(known: Known, files: readonly WorkspacePath[]): RiskBefore {
  if (known.kind !== 'known') return { ...nothing, why: known.kind === 'reading' ? why.reading : why.noGit };
  const { model } = known;
  const code = [...new Set(files)].filter(isProgramCode);
  const seen = {
    files: code.filter((file) => model.record.knows(file)).map((file) => ({ file, ...model.record.followed(file) })),
    project: model.changes,
  };
  const chance = chanceBefore(model, code);
  if (files.length === 0) return { ...seen, why: why.noFiles };
  if (code.length === 0) return { ...seen, why: why.noCode };
  if (model.thin !== undefined) return { ...seen, why: sayThin(model.thin, model) };
  if (chance === undefined) return { ...seen, why: why.noCommit };
  return { ...seen, level: model.levels(chance.ratio), why: sentence(sayRecord(seen) ?? '') };
}

/** Pure: how a change of these lines compares with the earlier ones. */
export function after(known: Known, change: readonly LineCounts[]): RiskAfter {
  if (known.kind !== 'known') return { why: known.kind === 'reading' ? why.reading : why.noGit };
  const { model } = known;
  const code = change.filter(({ file }) => isProgramCode(file));
  if (change.length === 0) return { why: why.noFiles };
  if (code.length === 0) return { why: why.noCode };
  const risk = riskOfChange(model, code);
  if (model.thin !== undefined || risk === undefined) return { why: sayThin(model.thin ?? 'few fixes', model) };
  const files = code.map(({ file }) => file);
  const size = saySize(
    code.reduce((sum, each) => sum + codeOf(each), 0),
    files,
  );
  const record = sayRecord({
    files: files.filter((file) => model.record.knows(file)).map((file) => ({ file, ...model.record.followed(file) })),
    project: model.changes,
  });
  return {
    level: levelAfter(risk.ratio, model.levels),
    chance: risk.chance,
    usual: risk.usual,
    why: sentence(record === undefined ? size : `${size}; ${record}`),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
