import { addressOf } from './address.ts';
import type { LiveAnswer } from '../../live/index.ts';
import type { EntryFacts } from '../../setup.ts';

/** The remote address that a started program passes requests on to: the first address among its arguments. */
export function bridgedAddress({ command }: Pick<EntryFacts, 'command'>): string | undefined {
  return command?.args.find((arg) => /^https?:\/\//i.test(arg) && addressOf(arg) !== undefined);
}

const notFound =
  /\b(?:HTTP|status(?: code)?|responded with|returned|POSTing to endpoint|GET|POST)\b[^\n]{0,60}\b404\b|\b404\b[^\n]{0,20}\bnot found\b/i;

/** Whether a bridge reports that the remote server answered 404. A 404 that a package manager reports for a package does not count. */
export function bridges404(answer: LiveAnswer): boolean {
  if (answer.kind !== 'broken' && answer.kind !== 'exited' && answer.kind !== 'silent') return false;
  const text = `${answer.kind === 'broken' ? answer.message : ''}\n${answer.stderr}`;
  return notFound.test(text) && !/npm (?:error|ERR!)/.test(text);
}
