import { parseJson } from '../../base/parseJson.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'
import { listOrderFiles, readable } from './readRecords.js'

/** The file or line of an entry, and its JSON value. Undefined for text that is not JSON. */
export type Entry = { place: string; value: unknown }

/**
 * Reads a file of one JSON value, a file with one value per line, or a folder of such files.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readEntries(path: string): Promise<{ isMany: boolean; entries: Entry[] }> {
  const { isFolder, files } = await listOrderFiles(path, 'The argument')
  const entries: Entry[] = []
  for (const { path: file } of files) {
    const most = /\.(ndjson|jsonl)$/.test(file) ? mostBytes.list : mostBytes.json
    const text = String(await readable('The argument', file, () => readFileWithin(file, most)))
    const isLines = parseJson(text) === undefined && parseJson(text.split('\n')[0]!) !== undefined
    const lines = isLines ? text.split('\n') : [text]
    for (const [index, line] of lines.entries()) {
      if (isLines && line.trim() === '') continue
      entries.push({ place: lines.length > 1 ? `${file}:${index + 1}` : file, value: parseJson(line) })
    }
  }
  return { isMany: isFolder || entries.length > 1, entries }
}
