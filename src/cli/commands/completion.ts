import { SnapError } from '../../system/index.ts';
import type { Command } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { completionModel } from '../completion/model.ts';
import { zshScript } from '../completion/zsh.ts';
import { exit } from '../exit.ts';
import { plain } from '../terminal/style.ts';

const scripts = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

export default {
  name: 'completion',
  summary: 'Print a completion script: it completes commands, options and assistants when you press Tab.',
  usage: 'bash|zsh|fish',
  details:
    'The script is made for this version of snap. Print it again after an update. Shells that load a script by the name of the program need it under the name of snap-mcp too. Names of servers, snapshots and changes are read from this machine when you press Tab; nothing is written.',
  options: {},
  examples: [
    ['snap completion bash > ~/.local/share/bash-completion/completions/snap', 'for bash'],
    ['snap completion zsh > ~/.zfunc/_snap', 'for zsh, with ~/.zfunc in fpath before compinit runs'],
    ['snap completion fish > ~/.config/fish/completions/snap.fish', 'for fish'],
  ],
  runsAnywhere: true,
  words: { max: 1 },
  async run({ commands, positionals, program, values, ui }) {
    const [shell] = positionals;
    const script = scripts.get(shell ?? '');
    if (script === undefined) {
      const what = shell === undefined ? 'Name the shell to print a script for.' : `There is no script for "${plain(shell)}".`;
      throw new SnapError('usage', what, { hint: `Shells: ${[...scripts.keys()].join(', ')}.` });
    }
    if (values.flag('json')) throw new SnapError('usage', 'completion prints a script and has no --json output.');
    const loaded = await Promise.all(
      commands
        .filter(({ isListed }) => isListed)
        .map(async ({ group, load, name, summary }) => {
          const { completes, options, takesFiles, usage } = await load();
          const command = { name, summary, options, usage, ...(completes && { completes }), ...(takesFiles && { takesFiles }) };
          // "snap add" is "snap mcp add".
          return group === 'servers' && name.startsWith('mcp ') ? [command, { ...command, name: name.slice('mcp '.length) }] : [command];
        }),
    );
    ui.printExact(script(completionModel(loaded.flat()), program));
    return exit.fine;
  },
} satisfies Command;
