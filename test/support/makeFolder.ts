import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Folder = {
  /** The path of a file in the folder, or without a name that of the folder. */
  path(...names: string[]): string
  /** Writes a file, as JSON unless it is text, and returns its path. */
  write(content: unknown, extension?: string): Promise<string>
  remove(): Promise<void>
}

/** A new folder, until it is removed with what is in it. */
export async function makeFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'fillproof-'))
  const path = (...names: string[]) => join(folder, ...names)
  let count = 0
  return {
    path,
    async write(content, extension = 'json') {
      const file = path(`${count++}.${extension}`)
      await writeFile(file, typeof content === 'string' ? content : stringify(content))
      return file
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Makes a folder for the tests of a `describe`, or one for each. Its fields are there once it is made. */
export function setUpFolder({ isForEach = false } = {}): Folder {
  const folder = {} as Folder
  const [first, last] = isForEach ? [beforeEach, afterEach] : [before, after]
  first(async () => {
    Object.assign(folder, await makeFolder())
  })
  last(() => folder.remove?.())
  return folder
}

export function stringify(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item))
}
