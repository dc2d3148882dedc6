import { stripVTControlCharacters } from 'node:util'

/** The output stream of printed text. */
export type Screen = { isTTY?: boolean; columns?: number }

/** Returns the width of a terminal in columns. Unlimited for a pipe or a file. */
export function widthOfScreen({ isTTY, columns }: Screen): number {
  return isTTY ? columns || 80 : Number.POSITIVE_INFINITY
}

/** Returns the width of a text in columns, without colors. */
export function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

/**
 * Wraps a line at words, and repeats its indentation. A word that is too long gets its own line. On a screen too narrow
 * for two 32-byte values, each 32-byte value gets its own line.
 */
export function wrapWords(line: string, width: number): string {
  const isOwn = (text: string) => width < 132 && /^0x[\da-f]{64}\W*$/i.test(stripVTControlCharacters(text))
  if (widthOf(line) <= width && !line.split(' ').some(isOwn)) return line
  const [indentation = ''] = /^ */.exec(line) ?? []
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(indentation.length).split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    const isFull = indentation.length + widthOf(longer) > width || isOwn(word) || isOwn(current)
    if (current !== '' && isFull) {
      lines.push((indentation + current).trimEnd())
      current = word
    } else current = longer
  }
  return [...lines, indentation + current].join('\n')
}

/** Wraps prose at words. Tables and indented lines, such as commands to copy, stay as they are. */
export function wrapProse(text: string, screen: Screen): string {
  const width = widthOfScreen(screen)
  return text
    .split('\n')
    .map((line) => (/^( {2}|[┌├│└])/.test(stripVTControlCharacters(line)) ? line : wrapWords(line, width)))
    .join('\n')
}
