import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  isAddressEqual,
  keccak256,
  pad,
  size,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { mismatch, toWord } from '../mismatch.js'
import { findSignerFaults } from '../signer.js'
import { createRule, fault, type Rule } from '../verdict.js'
import type { FillCheck } from './checks.js'
import { toCurrencyWord } from './claims.js'
import type { FillFacts } from './facts.js'

const rule = createRule<FillCheck, FillFacts>()

/**
 * The rules by which a receiver accepts a fill, in the order of its checks. Twins: the `_check…` functions of `FillVerifier` and
 * of the contracts for each kind of evidence.
 */
export const acceptRules: readonly Rule<FillCheck, FillFacts>[] = [
  rule('paused', ['isPaused'], function* ({ isPaused }) {
    if (isPaused) yield fault('EnforcedPause')
  }),
  rule('signature', ['signed', 'solver'], findSignerFaults),
  rule('destination', ['destinations', 'chainId'], function* ({ destinations, chainId }) {
    const found = destinations.find((destination) => destination !== chainId)
    if (found !== undefined) yield fault('WrongDestinationChain', found, chainId)
  }),
  rule('origin', ['origins'], function* ({ origins }) {
    if (origins.length === 0) yield fault('OriginNotAccepted', 0n, zeroHash)
    for (const { chainId, currency, range } of origins) {
      if (range[1] === 0n) yield fault('OriginNotAccepted', chainId, toCurrencyWord(currency))
    }
  }),
  rule('amountSent', ['amountsSent'], function* ({ amountsSent }) {
    for (const { amount, range } of amountsSent) {
      if (amount < range[0] || amount > range[1]) yield fault('AmountOutOfRange', amount, ...range)
    }
  }),
  rule('requestId', ['layout'], function* ({ layout }) {
    const says = `The contracts take layout v1, and this is ${layout}.`
    if (layout !== 'v1') yield { ...fault('InvalidRequestId', zeroHash), words: { says, remedy: '' } }
  }),
  rule('requestId', ['claims'], function* ({ claims: { id, attestation } }) {
    if (attestation && attestation.requestId !== id) yield fault('OrderMismatch', id, attestation.requestId)
  }),
  rule('terms', ['way', 'isRouter'], function* ({ way: { faults, router }, isRouter }) {
    yield* faults
    if (router && !isRouter) yield router.fault
  }),
  rule('terms', ['claims', 'signed'], function* ({ claims: { order }, signed: { signer } }) {
    if (order && signer) yield* mismatch('solver', pad(order.solver), pad(signer))
  }),
  rule('terms', ['origins'], function* ({ origins }) {
    for (const { currency, isEvm } of origins) {
      if ((isEvm && size(currency) !== 20) || size(currency) > 32)
        yield fault('InvalidOrderAddress', currency)
    }
  }),
  // A call of `payAuthorized` must repeat the three origin words of the evidence. If an order has several inputs, the words are
  // zero.
  rule('terms', ['way', 'claims', 'origins'], function* ({ way: { payment }, claims, origins }) {
    if (!payment) return
    const [origin] = origins.length === 1 ? origins : []
    yield* mismatch('originChainId', toWord(payment.originChainId), toWord(origin?.chainId ?? 0n))
    yield* mismatch('originUser', payment.originUser, claims.originUser)
    yield* mismatch('originCurrency', payment.originCurrency, toCurrencyWord(origin?.currency ?? zeroHash))
  }),
  rule('terms', ['registrar'], function* ({ registrar }) {
    if (registrar && !registrar.isRegistrar) {
      yield fault('InvalidTermsSignature', registrar.digest, registrar.signer)
    }
  }),
  rule('terms', ['claims', 'linkedRequest'], function* ({ claims: { id }, linkedRequest }) {
    if (linkedRequest !== zeroHash) yield* mismatch('requestId', id, linkedRequest)
  }),
  rule('terms', ['way', 'payer'], function* ({ way: { inbox }, payer }) {
    const claimer = inbox?.terms.claimer ?? zeroAddress
    const isOther = payer !== zeroAddress && claimer !== zeroAddress && !isAddressEqual(payer, claimer)
    if (isOther) yield fault('ClaimerNotAllowed', payer, claimer)
  }),
  rule('terms', ['way', 'recipient', 'recipientProof', 'receiver', 'chainId'], function* (facts) {
    const { account, isListed, hasHook, root } = facts.recipient
    const { inbox } = facts.way
    if (!inbox || !account) return
    const isProved = !isListed && isInTree({ ...facts, account, root })
    if (!isListed && !isProved) return
    const flag = isListed ? toWord(hasHook ? 1 : 0) : facts.recipientProof[0]!
    yield* mismatch('hook', toWord(inbox.terms.hook ? 1 : 0), flag)
  }),
  rule('token', ['terms', 'way', 'amount', 'tokenRange'], function* ({ terms, way, amount, tokenRange }) {
    const { token, minimum, maximum } = terms
    const [min, max] = tokenRange
    if (max === 0n) return yield fault('TokenNotAccepted', token)
    // A claim takes at most the range's maximum, and the rule `payment` checks the minimum. So a claim needs no check here.
    if (way.inbox) return
    const [lowest, highest] = way.payment ? [minimum, maximum] : [amount, amount]
    if (lowest < min) yield fault('TokenAmountOutOfRange', token, lowest, min, max)
    if (highest > max) yield fault('TokenAmountOutOfRange', token, highest, min, max)
  }),
  rule('expiry', ['terms', 'timestamp'], function* ({ terms: { deadline }, timestamp }) {
    if (timestamp > BigInt(deadline)) yield fault('RequestExpired', timestamp, BigInt(deadline))
  }),
  rule('recipient', ['recipient'], function* ({ recipient: { attested, account } }) {
    if (attested === undefined) return
    if (!readEvmWord(attested)) yield fault('InvalidRecipient', attested)
    else if (account && !isSameWord(attested, account))
      yield fault('RecipientMismatch', attested, pad(account))
  }),
  rule('recipient', ['recipient', 'recipientProof', 'receiver', 'chainId'], function* (facts) {
    const { account, token, isReserved, isListed, root } = facts.recipient
    if (!account) return
    const isToken = token !== undefined && isAddressEqual(account, token)
    if (account === zeroAddress || isToken || isReserved) yield fault('InvalidRecipient', pad(account))
    else if (!isListed && !isInTree({ ...facts, account, root })) yield fault('RecipientNotAllowed', account)
  }),
  rule('duplicate', ['paid'], function* ({ paid }) {
    for (const { id, isPaid } of paid) if (isPaid) yield fault('RequestAlreadyPaid', id)
  }),
  rule('payment', ['terms', 'way', 'amount', 'tokenRange'], function* ({ terms, way, amount, tokenRange }) {
    if (!way.inbox || tokenRange[1] === 0n) return
    const minimum = terms.minimum > tokenRange[0] ? terms.minimum : tokenRange[0]
    const taken = amount > tokenRange[1] ? tokenRange[1] : amount
    if (taken < minimum) yield fault('PaymentTooLow', taken, minimum)
  }),
  rule('payment', ['terms', 'way', 'amount'], function* ({ terms, way, amount }) {
    if (way.inbox) return
    const { payment, value } = way
    const { token, minimum, maximum } = terms
    const isNative = token === zeroAddress
    // An authorized payment in tokens takes at most the maximum, even if more is offered.
    const taken = payment && !isNative && amount > maximum ? maximum : amount
    for (const found of [taken, ...(payment ? [isNative ? value : minimum] : [])]) {
      if (found < minimum) yield fault('PaymentTooLow', found, minimum)
      if (found > maximum) yield fault('PaymentTooHigh', found, maximum)
    }
    if (payment && !isNative && value !== 0n) yield fault('UnexpectedValue', value, 0n)
  }),
  // An authorized call is paid later, so the payer's funds do not matter yet. A claim takes what is in the inbox.
  rule('payment', ['terms', 'way', 'amount', 'available', 'payer', 'receiver'], function* (facts) {
    const { terms, way, amount, available, payer, receiver } = facts
    if (way.payment || way.inbox || available >= amount) return
    if (terms.token === zeroAddress) yield fault('PaymentTooLow', available, amount)
    else yield fault('TokenTransferFailed', terms.token, payer, receiver, amount)
  }),
]

const isSameWord = (word: Hex, account: Address) => word === pad(account).toLowerCase()

type IsInTreeParameters = {
  chainId: bigint
  receiver: Address
  account: Address
  recipientProof: readonly Hex[]
  root: Hex
}

const leafParameters = [
  { type: 'uint256' },
  { type: 'address' },
  { type: 'address' },
  { type: 'bytes32' },
] as const

/** Whether a proof shows that a recipient is in the tree, by the rule of `FillPolicy`. */
function isInTree({ chainId, receiver, account, recipientProof, root }: IsInTreeParameters): boolean {
  const [hook, ...path] = recipientProof
  const isFlag = hook === zeroHash || hook === toWord(1)
  if (hook === undefined || !isFlag || root === zeroHash) return false
  const leaf = encodeAbiParameters(leafParameters, [chainId, receiver, account, hook])
  const found = path.reduce(
    (node, sibling) => keccak256(concat(node < sibling ? [node, sibling] : [sibling, node])),
    keccak256(keccak256(leaf)),
  )
  return found === root
}
