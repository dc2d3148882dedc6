import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Folder = { path(name: string): string; remove(): Promise<void> }

/** A new folder, until it is removed with what is in it. */
export async function makeFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'fillproof-'))
  return { path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true }) }
}
