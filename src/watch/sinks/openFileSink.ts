import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Hex } from 'viem'
import { parseJson } from '../../base/parseJson.js'
import { WatchFileError } from '../errors.js'
import type { Finding, Outbox, SinkPlace } from '../types.js'
import type { Sink } from './sink.js'

export type OpenFileSinkParameters = {
  path: string
  store: Pick<Outbox, 'lock' | 'readSinkPlace' | 'readOutbox' | 'markDelivered'>
}

/**
 * Opens a file that receives each finding once, as a line of JSON.
 *
 * - The database stores the length of the file after each write. Lines after this length, which a killed process wrote, are cut
 *   off and written again.
 * - A file with any other content is left unchanged.
 * - Of several workers with one file, the worker with the lock opens it.
 *
 * @throws {@link WatchFileError}
 */
export async function openFileSink({ path, store }: OpenFileSinkParameters): Promise<Sink> {
  const name = `file:${resolve(path)}`
  let opened = (await store.lock(`sink:${name}`)) ? await openAt(path, name, store) : undefined
  return {
    name,
    isWhole: true,
    async deliver(deliveries) {
      opened ??= await openAt(path, name, store)
      const findings = deliveries.map(({ finding }) => finding)
      const bytes = Buffer.from(findings.map(toLine).join(''))
      const { file, place } = opened
      await writeAll(file, bytes, place.length)
      await file.sync()
      opened.place = {
        length: place.length + bytes.length,
        lastId: findings.at(-1)?.id ?? place.lastId,
      }
      await store.markDelivered({ sink: name, ids: findings.map(({ id }) => id), place: opened.place })
      return findings.length
    },
    close: async () => opened?.file.close(),
  }
}

/** Opens the file, and cuts it to the stored length. */
async function openAt(path: string, name: string, store: OpenFileSinkParameters['store']) {
  const file = await openFile(path)
  try {
    if (!(await file.stat()).isFile()) throw new WatchFileError({ path, problem: 'must be a regular file' })
    const place = await store.readSinkPlace(name)
    await checkKept(file, path, place)
    await checkRest(file, path, place, await readWaiting(store, name))
    await file.truncate(place.length)
    return { file, place }
  } catch (error) {
    await file.close()
    throw error
  }
}

function toLine(finding: Finding): string {
  return `${JSON.stringify(finding)}\n`
}

function openFile(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT).catch((error: Error) => {
    throw new WatchFileError({ path, problem: `can not be opened: ${error.message}` })
  })
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

async function readWaiting(store: Pick<Outbox, 'readOutbox'>, sink: string): Promise<ReadonlySet<string>> {
  const waiting = await store.readOutbox({ sink, limit: 100_000, nowMs: Number.MAX_SAFE_INTEGER })
  return new Set(waiting.map(({ finding }) => finding.id))
}

/** Checks that the file up to the stored length ends with the last finding that was marked as delivered. */
async function checkKept(file: FileHandle, path: string, { length, lastId }: SinkPlace): Promise<void> {
  if (length === 0) return
  const { size } = await file.stat()
  if (size < length) throw new WatchFileError({ path, problem: 'is shorter than what was written to it' })
  const from = Math.max(length - 65_536, 0)
  const text = await readText(file, from, length)
  const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
  if (!text.endsWith('\n') || readId(last) !== lastId) {
    throw new WatchFileError({ path, problem: 'does not end with the finding that was written last' })
  }
}

/** The most bytes after the stored length. Up to a hundred findings are written at a time. */
const mostRest = 64 * 2 ** 20

/** Checks that after the stored length there are only findings that a process was writing when it ended. */
async function checkRest(
  file: FileHandle,
  path: string,
  { length }: SinkPlace,
  waiting: ReadonlySet<string>,
): Promise<void> {
  const { size } = await file.stat()
  if (size - length > mostRest) throw new WatchFileError({ path, problem: 'holds other content' })
  const lines = (await readText(file, length, size)).split('\n')
  const cut = lines.pop()!
  const start = '{"id":"0x'
  const isOurs =
    lines.every((line) => waiting.has(readId(line) ?? '')) && (cut.startsWith(start) || start.startsWith(cut))
  if (!isOurs) throw new WatchFileError({ path, problem: 'holds other content' })
}

async function readText(file: FileHandle, from: number, to: number): Promise<string> {
  const buffer = Buffer.alloc(to - from)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return buffer.toString('utf8', 0, bytesRead)
}

function readId(line: string): Hex | null {
  return (parseJson(line) as Finding | null | undefined)?.id ?? null
}
