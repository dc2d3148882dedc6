import { type Hash, type Hex, zeroAddress } from 'viem'
import { signAttestation } from '../../src/index.js'
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
import { fillByHand, quoteFill, readAttestation, type setUpLiar } from './support.js'

/**
 * Plants a contradiction of each kind, among honest fills: 17 fills. The last of them is planted as `reorganized` once the
 * chain returns to `snapshot`.
 */
export async function plantContradictions({
  mock,
  liar,
  front,
}: Pick<ReturnType<typeof setUpLiar>, 'mock' | 'liar' | 'front'>) {
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
  plant('attestationMissing', await send(mock, destination, mock.accounts[2]!.address, { to: liar.address }))

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
  return { planted, taken, snapshot }
}
