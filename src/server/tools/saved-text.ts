import type { LearningType } from '../../memory/index.ts';

/** What happened to a learning that was saved, in a sentence or two. */
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
