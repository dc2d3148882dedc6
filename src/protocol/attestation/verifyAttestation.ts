import type { Address, Hex } from 'viem'
import type { HashOrderErrorType } from '../order/hashOrder.js'
import { checkSignature, checkSolver } from '../signature/checkSigner.js'
import { InvalidSignatureError } from '../signature/errors.js'
import { type AttestationCheck, type ExpectedAttestation, readExpected } from './checkExpected.js'
import { type ReadAttestationErrorType, readAttestation, refuseZeroRequestId } from './readAttestation.js'
import { readSolvers } from './readSolvers.js'
import { recoverFrom } from './recoverSolver.js'
import type { AttestationInput } from './types.js'

export type VerifyAttestationParameters = {
  attestation: AttestationInput
  /** Defaults to the attestation's own signature. */
  signature?: Hex | undefined
  /** The trusted signers. An empty list trusts no one. */
  solver: Address | readonly Address[]
  expected?: ExpectedAttestation | undefined
}

export type VerifyAttestationReturnType = {
  /** Whether every check is ok. */
  valid: boolean
  /**
   * The address that the signature recovers, or null if none can be recovered. It is a trusted signer only if the check `solver`
   * passes.
   */
  solver: Address | null
  /** `signature`, `solver`, then one row for each expectation, in the order of the signed words. */
  checks: AttestationCheck[]
}

export type VerifyAttestationErrorType = ReadAttestationErrorType | HashOrderErrorType

/**
 * Verifies an attestation and reports every check, not only the first that fails.
 *
 * - A failing check never throws, and a missing or malformed signature is a failing check. Other input that can't be parsed
 *   throws: a malformed field, a zero requestId, an unknown expectation.
 * - Units: amounts in the smallest unit, `now` in Unix seconds.
 * - Trust: once `signature` and `solver` are ok, the solver vouches for the attestation. `solver` and `expected` come from the
 *   caller, and are trusted. The solver vouches for the deadline only if `orderId` is ok too.
 * - Warning: without `expected`, any genuine attestation passes, of any user and amount. A valid report does not prove that
 *   anyone paid, or that the attestation is used for the first time: attestations are public.
 *
 * @returns The report. {@link VerifyAttestationReturnType}
 * @throws {@link AttestationFieldError}, {@link AttestationLayoutError} or {@link OrderFieldError} if the input can't be
 * parsed.
 *
 * @example
 * import { verifyAttestation } from 'fillproof'
 *
 * const { valid, checks } = await verifyAttestation({
 *   attestation,
 *   solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
 *   expected: { originAmount: { min: 600000000000000000n }, destinationChainId: 8453 },
 * })
 *
 * [valid, ...checks.map(({ name, ok }) => `${name}: ${ok}`)]
 * // [false, 'signature: true', 'solver: true', 'originAmount: true', 'destinationChainId: false']
 */
export async function verifyAttestation(
  parameters: VerifyAttestationParameters,
): Promise<VerifyAttestationReturnType> {
  const { attestation, signature, solver, expected = {} } = parameters
  const parsed = readAttestation(attestation)
  refuseZeroRequestId(parsed)
  const trusted = readSolvers(solver, 'solver')
  const expectedChecks = readExpected(expected)(parsed)

  const signer = await recoverFrom(parsed, signature).catch((error: unknown) => {
    if (error instanceof InvalidSignatureError) return error
    throw error
  })
  const recovered = signer instanceof InvalidSignatureError ? null : signer
  const checks = [checkSignature(signer), checkSolver(recovered, trusted), ...expectedChecks]
  return { valid: checks.every(({ ok }) => ok), solver: recovered, checks }
}
