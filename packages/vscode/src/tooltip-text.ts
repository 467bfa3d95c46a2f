import type { Gate } from './gates/gate-of.ts';
import type { SeenPulse } from './observe/pulse.ts';
import { markdownText } from './shown-text.ts';

/** As src/insight/pulse calls them in words; `?` while too little was seen to say. */
const riskWords: Readonly<Record<string, string>> = { L: 'low', M: 'medium', H: 'high', C: 'critical' };

/** What the tooltip says, as Markdown in which no foreign word has a meaning. */
export function tooltipText(gate: Gate, pulse: SeenPulse | undefined, remote: string | undefined): string {
  const lines = [
    escaped([gate.state, gate.row.click].filter((part) => part !== '').join(' ')),
    ...(gate.name === 'watching' && pulse !== undefined ? [pulseText(pulse)] : []),
    ...(remote === undefined ? [] : [escaped(remoteText(remote))]),
  ];
  return lines.join('\n\n');
}

/** Says only where Snap looks: whether the CLI and the daemon are there is what the gate says. */
export function remoteText(remote: string): string {
  return `All of this is about the machine of the workspace (${remote}), to which this window is connected.`;
}

function pulseText({ state, changesPerMinute, pressure, risk, changes, action }: SeenPulse): string {
  const figures = [
    `**Pulse: ${escaped(state)}**`,
    `${changesPerMinute} changes a minute`,
    `pressure ${pressure}`,
    ...(risk === '?' ? [] : [`risk ${escaped(riskWords[risk] ?? risk)}`]),
    changes === 1 ? '1 change not in a snapshot' : `${changes} changes not in a snapshot`,
  ].join(', ');
  return action === '' ? figures : `${figures}\n\n${escaped(action)}`;
}

/** A tooltip is short. */
function escaped(text: string): string {
  return markdownText(text.slice(0, 500));
}
