import type { Hash, Hex } from 'viem'
import type { RequestRecord, RequestUpdate } from '../ledger.js'
import { confirmFill } from './confirmFill.js'
import type { Deposit } from './deposits.js'
import { isPastTtl } from './expireRequests.js'
import { fill } from './fill.js'
import { refundExcess, refundFailure } from './refundDeposit.js'
import type { SolverState } from './state.js'
import { SubmitError } from './submit.js'

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
  await holdStatus()
  let update: RequestUpdate
  try {
    update = await deliver(state, ledger.get(id), deposit)
    await holdStatus()
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    const { failReason, revert } = error
    ledger.move(id, 'failure', { failReason, details: revert ? { revert } : null })
    return refundFailure(state, id, deposit)
  }
  ledger.move(id, 'success', update)
  await refundExcess(state, id, deposit)
}

async function deliver(state: SolverState, record: RequestRecord, deposit: Deposit): Promise<RequestUpdate> {
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
  const { txHashes, duplicateFillTxHash } = await fill({ wallet, record, faults, checkTime, onSent })
  await confirmFill(state, record, deposit, txHashes[0]!)
  return { txHashes, ...(duplicateFillTxHash && { details: { duplicateFillTxHash } }) }
}
