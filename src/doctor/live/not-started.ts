import { type OutputRedactor, isMachineLimit, machineLimitText } from '../../mcp-client/talking.ts';
import type { CommandTarget } from '../../mcp-client/index.ts';
import type { System } from '../../system/index.ts';
import { joinPath } from '../../machine/index.ts';
import type { LiveAnswer } from './answer.ts';

/** Why a program could not be started. One error code can have several causes, so the files are checked. */
export async function notStarted(system: System, target: CommandTarget, failure: string, redact: OutputRedactor): Promise<LiveAnswer> {
  const { command, cwd } = target;
  const because = (reason: Extract<LiveAnswer, { kind: 'not-started' }>['reason'], message: string): LiveAnswer => ({
    kind: 'not-started',
    reason,
    message: redact.line(message),
  });
  // First, because checking files may fail for the same reason.
  if (isMachineLimit(failure)) return because('limit', machineLimitText(failure));
  const directory = await system.look(cwd);
  if (directory?.kind !== 'directory') return because('no-directory', `Its start directory does not exist: ${cwd}`);
  switch (failure) {
    case 'ENOENT':
    case 'ENOTDIR': {
      // A bare name is searched on the PATH; a relative path starts at the start directory.
      const isPath = /[\\/]/.test(command);
      const file = isPath ? await system.look(joinPath(cwd, command, system.platform)) : undefined;
      if (file?.kind === 'file') {
        return because('not-executable', `${command} exists, but the program that its first line names does not.`);
      }
      return because(
        'not-found',
        isPath ? `There is no file ${command}` : `There is no program ${command} on the PATH it is started with.`,
      );
    }
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return because('not-executable', `${command} exists, but may not be started as a program.`);
    // The codes of Windows for a `.cmd` or `.bat` without a shell, and for a file that is not a program.
    case 'EINVAL':
    case 'UNKNOWN':
      return because('not-executable', `${command} cannot be started without a shell.`);
    default:
      return because('other', `${command} could not be started${failure === '' ? '' : ` (${failure})`}.`);
  }
}
