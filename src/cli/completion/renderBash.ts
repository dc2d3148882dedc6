import type { CompletionCommand } from './describeProgram.js'
import { listValues } from './listValues.js'

/** A completion script for bash, from 3.2 on, which needs nothing else. */
export function renderBash(commands: readonly CompletionCommand[]): string {
  const cases = commands.map(({ place, subcommands, flags }) =>
    [
      `    ${quote(place)})`,
      `      subcommands=${quote(pad(subcommands.map(({ name }) => name)))}`,
      `      flags=${quote(pad(flags.map(({ flag }) => flag)))}`,
      `      takes=${quote(pad(flags.filter(({ value }) => value).map(({ flag }) => flag)))}`,
      `      repeats=${quote(pad(flags.filter(({ repeats }) => repeats).map(({ flag }) => flag)))}`,
      '      ;;',
    ].join('\n'),
  )
  const values = listValues(commands).map(({ places, words, isFile }) =>
    [
      `    ${places.map(quote).join(' | ')})`,
      `      offered=${quote(words.join(' '))}`,
      `      files=${isFile ? '1' : ''}`,
      '      ;;',
    ].join('\n'),
  )
  return script.replace('@commands', () => cases.join('\n')).replace('@values', () => values.join('\n'))
}

function pad(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const script = `\
# bash completion for fillproof, made by \`fillproof completion bash\`.

__fillproof_command() {
  case $1 in
@commands
  esac
}

__fillproof_value() {
  offered= files=
  case $1 in
@values
  esac
}

_fillproof() {
  local IFS=$' \\t\\n' place= given=' ' ended= expects= glue= what= cut= breaks= prefix=
  local subcommands flags takes repeats offered files word flag current
  local -i index last at=0
  local -a typed=()
  COMPREPLY=()

  # Bash splits at = and at :, which are inside of a word here.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((\${#typed[@]})) && [[ $glue || $word == [=:]* ]]; then
      typed[\${#typed[@]} - 1]+=$word
    else
      typed+=("$word")
    fi
    glue=
    [[ $word == *[=:] ]] && glue=1
  done
  last=$((\${#typed[@]} - 1))
  current=\${typed[last]}

  __fillproof_command ''
  for ((index = 0; index < last; index++)); do
    word=\${typed[index]}
    if [[ $expects ]]; then
      expects=
    elif [[ ! $ended && $word == -- ]]; then
      ended=1
    elif [[ ! $ended && $word == --* ]]; then
      given+="\${word%%=*} "
      [[ $takes == *" $word "* ]] && expects=$word
    elif ((at == 0)) && [[ $word && $subcommands == *" $word "* ]]; then
      place="\${place:+$place }$word"
      __fillproof_command "$place"
    else
      at+=1
    fi
  done

  # What stands before the last split stays as it is.
  [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
  [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
  [[ $breaks ]] && cut=\${current%"\${current##*[$breaks]}"}

  if [[ $expects ]]; then
    what=$expects
  elif [[ ! $ended && $current == --*=* ]]; then
    what=\${current%%=*}
    prefix=$what=
    current=\${current#*=}
  elif [[ ! $ended && $current == -* ]]; then
    what=-
  elif ((at == 0)) && [[ $subcommands == *[a-z]* ]]; then
    COMPREPLY=($(compgen -W "$subcommands" -- "$current"))
    return
  else
    what=$((at + 1))
  fi

  __fillproof_value "$place:$what"
  if [[ $what == - || (! $current && $what == [0-9]* && ! $offered && ! $files) ]]; then
    for flag in $flags; do
      [[ $given == *" $flag "* && $repeats != *" $flag "* ]] || offered+=" $flag"
    done
  fi
  for word in $(compgen -W "$offered" -- "$current"); do
    word=$prefix$word
    word=\${word#"$cut"}
    [[ $word ]] && COMPREPLY+=("$word")
    [[ $word == *= ]] && compopt -o nospace 2> /dev/null
  done
  if [[ $files ]]; then
    # Readline knows best how to complete and quote the name of a file; it is asked where there is no word.
    if ((\${#COMPREPLY[@]})) || ! compopt -o default 2> /dev/null; then
      compopt -o filenames 2> /dev/null
      IFS=$'\\n'
      for word in $(compgen -f -- "$current"); do
        word=$prefix$word
        COMPREPLY+=("\${word#"$cut"}")
      done
    fi
  fi
}

complete -F _fillproof fillproof
`
