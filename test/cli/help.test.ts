import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.js'
import { callCommand } from './callCommand.js'
import { root } from './helpers.js'

type Named = { path: string[]; command: Command }

function list(command: Command, path: string[] = []): Named[] {
  const children = command.commands.flatMap((child) => list(child, [...path, child.name()]))
  return [{ path, command }, ...children]
}

/** The arguments of each line of the examples that calls fillproof, in a pipe or a substitution too. */
function readExamples(help: string): string[][] {
  const [, examples = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(help) ?? []
  return examples
    .replace(/\\\n/g, ' ')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, args] = /(?:^|[|(]) *fillproof\b([^|>)]*)/.exec(line.trim()) ?? []
      if (args === undefined) throw new Error(`An example must call fillproof: ${line}`)
      return args.split(/\s+/).filter((word) => word !== '')
    })
}

/** The command that a line calls, which is parsed and not run. Throws what the program says of a line that it refuses. */
async function parse(args: readonly string[]): Promise<string> {
  const program = createProgram(() => {})
  let called = ''
  for (const { path, command } of list(program)) {
    command.configureOutput({ writeErr: (text) => expect.fail(`fillproof ${args.join(' ')}: ${text}`) })
    if (path.length > 0) {
      command.action(() => {
        called = path.join(' ')
      })
    }
  }
  await program.parseAsync(['node', 'fillproof', ...args])
  return called
}

describe('fillproof --help', () => {
  const commands = list(createProgram(() => {}))

  for (const { path, command } of commands) {
    const name = ['fillproof', ...path].join(' ')

    it(`default: ${name} has its exit statuses, a page, and examples of itself that parse`, async () => {
      const { status, stdout, stderr } = await callCommand([...path, '--help'])
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      expect(command.description()).not.to.equal('')
      expect(stdout)
        .to.include(`Usage: ${name}`)
        .and.match(/\nExit status:\n {2}/)
      for (const option of [...command.options, ...command.registeredArguments]) {
        expect(option.description, `${name} ${option.name()}`).not.to.equal('')
      }

      const examples = readExamples(stdout)
      expect(examples).not.to.be.empty
      // A placeholder can't be copied.
      expect(examples.flat().join(' ')).not.to.include('…')
      for (const example of examples) {
        const called = `${['fillproof', await parse(example)].join(' ')} `
        expect(called, example.join(' ')).to.satisfy((line: string) => line.startsWith(`${name} `))
      }

      const page = /\nMore: (docs\/[\w/-]+\.md)\n$/.exec(stdout)?.[1] ?? ''
      expect(page, 'the page').not.to.equal('')
      expect(existsSync(join(root, page)), page).to.equal(true)
    })
  }

  it('behavior: help prints the same as --help, even for a subcommand', async () => {
    for (const { path } of commands) {
      const [shown, asked] = [await callCommand(['help', ...path]), await callCommand([...path, '--help'])]
      expect(shown).to.deep.equal(asked)
    }
  })

  it('behavior: the examples of recipients run one after another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fillproof-help-'))
    const { stdout } = await callCommand(['recipients', '--help'])
    const before = process.cwd()
    process.chdir(folder)
    try {
      writeFileSync('recipients.txt', '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e,hook\n')
      for (const example of readExamples(stdout)) {
        const { status, stderr } = await callCommand(example)
        expect({ status, stderr }, example.join(' ')).to.deep.equal({ status: 0, stderr: '' })
      }
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('error: an example with an unknown option or value fails', async () => {
    const lost = [
      ['check', 'file', '--no-such-option'],
      ['deploy', '--kind', 'none'],
      ['recipients', 'build', 'file'],
      ['verify'],
    ]
    for (const args of lost) {
      const failure = await parse(args).catch((error: unknown) => error)
      expect(failure, args.join(' ')).to.be.instanceOf(Error)
    }
  })
})
