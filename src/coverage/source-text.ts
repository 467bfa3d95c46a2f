import { SnapError, type System } from '../system/index.ts';

/** A source as text; `undefined` where it was removed, or may not be read. */
export async function sourceText(system: System, path: string): Promise<string | undefined> {
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  } catch (error) {
    // What cannot be read is judged by the rest that is known of it.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}
