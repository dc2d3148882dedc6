import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../errors.js'

export type PageFile = { type: string; bytes: Buffer }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Loads the built files of the page, by name. @throws {@link UsageError} */
export function loadPage(): Map<string, PageFile> {
  const names = list()
  return new Map(
    names.map((name) => {
      const type = types[extname(name)] ?? 'text/plain; charset=utf-8'
      return [name, { type, bytes: readFileSync(join(pageFolder, name)) }]
    }),
  )
}

function list(): string[] {
  try {
    return readdirSync(pageFolder)
  } catch (cause) {
    throw new UsageError('The page is not built.', { cause, metaMessages: ['Run: npm run build'] })
  }
}

/** The folder to which `npm run build` writes the page. */
const pageFolder = fileURLToPath(new URL('../../../dist/page', import.meta.url))
