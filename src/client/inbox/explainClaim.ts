import { inspectFill } from '../../contract/inspectFill.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { CallFailure } from '../../service/steps/errors.js'
import { type InboxCall, readInboxEvidence } from './inboxCall.js'
import type { RunningInboxClients } from './types.js'

/** Lists the reasons why a claim would fail now. Empty if the node does not answer. */
export async function explainClaim(
  profile: ServiceProfile,
  { destinationClient, claimer }: RunningInboxClients,
  call: InboxCall,
): Promise<CallFailure[]> {
  const evidence = { ...readInboxEvidence(call), evmChains: evmChainsOf(profile) }
  const payer = claimer?.account?.address
  return inspectFill(destinationClient, { receiver: call.receiver, ...evidence, payer }).then(
    ({ failures }) => failures,
    () => [],
  )
}
