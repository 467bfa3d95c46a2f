import { examineChange } from '../change/examine-change.ts';
import type { CheckContext } from '../check-context.ts';
import { sourceKinds } from '../../sources/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import { orMissing, askSources } from '../../insight/index.ts';
import { findingsOfChecks, notExamined, unreadLanguages } from './findings-of-checks.ts';
import { findingsOfKnowledge } from './findings-of-knowledge.ts';
import { findingsOfSources } from './findings-of-sources.ts';
import { judgeFindings } from './judge-findings.ts';
import { planFiles } from './plan-files.ts';
import type { ChangeFinding, ChangeQuestion, Validation } from './validation.ts';

/** For the checks; the servers have 2 seconds at the same time. */
const maxMs = 15_000;

/**
 * Validates a change before it is written: checks of its new lines in memory, what was learned here, and what the person's servers say of its files.
 * Writes nothing, runs nothing of the project.
 * @throws SnapError `invalid-path`.
 */
export async function validateChange(bench: Workbench, question: ChangeQuestion, context: CheckContext): Promise<Validation> {
  const { change, problems } = await planFiles(bench, question.files);
  const files = [...change.keys()];
  const notes: string[] = [];
  const task = (await orMissing(bench.tasks.peek(), 'The open task', notes))?.task;
  const text = question.intent ?? task ?? '';
  const [report, known, asked] = await Promise.all([
    files.length === 0 ? undefined : examineChange(change, context, maxMs),
    orMissing(findingsOfKnowledge(bench.knowledge, text, files), 'What was learned', notes),
    askSources(bench, sourceKinds, { files, text, depth: 'shallow' }, context.signal),
  ]);
  const { code_host: host, docs_source: docs, error_tracker: tracker } = asked.context;
  const findings = [
    ...problems.map(({ file, problem }): ChangeFinding => ({
      file,
      type: 'error_prone',
      severity: 'high',
      message: `${problem}.`,
      source: 'local',
      confidence: 100,
    })),
    ...(report === undefined ? [] : findingsOfChecks(report)),
    ...(known ?? []),
    ...findingsOfSources(asked.context, change, question),
  ];
  const unread = report === undefined ? [] : unreadLanguages(report);
  const judged = judgeFindings(findings);
  return {
    ...judged,
    recommendation: judged.recommendation === 'proceed' && unread.length > 0 ? 'review' : judged.recommendation,
    unread,
    context: {
      recentErrors: tracker?.recentErrors.length,
      relatedCommits: host?.recentCommits.length,
      deprecationWarnings: docs?.deprecations.length,
    },
    sources: [...asked.answered, 'local'],
    notes: [
      ...notes,
      ...(report === undefined ? [] : notExamined(report)),
      ...asked.left.filter(({ state }) => state !== 'absent').map(({ kind, why }) => `${kind} is missing: ${why}`),
    ],
  };
}
