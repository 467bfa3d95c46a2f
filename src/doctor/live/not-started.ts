import type { System } from '../../system/index.ts';
import { joinPath } from '../../machine/index.ts';
import type { LiveAnswer } from './answer.ts';
import type { Hider } from './hide.ts';
import { isOurLimit, ourLimit } from './our-limit.ts';
import type { CommandTarget } from './target.ts';

/** Why a program could not be started. The system gives one name to several causes, so the disk is looked at. */
export async function notStarted(system: System, target: CommandTarget, failure: string, hide: Hider): Promise<LiveAnswer> {
  const { command, cwd } = target;
  const because = (reason: Extract<LiveAnswer, { kind: 'not-started' }>['reason'], message: string): LiveAnswer => ({
    kind: 'not-started',
    reason,
    message: hide.line(message),
  });
  // Before the disk is looked at, for which it may not suffice either.
  if (isOurLimit(failure)) return because('limit', ourLimit(failure));
  const directory = await system.look(cwd);
  if (directory?.kind !== 'directory') return because('no-directory', `The directory it is to start in is not there: ${cwd}`);
  switch (failure) {
    case 'ENOENT':
    case 'ENOTDIR': {
      // A bare name is looked for on the PATH; a path is seen from the directory it starts in.
      const isPath = /[\\/]/.test(command);
      const file = isPath ? await system.look(joinPath(cwd, command, system.platform)) : undefined;
      if (file?.kind === 'file') {
        return because('not-executable', `${command} is there, but the program that its first line names is not.`);
      }
      return because(
        'not-found',
        isPath ? `There is no file ${command}` : `There is no program ${command} on the PATH it is started with.`,
      );
    }
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return because('not-executable', `${command} is there, but may not be started as a program.`);
    // What Windows says of a `.cmd` or `.bat` without a shell, and of a file that is no program.
    case 'EINVAL':
    case 'UNKNOWN':
      return because('not-executable', `${command} is no program that can be started without a shell.`);
    default:
      return because('other', `${command} could not be started${failure === '' ? '' : ` (${failure})`}.`);
  }
}
