import { type Address, type Hash, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod'
import { createNeed } from '../../base/createNeed.js'
import { createOptionReader } from '../../base/createOptionReader.js'
import { toRecord, toUint256 } from '../../base/values.js'
import type { InboxEvidence } from '../../contract/evidence.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import type { OrderData } from '../../protocol/order/types.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { hexText } from '../../service/resources/schema.js'
import { counted, decimal, depositShape, requireQuote, requireShape } from '../receiver/callShape.js'
import type { JsonOf } from '../receiver/receiverCall.js'
import type { DepositRecord } from '../receiver/stepDeposit.js'
import { runSchema } from '../steps/stepRun.js'
import { InboxCallError } from './errors.js'

/**
 * The state of one payment of an inbox, from its terms to its claims. It is JSON: amounts are decimal strings.
 *
 * Keep it: without `terms` no one can claim or refund the money in the inbox. With only `receiver` and `terms`, the owner can
 * refund, and anyone who has an order that pays the inbox can claim.
 */
export type InboxCall = Omit<DepositRecord, 'quote'> & {
  format: typeof format
  /** The quote request. With `useDepositAddress`, someone else pays the address that the quote names. */
  request: { useDepositAddress?: boolean | undefined }
  /** The destination chain, which has the receiver. */
  chainId: number
  receiver: Address
  /** The address that is paid. It follows from `receiver` and `terms`. */
  inbox: Address
  inboxHash: Hex
  terms: JsonOf<InboxTerms>
  /** The recipient's proof, for a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[]
  /** The service's quote. Absent until the terms are stored. */
  quote?: Quote
  /**
   * The newest block of the destination chain before the quote was requested, in decimals. A fill in this block or before paid
   * another request.
   */
  quotedAtBlock?: string
  /** The balance of the inbox at the end of that block, in the smallest unit. */
  quotedBalance?: string
  /** The number of claims of the inbox at the end of that block, in decimals. */
  quotedClaims?: string
  /** The order that opens the inbox. Absent if the quote's order does. */
  evidence?: { orderData: OrderData; orderSignature: Hex }
  /** The fill that the chain showed. */
  fill?: {
    /**
     * The fill. Absent if money came that was not for the quoted amount, as an open deposit address takes any amount: then only
     * the balance was measured.
     */
    transaction?: Hash
    /** The hash of the block in which the balance was measured. Absent if `transaction` is there. */
    blockHash?: Hash
    /** The fill's block, or the measured block, in decimals. */
    block: string
    /** The balance of the inbox at the end of that block, in the smallest unit. */
    balance: string
  }
  state: 'opened' | 'quoted' | 'depositing' | 'filled' | 'claimed' | 'refunded' | 'notFilled'
}

/** A payment after its quote. */
export type QuotedInboxCall = InboxCall & DepositRecord

const format = 'fillproof-inbox-1'

export function isInboxCall(value: unknown): boolean {
  return toRecord(value)?.format === format
}

/** Creates the state of a payment of which only the terms are known. */
export function createInboxCall(
  terms: InboxTerms,
  rest: Pick<InboxCall, 'chainId' | 'receiver' | 'request' | 'bounds' | 'recipientProof'>,
): InboxCall {
  return {
    format,
    revision: 0,
    ...rest,
    inbox: computeInboxAddress({ receiver: rest.receiver, terms }),
    inboxHash: hashInboxTerms(terms),
    terms: { ...terms, minimum: String(terms.minimum) },
    run: {},
    state: 'opened',
  }
}

/**
 * Checks the shape of a stored payment of an inbox.
 *
 * - The inbox must follow from the receiver and the terms. The quote is checked again before anything is sent.
 *
 * @throws {@link InboxCallError}
 *
 * @example
 * import { readInboxCall } from 'fillproof/client'
 *
 * const kept = { format: 'fillproof-inbox-0' } // in place of JSON.parse of what `keep` stored
 *
 * Promise.resolve(kept).then(readInboxCall).catch(({ shortMessage }) => shortMessage)
 * // 'format of the call must be fillproof-inbox-1, found "fillproof-inbox-0".'
 */
export function readInboxCall(value: unknown): InboxCall {
  const call = (toRecord(value) ?? {}) as InboxCall
  need(call.format === format, 'format', call.format, format)
  readFields(call, 'terms', 'request', 'run', 'bounds')
  requireShape(need, callSchema, call)
  requireInbox(call)
  const { chainId, state, quote, quotedAtBlock, quotedBalance, quotedClaims, fill, request } = call
  const { destinationChainId, recipient = '', useDepositAddress } = request
  need(destinationChainId === chainId, 'request.destinationChainId', destinationChainId, `${chainId}`)
  need(recipient.toLowerCase() === call.inbox.toLowerCase(), 'request.recipient', recipient, 'the inbox')
  const { txs = [] } = request
  need(Array.isArray(txs) && txs.length === 0, 'request.txs', txs, 'left out: an inbox needs no calls')
  if (state !== 'opened') {
    requireQuote(need, quote)
    need(quotedAtBlock, 'quotedAtBlock', quotedAtBlock, 'a block before the quote')
    need(quotedBalance, 'quotedBalance', quotedBalance, 'the balance before the quote')
    need(quotedClaims, 'quotedClaims', quotedClaims, 'the number of claims before the quote')
  }
  const isAsked = state !== 'depositing' || call.deposit || useDepositAddress
  need(isAsked, 'deposit', call.deposit, 'where to look for the deposit')
  const isSeen = !['filled', 'claimed', 'refunded'].includes(state) || fill
  need(isSeen, 'fill', fill, 'the fill that the chain showed')
  const isPlaced = !fill || fill.transaction || fill.blockHash
  need(isPlaced, 'fill.transaction', fill?.transaction, 'the fill, unless blockHash is there')
  return call
}

/**
 * Reads the terms of a payment.
 *
 * @throws {@link InboxCallError} if the minimum is malformed, {@link InboxFieldError} if another term is.
 */
export function readCallTerms(call: Pick<InboxCall, 'terms'>): InboxTerms {
  const { terms } = readFields(call, 'terms')
  const minimum = typeof terms.minimum === 'string' ? toUint256(terms.minimum) : undefined
  need(minimum !== undefined, 'terms.minimum', terms.minimum, 'a decimal string')
  return readInboxTerms({ ...(terms as unknown as InboxTerms), minimum: minimum! })
}

/**
 * Reads the evidence of a payment, in the form that `claim` takes.
 *
 * @throws {@link InboxCallError} if a term is malformed.
 *
 * @example
 * import { readInboxEvidence } from 'fillproof/client'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * const account = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 * const call = {
 *   terms: {
 *     token: zeroAddress,
 *     recipient: account,
 *     hook: false,
 *     refundTo: account,
 *     claimer: zeroAddress,
 *     deadline: 2 ** 48 - 1,
 *     minimum: '5',
 *     salt: zeroHash,
 *     data: '0x',
 *   },
 *   quote: { protocol: { v2: { orderData: {}, orderSignature: '0x12' } } },
 * } // in place of a kept one
 *
 * readInboxEvidence(call).inboxTerms.minimum
 * // 5n
 */
export function readInboxEvidence(
  call: Pick<InboxCall, 'terms' | 'quote' | 'evidence' | 'recipientProof'>,
): InboxEvidence {
  const { orderData, orderSignature } = call.evidence ?? call.quote?.protocol?.v2 ?? {}
  const { recipientProof } = call
  const proof = recipientProof && { recipientProof }
  return { inboxTerms: readCallTerms(call), orderData, orderSignature, ...proof } as InboxEvidence
}

/** Reads the least that the caller accepts of money that an open deposit address got, in the smallest unit. */
export function readLeast({ bounds }: Partial<Pick<InboxCall, 'bounds'>>): bigint {
  return BigInt(bounds?.minimumAmountOut ?? 0) || 1n
}

const readFields = /* @__PURE__ */ createOptionReader(/* @__PURE__ */ createNeed(InboxCallError), {
  address: ['receiver', 'inbox'],
  word: ['inboxHash'],
  record: ['terms', 'request', 'quote', 'run', 'bounds', 'evidence', 'fill'],
  list: ['recipientProof'],
})

function requireInbox(call: InboxCall): void {
  const { receiver, inbox, inboxHash } = call
  let terms: InboxTerms | undefined
  let found: Address | undefined
  try {
    terms = readCallTerms(call)
    found = computeInboxAddress({ receiver, terms })
  } catch (error) {
    if (error instanceof InboxCallError) throw error
    // Terms that can't be encoded have no inbox. The mismatch is reported below.
  }
  need(found && isAddressEqual(found, inbox), 'inbox', inbox, 'the inbox of its receiver and terms')
  need(terms && hashInboxTerms(terms) === inboxHash, 'inboxHash', inboxHash, 'the hash of its terms')
}

const callSchema = z.looseObject({
  revision: counted,
  receiver: hexText,
  inbox: hexText,
  request: z.looseObject({ amount: decimal, recipient: hexText }),
  run: runSchema,
  bounds: z.looseObject({ maximumAmountIn: decimal.optional(), minimumAmountOut: decimal.optional() }),
  deposit: depositShape.optional(),
  quotedAtBlock: decimal.optional(),
  quotedBalance: decimal.optional(),
  quotedClaims: decimal.optional(),
  fill: z
    .object({
      transaction: hexText.optional(),
      blockHash: hexText.optional(),
      block: decimal,
      balance: decimal,
    })
    .optional(),
  state: z.enum(['opened', 'quoted', 'depositing', 'filled', 'claimed', 'refunded', 'notFilled']),
})

function need(holds: unknown, field: string, value: unknown, requirement: string): void {
  if (!holds) throw new InboxCallError({ field, value, requirement })
}
