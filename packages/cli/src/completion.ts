/** Scripts for shells: what there is to complete is written into them. */

export interface VerbDescription {
  readonly name: string;
  readonly about: string;
  readonly options: readonly { readonly long: string; readonly about: string }[];
  /** Whether the name of a built-in scene may follow. */
  readonly takesScene: boolean;
}

export function writeCompletion(
  shell: "bash" | "zsh" | "fish",
  verbs: readonly VerbDescription[],
  scenes: readonly string[],
): string {
  if (shell === "fish") return writeFish(verbs, scenes);
  return shell === "bash" ? writeBash(verbs, scenes) : writeZsh(verbs, scenes);
}

/** Options, then scenes, then files. */
function writeBash(verbs: readonly VerbDescription[], scenes: readonly string[]): string {
  const cases = verbs.map(({ name, options, takesScene }) => {
    const words = options.map(({ long }) => long).join(" ");
    return `    ${name}) options="${words}"; words="${takesScene ? scenes.join(" ") : ""}" ;;`;
  });
  return `# bash completion for rigor
_rigor() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...verbs.map(({ name }) => name), "help", "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) options=""; words="" ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _rigor rigor
`;
}

function writeZsh(verbs: readonly VerbDescription[], scenes: readonly string[]): string {
  const list = verbs.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join("\n");
  const cases = verbs.map(({ name, options, takesScene }) => {
    const words = options.map(({ long, about }) => quote(`${long}[${about.replaceAll(/[[\]]/g, "")}]`)).join(" ");
    const rest = takesScene ? `'*: :{ compadd ${scenes.join(" ")}; _files }'` : "'*:file:_files'";
    return `    ${name}) _arguments ${words} ${rest} ;;`;
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

function writeFish(verbs: readonly VerbDescription[], scenes: readonly string[]): string {
  const lines = verbs.flatMap(({ name, about, options, takesScene }) => {
    const when = quote(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c rigor -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
      ...options.map(({ long, about: what }) => `complete -c rigor -n ${when} -l ${long.slice(2)} -d ${quote(what)}`),
      ...(takesScene ? [`complete -c rigor -n ${when} -a ${quote(scenes.join(" "))}`] : []),
    ];
  });
  return `# fish completion for rigor\n${lines.join("\n")}\n`;
}

/** A word that a shell takes as it stands. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
