import { type Address, zeroHash } from 'viem'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { ReceiverState } from './readState.js'
import { makeCheck, type ReceiverCheck } from './report.js'

/** The checks that follow from a receiver's state, without the evidence. */
export function checkState(
  kind: ReceiverKind,
  state: ReceiverState,
  attestation: Attestation,
  signer: Address | null,
): ReceiverCheck[] {
  const { isPaused, recipientStatus, recipientRoot } = state
  const { allowed } = recipientStatus
  return [
    makeCheck('paused', !isPaused),
    // A signed order has its own signature, destination and inputs.
    ...(kind === 'signedOrderReceiver' ? [] : checkAttestation(state, attestation, signer)),
    ...(allowed || recipientRoot === zeroHash
      ? [makeCheck('recipient', allowed, "The recipient is not on the receiver's list.")]
      : []),
  ]
}

function checkAttestation(
  { chainId, isSolverActive, route }: ReceiverState,
  attestation: Attestation,
  signer: Address | null,
): ReceiverCheck[] {
  const { destinationChainId } = attestation
  return [
    makeCheck(
      'signature',
      isSolverActive,
      `The receiver does not take ${signer ?? 'this signature'} for a solver now.`,
    ),
    makeCheck(
      'destination',
      chainId === destinationChainId,
      `The request is for chain ${destinationChainId}, and this is chain ${chainId}.`,
    ),
    makeCheck('origin', route.max !== 0n),
    ...checkAmount(attestation, route),
  ]
}

/** Layout v2 signs no amount, and a contract takes only v1. */
function checkAmount(attestation: Attestation, { min, max }: ReceiverState['route']): ReceiverCheck[] {
  if (attestation.layout !== 'v1') {
    return [makeCheck('requestId', false, `The contracts take layout v1, and this is ${attestation.layout}.`)]
  }
  if (max === 0n) return []
  const { originAmount } = attestation
  const ok = originAmount >= min && originAmount <= max
  return [makeCheck('amountSent', ok, `The amount ${originAmount} lies outside the route, ${min} to ${max}.`)]
}
