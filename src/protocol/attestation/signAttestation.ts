import type { Hex, LocalAccount } from 'viem'
import type { InvalidAccountError, InvalidSignatureError } from '../signature/errors.js'
import { signHash } from '../signature/signHash.js'
import { hashAttestation } from './hashAttestation.js'
import type { AttestationInput } from './types.js'

export type SignAttestationParameters = { attestation: AttestationInput; account: LocalAccount }

/**
 * Signs an attestation as a solver does.
 *
 * - Signs a personal message (EIP-191) over the 32 raw bytes of {@link hashAttestation}.
 * - Warning: whoever holds the signature can present it to every contract that trusts this account, at any time.
 *
 * @returns 65 bytes: r, low s, v of 27 or 28.
 * @throws {@link AttestationFieldError}, {@link AttestationLayoutError}, {@link InvalidAccountError}, or
 * {@link InvalidSignatureError} when the account makes a signature that a contract would refuse.
 *
 * @example
 * import { recoverSolver, signAttestation } from 'fillproof'
 * import { privateKeyToAccount } from 'viem/accounts'
 *
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const attestation = {
 *   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   originChainId: 1,
 *   originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   originCurrency: '0x0000000000000000000000000000000000000000',
 *   originAmount: 700000000000000000n,
 *   destinationChainId: 7777777,
 *   destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * }
 * const signature = await signAttestation({ attestation, account })
 *
 * recoverSolver({ attestation, signature })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function signAttestation({ attestation, account }: SignAttestationParameters): Promise<Hex> {
  return signHash(account, hashAttestation(attestation))
}
