import { expect } from 'chai'
import { concatHex, encodeFunctionData, type Hash, type Hex } from 'viem'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { proveSignedOrder } from '../../src/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import type { Finding } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { chainsOf, type Quote, send } from '../mock/helpers.js'
import { type Folder, makeFolder } from '../support/makeFolder.js'
import { deployLiar, quoteFill, readLines, startFront } from './support.js'

describe('fillproof watch: orders whose id is not that of their request', () => {
  let mock: MockService
  let liar: Awaited<ReturnType<typeof deployLiar>>
  let front: Awaited<ReturnType<typeof startFront>>
  let folder: Folder
  let quote: Quote
  let hash: Hash
  before(async () => {
    mock = await startMockService({ idForm: 'public' })
    liar = await deployLiar(mock)
    front = await startFront(mock)
    folder = await makeFolder()
    quote = await quoteFill(mock, liar.address, { includeProtocolData: true })
    const { amount } = await liar.script(quote)
    const { orderData, orderSignature } = quote.protocol.v2
    const call = encodeFunctionData({
      abi: signedOrderReceiverAbi,
      functionName: 'fill',
      args: [proveSignedOrder(orderData), orderSignature!, [], amount],
    })
    const data = concatHex([call, quote.protocol.v2.orderId])
    const [, chain] = chainsOf(mock)
    hash = await send(mock, chain, mock.accounts[2]!.address, { to: liar.address, data, value: amount })
  })
  after(async () => {
    await front?.close()
    await mock?.close()
    await folder?.remove()
  })

  async function watch(name: string, env: Record<string, string>) {
    const { stdout } = await callCommand(
      [
        ...['watch', '--profile', 'mock', '--url', front.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
        ...['--receiver', liar.address, '--from-block', '1', '--until-block', 'latest', '--grace', '0'],
        ...['--db', folder.path(name), '--json'],
      ],
      env,
    )
    const findings = readLines(stdout) as Finding[]
    const summary = findings.pop() as never as Record<string, unknown>
    return { findings, summary }
  }

  it('default: the request is found by its order, and all of the fill is checked', async () => {
    const requestId = quote.steps[0]!.requestId as Hex
    expect(requestId).not.to.equal(quote.protocol.v2.orderId)
    const { findings } = await watch('a', { FILLPROOF_API_KEY: mock.apiKey })
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({
      kind: 'notSuccessful',
      requestId,
      transactionHash: hash,
      actual: 'waiting',
    })
    front.setStatus(requestId, { status: 'success', txHashes: [hash] })
    const { findings: none, summary } = await watch('b', { FILLPROOF_API_KEY: mock.apiKey })
    expect(none).to.deep.equal([])
    expect(summary).to.deep.include({ fills: 1, checked: 1, unchecked: {} })
  })

  it('behavior: without a key it can not be found, which is told and is no contradiction', async () => {
    const { findings, summary } = await watch('c', { FILLPROOF_API_KEY: '' })
    expect(findings).to.deep.equal([])
    expect(Object.keys(summary.unchecked as object)).to.have.length(1)
    expect(Object.keys(summary.unchecked as object)[0]).to.match(/^the request of the order: GET /)
  })
})
