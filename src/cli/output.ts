import { cleanText } from '../base/cleanText.js'
import { colors, fitColors } from './colors.js'
import { clearStatusLine } from './openStatusLine.js'

/** Writes a line of the result. */
export function print(line = ''): void {
  process.stdout.write(`${fitColors(line, process.stdout)}\n`)
}

/** Writes one line of JSON. */
export function printJson(value: unknown): void {
  print(formatJson(value))
}

/** One line of JSON; amounts are decimal strings, and control characters are escaped, also those above ASCII. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  ).replace(/\p{Cc}/gu, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}

/** Writes progress, a warning or an error to stderr. */
export function warn(line: string): void {
  clearStatusLine()
  process.stderr.write(`${fitColors(line, process.stderr)}\n`)
}

/** Writes a count or an amount with its thousands separated. */
export function formatCount(value: number | bigint): string {
  return value.toLocaleString('en-US')
}

export function formatOk(ok: boolean): string {
  return ok ? colors.green('✔') : colors.red('✘')
}

/** Makes foreign text safe to print: one line, no control characters, cut when long. */
export function printable(text: string): string {
  return cleanText(text, 300)
}
