import { rmSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dumpHead, dumpRecipient } from '../../protocol/recipients/buildRecipientTree.js'
import type { RecipientList } from '../../protocol/recipients/recipientList.js'
import type { RecipientTree } from '../../protocol/recipients/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

const linesAtOnce = 10_000

export type WriteDumpParameters = {
  tree: RecipientTree
  list: RecipientList
  path: string
  /** The list's file. */
  source: string
}

/**
 * Writes a tree's dump to a temporary file, and replaces `path` with the file once it is complete.
 *
 * @throws {@link UsageError} if the dump can't be written, or `path` is the list.
 */
export async function writeDump({ tree, list, path, source }: WriteDumpParameters): Promise<void> {
  if (await isSameFile(path, source)) throw new UsageError('--out must not be the list itself.')
  const target = await findTarget(path)
  const temporary = `${target}.${process.pid}.tmp`
  const remove = () => rmSync(temporary, { force: true })
  // A signal ends the process without running `catch`.
  process.once('exit', remove)
  try {
    const handle = await open(temporary, 'wx')
    try {
      await writeTree(handle, tree, list)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw new UsageError(`The file "${printable(path)}" can't be written.`, { cause })
  } finally {
    process.off('exit', remove)
  }
}

/** Writes JSON in parts, since it may be long. Each recipient is on its own line, so that diffs of dumps are readable. */
async function writeTree(handle: FileHandle, tree: RecipientTree, list: RecipientList): Promise<void> {
  await handle.writeFile(`${JSON.stringify(dumpHead(tree)).slice(0, -1)},"recipients":[`)
  for (let from = 0; from < list.count; from += linesAtOnce) {
    const length = Math.min(linesAtOnce, list.count - from)
    const lines = Array.from({ length }, (_, index) => JSON.stringify(dumpRecipient(list, from + index)))
    await handle.writeFile(`${from === 0 ? '' : ','}\n${lines.join(',\n')}`)
  }
  await handle.writeFile('\n]}\n')
}

/** Finds the file to replace. Follows links, and refuses devices. @throws {@link UsageError} */
async function findTarget(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found && !found.isFile() && !found.isDirectory()) throw new UsageError('--out must be a regular file.')
  return realpath(path).catch(() => path)
}

async function isSameFile(path: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([path, other].map((file) => stat(file).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}
