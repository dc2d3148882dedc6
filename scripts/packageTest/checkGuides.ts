import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './install.js'
import { prepareCompilers } from './prepareCompilers.js'
import { run } from './run.js'
import { startRegistry } from './startRegistry.js'

type Guide = { commands: string[]; files: { path: string; text: string }[] }

const forge = '@foundry-rs/forge@1.7.1'
const limits = { commands: 13, lines: 130 }
/** The guides that lead to a test of the reader's own hook. */
const hooks = /guides\/(foundry|hardhat-[23](-ethers)?)\.md$/
const hookLimits = { commands: 4, seconds: 300 }

/** Follows each guide from an empty folder, twice, with a registry on this machine that has the tarball. */
export async function checkGuides(temporary: string, tarball: string): Promise<void> {
  const tools = join(temporary, 'tools')
  mkdirSync(tools)
  await run(tools, 'npm', ['install', '--no-audit', '--no-fund', forge])
  const environment = {
    ...prepareCompilers(join(temporary, 'compilers')),
    npm_config_registry: await startRegistry(temporary, tarball),
    PATH: `${join(tools, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  for (const file of globSync(['docs/guides/*.md', 'docs/hardhat.md'], { cwd: root }).sort()) {
    const guide = readGuide(file)
    const folder = join(temporary, 'guides', basename(file, '.md'))
    const started = Date.now()
    writeFiles(guide, folder)
    await follow(guide.commands, folder, environment)
    const seconds = Math.round((Date.now() - started) / 1000)
    const commands = guide.commands.length
    process.stderr.write(`\n  ${file}: ${commands} commands, ${countLines(guide)} lines, ${seconds} s`)
    if (hooks.test(file) && (commands > hookLimits.commands || seconds > hookLimits.seconds)) {
      throw new Error(`${file} takes more than ${hookLimits.commands} commands or ${hookLimits.seconds} s`)
    }
    const again = guide.commands.filter(
      (command) => !/^(npm (init|pkg|install)|npx --yes fillproof init) /.test(command),
    )
    await follow(again, folder, environment)
  }
  process.stderr.write('\n')
}

/**
 * Reads a guide. A `sh` block has commands. A block after a line with only a path in backquotes is that file, or its
 * next part.
 */
export function readGuide(file: string): Guide {
  const text = readFileSync(join(root, file), 'utf8')
  const guide: Guide = { commands: [], files: [] }
  for (const [, path, language, code = ''] of text.matchAll(
    /(?:^`([^`]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (language === 'sh') guide.commands.push(...code.trim().split('\n'))
    else if (path !== undefined) guide.files.push({ path, text: code })
  }
  const [commands, lines] = [guide.commands.length, countLines(guide)]
  if (commands > limits.commands || lines > limits.lines) {
    throw new Error(`${file} has ${commands} commands and ${lines} lines to write`)
  }
  return guide
}

function countLines({ files }: Guide): number {
  return files.flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== '')).length
}

export function writeFiles({ files }: Guide, folder: string): void {
  for (const { path } of files) {
    const parts = files.filter((file) => file.path === path).map(({ text }) => text)
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), parts.join('\n'))
  }
}

async function follow(commands: string[], folder: string, environment: Record<string, string>) {
  // Processes that a guide starts in the background end with it.
  const script = ["trap 'kill $(jobs -p) 2> /dev/null || true' EXIT", ...commands].join('\n')
  await run(folder, 'bash', ['-e', '-c', script], environment)
}
