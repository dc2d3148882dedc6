import { type Address, encodeErrorResult, type Hex, maxUint256 } from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import { readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { acceptRules } from '../../rules/accepts/acceptRules.js'
import { fillChecks } from '../../rules/accepts/checks.js'
import { judge } from '../../rules/verdict.js'
import type { ReceiverClient } from '../call.js'
import { FillRevertedError } from '../errors.js'
import { readRecipientProof } from '../evidence.js'
import { type FillFailure, listFailures, report } from '../facts/failures.js'
import { readTermsFacts } from '../facts/readFillFacts.js'
import { readOptions } from '../readOptions.js'
import { explainRevert } from '../revert/explainRevert.js'
import { type FindInboxParameters, type FindInboxReturnType, findInbox } from './findInbox.js'

export type GetInboxParameters = FindInboxParameters & {
  /** The proof for a receiver whose recipients are in a Merkle tree. */
  recipientProof?: readonly Hex[] | undefined
}

export type GetInboxReturnType = FindInboxReturnType & {
  /** The balance of the terms' token, in the smallest unit. It does not count as paid: until a claim, `refundTo` can take it. */
  balance: bigint
  /** The number of claims so far. */
  claims: bigint
  /**
   * The checks that a claim would fail at this block, as far as the terms decide. A claim may also fail because of its order: see
   * `inspectFill`.
   */
  failures: FillFailure[]
  /** The block of these values. */
  blockNumber: bigint
}

/**
 * Reads the state of an inbox at one block: its balance, the number of its claims, and the checks that a claim would fail.
 *
 * - Checks what the terms and the receiver's policy decide: pause, token, recipient, hook flag, deadline and minimum. The
 *   solver's order is checked by `inspectFill`.
 * - Units: amounts in the smallest unit of the terms' token.
 *
 * @param client - A client of the receiver's chain.
 * @param parameters - {@link GetInboxParameters}
 * @returns {@link GetInboxReturnType}
 * @throws {@link FillRevertedError} with `TokenUnreadable` if the token does not answer; otherwise as {@link findInbox}.
 *
 * @example
 * import { getInbox } from 'fillproof/contract'
 * import { createPublicClient, custom, zeroAddress, zeroHash } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => null }), // no node; in place of http(rpcUrl)
 * })
 *
 * getInbox(client, {
 *   receiver: '0x3333333333333333333333333333333333333333',
 *   terms: {
 *     token: zeroAddress,
 *     recipient: '0x1111111111111111111111111111111111111111',
 *     hook: false,
 *     refundTo: '0x2222222222222222222222222222222222222222',
 *     claimer: zeroAddress,
 *     deadline: 2 ** 48 - 1,
 *     minimum: 0n,
 *     salt: zeroHash,
 *     data: '0x',
 *   },
 * }).catch(({ name }) => name)
 * // 'BlockNotFoundError'
 */
export async function getInbox(
  client: ReceiverClient,
  parameters: GetInboxParameters,
): Promise<GetInboxReturnType> {
  const { receiver, terms: given, blockNumber: at } = readOptions(parameters, 'receiver', 'terms')
  const terms = readInboxTerms(given)
  const recipientProof = readRecipientProof(parameters)
  const [{ number: blockNumber, timestamp }, chainId] = await Promise.all([
    getBlock(client, at === undefined ? {} : { blockNumber: at }),
    getChainId(client),
  ])
  const { inbox, inboxHash } = await findInbox(client, { receiver, terms, blockNumber })
  const place = { client, receiver, blockNumber, chainId }
  const contract = { abi: inboxReceiverAbi, address: receiver, blockNumber } as const
  const way = { value: 0n, inbox: { terms, address: inbox }, faults: [] }
  const { token, recipient, minimum, deadline } = terms
  const fillTerms = { token, recipient, minimum, maximum: maxUint256, deadline }
  const [claims, isPaused, termsFacts] = await Promise.all([
    readContract(client, { ...contract, functionName: 'claims', args: [inboxHash] }),
    readContract(client, { ...contract, functionName: 'paused' }),
    readTermsFacts(place, {}, way, fillTerms),
  ])
  const { available: balance } = termsFacts
  if (balance === undefined) throw explainUnreadable(token)
  const facts = { receiver, recipientProof, way, terms: fillTerms, isPaused, isRouter: false, timestamp }
  const verdicts = judge(acceptRules, { ...facts, ...termsFacts, chainId: BigInt(chainId) })
  const { failures } = report(fillChecks, listFailures(verdicts))
  return { inbox, inboxHash, balance, claims, failures, blockNumber }
}

/** Makes the error that a claim would revert with. */
function explainUnreadable(token: Address): FillRevertedError {
  const data = encodeErrorResult({ abi: inboxReceiverAbi, errorName: 'TokenUnreadable', args: [token] })
  return new FillRevertedError({ functionName: 'balanceOf', data, explanation: explainRevert(data) })
}
