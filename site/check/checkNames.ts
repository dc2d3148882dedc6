import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import ts from 'typescript'
import type { Contract } from '../api/compileContracts.js'
import { toPage } from '../markdown/mapLinks.js'
import { built, readEntries, root, written } from '../paths.js'

/** Every page that people write is in the sidebar; every exported name and every public name of a contract has a place. */
export function checkNames(contracts: Contract[]): string[] {
  return [...checkSidebar(), ...checkExports(), ...contracts.flatMap(checkContract)]
}

function checkSidebar(): string[] {
  const home = read('index.html')
  return written
    .map((file) => `/${toPage(join(root, file)).replace(/\.md$/, '.html')}`.replace('/index.html', '/'))
    .filter((page) => !home.includes(`href="${page}"`))
    .map((page) => `${page} is not in the sidebar.`)
}

/** The compiler says what is exported, types included; the list of an entry links to the page of each name. */
function checkExports(): string[] {
  const entries = readEntries()
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(
    entries.map(({ source }) => join(root, source)),
    options,
  )
  const checker = program.getTypeChecker()
  return entries.flatMap(({ name, source }) => {
    const list = read(`api/${name}/index.html`)
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, source))!)!
    const names = checker.getExportsOfModule(module).map((symbol) => symbol.name)
    if (names.length === 0) return [`${name} exports nothing.`]
    return names
      .filter((exported) => exported !== 'default' && !hasPage(list, exported))
      .map((exported) => `${exported} of ${name} has no page.`)
  })
}

function hasPage(list: string, name: string): boolean {
  return [...list.matchAll(/href="(\/api\/[^"]*)"/g)].some(
    ([, href = '']) => href.endsWith(`/${name}.html`) && existsSync(join(built, href)),
  )
}

function checkContract({ name, items }: Contract): string[] {
  const page = read(`contracts/${name}.html`)
  return items
    .filter((item) => !page.includes(`<h3 id="${slug(item.name)}"`))
    .map((item) => `${item.name} of ${name} has no section.`)
}

function read(path: string): string {
  return readFileSync(join(built, path), 'utf8')
}
