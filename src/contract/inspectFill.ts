import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { encodeEvidence, type FillEvidence } from './evidence.js'
import { type FillCheck, fillChecks } from './fillChecks.js'
import { throwRevert } from './throwRevert.js'

export type InspectFillParameters = ReceiverParameters &
  FillEvidence & {
    /** The account that would pay. */
    payer: Address
    /** The amount that would be paid, in the smallest unit of what is delivered. */
    amount: bigint
  }

export type InspectFillReturnType = {
  /** Whether every check passes. */
  ok: boolean
  /** The checks that fail, in their order. */
  checks: FillCheck[]
  /** The receiver's bitmap: bit n is check n. */
  failed: bigint
}

/**
 * Reads every check of a receiver that a fill fails, not only the first.
 *
 * - Rule: evidence that names the receiver is inspected as a direct fill by `payer`; evidence with a call of
 *   `payAuthorized`, as an authorized fill.
 * - Warning: payout, hook and calls are not run. Simulate the fill to find out whether they succeed.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link InspectFillParameters}
 * @returns {@link InspectFillReturnType}
 * @throws {@link FillRevertedError} when something else answers at the address; {@link FillEvidenceError} on evidence
 * of no kind or of two; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a signature,
 * {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} when the evidence is malformed;
 * viem's error when no receiver answers.
 *
 * @example
 * import { inspectFill } from 'fillproof/contract'
 * import { createPublicClient, custom, numberToHex } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => numberToHex(0b10000010, { size: 32 }) }), // in place of http(rpcUrl)
 * })
 * const evidence = {
 *   attestation: {
 *     requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: 700000000000000000n,
 *     destinationChainId: 8453,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
 *   signature:
 *     '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a0' +
 *     '7bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
 *   orderData: {
 *     version: 'v1',
 *     solverChainId: 'base',
 *     solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *     salt: '0x01',
 *     inputs: [],
 *     output: { chainId: 'base', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *     fees: [],
 *   },
 * }
 *
 * inspectFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   ...evidence,
 *   payer: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   amount: 700000000000000000n,
 * })
 * // { ok: false, checks: ['signature', 'expiry'], failed: 130n }
 */
export async function inspectFill(
  client: ReceiverClient,
  parameters: InspectFillParameters,
): Promise<InspectFillReturnType> {
  const { receiver, payer, amount } = parameters
  const { abi, args: evidence } = encodeEvidence(parameters)
  const args = [...evidence, payer, amount] as const
  const failed = await throwRevert(
    'inspectFill',
    readContract(client, { abi, address: receiver, functionName: 'inspectFill', args }),
  )
  const checks = fillChecks.filter((_, bit) => (failed >> BigInt(bit)) & 1n)
  return { ok: failed === 0n, checks, failed }
}
