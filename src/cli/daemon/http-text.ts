import type { HttpStatus } from '../../daemon/index.ts';
import { plain } from '../terminal/style.ts';

/** Where HTTP clients connect, or why they cannot, in a line. */
export function httpText({ state, eventsUrl = '', reason = '' }: HttpStatus): string {
  switch (state) {
    case 'listening':
      return `HTTP: ${plain(eventsUrl)}`;
    case 'refused':
      return `No HTTP: ${plain(reason)}`;
    case 'off':
      return 'No HTTP: nobody has asked for it. "snap daemon start" starts it.';
    default:
      return state satisfies never;
  }
}

/** The same for scripts. */
export function httpDocument({ state, url, port, eventsUrl, reason }: HttpStatus) {
  return { state, url: url ?? null, port: port ?? null, eventsUrl: eventsUrl ?? null, reason: reason ?? null };
}
