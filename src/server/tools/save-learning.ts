import type { LearningType, NewLearning, Provenance } from '../../learnings/index.ts';
import type { Task } from '../../tasks/index.ts';
import type { ToolContext } from '../tool.ts';

/** Who says so: the tool that writes, the client that called it, and the task it was learned in. */
export function provenance({ caller }: ToolContext, task: Task | undefined): Provenance {
  return {
    tool: caller.tool,
    ...(caller.client === undefined ? {} : { client: caller.client }),
    ...(task === undefined ? {} : { task: task.id }),
    ...(task?.snapshot === undefined ? {} : { snapshot: task.snapshot }),
  };
}

/**
 * A plain sentence as a learning: its trigger is the task it was learned in; without one it stands for itself, so that it is found
 * by its own words.
 */
export function fromSentence(sentence: string, task: Task | undefined, by: Provenance): NewLearning {
  return {
    trigger: task?.task ?? sentence,
    action: sentence,
    type: typeOf(sentence),
    by,
    ...(task === undefined ? {} : { files: task.files, evidence: [task.id] }),
  };
}

/** What became of a learning that was told, in a sentence or two. */
export function savedText({
  status,
  type,
  redacted,
}: {
  readonly status: 'saved' | 'known';
  readonly type: LearningType;
  readonly redacted: number;
}): string {
  const secrets = redacted === 0 ? '' : ` ${redacted === 1 ? 'A secret was' : `${redacted} secrets were`} taken out.`;
  return `${status === 'saved' ? `Saved as a ${type}.` : 'Known already, counted once more.'}${secrets}`;
}

function typeOf(sentence: string): LearningType {
  return /\b(avoid|never|don['’]t|do not|must not|beware|careful)\b/i.test(sentence) ? 'pitfall' : 'discovery';
}
