import { expect } from 'chai'
import hre from 'hardhat'
import { custom, erc20Abi, type Hex, zeroAddress } from 'viem'
import { defaultPollingIntervalMs } from '../../src/client/follow/followParameters.js'
import { mockProfile, relayProfile } from '../../src/client/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import { balanceOf, chainsOf, clientOf, freshAddress, getQuote, pay, waitFor } from './helpers.js'

const key: Hex = `0x${'5'.repeat(64)}`

describe("the caller's own chains", () => {
  let mock: MockService
  let connection: Awaited<ReturnType<typeof hre.network.create>>
  let token: Hex
  before(async () => {
    connection = await hre.network.create({ network: 'destination' })
    token = (await connection.viem.deployContract('MockToken', ['Shop Coin', 'SHOP', 9])).address
    mock = await startMockService({
      solverKey: key,
      chains: [
        { id: 31101, name: 'mockorigin' },
        { id: 8453, name: 'own', provider: connection.provider, tokens: [token] },
      ],
    })
  })
  after(async () => {
    await mock?.close()
    await connection.close()
  })

  it('default: the mock and the caller see one chain, also over HTTP', async () => {
    const [, destination] = chainsOf(mock)
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    const client = await connection.viem.getPublicClient()
    const paid = await client.getBalance({ address: recipient })
    expect(paid).equal(BigInt(quote.details.currencyOut.amount))
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(paid)
  })

  it('behavior: errors of the provider keep their data over HTTP', async () => {
    const [, destination] = chainsOf(mock)
    const error = await thrown(() =>
      clientOf(destination).simulateContract({
        abi: erc20Abi,
        address: token,
        functionName: 'transfer',
        args: [freshAddress(), 1n],
        account: freshAddress(),
      }),
    )
    expect((error as Error).message).match(/ERC20InsufficientBalance|revert/)
    const body = JSON.stringify([{ id: 1, method: 'eth_chainId' }, { id: 2 }])
    const headers = { 'content-type': 'application/json' }
    const answers = await (await fetch(destination.rpcUrl, { method: 'POST', headers, body })).json()
    expect(answers).deep.equal([
      { jsonrpc: '2.0', id: 1, result: '0x2105' },
      { jsonrpc: '2.0', id: 2, error: { code: -32600, message: 'Invalid request.' } },
    ])
  })

  it("behavior: the caller's own token is quoted, filled and funded", async () => {
    const [, destination] = chainsOf(mock)
    expect(destination.tokens.at(-1)).deep.equal({ symbol: 'SHOP', address: token, decimals: 9 })
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient, destinationCurrency: token })
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    const paid = await balanceOf(destination, token, recipient)
    expect(paid).equal(BigInt(quote.details.currencyOut.amount))
    await mock.control.fund({ chainId: 8453, address: recipient, currency: token, amount: 5n })
    expect(await balanceOf(destination, token, recipient)).equal(paid + 5n)
  })

  it("behavior: the caller's solver key signs and pays", async () => {
    expect(mock.solver).equal(mock.control.solverAccount.address)
    expect(mock.solver).not.equal('0xb04Fc68bc706bCdb68B39Eec47b709D3E54156cf')
  })

  it('behavior: a reverting fill is mined, and its deposit refunded', async () => {
    mock.control.faults.set('revertingCall', { times: 1 })
    const quote = await getQuote(mock, {
      tradeType: 'EXACT_OUTPUT',
      txs: [{ to: freshAddress(), value: '1', data: '0x' }],
      amount: '1',
    })
    await pay(mock, quote)
    const { failReason } = await waitFor(mock, quote.steps[0]!.requestId, 'refund')
    expect(failReason).equal('EXECUTION_REVERTED')
  })

  it('behavior: a second reverting fill is mined and reported', async () => {
    mock.control.faults.set('duplicateFill', { times: 1 })
    const [, { receiver }] = chainsOf(mock)
    const quote = await getQuote(mock, { recipient: mock.accounts[2]!.address, fillContract: receiver })
    await pay(mock, quote)
    const { details } = await waitFor(mock, quote.steps[0]!.requestId, 'success')
    expect(details).property('duplicateFillTxHash').match(/^0x/)
  })

  it('behavior: a client polls the mock more often than the public service', () => {
    expect([mockProfile, relayProfile].map(defaultPollingIntervalMs)).deep.equal([50, 1000])
  })

  it('error: an address that is not a token, and two endpoints for one chain', async () => {
    const provider = connection.provider
    const start = (chain: object) =>
      startMockService({
        chains: [
          { id: 31101, name: 'mockorigin' },
          { id: 8453, name: 'own', ...chain },
        ],
      })
    const notOne = await thrown(() => start({ provider, tokens: [freshAddress()] }))
    expect(notOne).include({ name: 'MockOptionError', option: 'chains.tokens (chain 8453)' })
    const both = await thrown(() => start({ provider, rpcUrl: 'http://127.0.0.1:1' }))
    expect(both).include({ name: 'MockOptionError', option: 'chains.provider' })
    const silent = custom({ request: async () => Promise.reject(new Error('no')) })({}).request
    const dead = await thrown(() => start({ provider: { request: silent } }))
    expect(dead).include({ name: 'MockOptionError' })
  })
})
