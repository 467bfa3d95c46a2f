// What every process has to keep to, whatever it was given.

/** Letters that move the cursor, colour, hide or turn text. Line ends and tabs are no such letters. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u115f\u1160\u3164\uffa0]|[\u{e0000}-\u{e0fff}]/u;
const crash = [
  [/bug in (snap|it\b)/, 'says that snap has a bug'],
  [/^\s+at .+:\d+:\d+\)?$/m, 'prints a stack'],
  [/\bNode\.js v\d/, 'Node itself reports an error'],
  [/\((node:\d+|Use `node )/, 'Node itself warns'],
  [/\[object |\bNaN\b/, 'prints a value that is no text'],
  [/\b(Type|Range|Reference|Syntax|Assertion)Error\b|\bERR_[A-Z_]{4,}|\bundefined\b/, 'prints words of JavaScript'],
  [/\bINTERNAL\b/, 'answers INTERNAL'],
];

/** The problems of what one process printed and how it ended. `step.allows` is a pattern for text of the case itself. */
export function judgeOutput(step, { code, signal, out, err }, canaries) {
  const problems = [];
  if (signal !== null) problems.push(`ended by ${signal}${signal === 'SIGXCPU' || signal === 'SIGKILL' ? ' (its time was over)' : ''}`);
  else if (!step.exit.includes(code))
    problems.push(`exit ${code} instead of ${step.exit.join(' or ')}: ${shown(err.length > 0 ? err : out)}`);
  const colours = step.isColoured ? /\u001b\[[0-9;]*m/g : /(?!)/g;
  for (const [where, bytes] of [
    ['stdout', out],
    ['stderr', err],
  ]) {
    const text = bytes.toString('utf8').replaceAll(colours, '');
    if (!Buffer.from(bytes.toString('utf8')).equals(bytes)) problems.push(`${where} is not UTF-8`);
    // An answer holds the id that its caller chose; the texts in it are looked at one by one.
    const found = (step.lines !== undefined && where === 'stdout' ? /[\u0000-\u0008\u000b-\u001f]/ : hidden).exec(text);
    if (found !== null)
      problems.push(
        `${where} has U+${found[0].codePointAt(0).toString(16)}: ${JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 60))}`,
      );
    for (const [pattern, words] of crash) {
      const match = pattern.exec(step.allows === undefined ? text : text.replaceAll(step.allows, ''));
      if (match !== null)
        problems.push(`${where} ${words}: ${JSON.stringify(text.slice(Math.max(0, match.index - 80), match.index + 160))}`);
    }
    for (const canary of canaries) if (text.includes(canary)) problems.push(`${where} shows the secret ${canary.slice(0, 24)}`);
    if (step.not !== undefined && step.not.test(text)) problems.push(`${where} must not have ${step.not}: ${shown(bytes)}`);
    if (bytes.length > (step.maxOutput ?? (step.lines === undefined ? 2_000_000 : 60_000_000)))
      problems.push(`${where} has ${bytes.length} bytes`);
  }
  const isCommand = step.lines === undefined;
  if (isCommand && !(typeof step.argv === 'function') && (step.argv.includes('--json') || step.argv.includes('sarif')))
    problems.push(...judgeJson(out, code));
  else if (isCommand && code >= 2 && err.length === 0) problems.push(`exit ${code} and nothing on stderr`);
  if (step.says !== undefined && !step.says.test(`${out}\n${err}`.replaceAll(/\s+/g, ' ')))
    problems.push(`does not say ${step.says}: ${shown(out)} ${shown(err)}`);
  return problems;
}

function judgeJson(out, code) {
  try {
    const value = JSON.parse(out.toString('utf8'));
    if (code >= 2 && code !== 3 && value.error === undefined && value.results === undefined)
      return [`exit ${code}, and the document has no error`];
    return [];
  } catch {
    // A mistake in the command line may be told before the options are known.
    return code === 2 && out.length === 0 ? [] : [`stdout is not JSON: ${shown(out)}`];
  }
}

export const isHidden = (text) => hidden.test(text);
const shown = (bytes) => JSON.stringify(bytes.toString('utf8').slice(0, 300));
