import { clientWords, quoted, type CompletedCommand, type CompletedValue } from './model.ts';

/**
 * Completion for bash 3.2 and newer (macOS still has that one), without the bash-completion package. What the person typed is only
 * compared, never run.
 */
export function bashScript(model: readonly CompletedCommand[]): string {
  return `# Completion of snap for bash. To use it now: source <(snap completion bash)
_snap() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command="" next="" words="" kind="" i=1
  local clients=${quoted(clientWords.join(' '))}
  if ((COMP_CWORD > 0)); then prev="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  # "--scope=project" comes as three words.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  while ((i < COMP_CWORD)); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in
      ${model
        .filter(({ words }) => words !== '')
        .map(({ words }) => quoted(words))
        .join(' | ')}) command="$next" ;;
      *) break ;;
    esac
    i=$((i + 1))
  done
  # After "--" comes the command line of another program.
  while ((i < COMP_CWORD)); do
    if [[ \${COMP_WORDS[i]} == "--" ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    i=$((i + 1))
  done
  case "$command:$prev" in
${model.flatMap((command) => valueCases(command)).join('\n')}
  esac
  if [[ -z $kind ]]; then
    kind=words
    case "$command" in
${model.map((command) => wordCase(command)).join('\n')}
    esac
  fi
  case "$kind" in
    words) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
    directory) COMPREPLY=($(compgen -d -- "$cur")) ;;
    file) COMPREPLY=($(compgen -f -- "$cur")) ;;
  esac
  if [[ $kind == directory || $kind == file ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _snap snap snap-mcp`;
}

function valueCases({ options, words }: CompletedCommand): readonly string[] {
  return options.flatMap(({ name, short, value }) => {
    if (value.kind === 'none') return [];
    const patterns = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((option) => quoted(`${words}:${option}`));
    return [`    ${patterns.join(' | ')}) ${valueOf(value)} ;;`];
  });
}

function valueOf(value: CompletedValue): string {
  switch (value.kind) {
    case 'clients':
      return 'kind=words words="$clients"';
    case 'words':
      return `kind=words words=${quoted(value.words.join(' '))}`;
    case 'none':
    case 'free':
    case 'directory':
    case 'file':
      return `kind=${value.kind}`;
    default:
      return value satisfies never;
  }
}

/** Words where words can follow, else options; options where a dash is typed. */
function wordCase({ next, options, words }: CompletedCommand): string {
  const spelled = options.map(({ name }) => `--${name}`).join(' ');
  const following = next.length === 0 ? spelled : next.map(({ word }) => word).join(' ');
  return `      ${quoted(words)}) if [[ $cur == -* ]]; then words=${quoted(spelled)}; else words=${quoted(following)}; fi ;;`;
}
