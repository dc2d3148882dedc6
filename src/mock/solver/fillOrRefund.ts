import type { Hash, Hex } from 'viem'
import { verifyFillSettlement } from '../../rules/settled/verifyFillSettlement.js'
import type { MockClock } from '../clock.js'
import type { LedgerRequest, RequestUpdate } from '../ledger.js'
import type { Finality } from './context.js'
import { isPastTtl } from './expireRequests.js'
import { fillOrder } from './fillOrder.js'
import type { Deposit } from './observedPayments.js'
import { refundExcess, refundFailure } from './refund.js'
import type { SolverState } from './state.js'
import { SubmitError } from './submit.js'
import type { Wallet } from './wallet.js'

/** The time that `lateFill` waits, in seconds. */
const lateSeconds = 7200

/** The public service refunds requests with this referrer instead of filling them. */
const forcedRefund = 'debug-force-refund'

/** Fills a paid request, or sends the deposit back when it can't be filled. */
export async function fillOrRefund(state: SolverState, id: Hex, deposit: Deposit): Promise<void> {
  const { ledger, faults, reorganizer, holdStatus } = state
  if (faults.isSet('reorgDeposit') && (await reorganizer.reorganize(deposit))) {
    faults.take('reorgDeposit')
    ledger.move(id, 'failure', { failReason: 'DEPOSIT_REORGED' })
    return
  }
  const refundFault = (['failedRefund', 'fallback'] as const).find((name) => faults.take(name))
  await holdStatus()
  let update: RequestUpdate
  try {
    if (refundFault) throw new SubmitError('UNKNOWN')
    update = await deliver(state, ledger.get(id), deposit)
    await holdStatus()
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    const { failReason, revert } = error
    ledger.move(id, 'failure', { failReason, details: revert ? { revert } : null })
    return refundFailure(state, id, deposit, refundFault)
  }
  ledger.move(id, 'success', update)
  await refundExcess(state, id, deposit)
}

async function deliver(state: SolverState, record: LedgerRequest, deposit: Deposit): Promise<RequestUpdate> {
  const { id, terms, request } = record
  const { ledger, clock, faults, venue } = state
  if (request.referrer === forcedRefund) throw new SubmitError('UNKNOWN')
  const onSent = (hash: Hash) => ledger.move(id, 'submitted', { txHashes: [hash] })
  const wallet = state.walletsOf(record).get(terms.destinationChainId)
  const checkTime = async () => {
    if (isPastTtl(clock, record)) throw new SubmitError('TTL_EXPIRED')
    const now = await clock.chainSeconds(wallet?.chain)
    if (now > terms.orderData.output.deadline) throw new SubmitError('PROTOCOL_DEADLINE_EXPIRED')
  }
  if (!wallet) {
    await checkTime()
    onSent(await venue.credit(record))
    return {}
  }
  if (faults.take('lateFill')) await passTime(wallet, clock)
  const { txHashes, duplicateFillTxHash } = await fillOrder({ wallet, record, faults, checkTime, onSent })
  await confirmFill(state, record, deposit, txHashes[0]!)
  return { txHashes, ...(duplicateFillTxHash && { details: { duplicateFillTxHash } }) }
}

async function passTime({ chain: { id, client } }: Wallet, clock: MockClock): Promise<void> {
  await client.increaseTime({ seconds: lateSeconds })
  await client.mine({ blocks: 1 })
  clock.moved(id, lateSeconds)
}

/**
 * Waits until a fill is final, and checks that it settles the order by the rules of the service's oracle.
 *
 * Payments on the venue or by permit leave no deposit in a depository, so only the fill is checked.
 *
 * @throws {@link SubmitError} if the fill does not settle the order. The order then is unfilled, whatever was delivered.
 */
async function confirmFill(
  { wallets, finality, clock }: SolverState,
  { terms }: LedgerRequest,
  deposit: Deposit,
  txHash: Hash,
): Promise<void> {
  const { orderData, evmChains, orderSignature, payment } = terms
  const origin = payment === 'permit' ? undefined : wallets.get(terms.originChainId)
  const deposits = origin && [
    {
      inputIndex: 0,
      depository: origin.chain.contracts.depository,
      ...(await readPlace(origin, deposit.txHash, finality, clock)),
    },
  ]
  const destination = wallets.get(terms.destinationChainId)!
  const place = await readPlace(destination, txHash, finality, clock)
  const { settled, rows } = await verifyFillSettlement({
    orderData,
    evmChains,
    orderSignature,
    deposits,
    ...place,
  })
  if (settled || (settled === null && !deposits)) return
  const failed = rows.filter(({ ok }) => ok === false)
  throw new SubmitError(
    failed.some(({ name }) => name === 'minimumAmounts') ? 'TOO_LITTLE_RECEIVED' : 'UNKNOWN',
    {
      data: '0x',
      message: `The fill does not count: ${failed.map(({ name, message }) => `${name}: ${message}`).join(' ')}`,
    },
  )
}

async function readPlace(wallet: Wallet, hash: Hash, finality: Finality, clock: MockClock) {
  const { client } = wallet.chain
  await wallet.waitForFinality(hash, finality)
  const [transaction, receipt, head] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
    client.getBlock(),
  ])
  const block = await client.getBlock({ blockNumber: receipt.blockNumber })
  const toPlace = ({ number, timestamp }: typeof block) => ({ number, timestamp: clock.ofBlock(timestamp) })
  return {
    transaction,
    receipt,
    block: toPlace(block),
    head: toPlace(head),
    // `waitForFinality` already waited for these seconds in the chain's own time. The caller's clock may differ from it.
    finality: { ...finality, seconds: 0 },
  }
}
