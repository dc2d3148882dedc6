import { expect } from 'chai'
import type { Evidence } from '../../src/contract/findEvidence.js'
import { padAddress } from '../../src/index.js'
import type { SignedHash } from '../../src/rules/happened/facts.js'
import { noOrderListed } from '../../src/service/orders/findOrder.js'
import { judgeFill, type Outcome } from '../../src/watch/judge/judgeFill.js'
import type { CallFacts, FillFacts } from '../../src/watch/judge/readFacts.js'
import { readStatus } from '../../src/watch/judge/readStatus.js'
import { isAuthorized, toFacts } from '../../src/watch/judge/toFacts.js'
import type { SignedAttestation } from '../../src/watch/service.js'
import { bytes32, createAuthorization, createFill, job } from './fills.js'

const fill = createFill(105n, 3)
const { solver, recipient, token, blockTime } = fill
const stranger = '0x00000000000000000000000000000000000000ff'
const requestId = bytes32(1)
const hash = bytes32(2)
const otherHash = bytes32(3)

const words = {
  requestId,
  originUser: padAddress(stranger),
  originCurrency: padAddress(stranger),
  originAmount: 5n,
  destinationUser: padAddress(recipient),
}
const contractWords = { ...words, originChainId: 1n, destinationChainId: BigInt(job.chainId) }
const attestation: SignedAttestation = {
  layout: 'v1',
  ...words,
  originChainId: 1,
  destinationChainId: job.chainId,
  signature: '0x',
}
const terms = { token, recipient, minimum: fill.amount, deadline: blockTime }
const evidence: Evidence = {
  functionName: 'fill',
  id: fill.id,
  attestation: contractWords,
  signature: '0x',
  terms,
}
const used = { evidence, hash, signer: solver }
type Attested = SignedHash & { attestation: SignedAttestation }
const attested: Attested = { attestation, hash, signer: solver }

const honest: FillFacts = {
  job,
  solvers: [solver],
  fill,
  hashBefore: null,
  requestId,
  evidence,
  authorizations: [],
  otherId: undefined,
  isRemembered: false,
  delivery: { amount: fill.amount },
  firstFill: fill,
  attested: { value: attested },
  used,
  otherSigners: [],
}

const attest = (changes: Partial<Attested>): Partial<FillFacts> => ({
  attested: { value: { ...attested, ...changes } },
})
const giveTerms = (changes: Partial<typeof terms>): Partial<FillFacts> => ({
  evidence: { ...evidence, terms: { ...terms, ...changes } },
})
const authorize = (...deadlines: number[]): Partial<FillFacts> => ({
  authorizations: deadlines.map((deadline) => ({
    event: createAuthorization(104n, { deadline, callHash: fill.id }),
    evidence,
  })),
})

/** The kinds of contradictions, and the reasons of what is unchecked. */
const summarize = (outcomes: readonly Outcome[]) => [
  ...new Set(outcomes.map((outcome) => ('kind' in outcome ? outcome.kind : outcome.reason))),
]

const retired: Partial<FillFacts> = { attested: { problem: 'retired', silent: 'retired' } }
const noEvidence = { evidence: undefined, used: undefined }
const hidden = 'the transaction does not show the call: its terms are not known'
const unused = 'the transaction does not show which attestation was used'

