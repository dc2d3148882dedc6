import { expect } from 'chai'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { revokeSolver, setSolver } from '../../src/contract/policyActions.js'
import { parseAttestation, recoverSolver } from '../../src/index.js'
import { startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import {
  accountOf,
  call,
  chainsOf,
  clientOf,
  ether,
  getQuote,
  pay,
  type Quote,
  request,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

const idOf = (quote: Quote): Hex => quote.steps[0]!.requestId

describe("replacing the mock's solver", () => {
  const { mock } = setUpMock()
  let first: Hex
  before(() => {
    first = mock.solver
  })

  async function signerOf(quote: Quote) {
    const { body } = await request(mock, `/requests/${idOf(quote)}/signature`)
    return recoverSolver({ attestation: parseAttestation({ requestId: idOf(quote), ...body }) })
  }

  /** The fill's receiver is the mock's, which trusts the first solver alone. */
  const quoteForReceiver = () => {
    const [, { receiver }] = chainsOf(mock)
    return getQuote(mock, { recipient: mock.accounts[2]!.address, fillContract: receiver })
  }

  async function settle(quote: Quote, status: string) {
    await pay(mock, quote)
    return waitFor(mock, idOf(quote), status)
  }

  function admin() {
    const [, destination] = chainsOf(mock)
    const { chain } = clientOf(destination)
    const account = accountOf(mock, mock.accounts[0]!.address)
    return createWalletClient({ account, chain, transport: http(destination.rpcUrl) })
  }

  it('default: once its policy changed, a receiver refuses the former solver and accepts the new one', async () => {
    const [, { receiver }] = chainsOf(mock)
    const former = [await quoteForReceiver(), await quoteForReceiver()]
    const solver = await mock.control.rotateSolver()
    expect(solver).not.equal(first)
    expect([mock.solver, mock.control.solverAccount.address]).deep.equal([solver, solver])
    const { chains } = (await request(mock, '/chains')).body
    for (const { solverAddresses } of chains) expect(solverAddresses).deep.equal([solver.toLowerCase()])

    const fresh = [await quoteForReceiver(), await quoteForReceiver()]
    expect(await signerOf(former[0]!)).equal(first)
    expect(await signerOf(fresh[0]!)).equal(solver)
    expect(fresh[0]!.protocol.v2.orderData.solver).equal(solver.toLowerCase())

    await settle(former[0]!, 'success')
    const untrusted = await settle(fresh[0]!, 'refund')
    expect(untrusted.details?.revert?.message).include('UnknownSolver')

    await setSolver(admin(), { receiver, solver })
    await revokeSolver(admin(), { receiver, solver: first })
    const refused = await settle(former[1]!, 'refund')
    expect(refused.details?.revert?.message).include('UnknownSolver')
    const { txHashes } = await settle(fresh[1]!, 'success')
    const [, destination] = chainsOf(mock)
    const fill = await clientOf(destination).getTransaction({ hash: txHashes[0]! })
    expect(fill.from).equal(solver.toLowerCase())
  })

  it('behavior: the new solver has funds on every chain and on the venue, and swaps still work', async () => {
    await mock.control.rotateSolver()
    const [origin, destination] = chainsOf(mock)
    const token = {
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: '5000000',
    }
    for (const fields of [
      token,
      { tradeType: 'EXACT_OUTPUT', txs: [{ to: tokenOf(destination), value: '0', data: '0x18160ddd' }] },
      { destinationChainId: origin.id, destinationCurrency: tokenOf(origin) },
    ]) {
      await settle(await getQuote(mock, fields), 'success')
    }
    const perps = `0x${'0'.repeat(32)}` as const
    expect(mock.control.venue.balanceOf(mock.solver, perps) > 0n).equal(true)
    const { liquidity } = (await request(mock, `/chains/liquidity?chainId=${destination.id}`)).body
    expect(BigInt(liquidity[0].balance) > 999_000n * ether).equal(true)
  })

  it('behavior: a restore brings the former solver back', async () => {
    const before = mock.solver
    const snapshot = await mock.control.snapshot()
    await mock.control.rotateSolver()
    await mock.control.restore(snapshot)
    expect(mock.solver).equal(before)
    const quote = await getQuote(mock)
    expect(await signerOf(quote)).equal(before)
    await settle(quote, 'success')
  })

  it('behavior: switches to a given key and back, over HTTP', async () => {
    const rotate = (privateKey: string) => call(mock, '/_control/solver/rotate', { body: { privateKey } })
    const keys: Hex[] = [`0x${'7'.repeat(64)}`, `0x${'8'.repeat(64)}`, `0x${'7'.repeat(64)}`]
    for (const key of keys) {
      expect((await rotate(key)).body).deep.equal({ solver: privateKeyToAddress(key) })
      expect(mock.solver).equal(privateKeyToAddress(key))
      await settle(await getQuote(mock), 'success')
    }
    const { solver } = (await call(mock, '/_control/solver/rotate', { method: 'POST' })).body
    expect(solver).equal(mock.solver)
    expect(solver).not.equal(privateKeyToAddress(keys[0]!))
  })

  it('error: an invalid private key', async () => {
    const before = mock.solver
    for (const key of ['0x12', `0x${'0'.repeat(64)}`, 'secret'] as Hex[]) {
      const error = await thrown(() => mock.control.rotateSolver(key))
      expect(error).include({ name: 'MockOptionError', option: 'privateKey' })
      expect(error.message).not.include(key)
      expect((await call(mock, '/_control/solver/rotate', { body: { privateKey: key } })).status).equal(400)
      expect(await thrown(() => startMockService({ solverKey: key }))).include({ option: 'solverKey' })
    }
    expect(mock.solver).equal(before)
  })
})
