import type { Address } from 'viem'
import { simulateContract } from 'viem/actions'
import { FillproofError } from '../base/FillproofError.js'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { PaymentFieldError } from '../protocol/payment/errors.js'
import { type PaymentCheck, paymentChecks } from '../rules/paysFor/checks.js'
import { guardRules } from '../rules/paysFor/guardRules.js'
import { judge } from '../rules/verdict.js'
import type { ReceiverClient } from './call.js'
import { describeError, listFailures, type PaymentFailure, report } from './facts/failures.js'
import { readPaymentFacts } from './facts/readPaymentFacts.js'
import { describeRevert, findRevert } from './facts/simulated.js'
import {
  type AttestedPayment,
  type EncodedPayment,
  encodeAttestedPayment,
  encodeSignedPayment,
  type GuardParameters,
  type SignedPayment,
} from './paymentEvidence.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type InspectPaymentParameters = GuardParameters &
  (AttestedPayment | SignedPayment) & {
    /** The account that would pay. */
    payer: Address
  }

export type InspectPaymentReturnType = {
  /** Whether every check passes. */
  ok: boolean
  /** The checks that fail, in the order of the checks. */
  checks: PaymentCheck[]
  /** Each failure, with the error that the guard reverts with. */
  failures: PaymentFailure[]
}

/**
 * Makes every check of a guard on a payment and reports all failures, not only the first.
 *
 * - A payment with an `attestation` is inspected as `payAttested`, any other as `paySigned`. The guard's views are read at the
 *   newest block. Malformed evidence is a failure, not an error.
 * - If no check fails, simulates the payment. Reports a revert of the depository or the token as a failure of the check `call`.
 *
 * @param client - A client of the origin chain.
 * @throws {@link PaymentFieldError} if a term is malformed; viem's error if no guard, or no node, answers.
 *
 * @example
 * import { inspectPayment } from 'fillproof/contract'
 * import { createPublicClient, custom, toHex, zeroAddress } from 'viem'
 *
 * const answers = {
 *   eth_chainId: '0x2105',
 *   eth_getBlockByNumber: { number: '0x1', timestamp: '0x6ac10000' },
 *   eth_getBalance: '0xff',
 *   eth_call: toHex(0n, { size: 256 }), // a guard without a policy
 * }
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of http(rpcUrl)
 * })
 * const { orderData, orderSignature } = quote.protocol.v2
 * const recipient = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 *
 * const { failures } = await inspectPayment(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   orderSignature,
 *   orderData,
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
 *
 * failures[0].name
 * // 'UnknownSolver'
 */
export async function inspectPayment(
  client: ReceiverClient,
  parameters: InspectPaymentParameters,
): Promise<InspectPaymentReturnType> {
  const { guard, payer, terms } = readOptions(parameters, 'guard', 'payer', 'terms')
  let encoded: EncodedPayment
  try {
    encoded =
      'attestation' in parameters ? encodeAttestedPayment(parameters) : encodeSignedPayment(parameters)
  } catch (error) {
    if (!(error instanceof FillproofError) || error instanceof PaymentFieldError) throw error
    return report(paymentChecks, [describeError(error, 'requestId')])
  }
  const reading = readPaymentFacts(client, guard, payer, parameters, encoded)
  const { facts, blockNumber } = await throwRevert('inspectPayment', reading)
  const failures = listFailures(judge(guardRules, facts))
  if (failures.length > 0) return report(paymentChecks, failures)
  const value = BigInt(terms.currency) === 0n ? terms.amount : 0n
  const place = { abi: paymentGuardAbi, address: guard, account: payer, blockNumber, value } as const
  const revert =
    encoded.length === 4
      ? await findRevert(
          'payAttested',
          simulateContract(client, { ...place, functionName: 'payAttested', args: encoded }),
        )
      : await findRevert(
          'paySigned',
          simulateContract(client, { ...place, functionName: 'paySigned', args: encoded }),
        )
  return report(paymentChecks, revert ? [{ check: 'call', ...describeRevert(revert) }] : [])
}
