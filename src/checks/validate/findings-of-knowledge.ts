import type { Knowledge, Learning } from '../../memory/index.ts';
import { quoted } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ChangeFinding } from './validation.ts';

const maxPitfalls = 3;

/** Violations that were reported in these files, and pitfalls that were learned about what is done. */
export async function findingsOfKnowledge(
  knowledge: Pick<Knowledge, 'matchingViolations' | 'search'>,
  text: string,
  files: readonly WorkspacePath[],
): Promise<readonly ChangeFinding[]> {
  const [first] = files;
  if (first === undefined) return [];
  const [violations, learnings] = await Promise.all([
    knowledge.matchingViolations(text, files),
    text.trim() === '' ? [] : knowledge.search({ text, max: 3 * maxPitfalls }),
  ]);
  const pitfalls = learnings
    .filter(({ learning }) => learning.type === 'pitfall' && !learning.isStale && isAbout(learning, files))
    .slice(0, maxPitfalls);
  return [
    ...violations.map(({ type, count, prevention, violations: reports }): ChangeFinding => ({
      file: reports.find(({ file }) => files.includes(file))?.file ?? first,
      type: 'pattern_violation',
      severity: 'medium',
      message: `${type} was reported ${count} times: ${quoted(prevention, 200)}`,
      source: 'local',
      // It happened here before; whether this change repeats it is not known.
      confidence: 40,
    })),
    ...pitfalls.map(({ learning, score }): ChangeFinding => ({
      file: learning.files.find((file) => files.includes(file)) ?? first,
      type: 'error_prone',
      severity: 'low',
      message: `learned here (${learning.id}): ${quoted(learning.action, 200)}`,
      source: 'local',
      confidence: Math.round(100 * Math.min(1, score)),
    })),
  ];
}

/** A learning that names files is about those files only; other words in common are chance. */
function isAbout({ files: own, action }: Learning, files: readonly WorkspacePath[]): boolean {
  const named = [...own, ...(action.match(/[\w@.-]+(?:\/[\w@.-]+)+\.\w+/g) ?? [])];
  return (
    named.length === 0 || files.some((file) => named.some((one) => file === one || file.endsWith(`/${one}`) || file.startsWith(`${one}/`)))
  );
}
