import { type Address, zeroHash } from 'viem'
import type { FillCheck } from '../../contract/checks.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { explainError } from '../../contract/inspection/failures.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { type ReceiverState, toEvmAddress } from './readState.js'
import type { ReceiverCheck } from './report.js'

/** Makes the checks that follow from a receiver's state, without the evidence. */
export function checkState(
  kind: ReceiverKind,
  state: ReceiverState,
  attestation: Attestation,
  signer: Address | null,
): ReceiverCheck[] {
  const { isPaused, recipientStatus, recipientRoot } = state
  const { allowed } = recipientStatus
  return [
    toCheck('paused', !isPaused, 'EnforcedPause'),
    // A signed order has its own signature, destination and inputs.
    ...(kind === 'signedOrderReceiver' ? [] : checkAttestation(state, attestation, signer)),
    ...(allowed || recipientRoot === zeroHash ? [checkRecipient(allowed, attestation)] : []),
  ]
}

function checkRecipient(allowed: boolean, { destinationUser }: Attestation): ReceiverCheck {
  const recipient = toEvmAddress(destinationUser)
  return recipient
    ? toCheck('recipient', allowed, 'RecipientNotAllowed', recipient)
    : toCheck('recipient', allowed, 'InvalidRecipient', destinationUser)
}

function checkAttestation(
  { chainId, isSolverActive, route }: ReceiverState,
  attestation: Attestation,
  signer: Address | null,
): ReceiverCheck[] {
  const { originChainId, originCurrency, destinationChainId } = attestation
  const isHere = chainId === destinationChainId
  return [
    isSolverActive
      ? { name: 'signature', ok: true }
      : {
          name: 'signature',
          ok: false,
          message: `The receiver does not take ${signer ?? 'this signature'} for a solver now.`,
        },
    toCheck('destination', isHere, 'WrongDestinationChain', BigInt(destinationChainId), BigInt(chainId)),
    toCheck('origin', route.max !== 0n, 'OriginNotAccepted', BigInt(originChainId), originCurrency),
    ...checkAmount(attestation, route),
  ]
}

/** Layout v2 signs no amount, and a contract takes only v1. */
function checkAmount(attestation: Attestation, { min, max }: ReceiverState['route']): ReceiverCheck[] {
  if (attestation.layout !== 'v1') {
    const message = `The contracts take layout v1, and this is ${attestation.layout}.`
    return [{ name: 'requestId', ok: false, message }]
  }
  if (max === 0n) return []
  const { originAmount } = attestation
  const ok = originAmount >= min && originAmount <= max
  return [toCheck('amountSent', ok, 'AmountOutOfRange', originAmount, min, max)]
}

/** A check, with the revert that its failure leads to. */
function toCheck(name: FillCheck, ok: boolean, errorName: string, ...args: unknown[]): ReceiverCheck {
  if (ok) return { name, ok }
  const { message, remedy } = explainError(errorName, args)
  return { name, ok, message, remedy }
}
