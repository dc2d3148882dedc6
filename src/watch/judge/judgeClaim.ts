import { isAddressEqual } from 'viem'
import { type ClaimCall, findClaims } from '../../contract/findInboxCalls.js'
import { type InboxClaimedEvent, parseInboxClaimed } from '../../contract/inbox/parseInboxEvents.js'
import { locateInbox } from '../../protocol/inbox/computeInboxAddress.js'
import { recoverSigner } from '../../protocol/signature/recoverDigest.js'
import type { ChainTransaction, Receipt } from '../chainView.js'
import { judgeFill, type Outcome } from './judgeFill.js'
import type { JudgePaidFillParameters } from './parameters.js'
import { readDelivery } from './readDelivery.js'
import { hidden, isEarlier } from './toFacts.js'

type Call = { transaction: ChainTransaction; receipt: Receipt }

/** Finds the event of the claim that made the fill. Returns undefined if the fill is not a claim of an inbox. */
export function findClaimed(
  { fill, job: { receiver } }: JudgePaidFillParameters,
  { receipt }: Call,
): InboxClaimedEvent | undefined {
  return parseInboxClaimed({ receiver, receipt }).find(({ args }) => args.id === fill.id)
}

/**
 * Judges a claim of an inbox by the order and the terms in the transaction's calldata, and by the transaction's effects.
 *
 * - The service knows no claims, and the money may have come by another order than the presented one. So neither the
 * service's status nor the settlement of the presented order says anything about the claim.
 * - The same order can be presented for many claims. Each claim has its own id, which is paid once.
 */
export async function judgeClaim(
  parameters: JudgePaidFillParameters,
  call: Call,
  { args: { inboxHash, orderId, inbox: named } }: InboxClaimedEvent,
): Promise<Outcome[]> {
  const { fill, job, solvers, chain, store } = parameters
  const { chainId, receiver } = job
  const found = findClaims({ chainId, receiver, transaction: call.transaction })
  const shown = found.filter((one) => one.orderId === orderId && one.inboxHash === inboxHash)
  const accepted = await findAccepted(shown, call.transaction, parameters)
  const delivery = await readDelivery({ chain, receiver, fill, ...call, isClaim: true })
  const [first] = await store.findFills([fill.id])
  return judgeFill({
    facts: {
      chainId,
      fill,
      solvers,
      inbox: { address: locateInbox(receiver, inboxHash), payer: fill.payer, named },
      ...(shown[0] && { terms: shown[0].terms }),
      ...('amount' in delivery && { delivered: delivery.amount }),
      earlierFill: first && isEarlier(first, fill) ? first.transactionHash : null,
      ...(accepted && { accepted, claim: accepted, acceptedHash: accepted.hash, otherSigners: [] }),
    },
    why: {
      terms: hidden,
      ...(shown[0] && { accepted: 'the transaction does not show which signature was used' }),
      ...('problem' in delivery && { delivered: `the payment: ${delivery.problem}` }),
    },
  })
}

/**
 * Returns the signature that the receiver accepted. In a call of another contract, any caller can write other signatures into the
 * calldata: then only a signature of a trusted solver, or of the solver that the event names, counts.
 */
async function findAccepted(
  shown: readonly ClaimCall[],
  { to }: ChainTransaction,
  { fill, job: { receiver }, solvers }: JudgePaidFillParameters,
) {
  const signed = await Promise.all(
    shown.map(async ({ orderId: hash, signature }) => {
      return { hash, signer: await recoverSigner(hash, signature).catch(() => null) }
    }),
  )
  if (to !== null && isAddressEqual(to, receiver)) return signed[0]
  const known = [fill.solver, ...solvers]
  return signed.find(({ signer }) => signer && known.some((one) => isAddressEqual(one, signer)))
}