const cases: [title: string, changes: Partial<FillFacts>, expected: string[]][] = [
  ['an honest fill', {}, []],
  ['a call that the transaction does not show', noEvidence, [hidden, unused]],
  ['evidence of another order', { ...noEvidence, otherId: bytes32(9) }, ['orderMismatch', hidden, unused]],
  [
    'an order of another form',
    { evidence: { functionName: 'fill', id: fill.id } },
    [
      'the order has another form than receivers take, or the transaction shows several: the terms are not known',
    ],
  ],
  ['another token', giveTerms({ token: stranger }), ['orderMismatch']],
  ['another recipient than the order names', giveTerms({ recipient: stranger }), ['recipientMismatch']],
  ['less than the minimum', giveTerms({ minimum: fill.amount + 1n }), ['amountShort']],
  ['less than arrived', { delivery: { amount: fill.amount - 1n } }, ['amountShort']],
  ['a delivery that is not known', { delivery: { problem: 'no state' } }, ['the payment: no state']],
  [
    'less than the minimum, and a delivery that is not known',
    { ...giveTerms({ minimum: fill.amount + 1n }), delivery: { problem: 'no state' } },
    ['amountShort'],
  ],
  ['a deadline before the block', giveTerms({ deadline: blockTime - 1 }), ['expired']],
  ['authorizations that all ended', authorize(blockTime - 2, blockTime - 1), ['expired']],
  ['one authorization that did not end', authorize(blockTime - 2, blockTime), []],
  ['an earlier fill', { firstFill: createFill(104n, 9) }, ['paidTwice']],
  ['an earlier fill of the block', { firstFill: createFill(105n, 2) }, ['paidTwice']],
  ['a later fill', { firstFill: createFill(105n, 4) }, []],
  ['an unknown request', { requestId: undefined, attested: undefined, used: undefined }, []],
  ['no attestation', { attested: { value: null } }, ['attestationMissing']],
  ['an attestation that can not be read', { attested: { problem: 'odd' } }, ['the attestation: odd']],
  ['an honest fill, and no attestations any more', retired, []],
  ['no evidence, and no attestations any more', { ...retired, ...noEvidence }, [hidden, noOrderListed]],
  [
    'evidence of another signer, and no attestations any more',
    { ...retired, used: { ...used, signer: stranger } },
    ['solverMismatch'],
  ],
  [
    'a solver that is not trusted, and no attestations any more',
    { ...retired, solvers: [stranger] },
    ['solverMismatch'],
  ],
  [
    'evidence for another chain, and no attestations any more',
    {
      ...retired,
      used: { ...used, evidence: { ...evidence, attestation: { ...contractWords, destinationChainId: 1n } } },
    },
    ['wrongChain'],
  ],
  ['another attestation than was used', attest({ hash: otherHash }), ['attestationChanged']],
  [
    'another attestation than was used, by another signer',
    attest({ hash: otherHash, signer: stranger }),
    ['attestationChanged'],
  ],
  [
    'another attestation than at an earlier check',
    { ...noEvidence, hashBefore: otherHash },
    [hidden, unused, 'attestationChanged'],
  ],
  ['an earlier check that the used evidence overrules', { hashBefore: otherHash }, []],
  ['an attestation of another signer', attest({ signer: stranger }), ['solverMismatch']],
  ['an attestation with an invalid signature', attest({ signer: null }), ['solverMismatch']],
  ['evidence of another signer', { used: { ...used, signer: stranger } }, ['solverMismatch']],
  [
    'a call that orders of two solvers authorize, and the fill names the other one',
    { ...attest({ signer: stranger }), used: { ...used, signer: stranger }, otherSigners: [solver] },
    [],
  ],
  [
    'a call that orders of two solvers authorize, and the fill names a third one',
    { ...attest({ signer: stranger }), used: { ...used, signer: stranger }, otherSigners: [stranger] },
    ['solverMismatch'],
  ],
  [
    'an authorization of another order that no transaction shows',
    { used: { ...used, signer: stranger }, otherSigners: undefined },
    [],
  ],
  ['a solver that is not trusted', { solvers: [stranger] }, ['solverMismatch']],
  [
    'an attestation for another chain',
    {
      used: { ...used, evidence: { ...evidence, attestation: { ...contractWords, destinationChainId: 1n } } },
    },
    ['wrongChain'],
  ],
  [
    'an attestation for another recipient with an order as evidence',
    {
      ...attest({ attestation: { ...attestation, destinationUser: padAddress(stranger) } }),
      used: { ...used, evidence: { functionName: 'fill', id: fill.id, signature: '0x' } },
    },
    ['recipientMismatch'],
  ],
]

