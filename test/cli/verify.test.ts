import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { padAddress } from '../../src/protocol/address/padAddress.js'
import { chainsOf, ether, getQuote, setUpMock } from '../mock/helpers.js'
import { callCommand } from './callCommand.js'
import { findFreePort, type Outcome, runCli } from './helpers.js'

describe('fillproof verify', () => {
  const { mock, user } = setUpMock()
  let id: Hex
  before(async () => {
    id = (await getQuote(mock)).protocol.v2.orderId
  })

  const verify = (...args: string[]): Promise<Outcome> =>
    callCommand(['verify', id, '--url', mock.url, ...args])

  it('default: a report for people', async () => {
    const { status, stdout, stderr } = await verify('--solver', mock.solver)
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    for (const text of [
      id,
      '31101',
      '31102',
      user,
      'native currency',
      ether.toLocaleString('en-US'),
      '✔',
      `genuine: ${mock.solver}`,
      'outcome: waiting for the deposit (said)',
      'next: Deposit, unless you already did',
    ]) {
      expect(stdout).to.include(text)
    }
    expect(stdout).not.to.include('paid here')
  })

  it('default: --json', async () => {
    const args = ['verify', id, '--url', mock.url, '--solver', mock.solver, '--json']
    const { status, stdout, stderr } = await runCli(args)
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    const { signature, ...attestation } = JSON.parse(stdout).attestation
    expect(signature).to.match(/^0x[0-9a-f]{130}$/)
    expect(JSON.parse(stdout)).to.deep.equal({
      valid: true,
      genuine: true,
      outcome: 'waiting',
      outcomeSource: 'said',
      waitingFor: 'deposit',
      requestId: id,
      attestation: { ...attestation, signature },
      solver: mock.solver,
      checks: [
        { name: 'signature', ok: true },
        { name: 'solver', ok: true, expected: [mock.solver], actual: mock.solver },
      ],
      decoded: {
        originChain: 'Mockorigin',
        originUser: { address: user, form: 'evm' },
        originCurrency: {
          address: zeroAddress,
          form: 'evm',
          isNative: true,
          symbol: 'ETH',
          decimals: 18,
        },
        originAmount: '1',
        destinationChain: 'Mockdestination',
        destinationUser: { address: user, form: 'evm' },
      },
      record: {
        status: 'waiting',
        depositTransactions: [],
        fillTransactions: [],
        refundTransactions: [],
        timeline: [],
      },
      notes: [],
    })
    expect(attestation).to.deep.equal({
      layout: 'v1',
      requestId: id,
      originChainId: 31101,
      originUser: padAddress(user),
      originCurrency: padAddress(zeroAddress),
      originAmount: ether.toString(),
      destinationChainId: 31102,
      destinationUser: padAddress(user),
    })
    expect(stdout.trim().split('\n')).to.have.length(1)
  })

  it('behavior: the mock’s profile knows its solver, and --receiver reads a receiver', async () => {
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    const args = ['--profile', 'mock', '--rpc-url', rpcUrl, '--receiver', receiver]
    const { status, stdout, stderr } = await verify(...args)
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    expect(stdout)
      .to.include(receiver)
      .and.match(/paid here.*no/)
    const json = JSON.parse((await verify(...args, '--json')).stdout)
    expect(json.onchain).to.include({ isSolverActive: true, isPaid: false })
    expect(json.onchain.route).to.deep.equal({ min: '1', max: (2n ** 128n - 1n).toString() })
  })

  it('error: an attestation by another signer is not genuine', async () => {
    const { status, stdout, stderr } = await verify()
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '' })
    expect(stdout)
      .to.include(`Not signed by a trusted solver: a field was changed, or another key signed.`)
      .and.include(`Recovered: ${mock.solver}.`)
      .and.include('not genuine')
  })

  it('error: a request that the service does not know', async () => {
    const unknown = `0x${'77'.repeat(32)}`
    const { status, stdout, stderr } = await callCommand(['verify', unknown, '--url', mock.url, '--json'])
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' })
    expect(stderr).to.include(`No request ${unknown}.`).and.not.include('    at ')
  })

  it('error: an unreachable service', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { status, stdout, stderr } = await verify('--url', url)
    expect({ status, stdout }).to.deep.equal({ status: 3, stdout: '' })
    expect(stderr).to.include(`${url} could not be reached: `).and.include('ECONNREFUSED')
  })

  it('error: a malformed id', async () => {
    const { status, stdout, stderr } = await callCommand(['verify', '0x12', '--url', mock.url])
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    expect(stderr)
      .to.match(/^error: The request id must be 32 bytes/)
      .and.not.include('    at ')
  })
})
