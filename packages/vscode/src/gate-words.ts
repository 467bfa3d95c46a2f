import type { Gate } from './gates/gate-of.ts';

/** What is the case, without what a click in the status bar would do. */
export function whatIs({ tooltip }: Pick<Gate, 'tooltip'>): string {
  return tooltip.replace(/\s*A click .*$/s, '');
}
