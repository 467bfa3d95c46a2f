import type { Moment } from '../../history/index.ts';
import { cut, cleanLine, quoted } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Claim } from './claim.ts';
import type { Doubt } from './judge-claim.ts';

/** That something existed, and what is known of its end. */
export interface Proof {
  /** Its path or its name then. */
  readonly was: string;
  /** The file that defined it. */
  readonly in?: WorkspacePath | undefined;
  /** The commit in which it went away; absent where that is not committed yet, or the commit was not found. */
  readonly gone?: Moment | undefined;
  /** The last commit has it still. */
  readonly isUncommitted?: true;
  readonly now?: string | undefined;
}

const maxShown = 120;

/** @param isComplete whether all of the history could be asked. */
export function docsFinding({ claim, document, needs, rule }: Doubt, proof: Proof | undefined, isComplete: boolean): CheckFinding {
  const { column, line } = claim;
  return {
    file: document,
    line,
    column,
    severity: 'warning',
    rule,
    source: 'snap',
    message: `${subjectOf(claim)} ${problemOf(claim)}${historyOf(claim, proof)}.`,
    fix: proof?.now === undefined ? undefined : `Write ${quoted(proof.now, maxShown)}.`,
    reason:
      proof !== undefined || needs === 'nothing'
        ? undefined
        : isComplete
          ? 'nothing of this name is in the project'
          : 'the history could not be asked, so this is concluded from the files alone',
    confidence: proof === undefined ? (needs === 'nothing' ? 90 : 60) : 95,
  };
}

function shown(text: string): string {
  return cut(cleanLine(text), maxShown);
}

function subjectOf(claim: Claim): string {
  switch (claim.kind) {
    case 'path':
      return quoted(claim.path, maxShown);
    case 'link':
      return `The link to ${quoted(claim.path + (claim.anchor === undefined ? '' : `#${claim.anchor}`), maxShown)}`;
    case 'script':
    case 'target':
      return quoted(claim.command, maxShown);
    default:
      return claim satisfies never;
  }
}

function problemOf(claim: Claim): string {
  switch (claim.kind) {
    case 'path':
      return 'does not exist';
    case 'link':
      return claim.path === '' || claim.anchor !== undefined ? 'leads to no heading of that name' : 'leads to no file';
    case 'script':
      return `needs a script ${quoted(claim.script, maxShown)}, which package.json does not have`;
    case 'target':
      return `needs ${quoted(claim.name, maxShown)}, which is not defined`;
    default:
      return claim satisfies never;
  }
}

function historyOf(claim: Claim, proof: Proof | undefined): string {
  if (proof === undefined) return '';
  const { gone, in: file, isUncommitted, now, was } = proof;
  const place = file === undefined ? '' : ` in ${shown(file)}`;
  const until =
    gone !== undefined
      ? `until commit ${gone.commit.slice(0, 7)} (${dayOf(gone)})`
      : isUncommitted === true
        ? 'in the last commit'
        : 'in an earlier commit';
  const name = claim.kind === 'path' || claim.kind === 'link' ? `${shown(was)} existed` : 'it was there';
  return `: ${name}${place} ${until}${now === undefined ? '' : `, and is ${shown(now)} now`}`;
}

/** As in `2026-11-22`. */
function dayOf({ at }: Pick<Moment, 'at'>): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}
