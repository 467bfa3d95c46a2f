import { shellQuoted } from '../../system/index.ts';
import type { Program } from '../command.ts';
import { clientWords, type CompletedCommand, type CompletedValue } from './model.ts';

/**
 * Completion for bash 3.2 and newer (macOS still has that one), without the bash-completion package. What the person typed is only
 * compared, never run.
 */
export function bashScript(model: readonly CompletedCommand[], { node, file }: Pick<Program, 'node' | 'file'>): string {
  return `# Completion of snap for bash. To use it now: source <(snap completion bash)
# Offers the names that are on this machine, quoted for the shell. Nothing that was typed is run.
_snap_offer() {
  local word="" name="" full="$2" before=""
  # Bash cuts words at ":" too; what it offers follows the last one.
  if [[ -n \${COMP_LINE:-} ]]; then
    full="\${COMP_LINE:0:COMP_POINT}"
    full="\${full##*[[:space:]=]}"
    if [[ $full == *:* ]]; then before="\${full%"\${full##*:}"}"; else full="$2"; fi
  fi
  while IFS= read -r word; do
    word="\${word%%$'\\t'*}"
    printf -v name '%q' "$word"
    if [[ $word == "$full"* ]] || [[ $name == "$full"* ]]; then COMPREPLY+=("\${name#"$before"}"); fi
  done < <(${shellQuoted(node)} ${shellQuoted(file)} __complete "$1" 2>/dev/null </dev/null)
}
_snap() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command="" next="" words="" kind="" source="" files="" i=1
  local clients=${shellQuoted(clientWords.join(' '))}
  if ((COMP_CWORD > 0)); then prev="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  # "--scope=project" comes as three words.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  while ((i < COMP_CWORD)); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in
      ${model
        .filter(({ words }) => words !== '')
        .map(({ words }) => shellQuoted(words))
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
    source) _snap_offer "$source" "$cur" ;;
  esac
  if [[ -n $files && $cur != -* ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
  if [[ $kind == directory || $kind == file || -n $files ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _snap snap snap-mcp`;
}

function valueCases({ options, words }: CompletedCommand): readonly string[] {
  return options.flatMap(({ name, short, value }) => {
    if (value.kind === 'none') return [];
    const patterns = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((option) => shellQuoted(`${words}:${option}`));
    return [`    ${patterns.join(' | ')}) ${valueOf(value)} ;;`];
  });
}

function valueOf(value: CompletedValue): string {
  switch (value.kind) {
    case 'clients':
      return 'kind=words words="$clients"';
    case 'words':
      return `kind=words words=${shellQuoted(value.words.join(' '))}`;
    case 'source':
      return `kind=source source=${value.source}`;
    case 'none':
    case 'free':
    case 'directory':
    case 'file':
      return `kind=${value.kind}`;
    default:
      return value satisfies never;
  }
}

/** Words where words can follow, else names of this machine, else options; options where a dash is typed. */
function wordCase({ next, options, source, takesFiles, words }: CompletedCommand): string {
  const spelled = options.map(({ name }) => `--${name}`).join(' ');
  const following =
    next.length > 0
      ? `words=${shellQuoted(next.map(({ word }) => word).join(' '))}`
      : source === undefined
        ? `words=${shellQuoted(spelled)}`
        : `kind=source source=${source}`;
  return `      ${shellQuoted(words)}) if [[ $cur == -* ]]; then words=${shellQuoted(spelled)}; else ${following}${takesFiles ? ' files=1' : ''}; fi ;;`;
}
