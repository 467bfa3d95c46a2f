import { maskTokens } from '../../secrets/mask-tokens.ts';
import { cleanLine } from '../../system/index.ts';

const maxLength = 4_000;

/** One line of the daemon's log: its time, then the text without secrets and hidden characters. */
export function logLine(at: Date, text: string): string {
  const line = text
    .split('\n')
    .map((part) => cleanLine(part))
    .join(' | ');
  return `${at.toISOString()} ${maskTokens(line.slice(0, maxLength))}`;
}
