import { expect } from 'chai'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { type Chain, createCurrencies } from '../../src/mock/chains/chain.js'
import { createChainClient } from '../../src/mock/chains/createChainClient.js'
import { type MockChain, type MockService, startMockService } from '../../src/mock/index.js'
import type { RequestRecord } from '../../src/mock/ledger.js'
import { fillThroughRouter } from '../../src/mock/solver/fillThroughRouter.js'
import { SubmitError } from '../../src/mock/solver/submit.js'
import { createWallet } from '../../src/mock/solver/wallet.js'
import { balanceOf, chainsOf, freshAddress, tokenOf, usdc } from './helpers.js'

describe('fillThroughRouter', () => {
  let mock: MockService
  let destination: MockChain
  before(async () => {
    mock = await startMockService()
    destination = chainsOf(mock)[1]
  })
  after(() => mock?.close())

  /** A chain on which every simulation passes, as when something changes between the look and the transaction. */
  function createBlindChain(): Chain {
    const { id, name, rpcUrl, depository, router, receiver, exchange, guard } = destination
    const client = createChainClient({ id, name, rpcUrl })
    const [token, wbtc, dai] = destination.tokens.map(({ address }) => address)
    const contracts = { depository, router, receiver, token: token!, wbtc: wbtc!, dai: dai!, exchange, guard }
    return {
      id,
      name,
      rpcUrl,
      isEmbedded: true,
      firstBlock: 0n,
      client: { ...client, call: async () => ({ data: undefined }) },
      contracts,
      currencies: createCurrencies(id, contracts),
    }
  }

  it('behavior: tokens come back from the router when the calls fail nevertheless', async () => {
    const token = tokenOf(destination)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [freshAddress(), 6n * usdc],
    })
    const wallet = createWallet(createBlindChain(), mock.control.solverAccount, new AbortController().signal)
    const record = {
      terms: {
        calls: [{ to: token, value: 0n, data }],
        user: mock.accounts[0]!.address,
        destinationCurrency: token,
        expectedAmount: 5n * usdc,
      },
    } as unknown as RequestRecord
    const before = await balanceOf(destination, token, mock.solver)
    const sent: Hex[] = []
    const error = await wallet
      .exclusive((send) =>
        fillThroughRouter({ record, amount: 5n * usdc, wallet, send, onSent: (hash) => sent.push(hash) }),
      )
      .catch((caught: unknown) => caught)
    expect(error).to.be.instanceOf(SubmitError)
    expect(sent).to.deep.equal([])
    expect(await balanceOf(destination, token, destination.router)).to.equal(0n)
    expect(await balanceOf(destination, token, mock.solver)).to.equal(before)
  })
})
