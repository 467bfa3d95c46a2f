import type { Program } from '../command.ts';
import { clientWords, type CompletedCommand, type CompletedOption, type CompletedValue } from './model.ts';

/** Completion for fish 3 and newer. What the person typed is only compared, never run. */
export function fishScript(model: readonly CompletedCommand[], { node, file }: Pick<Program, 'node' | 'file'>): string {
  const paths = model.filter(({ words }) => words !== '').map(({ words }) => quoted(words));
  return `# Completion of snap for fish. To use it now: snap completion fish | source
# Another program called snap may have completions too, which fish loads by name at the first Tab: loaded now, they can be dropped.
string match -qr 'snap(-mcp)?\\.fish$' -- (status filename); or complete -C 'snap --' >/dev/null 2>/dev/null
complete -c snap -e
complete -c snap-mcp -e
function __snap_words
    ${quoted(node)} ${quoted(file)} __complete $argv[1] 2>/dev/null </dev/null
end
function __snap_command
    set -l command ''
    set -l typed (commandline -opc)
    set -e typed[1]
    for word in $typed
        set -l next (string trim -- "$command $word")
        if contains -- "$next" ${paths.join(' ')}
            set command "$next"
        else
            break
        end
    end
    echo "$command"
end
function __snap_is
    # After "--" comes the command line of another program.
    not contains -- -- (commandline -opc); and test (__snap_command) = "$argv[1]"
end
for program in snap snap-mcp
    complete -c $program -n 'not contains -- -- (commandline -opc)' -f
${model.flatMap((command) => linesOf(command)).join('\n')}
end`;
}

function linesOf({ next, options, source, takesFiles, words }: CompletedCommand): readonly string[] {
  const condition = `-n ${quoted(`__snap_is ${quoted(words)}`)}`;
  return [
    ...next.map(({ summary, word }) => `    complete -c $program ${condition} -a ${quoted(word)}${description(summary)}`),
    ...(source === undefined ? [] : [`    complete -c $program ${condition} -k -a '(__snap_words ${source})'`]),
    ...(takesFiles ? [`    complete -c $program ${condition} -F`] : []),
    ...options.map(
      (option) => `    complete -c $program ${condition} ${spellingOf(option)}${valueOf(option.value)}${description(option.help)}`,
    ),
  ];
}

function spellingOf({ name, short }: CompletedOption): string {
  return `-l ${quoted(name)}${short === undefined ? '' : ` -s ${short}`}`;
}

function valueOf(value: CompletedValue): string {
  switch (value.kind) {
    case 'none':
      return '';
    case 'clients':
      return ` -x -a ${quoted(clientWords.join(' '))}`;
    case 'words':
      return ` -x -a ${quoted(value.words.join(' '))}`;
    case 'source':
      return ` -x -a '(__snap_words ${value.source})'`;
    case 'directory':
      return ` -x -a '(__fish_complete_directories)'`;
    case 'file':
      return ' -r -F';
    case 'free':
      return ' -x';
    default:
      return value satisfies never;
  }
}

function description(text: string): string {
  return text === '' ? '' : ` -d ${quoted(text)}`;
}

/** Between single quotes fish reads a backslash before a backslash or a quote. https://fishshell.com/docs/current/language.html#quotes */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
