import { createSameness } from '../../src/memory/learnings/sameness.ts';
import type { Command } from './sample.ts';

interface Text {
  readonly trigger: string;
  readonly action: string;
}

const type = 'workflow';

/** Changes after which a learning says the same. Nothing where a text gives no occasion for it. */
const harmless: Readonly<Record<string, (text: Text) => Text | undefined>> = {
  'capitals of plain words': ({ trigger, action }) => ({
    trigger: trigger.replaceAll(/(?<=^|\s)[a-z]+(?=\s|$)/g, (word) => word.toUpperCase()),
    action,
  }),
  'a sentence end': ({ trigger, action }) => ({ trigger: trigger.endsWith('.') ? trigger.slice(0, -1) : `${trigger}.`, action }),
  'white space': ({ trigger, action }) => ({ trigger: ` ${trigger.replaceAll(' ', ' \n\t ')}`, action: `${action} ` }),
  'a space too few': ({ trigger, action }) => {
    const joined = trigger.replace(/(?<=^[A-Za-z]+) (?=[a-z]+ )/, '');
    return joined === trigger ? undefined : { trigger: joined, action };
  },
  'an article': ({ trigger, action }) => {
    const without = trigger.replace(/ the /, ' ');
    return without === trigger ? undefined : { trigger: without, action };
  },
  'order of clauses': ({ trigger, action }) => {
    const clauses = trigger.split(', ');
    return clauses.length < 2 ? undefined : { trigger: clauses.toReversed().join(', '), action };
  },
  'order of words': ({ trigger, action }) => {
    const words = trigger.split(' ');
    const [first = '', second = ''] = words;
    return /^[A-Za-z]+$/.test(first) && /^(?:all|each|every|recursively|only)$/.test(second)
      ? { trigger: [second, first, ...words.slice(2)].join(' '), action }
      : undefined;
  },
};

/** Changes after which a learning says something else. */
const harmful: Readonly<Record<string, (text: Text) => Text>> = {
  'a number': ({ trigger, action }) => ({ trigger: trigger.replace(/\d+/, (number) => String(Number(number) + 1)), action }),
  'a number in the action': ({ trigger, action }) => ({ trigger, action: action.replace(/\d+/, (number) => String(Number(number) + 1)) }),
  'a negation': ({ trigger, action }) => ({ trigger, action: `do not run ${action}` }),
  'a negation in the trigger': ({ trigger, action }) => ({ trigger: trigger.replace(/ (?=with|in|that|from|to)/, ' not '), action }),
  'two sides swapped': ({ trigger, action }) => ({ trigger: trigger.replace(/(\S+) (to|from|with|in) (\S+)/, '$3 $2 $1'), action }),
  'a path': ({ trigger, action }) => ({ trigger, action: action.replace(/\/\w+/, '/elsewhere') }),
  'a flag': ({ trigger, action }) => ({ trigger, action: action.replace(/ -(\w)/, (_, flag: string) => ` -${flag === 'q' ? 'z' : 'q'}`) }),
  'the capital of a flag': ({ trigger, action }) => ({
    trigger,
    action: action.replace(/ -([a-z])(?= )/i, (all, flag: string) =>
      all.replace(flag, /[a-z]/.test(flag) ? flag.toUpperCase() : flag.toLowerCase()),
    ),
  }),
  'a name': ({ trigger, action }) => ({ trigger: trigger.replace(/'\w+'|"\w+"/, "'another'"), action }),
};

export interface SamenessRow {
  readonly change: string;
  readonly isSame: boolean;
  readonly pairs: number;
  readonly merged: number;
}

/** Every change on its own, over these commands. Pairs that the change left as they were do not count. */
export function changes(commands: readonly Command[]): readonly SamenessRow[] {
  const row = (change: string, isSame: boolean, make: (text: Text) => Text | undefined): SamenessRow => {
    let pairs = 0;
    let merged = 0;
    for (const { command, wordings } of commands) {
      const text = { trigger: wordings[0], action: command };
      const changed = make(text);
      if (changed === undefined || (changed.trigger === text.trigger && changed.action === text.action)) continue;
      pairs += 1;
      if (createSameness([{ id: 'first', ...text, type }]).find({ ...changed, type }) !== undefined) merged += 1;
    }
    return { change, isSame, pairs, merged };
  };
  return [
    ...Object.entries(harmless).map(([name, make]) => row(name, true, make)),
    ...Object.entries(harmful).map(([name, make]) => row(name, false, make)),
  ];
}

/** All wordings of all commands saved one after the other: how many joined an earlier one, and how many of those that of another command. */
export function merges(commands: readonly Command[]) {
  const seen = createSameness();
  const commandOf = new Map<string, string>();
  let saved = 0;
  let merged = 0;
  let wrong = 0;
  for (const { command, wordings } of commands) {
    for (const trigger of wordings) {
      const learning = { id: `learn_${(saved += 1)}`, trigger, action: command, type } as const;
      const into = seen.find(learning);
      if (into === undefined) {
        seen.add(learning);
        commandOf.set(learning.id, command);
      } else {
        merged += 1;
        if (commandOf.get(into) !== command) wrong += 1;
      }
    }
  }
  return { saved, merged, wrong };
}
