import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import type { Contract } from '../api/compileContracts.js'
import { toPage } from '../markdown/mapLinks.js'
import { built, root, written } from '../paths.js'

/** Every page that people write is in the sidebar; every public name of a contract has a section. */
export function checkNames(contracts: Contract[]): string[] {
  const home = read('index.html')
  const missing = written
    .map((file) => `/${toPage(join(root, file))}`.replace(/\.md$/, '.html'))
    .filter((page) => !home.includes(`href="${page}"`))
  return [...missing.map((page) => `${page} is not in the sidebar.`), ...contracts.flatMap(checkContract)]
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
