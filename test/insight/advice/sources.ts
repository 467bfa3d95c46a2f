import type { Sources, CheckCommand, Needed, Risk } from '../../../src/insight/index.ts';
import { memorySystem } from '../../support/memory-system.ts';
import { sayFiles } from '../../../src/insight/files/said.ts';
import { hotIn } from '../../../src/history/companions.ts';
import type { Learning, Violation, ViolationType, Task } from '../../../src/memory/index.ts';

/** What a project knows, as a table. */
export interface KnownThings {
  readonly files?: readonly string[];
  readonly matches?: readonly { readonly learning: Learning; readonly score: number }[];
  readonly violations?: readonly ViolationType[];
  readonly needed?: readonly Needed[];
  readonly chance?: number;
  readonly limits?: readonly string[];
  readonly churn?: Readonly<Record<string, number>>;
  readonly risk?: Risk;
  readonly task?: Task;
  readonly tests?: readonly Needed[];
  readonly command?: CheckCommand;
}

const unknownRisk: Risk = { why: 'There is no git history here.', factors: [], confidence: 0 };

const unused = (): never => {
  throw new Error('advice may not do this');
};

/** Sources that answer from the table and refuse whatever would write. */
export function sourcesWith(known: KnownThings): Sources {
  const {
    files = [],
    matches = [],
    violations = [],
    needed = [],
    chance = 0.9,
    limits = [],
    churn = {},
    risk = unknownRisk,
    task,
    tests = [],
    command,
  } = known;
  const learnings = matches.map(({ learning }) => learning);
  return {
    history: {
      companions: unused,
      churn: async () => new Map(Object.entries(churn)),
      hot: async (files) => hotIn(files, new Map(Object.entries(churn))),
      changed: async () => ({ source: 'none', files: [] }),
      addedLines: unused,
      commits: unused,
      head: unused,
      contentAt: unused,
      past: unused,
    },
    knowledge: {
      search: async ({ max, without = [] }) => matches.filter(({ learning }) => !without.includes(learning.id)).slice(0, max),
      matchingViolations: async () => violations,
      violationTypes: async () => violations,
      list: async () => learnings,
      find: async (id) => learnings.find((learning) => learning.id.startsWith(id)),
      findViolation: async (id) => violations.flatMap((type) => type.violations).find((violation) => violation.id === id),
      story: async () => [],
      gc: async (action) => ({ action, changed: false, archive: [], delete: [], merge: [], kept: learnings.length, staleViolations: [] }),
      restore: unused,
      forget: unused,
      searchViolations: unused,
      add: unused,
      report: unused,
      shown: unused,
      judge: unused,
      faults: unused,
      place: unused,
    },
    tasks: {
      current: async () => task,
      peek: async () => task,
      find: async (id) => (task?.id === id ? task : undefined),
      start: unused,
      noteShown: unused,
      change: unused,
      end: unused,
      recent: unused,
      others: unused,
      release: async () => undefined,
      problem: unused,
    },
    forecast: async () => ({
      tests: async () => ({ tests, command }),
      files: async ({ max }) => ({ files: needed.slice(0, max), said: sayFiles(needed.slice(0, max), () => chance, 'text'), limits }),
      forgotten: unused,
      risk: async () => risk,
      uncommitted: unused,
    }),
    system: memorySystem({ files: Object.fromEntries(files.map((file) => [`/w/${file}`, ''])) }),
    workspace: { root: '/w', privateDirectory: '/p', knowledgeDirectory: '/k', projectDirectory: '/w/.snap' },
  };
}

export function learning(id: string, more: Partial<Learning> = {}): Learning {
  return {
    id: `learn_${id}`,
    trigger: 'parsing dates',
    action: 'use UTC',
    type: 'pitfall',
    by: { tool: 'snap_learn' },
    files: [],
    evidence: [],
    at: '2026-01-01T00:00:00.000Z',
    state: 'active',
    isStale: false,
    uses: { shown: 0, used: 0, helped: 0, unhelpful: 0, wrong: 0, repeated: 0, weight: 1, tier: 'warm', isWithheld: false },
    ...more,
  };
}

export function violations(type: string, count: number, file = 'src/a.ts', prevention = 'rethrow'): ViolationType {
  const reports = Array.from({ length: count }, (_, i): Violation => ({
    id: `viol_${i}`,
    type,
    file,
    description: 'x',
    prevention,
    by: { tool: 'snap_violation' },
    at: `2026-01-0${i + 1}T00:00:00.000Z`,
  }));
  return {
    type,
    count,
    promote: count >= 5 ? 'AUTO' : count >= 3 ? 'PROMOTED' : 'NO',
    violations: reports,
    prevention,
    lastAt: '2026-01-09',
  };
}

export function openTask(more: Partial<Task> = {}): Task {
  return {
    id: 'task_0a1b2c3d4e5f',
    task: 'parse the dates',
    files: [],
    keywords: [],
    intent: 'implement',
    intentGiven: false,
    startedAt: '2026-01-01T00:00:00.000Z',
    owner: { kind: 'shell' },
    shown: [],
    ...more,
  };
}
