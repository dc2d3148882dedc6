import { type Address, zeroAddress } from 'viem'
import { simulateContract } from 'viem/actions'
import { FillproofError } from '../base/FillproofError.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import type { Payment } from '../protocol/payment/payment.js'
import { acceptRules } from '../rules/accepts/acceptRules.js'
import { type FillCheck, fillChecks, isOfPayment } from '../rules/accepts/checks.js'
import { judge } from '../rules/verdict.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { FillRevertedError } from './errors.js'
import {
  encodeClaim,
  encodeEvidence,
  type FillEvidence,
  type InboxEvidence,
  readRecipientProof,
} from './evidence.js'
import { describeError, type FillFailure, listFailures, report } from './facts/failures.js'
import { readAvailable } from './facts/readAvailable.js'
import { type ReadPlace, readFillFacts } from './facts/readFillFacts.js'
import { describeRevert, findRevert } from './facts/simulated.js'
import { getAuthorization } from './getAuthorization.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type InspectFillParameters = ReceiverParameters &
  (FillEvidence | InboxEvidence) & {
    /** The account that would pay or, for an inbox, claim. If omitted, the payment of an authorized call is not simulated. */
    payer?: Address | undefined
    /**
     * The amount that would be paid, in the smallest unit of the delivered token or currency. For a token, an authorized call
     * takes at most its maximum. Required, except for an inbox, where it defaults to the balance.
     */
    amount?: bigint | undefined
    /** The block to read. Defaults to the newest. */
    blockNumber?: bigint | undefined
  }

export type InspectFillReturnType = {
  /** Whether every check passes. */
  ok: boolean
  /** The checks that fail, in the order of the checks. */
  checks: FillCheck[]
  /** Each failure, with the error that the receiver reverts with. */
  failures: FillFailure[]
}

/**
 * Makes every check of a receiver on a fill and reports all failures, not only the first.
 *
 * - Reads the receiver's views at one block and compares the evidence with them. Malformed evidence is a failure, not an error.
 * - Inspects two kinds of evidence as a direct fill by `payer`: an attested order that names the receiver as its fill contract,
 *   and registered terms without a call. Inspects all other evidence as an authorized fill.
 * - Simulates the call too. Reports a revert that no check explains as a failure of the check `call`. It may come from a
 *   transfer, a hook, or a check that the receiver's author changed.
 * - Simulates the payment of an authorized fill only if the call is already authorized and `payer` could pay it.
 *
 * @param client - A client of the destination chain.
 * @throws viem's error if no receiver, or no node, answers.
 *
 * @example
 * import { inspectFill } from 'fillproof/contract'
 * import { createPublicClient, custom, toHex } from 'viem'
 *
 * const answers = {
 *   eth_chainId: '0x2105',
 *   eth_getBlockByNumber: { number: '0x1', timestamp: '0x6ac10000' },
 *   eth_call: toHex(0n, { size: 256 }), // a receiver that refuses nothing
 * }
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of http(rpcUrl)
 * })
 * const { orderData } = quote.protocol.v2
 *
 * inspectFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   orderData,
 *   payer: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   amount: 700000000000000000n,
 * })
 * // { ok: true, checks: [], failures: [] }
 */
export async function inspectFill(
  client: ReceiverClient,
  parameters: InspectFillParameters,
): Promise<InspectFillReturnType> {
  const isClaim = parameters.inboxTerms !== undefined
  const {
    receiver,
    payer = zeroAddress,
    amount: stated,
    blockNumber: at,
  } = readOptions(parameters, 'receiver', ...(isClaim ? [] : (['amount'] as const)))
  try {
    if (isClaim) encodeClaim(parameters, receiver)
    else encodeEvidence(parameters)
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    return report(fillChecks, [describeError(error, 'terms')])
  }
  const recipientProof = readRecipientProof(parameters)
  const given = { receiver, payer, amount: stated, recipientProof }
  const reading = readFillFacts(client, given, parameters, at)
  const { facts, place: read } = await throwRevert('inspectFill', reading)
  const failures: FillFailure[] = listFailures(judge(acceptRules, facts))
  const { amount = stated ?? 0n } = facts
  const place = { ...read, payer, amount }
  const { payment } = facts.way
  if (isClaim) {
    const revert = await simulateClaim(place, parameters)
    return report(fillChecks, revert ? explain(failures, revert) : [])
  }
  if (!payment) {
    const revert = await simulateEvidence(place, parameters, 'fill', failures)
    if (!revert)
      return report(
        fillChecks,
        failures.filter((failure) => isUnaffordable(failure, amount)),
      )
    return report(fillChecks, explain(failures, revert))
  }
  const revert = await simulateEvidence(place, parameters, 'authorizeFill', failures)
  if (revert) return report(fillChecks, explain(failures, revert))
  const open = failures.filter(({ check }) => isOfPayment(check))
  const unpaid = parameters.payer && (await simulatePayment(place, payment))
  return report(fillChecks, unpaid ? explain(open, unpaid) : open)
}

