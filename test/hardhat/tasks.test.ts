import { join } from 'node:path'
import { expect } from 'chai'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { HardhatRuntimeEnvironment } from 'hardhat/types/hre'
import type { Hex } from 'viem'
import fillproof from '../../src/hardhat/index.js'
import { captureOutput } from '../cli/callCommand.js'
import { keepReceiverCall } from '../cli/keepReceiverCall.js'
import { chainsOf, getQuote, setUpMock } from '../mock/helpers.js'
import { setUpFolder } from '../support/makeFolder.js'

const root = join(import.meta.dirname, '../..')

describe('tasks of fillproof/hardhat', () => {
  const { mock } = setUpMock()
  const folder = setUpFolder()
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    const [, { rpcUrl }] = chainsOf(mock)
    hre = await createHardhatRuntimeEnvironment(
      {
        plugins: [fillproof],
        networks: {
          destination: { type: 'http', url: rpcUrl, accounts: [mock.accounts[3]!.privateKey] },
          nowhere: { type: 'http', url: 'http://127.0.0.1:9' },
        },
      },
      { network: 'destination' },
      root,
    )
  })

  /** Runs a task as Hardhat's command line does. */
  async function run(task: string, options: Record<string, unknown>, network = hre) {
    const outer = process.exitCode
    process.exitCode = undefined
    try {
      const outcome = await captureOutput(() => network.tasks.getTask(['fillproof', task]).run(options))
      expect(process.exitCode ?? 0).equal(outcome.status)
      return outcome
    } finally {
      process.exitCode = outer
    }
  }

  it('default: verify', async () => {
    const { receiver } = chainsOf(mock)[1]
    const requestId: Hex = (await getQuote(mock)).steps[0]!.requestId
    const options = { requestId, profile: 'mock', url: mock.url, json: true }
    const { status, stdout } = await run('verify', options)
    expect(status).equal(0)
    expect(JSON.parse(stdout)).include({ valid: true, solver: mock.solver })
    const asked = await run('verify', { ...options, receiver })
    expect(JSON.parse(asked.stdout).onchain).include({ receiver, chainId: chainsOf(mock)[1].id })
    const other = `${mock.accounts[0]!.address},${mock.accounts[1]!.address}`
    const invalid = await run('verify', { ...options, json: false, solver: other })
    expect(invalid.status).equal(1)
    expect(invalid.stdout).include('not genuine')
  })

  it("default: authorize, with the network's first account", async () => {
    const { receiver } = chainsOf(mock)[1]
    const target = await keepReceiverCall(mock, folder.write)
    const dry = await run('authorize', { target, receiver, json: true })
    expect(JSON.parse(dry.stdout)).include({ status: 'provable' })
    const judged = { requestId: target, offline: true, solver: mock.solver, profile: 'mock', json: true }
    expect(JSON.parse((await run('verify', judged)).stdout)).include({ genuine: true })
    const sent = await run('authorize', { target, receiver, json: true, send: true })
    expect(sent.status, sent.stderr).equal(0)
    const { status, transaction } = JSON.parse(sent.stdout)
    expect(status).equal('authorized')
    const connection = await hre.network.create()
    const found = await connection.provider.request({
      method: 'eth_getTransactionByHash',
      params: [transaction],
    })
    expect(found).include({ from: mock.accounts[3]!.address.toLowerCase() })
  })

  it("error: the command line's message, with its status", async () => {
    const short = await run('verify', { requestId: '0x12' })
    expect(short.status).equal(2)
    expect(short.stderr).include('The request id must be 32 bytes of hex')
    const requestId = `0x${'11'.repeat(32)}`
    const layout = await run('verify', { requestId, layout: 'v9' })
    expect(layout).include({ status: 2, stdout: '' })
    expect(layout.stderr).include('--layout must be v1 or v2')
    const payer = await run('verify', { requestId, payer: mock.solver })
    expect(payer.stderr).include('--payer needs a receiver: pass --receiver.')
    expect((await run('authorize', { target: 'call.json' })).stderr).include('Pass --receiver.')
    const target = await run('inspect', { target: 'no-such-file.json', receiver: mock.solver })
    expect(target).include({ status: 2, stdout: '' })
    expect(target.stderr).include('The argument must be a request id')
    const port = await run('mock', { port: 'x' })
    expect(port).include({ status: 2 })
    expect(port.stderr).include('--port must be a whole number')
  })

  it('error: a network that does not answer, and one without the receiver', async () => {
    const target = await keepReceiverCall(mock, folder.write)
    const options = { target, receiver: mock.solver }
    const wrong = await run('authorize', options)
    expect(wrong.status).equal(2)
    expect(wrong.stderr).include('that --network leads to the destination chain')
    const nowhere = await createHardhatRuntimeEnvironment(hre.userConfig, { network: 'nowhere' }, root)
    const unreachable = await run('authorize', options, nowhere)
    expect(unreachable.status, unreachable.stderr).equal(3)
    expect(unreachable.stderr).include('The network "nowhere" could not be read')
  })
})
