import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { check as runCommand } from '../../src/cli/commands/check.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { type Outcome, root, startCli } from './helpers.js'

const line = JSON.stringify(readVector('attestation-v1-live').record)
const forged = line.replace('700000000000000000', '700000000000000001')
const all = { total: 2, valid: 1, invalid: 1, malformed: 0 }

describe('fillproof check: input from a shell', function () {
  this.timeout(30_000)
  const folder = setUpFolder({ isForEach: true })
  let file: string
  beforeEach(async () => {
    file = folder.path('records.ndjson')
    await writeFile(file, `${line}\n${forged}\n`)
  })

  /** Runs `command` in bash, where `$CHECK` is the command line and `$FILE` the records. */
  const shell = (command: string) =>
    new Promise<Outcome>((resolve) => {
      const env = {
        ...process.env,
        FILE: file,
        CHECK: 'node --import tsx src/cli/index.ts check --threads 0',
      }
      execFile('bash', ['-c', command], { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  const makeFifo = () => {
    const path = folder.path('fifo')
    execFileSync('mkfifo', [path])
    return path
  }

  for (const [name, command] of [
    ['/dev/stdin from a pipe', 'cat $FILE | $CHECK /dev/stdin --json'],
    ['/dev/stdin from a file', '$CHECK /dev/stdin --json < $FILE'],
    ['a process substitution', '$CHECK <(cat $FILE) --json'],
  ] as const) {
    it(`behavior: ${name}`, async () => {
      const { status, stdout, stderr } = await shell(command)
      expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '' })
      expect(JSON.parse(stdout)).to.include(all)
    })
  }

  it('behavior: /dev/stdin from a socket, as Node passes it', async () => {
    const running = startCli(['check', '/dev/stdin', '--json', '--threads', '0'], {}, 'pipe')
    running.child.stdin?.end(`${line}\n${forged}\n`)
    expect(JSON.parse((await running.ended).stdout)).to.include(all)
  })

  it('behavior: a named FIFO is read to its end', async () => {
    const path = makeFifo()
    const writer = execFile('bash', ['-c', `sleep 0.2; cat ${file} > ${path}`])
    const { status, stdout } = await callCommand(['check', path, '--threads', '0', '--json'])
    expect(status).to.equal(1)
    expect(JSON.parse(stdout)).to.include(all)
    if (writer.exitCode === null) await once(writer, 'exit')
  })

  it('behavior: a signal ends the wait for a named FIFO without a writer', async () => {
    const controller = new AbortController()
    const path = makeFifo()
    const options = { profile: 'relay', profileGiven: false, threads: '0', json: true }
    setTimeout(() => controller.abort(), 100)
    expect(await runCommand(path, options, controller.signal)).to.equal(130)
    expect(await runCommand(path, options, AbortSignal.abort())).to.equal(130)
  })

  it('error: a folder, or a closed standard input', async () => {
    await mkdir(folder.path('inner'))
    const path = folder.path('inner')
    const given = await callCommand(['check', path])
    expect(given).to.deep.include({ status: 2, stdout: '' })
    expect(given.stderr).to.equal(`error: The file "${path}" can't be read: it is a folder.\n`)
    const { status, stdout, stderr } = await shell('$CHECK - <&-')
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    expect(stderr).to.match(/^error: Standard input is closed/)
  })

  it('error: --invalid redirected onto its own input', async () => {
    const { status, stderr } = await shell('$CHECK - --invalid $FILE < $FILE')
    expect(status).to.equal(2)
    expect(stderr).to.match(/^error: --invalid must not be a file that is read/)
    expect(await readFile(file, 'utf8')).to.equal(`${line}\n${forged}\n`)
  })
})
