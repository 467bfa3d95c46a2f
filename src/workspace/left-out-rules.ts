import { cleanLine, cut } from '../system/index.ts';
import { maxListed, type LeftOutLine } from './ignore-lines.ts';

/** An ignore rule that has no effect, or a whole file of them: what it would have hidden is looked at like any other file. */
export interface LeftOutRule {
  /** From the root of the workspace where it is below it, else absolute; `exclude` for a pattern of the settings. */
  readonly file: string;
  /** From 1; absent for a whole file. */
  readonly line?: number | undefined;
  /** In words, about that line or that file. */
  readonly reason: string;
}

/** At most {@link maxListed} are listed. */
export interface LeftOutRules {
  readonly list: readonly LeftOutRule[];
  readonly count: number;
}

const reasons: Readonly<Record<LeftOutLine['why'], string>> = {
  long: 'longer than 4,096 characters',
  'no-text': 'not text',
  costly: 'too many wildcards in this file',
  rest: 'the file is larger than 256 KiB, so it is not read from here on',
};

/** Collects them, each file once. */
export function leftOutRules(): {
  lines(file: string, lines: { readonly leftOut: readonly LeftOutLine[]; readonly leftOutCount: number }): void;
  file(file: string, reason: string): void;
  all(): LeftOutRules;
} {
  const list: LeftOutRule[] = [];
  let count = 0;
  const add = (rule: LeftOutRule): void => {
    if (list.length < maxListed) list.push(rule);
  };
  return {
    lines(file, { leftOut, leftOutCount }) {
      count += leftOutCount;
      for (const { line, why } of leftOut) add({ file, line, reason: reasons[why] });
    },
    file(file, reason) {
      count += 1;
      add({ file, reason });
    },
    all: () => ({ list: [...list], count }),
  };
}

/** In one short sentence: `Ignore rules without effect: .gitignore:3 (longer than 4,096 characters)`. `undefined` when there are none. */
export function leftOutText({ count, list }: LeftOutRules, shown = 3): string | undefined {
  if (count === 0) return undefined;
  const named = list.slice(0, shown).map(({ file, line, reason }) => {
    return `${cut(cleanLine(file), 100)}${line === undefined ? '' : `:${line}`} (${reason})`;
  });
  const more = count - named.length;
  return `${count === 1 ? 'Ignore rule' : 'Ignore rules'} without effect: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}
