/** With their line ends, so that CRLF stays CRLF, and a last line without an end differs from one that has it. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = lines.map((line) => `${line}\n`);
  if (last !== '') whole.push(last);
  return whole;
}

// The rule by which git detects binary files: https://git-scm.com/docs/gitattributes#_marking_files_as_binary
const bytesLookedAt = 8_000;

/** Whether a file with this content is binary: it has no lines to compare. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, bytesLookedAt).includes(0);
}
