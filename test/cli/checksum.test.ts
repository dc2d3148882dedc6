import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { readAddressOption } from '../../src/cli/options.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'

const { record, solver } = readVector('attestation-v1-live')
const wrong = solver.replace(/[a-f](?=[^a-f]*$)/, (digit: string) => digit.toUpperCase())
const receiver = '0x1234567890123456789012345678901234567890'

describe('checksums of addresses in options', () => {
  const folder = setUpFolder()
  let list: string
  before(() => {
    list = folder.path('list.ndjson')
    writeFileSync(list, JSON.stringify(record))
  })

  it('default: in one case or with a valid checksum', () => {
    const upper = `0x${solver.slice(2).toUpperCase()}`
    for (const value of [solver, solver.toLowerCase(), upper]) {
      expect(readAddressOption('--solver', value)).to.equal(solver)
    }
    expect(readAddressOption('--solver', wrong, { anyChecksum: true })).to.equal(solver)
  })

  it('error: a wrong checksum, in every command with --solver', async () => {
    const node = ['--rpc-url', 'http://127.0.0.1:1']
    for (const args of [
      ['check', list],
      ['verify', record.requestId],
      ['watch', ...node, '--receiver', receiver, '--from-block', '0'],
    ]) {
      const { status, stdout, stderr } = await callCommand([...args, '--solver', wrong])
      expect({ status, stdout }, args[0]).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(`--solver must have a valid checksum, found "${wrong}"`)
    }
    const deploy = ['deploy', ...node, '--unlocked', wrong]
    expect((await callCommand(deploy)).stderr).to.include('--unlocked must have a valid checksum')
  })

  it('behavior: --any-checksum accepts it', async () => {
    const { status, stderr } = await callCommand(['check', list, '--solver', wrong, '--any-checksum'])
    expect(status, stderr).to.equal(0)
    for (const args of [
      ['verify', record.requestId, '--url', 'http://127.0.0.1:1'],
      ['watch', '--rpc-url', 'http://127.0.0.1:1', '--receiver', receiver, '--from-block', '0'],
    ]) {
      const outcome = await callCommand([...args, '--solver', wrong, '--any-checksum'])
      expect(outcome, args[0]).to.include({ status: 3 })
    }
  })

  it('error: an address of another size', async () => {
    const error = await thrown(() => readAddressOption('--solver', '0x12', { anyChecksum: true }))
    expect(error.message).to.include('--solver must be an address, 20 bytes of hex, found "0x12"')
  })
})
