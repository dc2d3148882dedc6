import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import type { ReceiverClient } from './call.js'
import { type PaymentCheck, paymentChecks } from './paymentChecks.js'
import {
  type AttestedPayment,
  encodeAttestedPayment,
  encodeSignedPayment,
  type GuardParameters,
  type SignedPayment,
} from './paymentEvidence.js'
import { throwRevert } from './throwRevert.js'

export type InspectPaymentParameters = GuardParameters &
  (AttestedPayment | SignedPayment) & {
    /** The account that would pay. */
    payer: Address
  }

export type InspectPaymentReturnType = {
  /** Whether every check passes. */
  ok: boolean
  /** The checks that fail, in their order. */
  checks: PaymentCheck[]
  /** The guard's bitmap: bit n is check n. */
  failed: bigint
}

/**
 * Reads every check of a guard that a payment fails, not only the first.
 *
 * - Rule: a payment with an `attestation` is inspected as `payAttested`, any other as `paySigned`.
 * - Warning: a payment that passes now may fail later, and the depository is not called.
 *
 * @param client - A client of the origin chain.
 * @param parameters - {@link InspectPaymentParameters}
 * @returns {@link InspectPaymentReturnType}
 * @throws {@link FillRevertedError} when something else answers at the address; {@link PaymentFieldError} when a term
 * is malformed, {@link InvalidSignatureError} without a signature, {@link AttestationLayoutError} on layout v2,
 * {@link AttestationFieldError} or {@link OrderFieldError} when the evidence is malformed; viem's error when no guard
 * answers.
 *
 * @example
 * import { inspectPayment } from 'fillproof/contract'
 * import { createPublicClient, custom, numberToHex, zeroAddress } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => numberToHex(0b1000000010, { size: 32 }) }), // in place of http(rpcUrl)
 * })
 * const recipient = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 *
 * inspectPayment(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   orderSignature:
 *     '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a0' +
 *     '7bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
 *   orderData: {
 *     version: 'v1',
 *     solverChainId: 'base',
 *     solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *     salt: '0x01',
 *     inputs: [{ payment: { chainId: 'base', currency: zeroAddress, amount: '100', weight: '1' }, refunds: [] }],
 *     output: {
 *       chainId: 'optimism',
 *       payments: [{ recipient, currency: zeroAddress, minimumAmount: '90', expectedAmount: '95' }],
 *       calls: [],
 *       deadline: 1791082506,
 *       extraData: '0x',
 *     },
 *     fees: [],
 *   },
 *   terms: {
 *     currency: zeroAddress,
 *     amount: 100n,
 *     destinationChainId: 10,
 *     recipient,
 *     outputCurrency: zeroAddress,
 *     minimum: 90n,
 *   },
 *   payer: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // { ok: false, checks: ['signature', 'expiry'], failed: 514n }
 */
export async function inspectPayment(
  client: ReceiverClient,
  parameters: InspectPaymentParameters,
): Promise<InspectPaymentReturnType> {
  const { guard, payer } = parameters
  const contract = { abi: paymentGuardAbi, address: guard } as const
  const failed = await throwRevert(
    'inspectPayment',
    'attestation' in parameters
      ? readContract(client, {
          ...contract,
          functionName: 'inspectAttested',
          args: [...encodeAttestedPayment(parameters), payer],
        })
      : readContract(client, {
          ...contract,
          functionName: 'inspectSigned',
          args: [...encodeSignedPayment(parameters), payer],
        }),
  )
  const checks = paymentChecks.filter((_, bit) => (failed >> BigInt(bit)) & 1n)
  return { ok: failed === 0n, checks, failed }
}
