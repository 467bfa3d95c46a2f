import { diskError, type WritableSystem } from '../../system/index.ts';
import { writePrivateFile } from '../../system/background/index.ts';
import type { DaemonPlace } from '../place.ts';

/** Makes the secret of this run of the daemon, and replaces that of the run before. 256 bits, as 64 hexadecimal digits. */
export function newToken(system: WritableSystem, { tokenFile }: DaemonPlace): string {
  const token = process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex');
  try {
    writePrivateFile(tokenFile, `${token}\n`);
  } catch (error) {
    throw diskError(system.home, tokenFile, 'could not be written', error);
  }
  return token;
}
