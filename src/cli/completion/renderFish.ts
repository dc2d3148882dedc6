import type { CompletionCommand } from './describeProgram.js'
import { listValues } from './listValues.js'

/** A completion script for fish. */
export function renderFish(commands: readonly CompletionCommand[]): string {
  const values = listValues(commands)
  const parts = {
    commands: commands.map(({ place, subcommands }) =>
      answer(
        [place],
        subcommands.map(({ name, description }) => [name, description]),
      ),
    ),
    flags: commands.map(({ place, flags }) =>
      answer(
        [place],
        flags.map(({ flag, description }) => [flag, description]),
      ),
    ),
    takes: commands.map(({ place, flags }) =>
      answer(
        [place],
        flags.filter(({ value }) => value).map(({ flag }) => [flag]),
      ),
    ),
    repeats: commands.map(({ place, flags }) =>
      answer(
        [place],
        flags.filter(({ repeats }) => repeats).map(({ flag }) => [flag]),
      ),
    ),
    words: values.map(({ places, words }) =>
      answer(
        places,
        words.map((word) => [word]),
      ),
    ),
    files: [
      answer(
        values.filter(({ isFile }) => isFile).flatMap(({ places }) => places),
        [['yes']],
      ),
    ],
  }
  const functions = Object.entries(parts).map(([name, cases]) =>
    [
      `function __fillproof_${name}`,
      '    switch "$argv[1]"',
      ...cases.flat().map((line) => `        ${line}`),
      '    end',
      'end',
    ].join('\n'),
  )
  return script.replace('@functions', () => functions.join('\n\n'))
}

/** A case that prints lines, of a word and what it means. */
function answer(places: readonly string[], lines: readonly (readonly string[])[]): string[] {
  if (lines.length === 0) return []
  const printed = lines.map((columns) => quote(columns.join('\t')))
  return [`case ${places.map(quote).join(' ')}`, `    printf '%s\\n' ${printed.join(' ')}`]
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

const script = `\
# fish completion for fillproof, made by \`fillproof completion fish\`.

@functions

function __fillproof_left
    for line in (__fillproof_flags "$argv[1]")
        set -l flag (string split \\t -- $line)[1]
        if contains -- $flag (__fillproof_repeats "$argv[1]"); or not contains -- $flag $argv[2..]
            printf '%s\\n' $line
        end
    end
end

function __fillproof
    set -l place ''
    set -l ended ''
    set -l expects ''
    set -l prefix ''
    set -l at 0
    set -l given
    set -l typed (commandline -opc)
    for word in $typed[2..]
        if test -n "$expects"
            set expects ''
        else if test -z "$ended"; and test "$word" = --
            set ended 1
        else if test -z "$ended"; and string match -q -- '--*' "$word"
            set -a given (string replace -r '=.*' '' -- $word)
            contains -- $word (__fillproof_takes "$place"); and set expects $word
        else if test $at -eq 0; and contains -- "$word" (__fillproof_commands "$place" | string replace -r '\\t.*' '')
            set place (string trim -- "$place $word")
        else
            set at (math $at + 1)
        end
    end

    set -l current (commandline -ct)
    set -l what
    if test -n "$expects"
        set what $expects
    else if test -z "$ended"; and string match -q -- '--*=*' "$current"
        set what (string replace -r '=.*' '' -- $current)
        set prefix $what=
        set current (string replace -r '^[^=]*=' '' -- $current)
    else if test -z "$ended"; and string match -q -- '-*' "$current"
        __fillproof_left "$place" $given
        return
    else if test $at -eq 0; and test -n "$(__fillproof_commands "$place")"
        __fillproof_commands "$place"
        return
    else
        set what (math $at + 1)
    end

    set -l words (__fillproof_words "$place:$what")
    set -l files (__fillproof_files "$place:$what")
    if string match -qr '^\\d+$' -- $what; and test -z "$words$files"
        __fillproof_left "$place" $given
        return
    end
    test -n "$files"; and set -a words (__fish_complete_path "$current")
    for word in $words
        printf '%s\\n' $prefix$word
    end
end

complete -c fillproof -f -a '(__fillproof)'
`
