import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hardhatNode, isHardhatNode } from '../../base/isHardhatNode.js'
import { parseJson } from '../../base/parseJson.js'
import { exampleNames, examples } from '../definitions/examples.js'
import { readChoice } from '../definitions/readChoice.js'
import { UsageError } from '../errors.js'
import type { GlobalOptions } from '../options.js'
import { print, printable, printJson } from '../output.js'

const home = fileURLToPath(new URL('../../..', import.meta.url))

/** The examples of the package, which its tests run. */
const folders = join(home, 'examples')

/** Files that running an example leaves in a clone. */
const unwanted =
  /[\\/](node_modules|artifacts|cache|generated|out|\.ponder[\w-]*|ponder-env\.d\.ts|package-lock\.json)$/

export type InitOptions = Pick<GlobalOptions, 'json'> & {
  /** The package that npm installs as `fillproof` in the project: a version, a file or a URL. */
  package?: string | undefined
}

/**
 * Copies an example into a folder, and prints the commands that run it.
 *
 * @param nodeVersion - Injected by tests.
 */
export function init(
  kind: string,
  folder: string | undefined,
  { json, package: named }: InitOptions,
  nodeVersion = process.versions.node,
): number {
  const example = readChoice('The kind', kind, exampleNames.toSorted())
  if (examples[example].hardhat3 && !isHardhatNode(nodeVersion)) {
    const older = exampleNames.filter((name) => !examples[name].hardhat3)
    throw new UsageError(`The project ${example} needs Node ${hardhatNode} or newer, found ${nodeVersion}.`, {
      metaMessages: [
        'Install a newer Node: https://nodejs.org',
        `The examples ${older.join(' and ')} also run on an older Node.`,
      ],
    })
  }
  const specification = named === undefined ? findOrigin(home) : readPackage(named)
  const target = folder ?? `fillproof-${example}`
  try {
    if (existsSync(target) && !(statSync(target).isDirectory() && readdirSync(target).length === 0)) {
      throw new UsageError(
        `${printable(target)} is not an empty folder. Name another, or one that does not exist.`,
      )
    }
    const source = join(folders, example)
    cpSync(source, target, { recursive: true, filter: (path) => !unwanted.test(path.slice(source.length)) })
    if (specification) install(join(target, 'package.json'), specification)
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

/** Makes a path absolute, as npm would resolve it from the project's folder. @throws {@link UsageError} */
function readPackage(named: string): string {
  const path = named.replace(/^file:/, '')
  if (existsSync(path)) return `file:${resolve(path)}`
  if (path === named && !/^\.{0,2}\//.test(named)) return named
  throw new UsageError(`--package: there is no file ${printable(path)}.`)
}

function install(path: string, specification: string): void {
  const project = JSON.parse(readFileSync(path, 'utf8'))
  project.dependencies.fillproof = specification
  writeFileSync(path, `${JSON.stringify(project, null, 2)}\n`)
}

/**
 * Finds the archive or folder from which npm installed this package, as an absolute `file:` path. Undefined if the
 * package came from the registry: then the example already names the right version.
 *
 * @param folder - The package's folder.
 */
export function findOrigin(folder: string): string | undefined {
  const modules = resolve(folder, '..')
  if (!/[\\/]node_modules$/.test(modules)) return undefined
  const lock = read(join(modules, '.package-lock.json')) as Lock
  const { resolved } = lock?.packages?.['node_modules/fillproof'] ?? {}
  if (!resolved?.startsWith('file:')) return undefined
  return `file:${resolve(modules, '..', resolved.slice('file:'.length))}`
}

type Lock = { packages?: Record<string, { resolved?: string }> } | undefined

function read(path: string): unknown {
  return existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined
}
