import { programName } from '../../../machine/index.ts';
import type { CommandFacts, Setup } from '../../setup.ts';
import type { CommandEntry } from './command-entries.ts';
import { candidates, searchPath } from './program-search.ts';
import { behindCmd } from './shells.ts';

/** Programs that are certainly no commands of a shell, so that a missing one is certainly missing. */
const programs = new Set(
  'npx npm node pnpm pnpx yarn corepack bun bunx deno uv uvx pipx python python3 py docker podman dotnet java go cargo'.split(' '),
);

/** The program that `cmd /c` or `env` looks for on the same PATH, when the entry names one of those; `undefined` for any other command. */
export function startedThrough({ args, command }: Pick<CommandFacts, 'args' | 'command'>): string | undefined {
  const outer = programName(command);
  const inner =
    outer === 'cmd'
      ? behindCmd([command, ...args])[0]
      : outer === 'env'
        ? args.find((word) => !word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word))
        : undefined;
  return inner !== undefined && inner !== command && programs.has(programName(inner)) && !/[\\/]/.test(inner) ? inner : undefined;
}

/** Where that program may be; to be inspected. */
export function placesBehind(entry: CommandEntry, setup: Pick<Setup, 'facts' | 'home' | 'env'>): readonly string[] {
  const name = startedThrough(entry.command);
  if (name === undefined) return [];
  const endings = setup.facts.platform !== 'win32' || /\.\w+$/.test(name) ? [''] : ['.exe', '.cmd', '.bat', '.com'];
  return endings.flatMap((ending) => candidates(`${name}${ending}`, searchPath(entry, setup), setup));
}