/** Returns the failures, with the revert added unless it is one of them. */
function explain(failures: FillFailure[], revert: FillRevertedError): FillFailure[] {
  const isListed = failures.some(({ name }) => name === revert.errorName)
  const isSilent = revert.data === '0x' && failures.length > 0
  return isListed || isSilent ? failures : [...failures, { check: 'call', ...describeRevert(revert) }]
}

/** Whether the failure is that the payer has less than the amount. Some nodes simulate a payment that the payer can't afford. */
function isUnaffordable({ name, args }: FillFailure, amount: bigint): boolean {
  const [available, required] = args as [bigint, bigint]
  return name === 'PaymentTooLow' && required === amount && available < amount
}

type Place = ReadPlace & { payer: Address; amount: bigint }

/** Finds the revert of the call that takes the evidence. Undefined if the call succeeds. */
async function simulateEvidence(
  { client, receiver, payer, amount, blockNumber }: Place,
  evidence: FillEvidence,
  functionName: 'fill' | 'authorizeFill',
  failures: readonly FillFailure[],
): Promise<FillRevertedError | undefined> {
  const { abi, args, isNative } = encodeEvidence(evidence)
  const place = { abi, address: receiver, account: payer, blockNumber } as const
  const value = isNative ? amount : 0n
  try {
    return await findRevert(
      functionName,
      functionName === 'fill'
        ? simulateContract(client, { ...place, functionName, args: [...args, amount], value })
        : simulateContract(client, { ...place, functionName, args }),
    )
  } catch (error) {
    // A node may refuse to simulate a call that its sender can't afford. `failures` already shows the missing funds.
    if (failures.length === 0) throw error
    return new FillRevertedError({ functionName, data: '0x', explanation: null })
  }
}

/** Finds the revert of a claim. Undefined if it succeeds. */
async function simulateClaim(
  { client, receiver, payer, blockNumber }: Place,
  evidence: InboxEvidence,
): Promise<FillRevertedError | undefined> {
  const args = encodeClaim(evidence, receiver)
  const account = payer === zeroAddress ? args[0].claimer : payer
  const functionName = 'claim'
  const simulated = simulateContract(client, {
    ...{ abi: inboxReceiverAbi, address: receiver, account, blockNumber, functionName, args },
  })
  return findRevert(functionName, simulated)
}

/** Simulates an authorized call that `payer` could make now, and returns its revert. Returns undefined for any other call. */
async function simulatePayment(
  { client, chainId, receiver, payer, amount, blockNumber }: Place,
  payment: Payment,
): Promise<FillRevertedError | undefined> {
  const callHash = hashPayment({ chainId, receiver, payment })
  const authorization = await getAuthorization(client, { receiver, callHash, blockNumber })
  if (!authorization?.isUsable) return undefined
  const available = await readAvailable({ client, receiver, blockNumber }, payment.token, payer)
  if (available < (payment.token === zeroAddress ? amount : payment.minimum)) return undefined
  return findRevert(
    'payAuthorized',
    simulateContract(client, {
      abi: attestedOrderReceiverAbi,
      address: receiver,
      account: payer,
      blockNumber,
      functionName: 'payAuthorized',
      args: [payment],
      value: payment.token === zeroAddress ? amount : 0n,
    }),
  )
}
