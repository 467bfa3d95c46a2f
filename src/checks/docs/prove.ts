import type { CheckFinding } from '../report.ts';
import { docsFinding, type Proof } from './docs-finding.ts';
import type { Evidence } from './evidence.ts';
import type { Doubt } from './judge-claim.ts';
import { proveLine } from './prove-line.ts';
import { provePaths } from './prove-path.ts';

/** Turns doubts into findings where there is proof enough. */
export async function prove(doubts: readonly Doubt[], evidence: Evidence): Promise<readonly CheckFinding[]> {
  const { isComplete } = evidence;
  const findings: CheckFinding[] = [];
  for (const doubt of doubts) {
    if (evidence.signal.aborted) break;
    if (await isMadeByPrograms(doubt, evidence)) continue;
    const proof = await proofOf(doubt, evidence);
    const isShown = proof !== undefined && (doubt.mustBeOlder !== true || (await isOlder(doubt, proof, evidence)));
    if (isShown) findings.push(docsFinding(doubt, proof, isComplete));
    else if (await isShownByFiles(doubt, evidence)) findings.push(docsFinding(doubt, undefined, isComplete));
  }
  return findings;
}

/** Whether a doubt needs no proof by an earlier commit. */
async function isShownByFiles({ claim, document, isPlain, needs }: Doubt, { isComplete, isNewLine }: Evidence): Promise<boolean> {
  if (needs === 'nothing' || (needs === 'either' && !isComplete)) return true;
  return isPlain === true && (await isNewLine(document, claim.line));
}

/** A path that the ignore rules leave out is there after a build, and says nothing. */
async function isMadeByPrograms({ claim, paths }: Doubt, { isIgnored }: Evidence): Promise<boolean> {
  if (claim.kind !== 'path' && claim.kind !== 'link') return false;
  for (const path of paths) if (path !== '' && (await isIgnored(path))) return true;
  return false;
}

async function proofOf(doubt: Doubt, evidence: Evidence): Promise<Proof | undefined> {
  switch (doubt.claim.kind) {
    case 'path':
      return provePaths(doubt.paths, { mayEndWith: doubt.claim.path, minParts: doubt.readers === 'user' ? 3 : 2 }, evidence);
    case 'link':
      return doubt.rule === 'missing-anchor' ? undefined : provePaths(doubt.paths, {}, evidence);
    case 'script':
      return proveLine(doubt.paths, { kind: 'json-key', name: doubt.claim.script }, evidence);
    case 'target':
      return proveLine(doubt.paths, { kind: doubt.claim.tool === 'deno' ? 'json-key' : 'target', name: doubt.claim.name }, evidence);
    default:
      return doubt.claim satisfies never;
  }
}

/** Whether the text was written before what it names went away. One that is not committed yet is new. */
async function isOlder({ claim, document }: Doubt, { gone }: Proof, { lineOf, past, signal }: Evidence): Promise<boolean> {
  if (gone === undefined) return true;
  const times = await past.lineTimes(document, signal);
  const written = times.get(lineOf(document, claim.line));
  return written !== undefined && written.at < gone.at;
}
