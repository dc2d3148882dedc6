import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readChoice } from '../definitions/readChoice.js'
import { UsageError } from '../errors.js'
import type { GlobalOptions } from '../options.js'
import { print, printable, printJson } from '../output.js'

/** The examples of the package, which its tests run. */
const examples = fileURLToPath(new URL('../../../examples', import.meta.url))

/** Files of a clone in which an example was run. */
const unwanted = /[\\/](node_modules|artifacts|cache|out|package-lock\.json)$/

/** Copies an example into a folder, and prints the commands that run it. */
export function init(
  kind: string,
  folder: string | undefined,
  { json }: Pick<GlobalOptions, 'json'>,
): number {
  const example = readChoice('The kind', kind, readdirSync(examples).sort())
  const target = folder ?? `fillproof-${example}`
  try {
    if (existsSync(target) && !(statSync(target).isDirectory() && readdirSync(target).length === 0)) {
      throw new UsageError(
        `${printable(target)} is not an empty folder. Name another, or one that does not exist.`,
      )
    }
    const source = join(examples, example)
    cpSync(source, target, {
      recursive: true,
      filter: (path) => !unwanted.test(path.slice(source.length)),
    })
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`The folder ${printable(target)} can't be written.`, {
      cause,
      metaMessages: ['Remove what was copied there, if anything.'],
    })
  }
  const commands = [
    `cd ${/^[\w./-]+$/.test(target) ? target : `'${target.replaceAll("'", `'\\''`)}'`} && npm install`,
    'npm test',
  ]
  if (json) printJson({ example, folder: target, commands })
  else print(commands.join('\n'))
  return 0
}
