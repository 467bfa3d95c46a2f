/** Who reads a text: a model calls tools, a person types commands. */
export type Reader = 'model' | 'person';

/** Words that differ by reader; all other words are the same for both. */
export type Part = string | { readonly model: string; readonly person: string };

/** A text that may tell its reader what to do next. A plain string says the same to both. */
export type Sentence = string | readonly Part[];

/** The next steps that a text can suggest: the tool and the command for each. */
const steps = {
  advise: { tool: 'advise', command: 'snap advise' },
  contextOfTask: { tool: 'snap with mode context', command: 'snap status' },
  endTask: { tool: 'snap_end', command: 'snap task end' },
  learn: { tool: 'snap_learn', command: 'snap learn' },
  startTask: { tool: 'snap with mode start', command: 'snap task start' },
} as const;

/** "call advise" to a model, `run "snap advise"` to a person; `Call …` where it begins a sentence. */
export function step(name: keyof typeof steps, verb: 'call' | 'Call' = 'call'): Part {
  const { tool, command } = steps[name];
  return { model: `${verb} ${tool}`, person: `${verb === 'Call' ? 'Run' : 'run'} "${command}"` };
}

/** The name alone: `snap_end` to a model, `"snap task end"` to a person. */
export function stepName(name: keyof typeof steps): Part {
  const { tool, command } = steps[name];
  return { model: tool, person: `"${command}"` };
}

/** Only said to a model, which could take stored text for an instruction. */
export function onlyToModel(text: string): Part {
  return { model: text, person: '' };
}

/** Only said to a person, who does not see the line that says it to a model. */
export function onlyToPerson(text: string): Part {
  return { model: '', person: text };
}

/** To put a sentence into a longer one. */
export function partsOf(sentence: Sentence): readonly Part[] {
  return typeof sentence === 'string' ? [sentence] : sentence;
}

/** The sentence as this reader gets it. */
export function sayTo(reader: Reader, sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence;
  return sentence.map((part) => (typeof part === 'string' ? part : part[reader])).join('');
}
