import type { Client } from 'viem'
import { getTokenRange } from '../../contract/getTokenRange.js'
import { findInbox } from '../../contract/inbox/findInbox.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { orderPath } from '../../rules/paysFor/quoteRules.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { StepMismatchError } from '../../service/steps/errors.js'
import { readAtOneBlock } from '../steps/readAtOneBlock.js'
import { InboxNotPayableError } from './errors.js'
import { type QuotedInboxCall, readCallTerms, readInboxEvidence } from './inboxCall.js'
import { minimumPath } from './quoteInbox.js'

/**
 * Throws unless the receiver would accept a claim with the evidence of this payment, if the money were there now.
 *
 * - Compares the address with the receiver's view. The least amount of the order must be in the range of the terms and the
 *   receiver's list, and the order must not end after the terms.
 *
 * @throws {@link InboxMismatchError}, {@link StepMismatchError}, {@link InboxNotPayableError}
 */
export async function requireClaimable(
  profile: ServiceProfile,
  client: Client,
  call: QuotedInboxCall,
): Promise<void> {
  const { receiver, inbox, inboxHash } = call
  const terms = readCallTerms(call)
  await findInbox(client, { receiver, terms })
  const evidence = { ...readInboxEvidence(call), evmChains: evmChainsOf(profile) }
  const range = await getTokenRange(client, { receiver, token: terms.token })
  const least = range && range.min > terms.minimum ? range.min : terms.minimum
  const orders = [call.quote.protocol!.v2!.orderData!, evidence.orderData]
  for (const { output } of orders) {
    const found = BigInt(output.payments[0]!.minimumAmount)
    if (range && (found < least || found > range.max)) {
      const required = `at least ${least} and at most ${range.max}`
      throw new StepMismatchError({ path: minimumPath, found, required })
    }
    if (output.deadline > terms.deadline) {
      const required = `at most ${terms.deadline}, the deadline of the inbox`
      throw new StepMismatchError({ path: `${orderPath}.output.deadline`, found: output.deadline, required })
    }
  }
  const { failures } = await readAtOneBlock(client, {
    read: ({ number }) => inspectFill(client, { receiver, ...evidence, blockNumber: number }),
    mayMend: () => false,
  })
  // The money is not there yet.
  const open = failures.filter(({ check }) => check !== 'payment')
  if (open.length > 0) throw new InboxNotPayableError({ receiver, inbox, inboxHash, failures: open })
}
