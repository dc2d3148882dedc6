import { parseJson } from '../../base/parseJson.js'
import { toRecord } from '../../base/values.js'

/** The format of a file that is not JSON lines. */
export type Format = {
  /** Completes "The file is …". */
  name: string
  /** The command that turns standard input into JSON lines, if there is one. */
  cure?: string
}

/** The first bytes of compressed formats. A zip holds several files, so no pipe turns it into JSON lines. */
const compressed: [magic: number[], format: Format][] = [
  [[0x1f, 0x8b], { name: 'compressed by gzip', cure: 'gunzip' }],
  [[0x28, 0xb5, 0x2f, 0xfd], { name: 'compressed by zstd', cure: 'zstdcat' }],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], { name: 'compressed by xz', cure: 'xzcat' }],
  [[0x42, 0x5a, 0x68], { name: 'compressed by bzip2', cure: 'bzcat' }],
  [[0x50, 0x4b, 0x03, 0x04], { name: 'a zip archive' }],
]

/**
 * Detects the format of a file that is not JSON lines, from the file's beginning. Undefined if one of the lines is a JSON record,
 * or if the format is unknown.
 *
 * @param head - The first bytes. Contains the whole first line, and more bytes if that line is not a record.
 */
export function describeFormat(head: Uint8Array): Format | undefined {
  const found = compressed.find(([magic]) => magic.every((byte, at) => head[at] === byte))
  if (found) return found[1]
  const wide = readWide(head)
  if (wide) return { name: `text in ${wide}, not UTF-8`, cure: `iconv -f ${wide} -t UTF-8` }
  const text = new TextDecoder().decode(head)
  const lines = text.split('\n')
  if (lines.some((line) => toRecord(parseJson(line)))) return undefined
  if (lines.length === 1 && text.split('\r').filter((line) => toRecord(parseJson(line))).length > 1) {
    return { name: 'lines that end with CR alone', cure: "tr '\\r' '\\n'" }
  }
  if (/^\s*\[\s*[{\]]/.test(text))
    return { name: 'one JSON array, not one record per line', cure: "jq -c '.[]'" }
  if (/^\s*\{\s*\n\s*["}]/.test(text)) {
    return { name: 'JSON over several lines, not one record per line', cure: 'jq -c .' }
  }
  return describeTable(lines[0]!.trim())
}

/** Detects UTF-16 or UTF-32 by the byte order mark, or by the zeros next to ASCII characters. */
function readWide([a, b, c, d]: Uint8Array): string | undefined {
  if ((a === 0xff && b === 0xfe) || (a && b === 0)) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b)) return 'UTF-16BE'
  return a === 0 && b === 0 ? 'UTF-32BE' : undefined
}

const numbers = ['originChainId', 'destinationChainId']
const texts = ['originUser', 'originCurrency', 'originAmount', 'destinationUser', 'destinationCurrency']

/** Detects a table whose first line names columns of an attestation. */
function describeTable(line: string): Format | undefined {
  const separator = [',', ';', '\t'].find((one) => line.includes(one))
  if (separator === undefined || /^[{[]/.test(line)) return undefined
  const columns = line.split(separator).map((column) => /(\w+)\W*$/.exec(column)?.[1] ?? '')
  const at = (name: string) => columns.findIndex((column) => column.toLowerCase() === name.toLowerCase())
  if (at('requestId') < 0 && at('signature') < 0) return undefined
  const name = `a table (CSV) with the columns ${columns.join(', ')}`
  if (at('requestId') < 0 || at('signature') < 0) return { name }
  const field = (column: string, as = '') => (at(column) < 0 ? [] : [`${column}:(.[${at(column)}]${as})`])
  const data = [
    ...numbers.flatMap((column) => field(column, '|tonumber')),
    ...texts.flatMap((column) => field(column)),
  ]
  const record = [...field('requestId'), `requestData:{${data.join(',')}}`, ...field('signature')].join(',')
  const split = JSON.stringify(separator)
  return {
    name,
    cure: `jq -Rc 'select(input_line_number>1)|gsub("[\\"\\r]";"")|split(${split})|{${record}}'`,
  }
}
