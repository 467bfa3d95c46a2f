import { cleanLine, count, cut } from '../../system/index.ts';
import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Claim } from './claim.ts';
import { dayOf } from './docs-finding.ts';
import type { Readers } from './documents.ts';
import { withParents } from './project-facts.ts';

/** Seconds after which a text may have fallen behind the files that it names. */
const longAfter = 180 * 24 * 60 * 60;
const maxNamed = 3;

export interface DatedDocument {
  readonly document: WorkspacePath;
  readonly readers: Readers;
  readonly claims: readonly Claim[];
}

/**
 * Advice: a text for those who work on the project names files that changed long after it. Nothing says that it is wrong.
 * @param lastChanges seconds since 1970; a file that is not in it is not compared.
 */
export function olderText(
  { claims, document, readers }: DatedDocument,
  lastChanges: ReadonlyMap<WorkspacePath, number>,
  isThere: (file: WorkspacePath) => boolean = () => true,
): CheckFinding | undefined {
  const written = lastChanges.get(document);
  if (written === undefined || (readers === 'user' && directoryOf(document) !== '')) return undefined;
  const later = new Map<WorkspacePath, number>();
  let first: Claim | undefined;
  for (const claim of claims) {
    if (claim.kind !== 'path' || claim.isHistory || !/\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb)$/.test(claim.path)) continue;
    for (const directory of withParents(directoryOf(document))) {
      const file = pathFrom(directory, claim.path);
      const at = file === undefined ? undefined : lastChanges.get(file);
      if (file === undefined || at === undefined || at < written + longAfter || !isThere(file)) continue;
      first ??= claim;
      later.set(file, at);
    }
  }
  if (first === undefined) return undefined;
  const named = [...later].slice(0, maxNamed).map(([file, at]) => `${cut(cleanLine(file), 120)} (${dayOf({ at })})`);
  const rest = later.size - named.length;
  return {
    file: document,
    line: first.line,
    column: first.column,
    severity: 'info',
    rule: 'older-text',
    source: 'snap',
    message: `This document was last changed on ${dayOf({ at: written })}, and ${count(later.size, 'file')} that it names changed long after: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    reason: 'only the dates were compared',
    confidence: 30,
  };
}
