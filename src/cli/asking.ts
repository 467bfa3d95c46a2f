import type { Invocation } from './command.ts';
import type { Reply } from './terminal/prompts.ts';

/** What a person answered, or how the question ended. */
export type Asked<T> = { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'left'; readonly how: 'declined' | 'interrupted' };

export function asked<T>(reply: Reply<T>): Asked<T> {
  if (reply.kind === 'answer') return reply;
  return { kind: 'left', how: reply.kind === 'interrupted' ? 'interrupted' : 'declined' };
}

/** Whether a person can answer now, and did not say that nothing is to be asked. */
export function canAsk({ ui, values }: Invocation): boolean {
  return ui.interactive && !['json', 'yes', 'dry-run', 'check'].some((option) => values.flag(option));
}