describe('judgeFill', () => {
  for (const [title, changes, expected] of cases) {
    it(`${expected.length === 0 ? 'default' : 'behavior'}: ${title}`, () => {
      expect(summarize(judgeFill(toFacts({ ...honest, ...changes })))).to.deep.equal(expected)
    })
  }

  it('behavior: nothing arrived if the recipient has less than before', () => {
    const [found] = judgeFill(toFacts({ ...honest, delivery: { amount: -5n } }))
    expect(found).to.include({ kind: 'amountShort', actual: 0n })
  })

  it('behavior: expects the address in a word, and no signer for an invalid signature', () => {
    const words = { ...contractWords, destinationUser: padAddress(stranger) }
    const other = { used: { ...used, evidence: { ...evidence, attestation: words } } }
    const [wrong] = judgeFill(toFacts({ ...honest, ...other })).filter((found) => 'kind' in found)
    expect(wrong).to.include({ kind: 'recipientMismatch', expected: stranger })
    const [unsigned] = judgeFill(toFacts({ ...honest, ...attest({ signer: null }) }))
    expect(unsigned).to.include({ expected: 'no address, since the signature is invalid' })
  })
})

describe('isAuthorized', () => {
  const judged = (calls: CallFacts) => judgeFill({ facts: { fill, isAuthorized: isAuthorized(calls) } })
  const paid: CallFacts = { ...honest, evidence: { functionName: 'payAuthorized', id: fill.id } }

  it('default: a direct fill, and a call with an authorization', () => {
    for (const calls of [honest, { ...paid, ...authorize(1) }, { ...paid, isRemembered: true }]) {
      expect(judged(calls)).to.deep.equal([])
    }
  })

  it('behavior: a call without an authorization', () => {
    expect(judged(paid)[0]).to.include({ kind: 'attestationMissing', actual: 'none' })
  })
})

describe('readStatus', () => {
  const { transactionHash } = fill
  const other = bytes32(7)
  type Options = { transactions?: string[]; isKnown?: boolean; isGraceOver?: boolean }
  const check = (status: string, options: Options = {}) => {
    const { transactions = [], isKnown = false, isGraceOver = false } = options
    const found = readStatus({ value: { status, transactions } }, { isKnown, isGraceOver })
    return found === 'wait' ? found : summarize(judgeFill({ ...found, facts: { fill, ...found.facts } }))
  }

  const cases: [title: string, status: string, options: Options, expected: string | string[]][] = [
    ['a success of this transaction', 'success', { transactions: [transactionHash, other] }, []],
    ['a success of another transaction', 'success', { transactions: [other] }, ['otherTransaction']],
    ['a success that names no transaction', 'success', {}, ['the status: it names no transaction']],
    ['an unfinished request', 'pending', {}, 'wait'],
    ['an unfinished request after the grace', 'pending', { isGraceOver: true }, ['notSuccessful']],
    [
      'an unfinished request of a fill that contradicts',
      'pending',
      { isKnown: true, isGraceOver: true },
      ['the status: it was not waited for, as the fill contradicts already'],
    ],
    ['a failure', 'failure', {}, ['notSuccessful']],
    ['a refund of a fill that contradicts', 'refund', { isKnown: true }, ['notSuccessful']],
    ['a fallback', 'fallback', {}, ['notSuccessful']],
  ]
  for (const [title, status, options, expected] of cases) {
    it(`behavior: ${title}`, () => {
      expect(check(status, options)).to.deep.equal(expected)
    })
  }

  it('behavior: a request unknown to the service, and an unreadable answer', () => {
    const given = { isKnown: false, isGraceOver: false }
    expect(readStatus({ value: null }, given)).to.equal('wait')
    const unread = readStatus({ problem: 'odd' }, given)
    expect(unread !== 'wait' && judgeFill(unread)).to.deep.equal([{ reason: 'the status: odd' }])
  })
})
