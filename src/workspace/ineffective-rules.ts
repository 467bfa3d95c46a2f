import { cleanLine, cut } from '../system/index.ts';
import { maxListed, type IneffectiveLine } from './ignore-lines.ts';

/** An ignore rule that has no effect, or a whole file of them: what it would have hidden is looked at like any other file. */
export interface IneffectiveRule {
  /** From the root of the workspace where it is below it, else absolute; `exclude` for a pattern of the settings. */
  readonly file: string;
  /** From 1; absent for a whole file. */
  readonly line?: number | undefined;
  /** In words, about that line or that file. */
  readonly reason: string;
}

/** At most {@link maxListed} are listed. */
export interface IneffectiveRules {
  readonly list: readonly IneffectiveRule[];
  readonly count: number;
}

const reasons: Readonly<Record<IneffectiveLine['why'], string>> = {
  long: 'longer than 4,096 characters',
  'no-text': 'not text',
  costly: 'too many wildcards in this file',
  rest: 'the file is larger than 256 KiB, so it is not read from here on',
};

/** Collects them, each file once. */
export function ineffectiveRules(): {
  lines(file: string, lines: { readonly ineffective: readonly IneffectiveLine[]; readonly ineffectiveCount: number }): void;
  file(file: string, reason: string): void;
  all(): IneffectiveRules;
} {
  const list: IneffectiveRule[] = [];
  let count = 0;
  const add = (rule: IneffectiveRule): void => {
    if (list.length < maxListed) list.push(rule);
  };
  return {
    lines(file, { ineffective, ineffectiveCount }) {
      count += ineffectiveCount;
      for (const { line, why } of ineffective) add({ file, line, reason: reasons[why] });
    },
    file(file, reason) {
      count += 1;
      add({ file, reason });
    },
    all: () => ({ list: [...list], count }),
  };
}

/** In one short sentence: `Ignore rules without effect: .gitignore:3 (longer than 4,096 characters)`. `undefined` when there are none. */
export function ineffectiveText({ count, list }: IneffectiveRules, shown = 3): string | undefined {
  if (count === 0) return undefined;
  const named = list.slice(0, shown).map(({ file, line, reason }) => {
    return `${cut(cleanLine(file), 100)}${line === undefined ? '' : `:${line}`} (${reason})`;
  });
  const more = count - named.length;
  return `${count === 1 ? 'Ignore rule' : 'Ignore rules'} without effect: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}
