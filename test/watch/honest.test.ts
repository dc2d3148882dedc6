import { expect } from 'chai'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../src/abi/fillReceiver.js'
import { prepareAuthorizedCall } from '../../src/contract/index.js'
import { proveOrderOutput, toContractAttestation } from '../../src/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { callCommand } from '../cli/callCommand.js'
import {
  chainsOf,
  clientOf,
  ether,
  getQuote,
  pay,
  type Quote,
  send,
  tokenOf,
  usdc,
  waitFor,
} from '../mock/helpers.js'
import { makeFolder, quoteFill, readAttestation, readLines } from './support.js'

describe('fillproof watch: honest fills', () => {
  let mock: MockService
  let folder: Awaited<ReturnType<typeof makeFolder>>
  before(async () => {
    mock = await startMockService({ pollingIntervalMs: 20 })
    folder = await makeFolder()
  })
  after(async () => {
    await mock?.close()
    await folder?.remove()
  })

  const watch = (...more: string[]) =>
    callCommand([
      ...['watch', '--profile', 'mock', '--url', mock.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
      ...['--receiver', chainsOf(mock)[1].receiver, '--until-block', 'latest', '--grace', '5', ...more],
    ])

  const inToken = () => ({
    originCurrency: tokenOf(chainsOf(mock)[0]),
    destinationCurrency: tokenOf(chainsOf(mock)[1]),
    amount: `${20n * usdc}`,
  })

  async function complete(quote: Quote): Promise<void> {
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
  }

  /** A call of the receiver in the order, which the solver makes through its router. */
  async function completeAuthorised(token: Address, minimum: bigint, fields: object): Promise<void> {
    const [origin, destination] = chainsOf(mock)
    const { timestamp } = await clientOf(destination).getBlock()
    const { receiver, router } = destination
    const [user, recipient] = [mock.accounts[1]!.address, mock.accounts[3]!.address]
    const { txs } = prepareAuthorizedCall({
      chainId: destination.id,
      receiver,
      router,
      payment: {
        originChainId: origin.id,
        originUser: user,
        originCurrency: token === zeroAddress ? token : tokenOf(origin),
        token,
        recipient,
        minimum,
        deadline: Number(timestamp) + 3600,
      },
    })
    const quote = await getQuote(mock, {
      user,
      recipient,
      tradeType: 'EXACT_OUTPUT',
      amount: `${minimum}`,
      ...fields,
      txs,
    })
    const { orderId, orderData } = quote.protocol.v2
    const attestation = await readAttestation(mock, orderId)
    const data = encodeFunctionData({
      abi: fillReceiverAbi,
      functionName: 'authorizeFill',
      args: [toContractAttestation(attestation), attestation.signature, proveOrderOutput(orderData), []],
    })
    await send(mock, destination, mock.accounts[2]!.address, { to: destination.receiver, data })
    await complete(quote)
  }

  it('default: both ways and both kinds of currency contradict nothing, and all of it is checked', async () => {
    const { receiver } = chainsOf(mock)[1]
    await complete(await quoteFill(mock, receiver))
    await complete(await quoteFill(mock, receiver, inToken()))
    const { amount: _, ...currencies } = inToken()
    await completeAuthorised(zeroAddress, ether, {})
    await completeAuthorised(tokenOf(chainsOf(mock)[1]), 3n * usdc, currencies)

    const { status, stdout, stderr } = await watch(
      ...['--from-block', '1', '--json', '--db', folder.path('a.sqlite')],
    )
    expect(stderr).to.equal('')
    const [summary, ...more] = readLines(stdout) as Record<string, unknown>[]
    expect(more).to.deep.equal([])
    const { scannedTo, ...rest } = summary!
    expect(rest).to.deep.equal({ fills: 4, checked: 4, waiting: 0, unchecked: {}, findings: {} })
    expect(scannedTo).to.be.a('number')
    expect(status).to.equal(0)
  })
})
