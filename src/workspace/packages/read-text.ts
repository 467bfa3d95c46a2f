import { join } from 'node:path';
import { SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../workspace.ts';

/** Beyond this no manifest or settings file is read: nobody writes one. */
const maxBytes = 1024 * 1024;

/** A small file of a workspace as text. Empty where there is none, or none that can be read. */
export async function readTextBelow(system: System, root: string, path: WorkspacePath): Promise<string> {
  try {
    const bytes = await system.readStart(join(root, path), maxBytes);
    return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
  } catch (error) {
    // A loop of links, or no permission: as if it were not there.
    if (error instanceof SnapError) return '';
    throw error;
  }
}
