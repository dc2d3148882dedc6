import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import MiniSearch, { type SearchResult } from 'minisearch'
import { createProgram } from '../../src/cli/program.js'
import type { Contract } from '../api/compileContracts.js'
import { built, readEntries, root } from '../paths.js'

/** As many as the search box shows. */
const shown = 16

type Search = (text: string) => SearchResult[]

/** A search for each error, command and entry point shows where it is explained. */
export async function checkSearch(contracts: Contract[]): Promise<string[]> {
  const search = await loadSearch()
  const titled = (text: string) => search(text).some(({ title }) => title === text)
  return [
    ...readErrors(contracts).filter((name) => !titled(name)),
    ...readEntries()
      .map(({ name }) => name)
      .filter((name) => !titled(name)),
    ...readCommands(createProgram(() => {})).filter((command) => !findsCommand(search, command)),
  ].map((text) => `A search for ${text} does not find it.`)
}

/** The index and the options of the search box of VitePress. */
async function loadSearch(): Promise<Search> {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: built })
  const { default: index } = await import(join(built, file!))
  const engine = MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  })
  return (text) => engine.search(text).slice(0, shown)
}

function readErrors(contracts: Contract[]): string[] {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const classes = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  const errors = contracts.flatMap(({ items }) => items.filter(({ type }) => type === 'error'))
  return [...new Set([...classes, ...errors.map(({ name }) => name)])]
}

function readCommands(command: Command, path = 'fillproof'): string[] {
  return command.commands.flatMap((child) => {
    const name = `${path} ${child.name()}`
    return [name, ...readCommands(child, name)]
  })
}

/** The page of a command, or its section of the page of all commands, is named after it. */
function findsCommand(search: Search, command: string): boolean {
  const name = command.split(' ')[1]!
  return search(command).some(({ id }) => id.startsWith(`/${name}.html`) || id === `/cli.html#${name}`)
}
