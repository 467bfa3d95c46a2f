import { diskError, type WritableSystem } from '../../system/index.ts';
import { writePrivateFile } from '../../system/background/index.ts';
import type { DaemonPlace } from '../place.ts';

/** Makes the secret of this run of the daemon, and replaces that of the run before. 256 bits, behind a beginning by which it is masked everywhere. */
export function newToken(system: WritableSystem, { tokenFile }: DaemonPlace): string {
  const token = `snap_local_${process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex')}`;
  try {
    // Without a line break: some assistants put the file into a header as it is.
    writePrivateFile(tokenFile, token);
  } catch (error) {
    throw diskError(system.home, tokenFile, 'could not be written', error);
  }
  return token;
}
