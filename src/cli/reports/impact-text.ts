import type { CheckDetails } from '../../checks/index.ts';
import { cleanLine } from '../../system/index.ts';
import { bar } from '../terminal/progress.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';

const maxTests = 12;
const barWidth = 10;
const levels = { L: [1, 'low'], M: [2, 'medium'], H: [3, 'high'], C: [4, 'critical'] } as const;

/** Mode impact: how far a change reaches, as a tree with bars, and its risk. */
export function impactLines({ affected, risk, tests = [] }: CheckDetails, style: Style): readonly string[] {
  if (affected === undefined || risk === undefined) return [];
  const [branch, last, stem, full, empty] = style.isUnicode ? ['├─', '└─', '│ ', '█', '░'] : ['|-', '`-', '| ', '#', '.'];
  const share = (part: number, all: number): string => bar(all === 0 ? 0 : part / all, barWidth, style);
  const reached = affected.files.length;
  const isAll = tests.length === affected.allTests;
  const named = isAll ? [] : tests.slice(0, maxTests);
  const more = isAll ? 0 : tests.length - named.length;
  const leaves = [
    ...named.map((test) => plain(cleanLine(test))),
    ...(more === 0 ? [] : [`${count(more, 'more', 'more')}: --json lists all`]),
  ];
  const [steps, word] = risk.level === undefined ? [0, 'not known'] : levels[risk.level];
  const paint = steps >= 3 ? style.red : steps === 2 ? style.yellow : style.green;
  return [
    'What the change reaches',
    ...(affected.allFiles === 0
      ? []
      : [
          `${branch} ${share(reached, affected.allFiles)}  ${reached} of ${count(affected.allFiles, 'module')}; by whole files ${affected.loading}`,
        ]),
    ...(affected.allTests === 0
      ? []
      : [
          `${branch} ${share(tests.length, affected.allTests)}  ${tests.length} of ${count(affected.allTests, 'test file')}; by whole files ${affected.loadingTests}`,
          ...leaves.map((leaf, i) => `${stem} ${i === leaves.length - 1 ? last : branch} ${leaf}`),
        ]),
    `${last} risk ${steps === 0 ? 'not known' : `${paint(full.repeat(steps))}${style.dim(empty.repeat(4 - steps))} ${word}`}: ${plain(cleanLine(risk.why))}`,
    ...risk.factors.map(({ count: number, of }) => `     ${`${number}`.padStart(5)}  ${style.dim(plain(cleanLine(of)))}`),
  ];
}
