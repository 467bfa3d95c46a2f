import type { Gate } from './gates/gate-of.ts';

/** The state that a gate shows, without the sentence on what a click in the status bar does. */
export function whatIs({ tooltip }: Pick<Gate, 'tooltip'>): string {
  return tooltip.replace(/\s*A click .*$/s, '');
}
