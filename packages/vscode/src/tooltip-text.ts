import type { Gate } from './gates/gate-of.ts';
import type { SeenPulse } from './observe/pulse.ts';

/** As src/vitals calls them in words; `?` while too little was seen to say. */
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
  return `This window is connected to the machine of the workspace (${remote}). Everything that Snap says and does is about that machine.`;
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

/** No line breaks, no control characters, and nothing that Markdown reads. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 500)
    .replaceAll(/[\\`*_{}[\]()#+\-.!<>|~$&]/g, String.raw`\$&`);
}
