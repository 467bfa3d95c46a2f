import { SnapError } from '../../system/index.ts';

/**
 * What is piped in, to its end.
 * @throws SnapError `usage` where nothing is: at a terminal snap would wait without a word.
 */
export async function readInput(maxBytes: number): Promise<Uint8Array> {
  if (process.stdin.isTTY) {
    throw new SnapError('usage', '--code -: standard input is a terminal.', {
      hint: 'Pipe the text in: snap check patterns --code - < file.ts. Or name the file: --code file.ts.',
    });
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    // The caller refuses what is too long.
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
