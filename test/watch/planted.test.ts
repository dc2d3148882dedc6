import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type Hash, type Hex, zeroAddress } from 'viem'
import { signAttestation } from '../../src/index.js'
import { callCommand } from '../cli/callCommand.js'
import {
  chainsOf,
  clientOf,
  freshAddress,
  pay,
  type Quote,
  send,
  tokenOf,
  usdc,
  waitFor,
} from '../mock/helpers.js'
import {
  fillByHand,
  kindsOf,
  quoteFill,
  readAttestation,
  readLines,
  readReport,
  setUpLiar,
} from './support.js'

describe('fillproof watch: planted contradictions', () => {
  const { mock, liar, front, folder } = setUpLiar({ pollingIntervalMs: 20 })

  const watch = (...more: string[]) =>
    callCommand([
      ...['watch', '--profile', 'mock', '--url', front.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
      ...['--receiver', liar.address, '--from-block', '1', '--until-block', 'latest', '--grace', '0.2'],
      ...['--db', folder.path('watch.sqlite'), '--out', folder.path('found.ndjson'), '--json', ...more],
    ])

  const inToken = () => ({
    originCurrency: tokenOf(chainsOf(mock)[0]),
    destinationCurrency: tokenOf(chainsOf(mock)[1]),
    amount: `${20n * usdc}`,
  })

  /** Pays, and lets the mock's solver fill. */
  async function complete(quote: Quote): Promise<Hash> {
    await pay(mock, quote)
    const { txHashes } = await waitFor(mock, quote.protocol.v2.orderId, 'success')
    return txHashes[0]!
  }

  async function fill(lies: Parameters<typeof liar.script>[1] = {}, fields = {}): Promise<Hash> {
    const quote = await quoteFill(mock, liar.address, fields)
    await liar.script(quote, lies)
    return complete(quote)
  }

  /** Plants a fill that the service itself would not report as a success. */
  async function lie(lies: Parameters<typeof liar.script>[1] = {}, fields = {}, suffix?: Hex): Promise<Hash> {
    const quote = await quoteFill(mock, liar.address, fields)
    await liar.script(quote, lies)
    const hash = await fillByHand(mock, liar.address, quote, suffix)
    succeed(quote.protocol.v2.orderId, hash)
    return hash
  }

  const succeed = (id: Hex, hash: Hash) => front.setStatus(id, { status: 'success', txHashes: [hash] })

  it('default: finds each of them, and nothing else', async () => {
    const [origin, destination] = chainsOf(mock)
    const client = clientOf(destination)
    const stranger = freshAddress()
    const planted: string[] = []
    const plant = (kind: string, hash: Hash) => planted.push(`${kind} ${hash}`)

    await fill()
    await fill({}, inToken())
    plant('solverMismatch', await fill({ solver: stranger }))
    plant('amountShort', await lie({ paid: 19n * usdc }, inToken()))
    plant('recipientMismatch', await lie({ recipient: stranger, paidTo: stranger }))
    plant('amountShort', await lie({ paid: 1n }))

    plant('notSettled', await lie({}, {}, '0x'))
    plant('notSettled', await lie({}, inToken(), `0x${'00'.repeat(32)}`))
    const unpaid = await quoteFill(mock, liar.address, inToken())
    plant('otherOrder', await lie({}, inToken(), unpaid.protocol.v2.orderId))

    const twice = await quoteFill(mock, liar.address)
    await liar.script(twice)
    await complete(twice)
    plant('paidTwice', await fillByHand(mock, liar.address, twice))

    const never = await quoteFill(mock, liar.address, inToken())
    await liar.script(never)
    plant('notSuccessful', await fillByHand(mock, liar.address, never))

    await liar.script(never, { id: `0x${'ab'.repeat(32)}`, token: zeroAddress, paid: 0n, amount: 0n })
    plant(
      'attestationMissing',
      await send(mock, destination, mock.accounts[2]!.address, { to: liar.address }),
    )

    const changed = await quoteFill(mock, liar.address)
    await liar.script(changed)
    plant('attestationChanged', await complete(changed))
    const { orderId } = changed.protocol.v2
    const { signature: _, ...attestation } = await readAttestation(mock, orderId)
    const other = { ...attestation, originAmount: attestation.originAmount + 1n }
    front.setAttestation(orderId, {
      requestData: { ...other, originAmount: String(other.originAmount) },
      signature: await signAttestation({ attestation: other, account: mock.control.solverAccount }),
    })

    const elsewhere = await quoteFill(mock, origin.receiver, {
      originChainId: destination.id,
      destinationChainId: origin.id,
    })
    await liar.script(elsewhere)
    plant('wrongChain', await fillByHand(mock, liar.address, elsewhere))

    const late = await quoteFill(mock, liar.address)
    await liar.script(late)
    await mock.control.increaseTime(destination.id, 1_000_000)
    const expired = await fillByHand(mock, liar.address, late)
    plant('expired', expired)
    succeed(late.protocol.v2.orderId, expired)

    // The last, since all behind it goes with it.
    const gone = await quoteFill(mock, liar.address, inToken())
    await liar.script(gone)
    const snapshot = await client.snapshot()
    const taken = await fillByHand(mock, liar.address, gone)
    succeed(gone.protocol.v2.orderId, taken)

    const first = await watch()
    expect(first.stderr).to.equal('')
    expect(first.status).to.equal(1)
    const { findings, summary } = readReport(first.stdout)
    expect(kindsOf(findings)).to.deep.equal(planted.sort())
    expect(summary).to.include({ fills: 17, checked: 17, waiting: 0 })

    await client.revert({ id: snapshot })
    await client.mine({ blocks: 5 })
    const second = await watch()
    expect(second.stderr).to.match(/^The chain was reorganized: blocks \d+ to \d+ are read again\.\n$/)
    const { findings: more } = readReport(second.stdout)
    expect(kindsOf(more)).to.deep.equal([`reorganized ${taken}`])

    const third = await watch()
    expect(third.status).to.equal(1)
    expect(readLines(third.stdout)).to.have.length(1)
    expect(await readFile(folder.path('found.ndjson'), 'utf8')).to.equal(
      [...findings, ...more].map((finding) => `${JSON.stringify(finding)}\n`).join(''),
    )
  })
})
