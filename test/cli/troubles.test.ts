import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { callCommand } from './callCommand.js'
import { defaultEnv, type Outcome, root } from './helpers.js'
import { type Place, startPlace } from './troubles/startPlace.js'
import { troubles } from './troubles/table.js'
import type { Trouble } from './troubles/types.js'

type How = Pick<Trouble, 'isProcess' | 'isUnprivileged' | 'node'>

describe('ordinary troubles', function () {
  this.timeout(60_000)
  const folder = process.cwd()
  let place: Place
  before(async () => {
    place = await startPlace()
    process.chdir(place.folder)
    const build =
      'fillproof recipients build recipients.txt --chain-id 31102 --receiver $RECEIVER --out tree.json'
    expect(await run(build)).to.include({ status: 0 })
    const deploy = 'fillproof deploy --rpc-url $RPC --config receiver.json --unlocked $ADMIN --json'
    const { status, stdout, stderr } = await run(deploy)
    expect(status, stderr).to.equal(0)
    const { receiver } = JSON.parse(stdout).deployments[0]
    Object.assign(place.values, { DEPLOYED: receiver, LOWER_DEPLOYED: receiver.toLowerCase() })
  })
  after(async () => {
    process.chdir(folder)
    await place?.close()
  })

  const expand = (text: string) => text.replace(/\$([A-Z_]+)/g, (_, name: string) => place.values[name]!)

  async function run(line: string, how: How = {}): Promise<Outcome> {
    const command = expand(line)
    if (how.isProcess || /[|<>]/.test(command)) return runInShell(command, how.node)
    const words = command.split(' ')
    const start = words.indexOf('fillproof')
    const env = Object.fromEntries(words.slice(0, start).map((word) => word.split('=') as [string, string]))
    const call = () => callCommand(words.slice(start + 1), env)
    if (how.isUnprivileged) return withoutPrivilege(call)
    return how.node === undefined ? call() : withNode(how.node, call)
  }

  for (const { trouble, command, status, line, remedy, ...how } of troubles) {
    it(`error: ${trouble}`, async () => {
      const outcome = await run(command, how)
      const error = outcome.stderr.split('\n').find((text) => text.startsWith('error: '))
      expect({ status: outcome.status, line: error }, outcome.stderr).to.deep.equal({
        status,
        line: expand(line),
      })
      expect(outcome.stderr).not.to.match(/This is a bug|\n +at /)
      await expectOptionsOf(command, outcome.stderr)
      if (!remedy) return
      const mended = await run(remedy.command)
      expect(mended.status, mended.stderr).to.equal(remedy.status)
    })
  }
})

/** A message names only options of its command, or of one that it suggests. */
async function expectOptionsOf(line: string, message: string): Promise<void> {
  let known = line
  for (const [, command = ''] of `${line}\n${message}`.matchAll(/fillproof (\w+(?: build| prove)?)/g)) {
    known += (await callCommand(['help', ...command.split(' ')])).stdout
  }
  for (const [option] of message.matchAll(/--[a-z][a-z-]+/g)) expect(known).to.include(option)
}

/** In a process of its own; the status is that of the first command of a pipe that fails. */
function runInShell(command: string, node?: string): Promise<Outcome> {
  const cli = `"${process.execPath}" --import "${join(root, 'node_modules/tsx/dist/loader.mjs')}" "${join(root, 'src/cli/index.ts')}"`
  const env = { ...process.env, ...defaultEnv, ...(node && { NODE_OPTIONS: pretend(node) }) }
  const script = `set -o pipefail; fillproof() { ${cli} "$@"; }; ${command}`
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** The option with which Node takes itself for another version. */
function pretend(node: string): string {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

async function withNode(node: string, call: () => Promise<Outcome>): Promise<Outcome> {
  const { versions } = process
  Object.defineProperty(process, 'versions', { value: { ...versions, node } })
  try {
    return await call()
  } finally {
    Object.defineProperty(process, 'versions', { value: versions })
  }
}

/** Permissions do not bind root. */
async function withoutPrivilege(call: () => Promise<Outcome>): Promise<Outcome> {
  if (process.getuid?.() !== 0) return call()
  // Loads the command, which another user may not be able to read.
  await call()
  process.seteuid?.('nobody')
  try {
    return await call()
  } finally {
    process.seteuid?.(0)
  }
}
