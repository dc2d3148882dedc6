import { decodeText } from '../base/decodeText.js'
import { parseJson } from '../base/parseJson.js'
import { toRecord } from '../base/values.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'
import { mostBytes, readFileWithin } from './readFileWithin.js'

/** Reads the file that an option names; undefined if it is not JSON. @throws {@link UsageError} */
export async function readJsonFile(option: string, path: string): Promise<unknown> {
  try {
    return parseJson(decodeText(await readFileWithin(path, mostBytes.json)))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${option} must be a file that can be read, found "${printable(path)}".`, { cause })
  }
}

/** Reads a file like {@link readJsonFile}, and requires a JSON object. @throws {@link UsageError} */
export async function readJsonObject(option: string, path: string): Promise<Record<string, unknown>> {
  const record = toRecord(await readJsonFile(option, path))
  if (record) return record
  throw new UsageError(`The file ${printable(path)} is not an object in JSON.`)
}
