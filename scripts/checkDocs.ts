/**
 * Compiles every `solidity` block and runs every `ts` block of README.md and docs/, against the built package.
 *
 * The expected output of a `ts` block is the `text` block right after it, and its comments
 * `// prints ONE LINE, then ANOTHER`. The tests run the README's Solidity from a file. Run: `npm run docs:check`, after
 * `npm run build`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Block = { file: string; line: number; language: string; code: string; output?: string }

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '..')
// The folder is in the repository, so that `fillproof` resolves to the package itself.
const scratch = join(root, 'cache/docs')

if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist is missing: npm run build')
rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })

// The package test runs the guides, in projects of their own.
const files = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/guides/**'] }).sort()
const blocks = ['README.md', ...files].flatMap(readBlocks)
const typescript = blocks.filter(({ language }) => language === 'ts')
const solidity = blocks.filter(({ language }) => language === 'solidity')
const failures = [
  ...checkTypes(typescript),
  ...typescript.flatMap(run),
  ...compile(solidity),
  ...solidity.filter(({ file }) => file === 'README.md').flatMap(findTest),
]
for (const failure of failures) console.error(failure)
console.log(`${typescript.length} ts and ${solidity.length} solidity blocks, ${failures.length} failures`)
process.exit(failures.length || !typescript.length || !solidity.length ? 1 : 0)

function readBlocks(file: string): Block[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found: (Block & { end: number })[] = []
  for (const match of text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const [whole, language = '', code = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    const previous = found.at(-1)
    const follows = previous && text.slice(previous.end, match.index).trim() === ''
    if (language === 'text' && follows && previous.language === 'ts') previous.output = code
    const prints = [...code.matchAll(/\/\/ prints (.*)$/gm)].flatMap(([, text = '']) => text.split(', then '))
    const output = prints.length > 0 ? `${prints.join('\n')}\n` : undefined
    found.push({ file, line, language, code, output, end: match.index + whole.length })
  }
  return found
}

function nameOf({ file, line }: Block): string {
  return `${file}:${line}`
}

function pathOf(block: Block): string {
  return join(scratch, `${block.file.replace(/\W/g, '_')}_${block.line}.ts`)
}

function checkTypes(list: Block[]): string[] {
  for (const block of list) writeFileSync(pathOf(block), block.code)
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false },
    include: [join(scratch, '*.ts')],
  }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const { status, stdout } = spawnSync(process.execPath, [tsc(), '-p', join(scratch, 'tsconfig.json')], {
    encoding: 'utf8',
  })
  return status === 0 ? [] : [stdout]
}

function tsc(): string {
  return join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
}

function run(block: Block): string[] {
  try {
    const printed = execFileSync(process.execPath, ['--import', 'tsx', pathOf(block)], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (block.output === undefined || printed === block.output) return []
    return [`${nameOf(block)} prints\n${printed}instead of\n${block.output}`]
  } catch (error) {
    return [`${nameOf(block)} fails: ${error}`]
  }
}

/** Checks that a contract of the README is the end of a file that `npm test` runs. */
function findTest(block: Block): string[] {
  const isIn = (path: string) =>
    readFileSync(join(root, path), 'utf8').replaceAll('"../../', '"fillproof/').endsWith(block.code)
  return globSync('test/solidity/*.t.sol', { cwd: root }).some(isIn)
    ? []
    : [`${nameOf(block)} is no test of test/solidity`]
}

function compile(list: Block[]): string[] {
  const solc = require('solc')
  return list.flatMap((block) => {
    const input = {
      language: 'Solidity',
      sources: { [nameOf(block)]: { content: block.code } },
      settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
    }
    const read = (path: string) => {
      const file = path.startsWith('fillproof/') ? path.slice('fillproof/'.length) : `node_modules/${path}`
      const resolved = existsSync(join(root, path)) ? path : file
      return { contents: readFileSync(join(root, resolved), 'utf8') }
    }
    const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
    return errors
      .filter(({ severity }: { severity: string }) => severity === 'error')
      .map(({ formattedMessage }: { formattedMessage: string }) => `${nameOf(block)}\n${formattedMessage}`)
  })
}
