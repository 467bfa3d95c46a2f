import { shellQuoted } from '../../system/index.ts';
import type { Program } from '../command.ts';

type Script = (program: Pick<Program, 'node' | 'file'>) => string;

/**
 * For each shell a script that asks snap itself what may follow (`complete.ts`), so that it knows the commands of the version that is installed. The
 * words that were typed are passed on as they are, and never run.
 */
export const scripts: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = {
  // For bash 3.2 and newer (macOS still has that one), without the bash-completion package.
  bash: (program) => `# Completion of snap for bash. To use it now: source <(snap completion bash)
_snap() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" word="" name="" before="" full="" paths=""
  # "--scope=project" comes as three words.
  if [[ $cur == "=" ]]; then cur=""; fi
  full="$cur"
  # Bash cuts words at ":" too; what it offers follows the last one.
  if [[ -n \${COMP_LINE:-} ]]; then
    full="\${COMP_LINE:0:COMP_POINT}"
    full="\${full##*[[:space:]=]}"
    if [[ $full == *:* ]]; then before="\${full%"\${full##*:}"}"; else full="$cur"; fi
  fi
  COMPREPLY=()
  while IFS= read -r word; do
    case "$word" in
      $'\\tfiles') paths=-f ;;
      $'\\tdirectories') paths=-d ;;
      *)
        word="\${word%%$'\\t'*}"
        printf -v name '%q' "$word"
        if [[ $word == "$full"* ]] || [[ $name == "$full"* ]]; then COMPREPLY+=("\${name#"$before"}"); fi
        ;;
    esac
  done < <(${asking(program)} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
  if [[ -n $paths ]]; then
    COMPREPLY+=($(compgen $paths -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _snap snap snap-mcp`,

  zsh: (program) => `#compdef snap snap-mcp
# Completion of snap for zsh. To use it now: source <(snap completion zsh)
_snap() {
  local line="" word="" paths=""
  local -a found
  for line in "\${(@f)$(${asking(program)} "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
    case "$line" in
      '') ;;
      $'\\tfiles') paths=files ;;
      $'\\tdirectories') paths=directories ;;
      *)
        word="\${line%%$'\\t'*}"
        word="\${word//\\\\/\\\\\\\\}"
        found+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
        ;;
    esac
  done
  if ((\${#found} > 0)); then _describe -V 'snap' found; fi
  if [[ $paths == files ]]; then _files; elif [[ $paths == directories ]]; then _files -/; fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _snap "$@"
else
  compdef _snap snap snap-mcp
fi`,

  // For fish 3 and newer.
  fish: (program) => `# Completion of snap for fish. To use it now: snap completion fish | source
# Another program called snap may have completions too, which fish loads by name at the first Tab: loaded now, they can be dropped.
string match -qr 'snap(-mcp)?\\.fish$' -- (status filename); or complete -C 'snap --' >/dev/null 2>/dev/null
complete -c snap -e
complete -c snap-mcp -e
function __snap_words
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l cur (commandline -ct)
    for line in (${asking(program)} $typed "$cur" 2>/dev/null </dev/null)
        switch $line
            case \\tfiles
                __fish_complete_path "$cur"
            case \\tdirectories
                __fish_complete_directories "$cur"
            case '*'
                printf '%s\\n' $line
        end
    end
end
for program in snap snap-mcp
    complete -c $program -f -k -a '(__snap_words)'
end`,
};

/** The command that prints what may follow the words behind it. Its two paths are the only text in a script that is not always the same. */
function asking({ node, file }: Pick<Program, 'node' | 'file'>): string {
  return `${shellQuoted(node)} ${shellQuoted(file)} __complete --`;
}
