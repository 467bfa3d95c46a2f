import type { LearningType, NewLearning, Provenance, Task } from '../../memory/index.ts';

/** Who calls, as records name it: the tool or command, and the client that called. */
export interface Caller {
  readonly tool: string;
  readonly client?: string | undefined;
}

/** Who says so: the tool that writes, the client that called it, and the task it was learned in. */
export function provenance(caller: Caller, task: Task | undefined): Provenance {
  return {
    tool: caller.tool,
    ...(caller.client === undefined ? {} : { client: caller.client }),
    ...(task === undefined ? {} : { task: task.id }),
    ...(task?.snapshot === undefined ? {} : { snapshot: task.snapshot }),
  };
}

/**
 * A plain sentence as a learning: its trigger is the task it was learned in; without one the sentence itself, so that it is found
 * by its own words.
 */
export function fromSentence(sentence: string, task: Task | undefined, by: Provenance): NewLearning {
  return {
    trigger: task?.task ?? sentence,
    action: sentence,
    type: typeOf(sentence),
    by,
    ...(task === undefined ? {} : { files: task.files, evidence: [task.id], isSentence: true as const }),
  };
}

function typeOf(sentence: string): LearningType {
  return /\b(avoid|never|don['’]t|do not|must not|beware|careful)\b/i.test(sentence) ? 'pitfall' : 'discovery';
}
