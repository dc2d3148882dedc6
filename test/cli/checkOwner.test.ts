import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  type CheckpointKey,
  createKey,
  currentOwner,
  isRunning,
  readCheckpoint,
} from '../../src/cli/check/checkpoint.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'

const tally = {
  lines: 0,
  bytes: 0,
  counts: { valid: 0, invalid: 0, malformed: 0 },
  reasons: [],
  seconds: 0,
  first: [],
}

describe('fillproof check: who keeps the place', () => {
  const folder = setUpFolder()
  let path: string
  let key: CheckpointKey
  let parent: ChildProcess
  before(async () => {
    path = folder.path('records.ndjson')
    writeFileSync(path, '')
    key = createKey({ path, ...statSync(path) }, {}, undefined)
    // What takes the place of the shell never asks for the status of its child.
    parent = spawn('bash', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'])
  })
  after(() => parent?.kill())

  const read = (pid: number, started: string | null) => {
    writeFileSync(path, JSON.stringify({ ...key, invalid: null, tally, pid, started }))
    return readCheckpoint(path, key)
  }

  it('behavior: a process that runs keeps it, and the place is not given up', async () => {
    const error = await thrown(() => read(process.ppid, null))
    expect(error.message).to.include(`The process ${process.ppid} is checking the file.`)
    expect(String(error.metaMessages)).to.match(/write 0 for its pid in .*: the place is kept\.$/)
    expect(await read(0, null)).to.deep.include({ tally })
  })

  it('behavior: a killed process whose parent did not notice does not keep it', async function () {
    if (process.platform !== 'linux') this.skip()
    const [line] = await once(parent.stdout!, 'data')
    const pid = Number(String(line))
    const readState = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]![0]
    while (readState() !== 'Z') await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isRunning({ pid, started: null })).to.equal(false)
    expect(await read(pid, null)).to.deep.include({ tally })
  })

  it('behavior: a process that got the pid later does not keep it', async function () {
    if (process.platform !== 'linux') this.skip()
    expect(currentOwner().started).to.match(/^\d+$/)
    expect(await read(process.ppid, '1')).to.deep.include({ tally })
  })
})
