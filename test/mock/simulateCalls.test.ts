import { expect } from 'chai'
import { encodeFunctionData, erc20Abi, zeroAddress } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { prepareAuthorizedCall } from '../../src/contract/index.js'
import { explainRevert } from '../../src/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import { chainsOf, ether, freshAddress, tokenOf, usdc } from './helpers.js'

describe('a mock that simulates calls', () => {
  let mock: MockService
  before(async () => {
    mock = await startMockService({ simulateCalls: true })
  })
  after(() => mock?.close())

  const quote = (fields: object) => {
    const [origin, destination] = chainsOf(mock)
    return createServiceClient({ profile: 'mock', baseUrl: mock.url }).getQuote({
      user: mock.accounts[1]!.address,
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_OUTPUT',
      ...fields,
    })
  }

  it('default: quotes calls that work, each with what those before it did', async () => {
    const [, destination] = chainsOf(mock)
    const token = tokenOf(destination)
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [freshAddress(), 10n * usdc],
    })
    const txs = [
      { to: token, data: transfer, value: '0' },
      { to: token, data: transfer, value: '0' },
    ]
    const fields = { originCurrency: tokenOf(chainsOf(mock)[0]), destinationCurrency: token }
    expect((await quote({ ...fields, amount: 20n * usdc, txs })).steps).length(2)
    const error = await thrown(() => quote({ ...fields, amount: 15n * usdc, txs }))
    expect(error).include({ code: 'DESTINATION_TX_FAILED', status: 400 })
    expect(error.message).include('txs[1]')
  })

  it('behavior: finds that payAuthorized fails before it is authorised, and the client says why', async () => {
    const [origin, destination] = chainsOf(mock)
    const { txs } = prepareAuthorizedCall({
      chainId: destination.id,
      receiver: destination.receiver,
      payment: {
        originChainId: origin.id,
        originUser: mock.accounts[1]!.address,
        originCurrency: zeroAddress,
        token: zeroAddress,
        minimum: ether,
        recipient: mock.accounts[2]!.address,
        deadline: 1_900_000_000,
      },
    })
    const error = await thrown(() => quote({ recipient: mock.accounts[2]!.address, txs }))
    expect(error).include({ name: 'ServiceHttpError', code: 'DESTINATION_TX_FAILED' })
    expect(error.message).include('simulated the call of payAuthorized')
    const { errorData } = error.body as { errorData: `0x${string}` }
    expect(explainRevert(errorData)?.name).equal('NotAuthorized')
  })
})
