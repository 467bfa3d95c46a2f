import { SnapError } from '../../system/index.ts';
import type { Command } from '../command.ts';
import { scripts } from '../completion/scripts.ts';
import { exit } from '../exit.ts';
import { plain } from '../terminal/style.ts';

export default {
  name: 'completion',
  summary: 'Print a completion script: it completes commands, options and assistants when you press Tab.',
  usage: 'bash|zsh|fish',
  details:
    'When you press Tab, the script asks snap what can follow: commands, options, and names of servers, snapshots and changes on this machine. Nothing is written. Shells that load a script by the name of the program need it under the name of snap-mcp too.',
  options: {},
  examples: [
    ['snap completion bash > ~/.local/share/bash-completion/completions/snap', 'for bash'],
    ['snap completion zsh > ~/.zfunc/_snap', 'for zsh, with ~/.zfunc in fpath before compinit runs'],
    ['snap completion fish > ~/.config/fish/completions/snap.fish', 'for fish'],
  ],
  runsAnywhere: true,
  words: { max: 1 },
  async run({ positionals: [shell], program, values, ui }) {
    const script = Object.entries(scripts).find(([name]) => name === shell)?.[1];
    if (script === undefined) {
      const what = shell === undefined ? 'Name the shell to print a script for.' : `There is no script for "${plain(shell)}".`;
      throw new SnapError('usage', what, { hint: `Shells: ${Object.keys(scripts).join(', ')}.` });
    }
    if (values.flag('json')) throw new SnapError('usage', 'completion prints a script and has no --json output.');
    ui.printExact(script(program));
    return exit.fine;
  },
} satisfies Command;
