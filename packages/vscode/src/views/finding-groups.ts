import type { ConfigFinding } from '../core.ts';

/** The findings of one assistant. */
export interface FindingGroup {
  /** The assistant's name; for findings of no assistant, a title such as "This machine". */
  readonly name: string;
  /** Notes come last. */
  readonly findings: readonly ConfigFinding[];
}

const order = { error: 0, warning: 1, info: 2 } as const satisfies Readonly<Record<ConfigFinding['severity'], number>>;

/** By assistant, the worst first; a finding of several assistants is in the group of the first one, as on the command line. */
export function findingGroups(findings: readonly ConfigFinding[]): readonly FindingGroup[] {
  const groups = new Map<string, ConfigFinding[]>();
  for (const finding of findings) {
    const name = finding.client?.name ?? 'This machine';
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups]
    .map(([name, own]) => ({ name, findings: own.toSorted((one, other) => order[one.severity] - order[other.severity]) }))
    .toSorted((one, other) => worst(one) - worst(other) || (one.name < other.name ? -1 : 1));
}

function worst({ findings: [first] }: FindingGroup): number {
  return first === undefined ? 3 : order[first.severity];
}

/** `2 errors, 1 note`; empty where there is nothing. */
export function countsText(findings: readonly Pick<ConfigFinding, 'severity'>[]): string {
  const of = (severity: ConfigFinding['severity'], one: string): readonly string[] => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'}`];
  };
  return [...of('error', 'error'), ...of('warning', 'warning'), ...of('info', 'note')].join(', ');
}
