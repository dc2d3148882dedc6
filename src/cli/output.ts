import { cleanText } from '../base/cleanText.js'
import { writeBigint } from '../base/writeBigint.js'
import { colors, fitColors } from './colors.js'
import { clearStatusLine } from './openStatusLine.js'
import { wrapProse } from './wrapWords.js'

/** Writes a part of the result. On a terminal, prose wraps at words. */
export function print(text = ''): void {
  write(wrapProse(text, process.stdout))
}

/** Writes one line of JSON. */
export function printJson(value: unknown): void {
  write(formatJson(value))
}

function write(text: string): void {
  process.stdout.write(`${fitColors(text, process.stdout)}\n`)
}

/** Formats a value as one line of JSON. Amounts become decimal strings; control characters, also above ASCII, are escaped. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, writeBigint).replace(
    /\p{Cc}/gu,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
}

/** Writes progress, a warning or an error to stderr. */
export function warn(line: string): void {
  clearStatusLine()
  process.stderr.write(`${fitColors(wrapProse(line, process.stderr), process.stderr)}\n`)
}

export function formatOk(ok: boolean): string {
  return ok ? colors.green('✔') : colors.red('✘')
}

/** Makes foreign text safe to print: one line, no control characters, cut if long. */
export function printable(text: string): string {
  return cleanText(text, 300)
}
