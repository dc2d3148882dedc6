import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../base/parseJson.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'

/** A file of records. The `version` changes when the file is written. */
type RecordFile = {
  path: string
  version: string
  /** False for what a folder has instead of a file. It is not opened: a pipe would wait for a writer. */
  isFile: boolean
}

export type OrderFolder = { isFolder: boolean; files: RecordFile[] }

/** Lists the file at the path of an option, or the JSON and NDJSON files of a folder. @throws {@link UsageError} */
export async function listOrderFiles(path: string, option = '--order'): Promise<OrderFolder> {
  return readable(option, path, async () => {
    if (!(await stat(path)).isDirectory()) {
      return { isFolder: false, files: [{ ...(await describe(path)), isFile: true }] }
    }
    const names = (await readdir(path)).filter((name) => /\.(json|ndjson|jsonl)$/.test(name))
    return {
      isFolder: true,
      files: await Promise.all(
        names.sort().map((name) => describe(join(path, name)).catch(() => absent(join(path, name)))),
      ),
    }
  })
}

async function describe(path: string): Promise<RecordFile> {
  const found = await stat(path)
  return { path, version: `${found.mtimeMs} ${found.size}`, isFile: found.isFile() }
}

/** A file that was removed after its folder was read, or a link to nothing. */
function absent(path: string): RecordFile {
  return { path, version: 'absent', isFile: false }
}

/** Reads a file of one JSON record, or of one record per line. Skips text that is not JSON. @throws {@link UsageError} */
export async function readRecords(file: RecordFile): Promise<unknown[]> {
  const text = await readListed('--order', file, mostBytes.list)
  const whole = parseJson(text)
  if (whole !== undefined) return [whole]
  return text
    .split('\n')
    .map(parseJson)
    .filter((record) => record !== undefined)
}

/** Reads a listed file of at most `most` bytes. @throws {@link UsageError} */
export async function readListed(
  option: string,
  { path, isFile }: RecordFile,
  most: number,
): Promise<string> {
  return readable(option, path, async () => {
    if (!isFile) throw new Error('This is no file.')
    return String(await readFileWithin(path, most))
  })
}

async function readable<value>(option: string, path: string, read: () => Promise<value>): Promise<value> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(
      `${option} must be a file that can be read, or a folder, found "${printable(path)}".`,
      { cause },
    )
  }
}
