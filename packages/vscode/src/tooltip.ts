import { MarkdownString } from 'vscode';
import type { Gate } from './gates/gate-of.ts';
import type { SeenPulse } from './observe/pulse.ts';
import { tooltipText } from './tooltip-text.ts';

/** The tooltip of the item. Not trusted and escaped, so foreign text in it cannot add links or icons. */
export function tooltipOf(gate: Gate, pulse: SeenPulse | undefined, remote: string | undefined): MarkdownString {
  const text = new MarkdownString(tooltipText(gate, pulse, remote), false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}
