/** Scripts for shells: what there is to complete is written into them. */

export interface VerbDescription {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionDescription[];
  /** Words that may follow: names of built-in scenes, shells, verbs. */
  readonly words: readonly string[];
  /** Whether a file or folder may follow. */
  readonly takesFile: boolean;
}

export interface OptionDescription {
  readonly long: string;
  readonly about: string;
  /** Whether it takes a value, and whether that is a file or folder. */
  readonly value: "none" | "text" | "file";
}

export function writeCompletion(shell: "bash" | "zsh" | "fish", verbs: readonly VerbDescription[]): string {
  if (shell === "fish") return writeFish(verbs);
  return shell === "bash" ? writeBash(verbs) : writeZsh(verbs);
}

/** Options, then words, then files. */
function writeBash(verbs: readonly VerbDescription[]): string {
  const cases = verbs.map(({ name, options, words, takesFile }) => {
    const pick = (value: OptionDescription["value"]) =>
      options.filter((option) => option.value === value).map(({ long }) => long);
    return `    ${name}) options="${options.map(({ long }) => long).join(" ")}" texts="${pick("text").join(" ")}" paths="${pick(
      "file",
    ).join(" ")}" words="${words.join(" ")}" files=${takesFile ? 1 : 0} ;;`;
  });
  return `# bash completion for rigor
_rigor() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local options="" texts="" paths="" words="" files=0 IFS=$' \\t\\n'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...verbs.map(({ name }) => name), "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case " $texts " in
    *" $before "*) return ;;
  esac
  case " $paths " in
    *" $before "*) options="" words="" files=1 ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
  if [ "$files" -eq 1 ]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
    compopt -o filenames 2> /dev/null
  fi
}
complete -F _rigor rigor
`;
}

function writeZsh(verbs: readonly VerbDescription[]): string {
  const list = verbs.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join("\n");
  const cases = verbs.map(({ name, options, words, takesFile }) => {
    const specs = options.map(({ long, about, value }) => {
      const end = value === "none" ? "" : value === "file" ? ":path:_files" : ":value: ";
      return quote(`*${long}[${about.replaceAll(/[[\]\\]/g, "")}]${end}`);
    });
    const rest = [...(words.length > 0 ? [`compadd -- ${words.join(" ")}`] : []), ...(takesFile ? ["_files"] : [])];
    const follow = rest.length === 0 ? "" : ` ${quote(`*: :{ ${rest.join("; ")} }`)}`;
    return `    ${name}) _arguments ${specs.join(" ")}${follow} ;;`;
  });
  return `#compdef rigor
_rigor() {
  local -a verbs
  verbs=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join("\n")}
    *) _files ;;
  esac
}
compdef _rigor rigor
`;
}

function writeFish(verbs: readonly VerbDescription[]): string {
  const lines = verbs.flatMap(({ name, about, options, words, takesFile }) => {
    // not wherever the word stands: "rigor help run" is about help
    const when = quote(`__fish_rigor_is ${name}`);
    return [
      `complete -c rigor -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
      ...options.map(({ long, about: what, value }) => {
        const more = value === "none" ? "" : value === "file" ? " -rF" : " -x";
        return `complete -c rigor -n ${when} -l ${long.slice(2)} -d ${quote(what)}${more}`;
      }),
      ...(takesFile ? [] : [`complete -c rigor -n ${when} -f`]),
      ...(words.length > 0 ? [`complete -c rigor -n ${when} -a ${quote(words.join(" "))}`] : []),
    ];
  });
  return `# fish completion for rigor
function __fish_rigor_is
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test $words[2] = $argv[1]
end
${lines.join("\n")}
`;
}

/** A word that a shell takes as it stands. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
