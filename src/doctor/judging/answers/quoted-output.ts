const longest = 240;
const mostLines = 3;

/**
 * What a server wrote, for one line of a message: the line that tells why, else the last ones. Frames of a stack and rulers are left
 * out. Empty where it wrote nothing.
 */
export function quotedOutput(output: string, cause?: { readonly pattern: RegExp; readonly name: string | undefined }): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(at |\^+$|[-=~\s]+$|Node\.js v\d|node:internal)/.test(line));
  const telling = cause === undefined ? [] : lines.filter((line) => cause.pattern.test(line));
  const { name } = { name: undefined, ...cause };
  const main = name === undefined ? telling[0] : ([...telling, ...lines].find((line) => line.includes(name)) ?? telling[0]);
  const kept = main === undefined ? lines.slice(-mostLines) : [main];
  const text = kept.join(' / ');
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
