import { parseJson } from '../../base/parseJson.js'
import { UsageError } from '../errors.js'
import { mostBytes } from '../readFileWithin.js'
import { listOrderFiles, readListed } from './readRecords.js'

/** The file or line of an entry, and its JSON value. Undefined for text that is not JSON. */
export type Entry = {
  place: string
  value: unknown
  /** Why the file can't be read. */
  fault?: UsageError
}

/**
 * Reads a file of one JSON value, a file with one value per line, or a folder of such files. A file of a folder that can't be read
 * does not stop the others.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readEntries(
  path: string,
  option = 'The argument',
): Promise<{ isMany: boolean; entries: Entry[] }> {
  const { isFolder, files } = await listOrderFiles(path, option)
  const entries: Entry[] = []
  for (const listed of files) {
    const file = listed.path
    const isNdjson = /\.(ndjson|jsonl)$/.test(file)
    try {
      const most = isNdjson ? mostBytes.list : mostBytes.json
      entries.push(...readText(file, await readListed(option, listed, most), isNdjson))
    } catch (fault) {
      if (!isFolder || !(fault instanceof UsageError)) throw fault
      entries.push({ place: file, value: undefined, fault })
    }
  }
  return { isMany: isFolder || entries.length > 1, entries }
}

function readText(file: string, text: string, isNdjson: boolean): Entry[] {
  const whole = parseJson(text)
  const lines = text.split('\n')
  const isLines = whole === undefined && (isNdjson || parseJson(lines[0]!) !== undefined)
  if (!isLines) return [{ place: file, value: whole }]
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ place: `${file}:${index + 1}`, value: parseJson(line) }],
  )
}

/** Returns the value of an entry. @throws {@link UsageError} if its file can't be read. */
export function readValue({ value, fault }: Entry): unknown {
  if (fault) throw fault
  return value
}
