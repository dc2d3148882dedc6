import type { Account, Address, Hash, Hex } from 'viem'
import { estimateContractGas } from 'viem/actions'
import { FillproofError } from '../../base/FillproofError.js'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import type { ReceiverClient } from '../call.js'
import { FillRevertedError } from '../errors.js'
import { encodeClaim, type InboxEvidence } from '../evidence.js'
import { describeRefusal } from '../rpc/faults.js'
import { throwRevert } from '../throwRevert.js'
import type { ReadyClaim } from './askForClaims.js'
import { getInbox } from './getInbox.js'
import { simulateClaim } from './simulateClaim.js'

/** The result for one inbox. */
export type ClaimResult = {
  /**
   * `empty`: the inbox has no balance of its token. `refused`: the receiver refuses the claim, or it may use too much gas, or the
   * evidence can't be read, or the node can't simulate the claim. `asked`: the wallet has the claim in a batch, and has not
   * reported its end.
   */
  status: 'claimed' | 'empty' | 'refused' | 'asked'
  /** Absent if the terms can't be read. */
  inboxHash?: Hex
  /** The claim's id, as in `FillAccepted` and in the hook. */
  id?: Hex
  /** The amount that was credited, in the smallest unit. */
  credited?: bigint
  /** The transaction of the claim. Absent if none was sent. */
  transaction?: Hash
  /** Why the claim is refused. */
  reason?: string
  /** The advice for a refused claim. */
  remedy?: string
}

type JudgeClaimParameters = { receiver: Address; account: Account | Address | undefined; maxGas: bigint }

/** Returns the result of an inbox that can't be claimed now, or the claim if the receiver accepts it within the gas limit. */
export async function judgeClaim(
  client: ReceiverClient,
  evidence: InboxEvidence,
  { receiver, account, maxGas }: JudgeClaimParameters,
): Promise<ClaimResult | ReadyClaim> {
  let known: { inboxHash?: Hex } = {}
  try {
    const { inboxTerms: terms, recipientProof } = evidence
    const args = encodeClaim(evidence, receiver)
    const inboxHash = hashInboxTerms(terms)
    known = { inboxHash }
    const { balance } = await getInbox(client, { receiver, terms, recipientProof })
    if (balance === 0n) return { status: 'empty', ...known }
    await simulateClaim(client, { ...evidence, receiver, ...(account && { account }) })
    const call = { abi, address: receiver, functionName: 'claim', args, account: account! } as const
    const estimated = throwRevert('claim', estimateContractGas(client, call))
    const gas = await estimated.catch((error) => {
      if (error instanceof FillRevertedError) throw error
      // A node that can't estimate the claim may still send it, with the highest limit.
      return maxGas
    })
    if (gas <= maxGas) return { evidence, inboxHash, args, gas }
    const reason = `The claim needs ${gas} gas, and maxGas is ${maxGas}.`
    const remedy = 'Raise the limit, or ask the recipient for a hook that uses less.'
    return { status: 'refused', ...known, reason, remedy }
  } catch (error) {
    // One hostile token or hook must not stop the others.
    const described = describeRefusal(error)
    const reason =
      error instanceof FillproofError ? described : `The node can not simulate the claim: ${described}`
    const remedy = error instanceof FillRevertedError ? error.remedy : null
    return { status: 'refused', ...known, reason, ...(remedy && { remedy }) }
  }
}
