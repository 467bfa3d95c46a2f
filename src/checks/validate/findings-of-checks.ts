import { type CheckFinding, type CheckReport, counts } from '../report.ts';
import { cleanLine, cut } from '../../system/index.ts';
import type { Severity } from '../../insight/index.ts';
import type { ChangeFinding, FindingType } from './validation.ts';

const severities: Readonly<Record<CheckFinding['severity'], Severity>> = { error: 'high', warning: 'medium', info: 'low' };
/** Where a check does not say how certain it is. */
const certainty: Readonly<Record<CheckFinding['severity'], number>> = { error: 95, warning: 75, info: 60 };
const types: Readonly<Record<string, FindingType>> = {
  secrets: 'security',
  threats: 'security',
  rules: 'pattern_violation',
};

/** What the checks say of the new lines. A token in the format of its vendor is critical: once written it is soon sent. */
export function findingsOfChecks({ findings }: CheckReport): readonly ChangeFinding[] {
  return findings.filter(counts).flatMap((finding): readonly ChangeFinding[] => {
    const { file, line, layer = '', severity, message, confidence } = finding;
    if (file === undefined) return [];
    const isKnownSecret = layer === 'secrets' && severity === 'error';
    return [
      {
        file,
        type: types[layer] ?? 'error_prone',
        severity: isKnownSecret ? 'critical' : severities[severity],
        message: `${line === undefined ? '' : `line ${line}: `}${cut(cleanLine(message), 300)}`,
        source: 'local',
        confidence: confidence ?? certainty[severity],
      },
    ];
  });
}

/** Parts of the check that did not run, with the reasons. */
export function notExamined({ layers }: CheckReport): readonly string[] {
  return layers
    .filter(({ name, state }) => state === 'timeout' || (state === 'skipped' && !isOfNoMatter.has(name)))
    .map(({ name, reason }) => `Not examined: ${name}${reason === undefined ? '' : ` (${cleanLine(reason)})`}.`);
}

/**
 * Languages of the change whose code no engine of snap reads: not even its syntax was examined. Of Python the names and imports are.
 */
export function unreadLanguages({ layers }: CheckReport): readonly string[] {
  const left = layers.find(({ name }) => name === 'syntax')?.unexamined ?? [];
  return left.map(({ language }) => language).filter((language) => language !== 'Python');
}

/** The project has no such rules, or the change no such files. */
const isOfNoMatter = new Set(['rules', 'imports', 'packages', 'Python imports', 'focused tests', 'slips']);
