import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../base/parseJson.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

export type OrderFolder = { isFolder: boolean; files: { path: string; size: number }[] }

/** Lists what is at the path of `--order`: a file, or the JSON and NDJSON files of a folder. @throws {@link UsageError} */
export async function listOrderFiles(path: string): Promise<OrderFolder> {
  return readable(path, async () => {
    const found = await stat(path)
    if (!found.isDirectory()) return { isFolder: false, files: [{ path, size: found.size }] }
    const names = (await readdir(path)).filter((name) => /\.(json|ndjson|jsonl)$/.test(name))
    const paths = names.sort().map((name) => join(path, name))
    const files = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })))
    return { isFolder: true, files }
  })
}

/** Reads a file of one record in JSON, or of one a line; what is not JSON is left out. @throws {@link UsageError} */
export async function readRecords(file: string): Promise<unknown[]> {
  const text = await readable(file, () => readFile(file, 'utf8'))
  const whole = parseJson(text)
  if (whole !== undefined) return [whole]
  return text
    .split('\n')
    .map(parseJson)
    .filter((record) => record !== undefined)
}

async function readable<value>(path: string, read: () => Promise<value>): Promise<value> {
  try {
    return await read()
  } catch (cause) {
    throw new UsageError(
      `--order must be a file that can be read, or a folder, found "${printable(path)}".`,
      {
        cause,
      },
    )
  }
}
