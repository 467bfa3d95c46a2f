import type { System } from '../system/index.ts';
import type { Invocation } from './command.ts';
import type { Reply } from './terminal/prompts.ts';
import type { Ui } from './terminal/ui.ts';

/** What a person answered, or how the question ended. */
export type Asked<T> = { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'left'; readonly how: 'declined' | 'interrupted' };

export function asked<T>(reply: Reply<T>): Asked<T> {
  if (reply.kind === 'answer') return reply;
  return { kind: 'left', how: reply.kind === 'interrupted' ? 'interrupted' : 'declined' };
}

/** What a question needs. */
export interface Asker {
  readonly ui: Ui;
  readonly system: System;
  /** Whether a person can answer now, and did not say that nothing is to be asked. */
  readonly canAsk: boolean;
  /** The output is one document: nothing is said beside it. */
  readonly isQuiet: boolean;
}

export function askerOf(invocation: Pick<Invocation, 'system' | 'ui' | 'values'>): Asker {
  const { system, ui, values } = invocation;
  return { system, ui, canAsk: canAsk(invocation), isQuiet: values.flag('json') };
}

export function canAsk({ ui, values }: Pick<Invocation, 'ui' | 'values'>): boolean {
  return ui.interactive && !['json', 'yes', 'dry-run', 'check'].some((option) => values.flag(option));
}
