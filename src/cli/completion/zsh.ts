import { shellQuoted } from '../../system/index.ts';
import type { Program } from '../command.ts';
import { clientWords, type CompletedCommand, type CompletedValue } from './model.ts';

/** Completion for zsh, by its own `_describe` and `compadd`. What the person typed is only compared, never run. */
export function zshScript(model: readonly CompletedCommand[], { node, file }: Pick<Program, 'node' | 'file'>): string {
  return `#compdef snap snap-mcp
# Completion of snap for zsh. To use it now: source <(snap completion zsh)
# Offers the names that are on this machine. Nothing that was typed is run.
_snap_offer() {
  local line="" word=""
  local -a found
  for line in "\${(@f)$(${shellQuoted(node)} ${shellQuoted(file)} __complete "$1" 2>/dev/null </dev/null)}"; do
    [[ -z $line ]] && continue
    word="\${line%%$'\\t'*}"
    word="\${word//\\\\/\\\\\\\\}"
    found+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V "$1" found
}
_snap() {
  local command="" next="" option="" source="" files="" i=2
  local -a clients following options
  clients=(${clientWords.map(shellQuoted).join(' ')})
  while ((i < CURRENT)); do
    next="\${command:+$command }\${words[i]}"
    case "$next" in
      (${model
        .filter(({ words }) => words !== '')
        .map(({ words }) => shellQuoted(words))
        .join('|')}) command="$next" ;;
      (*) break ;;
    esac
    i=$((i + 1))
  done
  # After "--" comes the command line of another program.
  while ((i < CURRENT)); do
    if [[ \${words[i]} == "--" ]]; then
      _default
      return
    fi
    i=$((i + 1))
  done
  option="\${words[CURRENT-1]}"
  if [[ $PREFIX == --*=* ]]; then
    option="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$command:$option" in
${model.flatMap((command) => valueCases(command)).join('\n')}
  esac
  case "$command" in
${model.map((command) => wordCase(command)).join('\n')}
  esac
  if [[ $PREFIX != -* && -n $source ]]; then
    _snap_offer "$source"
    if [[ -n $files ]]; then
      if ((\${#following} > 0)); then _describe 'command' following; fi
      _files
    fi
  elif [[ $PREFIX == -* ]] || ((\${#following} == 0)); then
    _describe -o 'option' options
  else
    _describe 'command' following
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _snap "$@"
else
  compdef _snap snap snap-mcp
fi`;
}

function valueCases({ options, words }: CompletedCommand): readonly string[] {
  return options.flatMap(({ name, short, value }) => {
    if (value.kind === 'none') return [];
    const patterns = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((option) => shellQuoted(`${words}:${option}`));
    return [`    (${patterns.join('|')}) ${valueOf(value)}; return ;;`];
  });
}

function valueOf(value: CompletedValue): string {
  switch (value.kind) {
    case 'clients':
      return 'compadd -a clients';
    case 'words':
      return `compadd -- ${value.words.map(shellQuoted).join(' ')}`;
    case 'source':
      return `_snap_offer ${value.source}`;
    case 'directory':
      return '_files -/';
    case 'file':
      return '_files';
    case 'free':
    case 'none':
      return "_message 'a value'";
    default:
      return value satisfies never;
  }
}

function wordCase({ next, options, source, takesFiles, words }: CompletedCommand): string {
  const following = next.map(({ summary, word }) => described(word, summary)).join(' ');
  const spelled = options.map(({ help, name }) => described(`--${name}`, help)).join(' ');
  return `    (${shellQuoted(words)}) following=(${following}) options=(${spelled})${source === undefined ? '' : ` source=${source}`}${takesFiles ? ' files=1' : ''} ;;`;
}

/** The text before the first unescaped colon is completed, the rest describes it. */
function described(word: string, text: string): string {
  const name = word.replaceAll(':', String.raw`\:`);
  return shellQuoted(text === '' ? name : `${name}:${text}`);
}
