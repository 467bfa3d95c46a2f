/** What was seen, gate by gate and command by command, as Markdown. */
export function table(outcomes) {
  const lines = ['| gate | command | seen | scenario |', '|---|---|---|---|'];
  for (const { name, notes, failure } of outcomes) {
    for (const { gate, command, seen } of notes) lines.push(`| ${gate} | ${command} | ${cell(seen)} | ${name} |`);
    if (failure) lines.push(`| | | **failed** at ${cell(failure.step)}: ${cell(failure.message)} | ${name} |`);
  }
  return `${lines.join('\n')}\n`;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 300);
