// The checks of a recovered signer, the same for every kind of signed data.
import type { Address } from 'viem'
import { toAddressWord } from '../../base/values.js'
import { readEvmWord } from '../address/readEvmWord.js'
import { InvalidSignatureError } from './errors.js'

/** The result of one check of signed data. */
export type SignedCheck<name extends string> = {
  name: name
  ok: boolean
  expected?: unknown
  actual?: unknown
  /** Why the check failed. */
  message?: string
}

/** Reads an EVM address: 20 bytes, or the same left-padded to 32. */
export function toSolver(value: unknown): Address | undefined {
  return readEvmWord(toAddressWord(value))
}

export function checkSignature(signer: Address | InvalidSignatureError): SignedCheck<'signature'> {
  if (signer instanceof InvalidSignatureError) {
    return { name: 'signature', ok: false, message: signer.shortMessage }
  }
  return { name: 'signature', ok: true }
}

export function checkSolver(
  actual: Address | null,
  expected: Address | readonly Address[],
): SignedCheck<'solver'> {
  return checkSigner('solver', actual, expected, 'a trusted solver')
}

/**
 * Checks that the recovered address is one of `expected`. Messages call these addresses `role`. Any other address proves nothing:
 * if a field was changed, the signature recovers an address that belongs to no one.
 */
export function checkSigner<name extends string>(
  name: name,
  actual: Address | null,
  expected: Address | readonly Address[],
  role: string,
): SignedCheck<name> {
  if (actual === null) return { name, ok: false, expected, message: 'No signer can be recovered.' }
  if ([expected].flat().includes(actual)) return { name, ok: true, expected, actual }
  return { name, ok: false, expected, actual, message: describeOther(actual, role) }
}

/** Describes a signature from which an unexpected address was recovered. `role` describes the expected signer. */
export function describeOther(recovered: Address, role: string): string {
  return `Not signed by ${role}: a field was changed, or another key signed. Recovered: ${recovered}.`
}
