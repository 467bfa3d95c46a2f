import { SnapError } from '../system/index.ts';

/**
 * What is piped in, to its end.
 * @throws SnapError `usage` where nothing is: at a terminal snap would wait without a word.
 */
export async function readInput(maxBytes: number, { what, how }: { readonly what: string; readonly how: string }): Promise<Uint8Array> {
  if (process.stdin.isTTY) {
    throw new SnapError('usage', `${what}: standard input is a terminal.`, { hint: how });
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
