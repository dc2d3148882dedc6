import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.js'
import { callCommand } from './callCommand.js'
import { completeInShell, hasShell, shells } from './shells.js'

const globals = ['--help', '--json', '--profile', '--version']
const commands = [
  'authorize',
  'check',
  'completion',
  'demo',
  'deploy',
  'help',
  'inspect',
  'mock',
  'recipients',
  'verify',
  'watch',
]
const check = ['--any-checksum', '--expect', '--invalid', '--resume', '--solver', '--threads']
const files = ['broken file.ndjson', 'folder', 'records.ndjson']

/** What stands behind `fillproof `, and what it is completed to. */
const cases: readonly (readonly [string, readonly string[]])[] = [
  // Commands and subcommands, also behind options and their values.
  ['', commands],
  ['ch', ['check']],
  ['quux', []],
  ['--json ch', ['check']],
  ['--profile mock re', ['recipients']],
  ['--profile=mock re', ['recipients']],
  ['--profile check re', ['recipients']],
  ['recipients ', ['build', 'prove']],
  ['recipients b', ['build']],
  ['recipients build b', ['broken file.ndjson']],
  ['help rec', ['recipients']],
  ['help recipients pr', ['prove']],

  // Options: all that there are, none twice but those that repeat.
  ['--', globals],
  ['check --', [...check, ...globals]],
  ['check records.ndjson --re', ['--resume']],
  [
    'check --json --resume --solver 0x12 --',
    [...check.filter((flag) => flag !== '--resume'), '--help', '--profile', '--version'],
  ],
  ['--profile=mock check --pro', []],
  ['recipients build --ch', ['--chain-id']],
  ['demo ', globals],
  ['check -- --re', []],

  // Values from a list, behind a space or an =, and of what is named in no list.
  ['--profile re', ['records.ndjson', 'relay', 'relay-testnet']],
  ['--profile=re', ['records.ndjson', 'relay', 'relay-testnet']],
  ['check x --profile=mo', ['mock']],
  [
    'deploy --kind ',
    ['attestedOrderReceiver', 'paymentGuard', 'registeredTermsReceiver', 'signedOrderReceiver'],
  ],
  ['deploy --rpc-url http://127.0.0.1:8545 --kind pay', ['paymentGuard']],
  ['deploy --rpc-url=http://127.0.0.1:8545 --kind=pay', ['paymentGuard']],
  ['mock --id-form ', ['public', 'specification']],
  ['mock --router ', ['v2.1', 'v3']],
  ['mock --id-form=', ['public', 'specification']],
  ['completion ', [...shells].sort()],
  ['check x --expect originA', ['originAmount=']],
  ['check x --expect=originA', ['originAmount=']],
  ['check x --solver ', []],
  ['check x --threads ', []],

  // Files where a file is due.
  ['check ', files],
  ['check rec', ['records.ndjson']],
  ['check bro', ['broken file.ndjson']],
  ['check records.ndjson --invalid fol', ['folder']],
  ['check records.ndjson --invalid=rec', ['records.ndjson']],
  ['--profile fol', ['folder']],
  ['deploy --record folder/', ['folder/inner.json']],
  ['recipients prove ', files],
  ['recipients prove records.ndjson rec', []],
  ['verify rec', []],
  ['inspect rec', ['records.ndjson']],
]

describe('fillproof completion', () => {
  let cwd: string
  before(() => {
    cwd = mkdtempSync(join(tmpdir(), 'fillproof-completion-'))
    mkdirSync(join(cwd, 'folder'))
    for (const name of ['records.ndjson', 'broken file.ndjson', 'folder/inner.json']) {
      writeFileSync(join(cwd, name), '')
    }
  })
  after(() => rmSync(cwd, { recursive: true, force: true }))

  for (const shell of shells) {
    it(`default: ${shell} completes commands, options, values and files`, async function () {
      if (!hasShell(shell)) {
        console.warn(`SKIPPED: there is no ${shell} here, so its completion is not tried.`)
        this.skip()
      }
      const { status, stdout, stderr } = await callCommand(['completion', shell])
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      const lines = cases.map(([line]) => line)
      const completed = await completeInShell(shell, { script: stdout, lines, cwd })
      const found = Object.fromEntries(completed.map((words, index) => [lines[index], words]))
      expect(found).to.deep.equal(Object.fromEntries(cases.map(([line, words]) => [line, [...words].sort()])))
    })
  }

  it('behavior: every script has every command, option, fixed value and description of the program', async () => {
    const program = createProgram(() => {})
    const leaves = (command: Command): Command[] => [command, ...command.commands.flatMap(leaves)]
    for (const shell of shells) {
      const { stdout } = await callCommand(['completion', shell])
      const text = stdout.replaceAll("'\\''", "'").replaceAll("\\'", "'")
      for (const command of leaves(program)) {
        for (const name of command.commands.map((subcommand) => subcommand.name())) {
          expect(text).to.match(new RegExp(`[ ']${name}[ ':\\t]`))
        }
        for (const { long, description, argChoices } of command.options) {
          expect(text).to.match(new RegExp(`[ ']${long}[ ':\t]`))
          for (const choice of argChoices ?? []) expect(text).to.include(choice)
          if (shell !== 'bash') expect(text).to.include(description)
        }
      }
    }
  })

  it('behavior: --json has the script in one line', async () => {
    const script = (await callCommand(['completion', 'fish'])).stdout
    const { status, stdout } = await callCommand(['completion', 'fish', '--json'])
    expect(status).to.equal(0)
    expect(stdout).to.equal(`${JSON.stringify({ shell: 'fish', script })}\n`)
  })

  it('error: no shell, and one that is not known', async () => {
    const none = await callCommand(['completion'])
    expect(none).to.include({ status: 2, stdout: '' })
    expect(none.stderr).to.include("missing required argument 'shell'")
    const unknown = await callCommand(['completion', 'fsih'])
    expect(unknown).to.include({ status: 2, stdout: '' })
    expect(unknown.stderr)
      .to.include('SHELL must be bash, zsh or fish, found "fsih".')
      .and.include('Did you mean fish?')
  })
})
