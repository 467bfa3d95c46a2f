import { MarkdownString } from 'vscode';
import type { Gate } from './gates/gate-of.ts';
import type { SeenPulse } from './observe/pulse.ts';
import { tooltipText } from './tooltip-text.ts';

/** The tooltip of the item. Links and icons of foreign text are none: it is not trusted, and every word is escaped. */
export function tooltipOf(gate: Gate, pulse: SeenPulse | undefined, remote: string | undefined): MarkdownString {
  const text = new MarkdownString(tooltipText(gate, pulse, remote), false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}
