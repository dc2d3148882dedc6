import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { padAddress } from '../../protocol/address/padAddress.js'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { createRule, type Rule } from '../verdict.js'
import type { Contradiction, HappenedFacts, HappenedKind, Refund } from './facts.js'

const rule = createRule<HappenedKind, HappenedFacts, Contradiction>()

/** The rules that compare the chain's facts with the evidence. Only the first contradiction of each kind is reported. */
export const happenedRules: readonly Rule<HappenedKind, HappenedFacts, Contradiction>[] = [
  rule('attestationMissing', ['fill', 'isAuthorized'], function* ({ fill: { id }, isAuthorized }) {
    const message = `The call ${id} was not authorized.`
    if (!isAuthorized) yield { expected: 'an authorization by an attested request', actual: 'none', message }
  }),
  rule('orderMismatch', ['fill', 'otherId'], function* ({ fill: { id }, otherId }) {
    const message = `The fill of ${id} was made with the evidence of ${otherId}.`
    if (otherId !== null) yield { expected: id, actual: otherId, message }
  }),
  rule(
    'orderMismatch',
    ['fill', 'terms'],
    function* ({ fill: { token: actual }, terms: { token: expected } }) {
      const message = 'The fill paid another token than the order names.'
      if (!isAddressEqual(expected, actual)) yield { expected, actual, message }
    },
  ),
  rule('inboxMismatch', ['inbox'], function* ({ inbox: { address: expected, payer, named } }) {
    const message = 'The money of the claim came from another account than the inbox of its terms.'
    const actual = [payer, named].find((account) => !isAddressEqual(account, expected))
    if (actual) yield { expected, actual, message }
  }),
  rule('returned', ['refund', 'refunder'], function* ({ refund, refunder }) {
    const { to, blockTime, terms } = refund
    const { refundTo, deadline } = terms
    const isOwner = refunder !== null && isAddressEqual(refunder, refundTo)
    if (isOwner || mayAnyoneRefund(refund)) return
    if (!isAddressEqual(to, refundTo)) {
      const message = 'A refund of an inbox that `refundTo` did not call went to another account.'
      yield { expected: refundTo, actual: to, message }
      return
    }
    const message =
      'The inbox was refunded before the deadline of its terms, and `refundTo` did not call that.'
    yield { expected: `a block after ${deadline}`, actual: blockTime, message }
  }),
  rule('moneyWaits', ['waiting', 'claimDelay'], function* ({ waiting, claimDelay }) {
    const { inbox, token, balance, since, end } = waiting
    const seconds = end.time - since.time
    if (balance === 0n || seconds < claimDelay) return
    const amount = `${balance} of ${token === zeroAddress ? 'the native currency' : token}`
    yield {
      expected: `a claim or a refund within ${claimDelay} s`,
      actual: `${amount} at block ${end.block}, ${seconds} s after block ${since.block}`,
      message: `Money lies in the inbox ${inbox}. The receiver reported no claim or refund of it after block ${since.block}.`,
    }
  }),
  rule('recipientMismatch', ['fill', 'terms'], function* ({ fill, terms }) {
    const [expected, actual] = [terms.recipient, fill.recipient]
    const message = 'The fill paid another recipient than the order names.'
    if (!isAddressEqual(expected, actual)) yield { expected, actual, message }
  }),
  rule('amountShort', ['fill', 'terms'], function* ({ fill: { amount: actual }, terms: { minimum } }) {
    const message = 'The fill paid less than the minimum of the order.'
    if (actual < minimum) yield { expected: `at least ${minimum}`, actual, message }
  }),
  rule('amountShort', ['fill', 'delivered'], function* ({ fill: { amount: expected }, delivered }) {
    const message = 'Less arrived than the receiver reported.'
    if (delivered < expected) yield { expected, actual: delivered < 0n ? 0n : delivered, message }
  }),
  rule('expired', ['fill', 'terms'], ({ fill, terms: { deadline } }) => findLate(fill, deadline)),
  rule('expired', ['fill', 'authorizedUntil'], ({ fill, authorizedUntil }) =>
    findLate(fill, authorizedUntil),
  ),
  rule('paidTwice', ['fill', 'earlierFill'], function* ({ fill: { id, transactionHash }, earlierFill }) {
    if (earlierFill === null) return
    const [expected, actual] = [`one fill, in ${earlierFill}`, `another in ${transactionHash}`]
    yield { expected, actual, message: `${id} was paid before.` }
  }),
  rule('solverMismatch', ['fill', 'accepted', 'otherSigners'], ({ fill, accepted, otherSigners }) =>
    findOtherSigner(fill, [accepted.signer, ...otherSigners]),
  ),
  rule('attestationMissing', ['requestId', 'published'], function* ({ requestId, published }) {
    const message = `The service knows no attestation of ${requestId}.`
    if (published === null) yield { expected: 'an attestation', actual: 'none', message }
  }),
  rule('attestationChanged', ['published', 'acceptedHash'], function* ({ published, acceptedHash }) {
    if (published === null || acceptedHash === null || published === acceptedHash) return
    const message = 'The terms that the service attests now differ from the terms that the receiver accepted.'
    yield { expected: acceptedHash, actual: published, message }
  }),
  // A signature over other terms proves nothing about the fill.
  rule('solverMismatch', ['fill', 'claim', 'acceptedHash', 'otherSigners'], function* (facts) {
    const { fill, claim, acceptedHash, otherSigners } = facts
    if (acceptedHash !== null && acceptedHash !== claim.hash) return
    yield* findOtherSigner(fill, [claim.signer, ...otherSigners])
  }),
  rule('solverMismatch', ['fill', 'claim', 'solvers'], function* ({ fill: { solver: actual }, solvers }) {
    if (solvers.some((trusted) => isAddressEqual(trusted, actual))) return
    const message = 'The fill names a solver that is not trusted.'
    yield { expected: solvers.join(', '), actual, message }
  }),
  rule('wrongChain', ['chainId', 'words'], function* ({ chainId: actual, words: { destinationChainId } }) {
    const message = `The attested request is for chain ${destinationChainId}.`
    if (destinationChainId !== BigInt(actual)) yield { expected: destinationChainId, actual, message }
  }),
  rule(
    'recipientMismatch',
    ['fill', 'words'],
    function* ({ fill: { recipient }, words: { destinationUser } }) {
      if (destinationUser.toLowerCase() === padAddress(recipient).toLowerCase()) return
      const message = 'The fill paid another recipient than the attestation names.'
      yield { expected: readEvmWord(destinationUser) ?? destinationUser, actual: recipient, message }
    },
  ),
  rule('notSuccessful', ['status'], function* ({ status: actual }) {
    const message = `The service says that the request is ${actual}.`
    if (actual !== 'success') yield { expected: 'success', actual, message }
  }),
  rule('otherTransaction', ['fill', 'statedFills'], function* ({ fill, statedFills }) {
    const { transactionHash: expected } = fill
    const message = 'The service names another transaction for the request.'
    if (!statedFills.includes(expected)) yield { expected, actual: statedFills.join(', '), message }
  }),
]

type Fill = HappenedFacts['fill']

/** Whether any account may make a refund: to `refundTo`, of another token or after the deadline of the terms. */
export function mayAnyoneRefund({ token, to, blockTime, terms }: Refund): boolean {
  const isOpen = blockTime > terms.deadline || !isAddressEqual(token, terms.token)
  return isOpen && isAddressEqual(to, terms.refundTo)
}

function* findLate({ blockTime: actual }: Fill, deadline: number): Iterable<Contradiction> {
  const message = `The fill came ${actual - deadline} s after the deadline.`
  if (actual > deadline) yield { expected: `a block at ${deadline} or before`, actual, message }
}

function* findOtherSigner(
  { solver: actual }: Fill,
  signers: readonly (Address | null)[],
): Iterable<Contradiction> {
  if (signers.some((signer) => signer !== null && isAddressEqual(signer, actual))) return
  const expected = signers[0] ?? 'no address, since the signature is invalid'
  yield { expected, actual, message: 'The receiver names a solver other than the signer.' }
}
