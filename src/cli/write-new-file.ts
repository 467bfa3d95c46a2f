import { SnapError, type WritableSystem } from '../system/index.ts';
import { plain } from './terminal/style.ts';

/**
 * Writes a file that the person named, readable only by them unless another mode is given.
 * @throws SnapError `refused` when it exists already.
 */
export async function writeNewFile(system: WritableSystem, name: string, text: string, options?: { newFileMode: number }): Promise<void> {
  const path = system.resolve(name);
  if ((await system.look(path)) !== undefined) {
    throw new SnapError('refused', `${plain(name)}: the file already exists.`, { hint: 'Name a file that does not exist yet.' });
  }
  await system.replaceBytes(path, 'absent', new TextEncoder().encode(text), options);
}
