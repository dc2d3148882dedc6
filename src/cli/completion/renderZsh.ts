import type { CompletionCommand } from './describeProgram.js'
import { listValues } from './listValues.js'

/** A completion script for zsh, to be read by `eval` or kept as `_fillproof` in a folder of `fpath`. */
export function renderZsh(commands: readonly CompletionCommand[]): string {
  const cases = commands.map(({ place, subcommands, flags }) =>
    [
      `    (${quote(place)})`,
      list(
        'subcommands',
        subcommands.map(({ name, description }) => describe(name, description)),
      ),
      list(
        'flags',
        flags.map(({ flag, description }) => describe(flag, description)),
      ),
      list(
        'takes',
        flags.filter(({ value }) => value).map(({ flag }) => flag),
      ),
      list(
        'repeats',
        flags.filter(({ repeats }) => repeats).map(({ flag }) => flag),
      ),
      '      ;;',
    ].join('\n'),
  )
  const values = listValues(commands).map(({ places, words, isFile }) =>
    [
      `    (${places.map(quote).join('|')})`,
      list('offered', words),
      `      files=${isFile ? '1' : ''}`,
      '      ;;',
    ].join('\n'),
  )
  return script.replace('@commands', () => cases.join('\n')).replace('@values', () => values.join('\n'))
}

function list(name: string, items: readonly string[]): string {
  return `      ${name}=(${items.map(quote).join(' ')})`
}

function describe(name: string, description: string): string {
  return `${name}:${description}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const script = `\
#compdef fillproof
# zsh completion for fillproof, made by \`fillproof completion zsh\`.

_fillproof_command() {
  case $1 in
@commands
  esac
}

_fillproof_value() {
  offered=() files=
  case $1 in
@values
  esac
}

_fillproof_flags() {
  local flag
  local -a left
  for flag in $flags; do
    (( \${given[(Ie)\${flag%%:*}]} && ! \${repeats[(Ie)\${flag%%:*}]} )) || left+=($flag)
  done
  _describe -t flags option left
}

_fillproof() {
  local place= ended= expects= what= files= word
  local -a subcommands flags takes repeats offered given
  local -i at=0 found=1

  _fillproof_command ''
  for word in "\${(@Q)words[2,CURRENT-1]}"; do
    if [[ -n $expects ]]; then
      expects=
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == --* ]]; then
      given+=("\${word%%=*}")
      (( \${takes[(Ie)$word]} )) && expects=$word
    elif (( at == 0 && \${subcommands[(I)\${(b)word}:*]} )); then
      place="\${place:+$place }$word"
      _fillproof_command $place
    else
      at+=1
    fi
  done

  if [[ -n $expects ]]; then
    what=$expects
  elif [[ -z $ended && $PREFIX == --*=* ]]; then
    what=\${PREFIX%%=*}
    compset -P 1 '*='
  elif [[ -z $ended && $PREFIX == -* ]]; then
    _fillproof_flags
    return
  elif (( at == 0 && $#subcommands )); then
    _describe -t commands command subcommands
    return
  else
    what=$((at + 1))
  fi

  _fillproof_value "$place:$what"
  if [[ $what == <-> && -z $files && $#offered -eq 0 ]]; then
    _fillproof_flags
    return
  fi
  # A word that ends in = goes on behind it.
  compadd -S '' -- \${(M)offered:#*=} && found=0
  compadd -- \${offered:#*=} && found=0
  [[ -n $files ]] && _files && found=0
  return found
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _fillproof "$@"
else
  compdef _fillproof fillproof
fi
`
