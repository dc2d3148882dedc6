import type { Hex } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'

const explanations = {
  missing: 'there is none',
  length: 'it must have 65 bytes (r, s, v), or 64 bytes (ERC-2098)',
  v: 'v must be 27 or 28',
  r: 'r must be from 1 to the order of secp256k1 less 1',
  s: 's must be from 1 to half the order of secp256k1',
  unrecoverable: 'no key could have made it',
} as const

/** What is wrong with a signature. A contract refuses each of these too. */
export type InvalidSignatureReason = keyof typeof explanations

/** A signature from which no signer may be recovered. Twin: `InvalidSignature` of the contracts. */
export class InvalidSignatureError extends FillproofError<'InvalidSignatureError'> {
  readonly reason: InvalidSignatureReason
  readonly signature: Hex | undefined

  constructor({ reason, signature }: { reason: InvalidSignatureReason; signature?: Hex }) {
    super('InvalidSignatureError', `The signature is not valid: ${explanations[reason]}.`)
    this.reason = reason
    this.signature = signature
  }
}

/** What was passed to sign with cannot sign. Carries no value, since that may be a key. */
export class InvalidAccountError extends FillproofError<'InvalidAccountError'> {
  constructor() {
    super('InvalidAccountError', 'The account must be able to sign by itself: pass a viem LocalAccount.', {
      metaMessages: ['A private key becomes one with privateKeyToAccount from viem/accounts.'],
    })
  }
}
