import { type Address, type Hex, recoverMessageAddress } from 'viem'
import { describeOther } from '../../protocol/signature/checkSigner.js'
import { isSame } from './isSame.js'
import { fail, pass, type SettlementResult, unchecked } from './rows.js'

/**
 * Checks the signer of an order's id.
 *
 * - Recovers the signer of a personal message over the 32 raw bytes. This check is less strict than a receiver's: a high `s` and
 *   a `v` of 0 or 1 are accepted. The signature of a contract is not accepted.
 */
export async function judgeOrderSignature(
  { orderId, solver }: { orderId: Hex; solver: Address },
  signature: Hex | undefined,
): Promise<SettlementResult> {
  if (signature === undefined) return unchecked('the order signature is absent')
  const signer = await recoverMessageAddress({ message: { raw: orderId }, signature }).catch(() => null)
  if (signer === null) return fail('The order signature recovers no address.', signature, solver)
  return isSame(signer, solver)
    ? pass(signer, solver)
    : fail(describeOther(signer, "the order's solver"), signer, solver)
}
