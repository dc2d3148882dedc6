// Fills that one check alone refuses: the row, its error, and nothing else.
import { expect } from 'chai'
import { type Address, getAddress, type Hex, pad, stringToHex, zeroHash } from 'viem'
import { type FillEvidence, inspectFill } from '../../src/contract/index.js'
import { padAddress } from '../../src/index.js'
import {
  type Fixture,
  fillAmount,
  originChainId,
  type PaymentTerms,
  restoreAfterEach,
} from '../receivers/support/fixture.js'
import {
  authorize,
  type Changes,
  callOf,
  deploySubject,
  type Kind,
  pay,
  type Subject,
} from '../receivers/support/receivers.js'

const other: Address = '0x00000000000000000000000000000000000000bb'
// Base58, as an order to or from Solana states an address, and the bytes that it stands for.
const solanaAddress = 'So11111111111111111111111111111111111111112'
const solanaWord: Hex = '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001'
const wordOf = (value: bigint) => pad(`0x${value.toString(16)}`, { size: 32 })
const field = (name: string) => stringToHex(name, { size: 32 })

type Row = [check: string, error: string, ...args: unknown[]]

const suite = (kind: Kind, tests: (at: Place) => void) =>
  describe(`one failing check: ${kind}`, () => {
    const at = {} as Place
    before(async () => {
      at.subject = await deploySubject(kind)
      at.fixture = at.subject.fixture
    })
    restoreAfterEach(() => at.fixture)
    tests(at)
  })

type Place = { subject: Subject; fixture: Fixture }

async function rowsOf({ fixture }: Place, evidence: FillEvidence, amount = fillAmount): Promise<Row[]> {
  const [receiver, payer] = [fixture.receiver.address, fixture.payer.account.address]
  const { failures } = await inspectFill(fixture.payer, { receiver, payer, amount, ...evidence })
  return failures.map(({ check, name, args }) => [check, name, ...args])
}

/** The rows of an authorized call with these terms and changes. */
async function authorized(at: Place, terms: Partial<PaymentTerms> = {}, changes: Changes = {}) {
  const { library } = await at.subject.evidence('payAuthorized', await at.subject.payment(terms), changes)
  return rowsOf(at, library)
}

suite('AttestedOrderReceiver', (at) => {
  /** The rows of a direct fill. */
  async function direct(terms: Partial<PaymentTerms>, amount: bigint) {
    const { library } = await at.subject.evidence('fill', await at.subject.payment(terms))
    return rowsOf(at, library, amount)
  }

  it('terms: addresses of another VM', async () => {
    const p = await at.subject.payment()
    for (const way of ['fill', 'payAuthorized'] as const) {
      const { library } = await at.subject.evidence(way, p, {
        output: { chainId: 'solana' },
        payment: { recipient: solanaAddress, currency: '11111111111111111111111111111111' },
      })
      expect(await rowsOf(at, library)).to.deep.include.members([
        ['destination', 'WrongDestinationChain', 0n, BigInt(at.fixture.chainId)],
        ['terms', 'InvalidOrderAddress', zeroHash],
        ['terms', 'InvalidOrderAddress', solanaWord],
      ])
    }
  })

  it('terms: a malformed call in the order', async () => {
    const p = await at.subject.payment()
    const calls = [`0x${'00'.repeat(31)}` as Hex]
    const { library } = await at.subject.evidence('payAuthorized', p, { output: { calls } })
    const rows = await rowsOf(at, library)
    expect(rows).to.deep.include(['terms', 'InvalidOrderCall', 0n, calls[0]])
  })

  it("terms: the call's origin chain differs from the attested one", async () => {
    expect(await authorized(at, { originChainId: 5n })).deep.equal([
      ['terms', 'TermsMismatch', field('originChainId'), wordOf(5n), wordOf(BigInt(originChainId))],
    ])
  })

  it('payment: an order gives native value to a call that pays a token', async () => {
    const p = await at.subject.payment({ token: at.fixture.token.address })
    const calls = [{ to: at.fixture.receiver.address, data: callOf(at.subject, p), value: 1n }]
    const { library } = await at.subject.evidence('payAuthorized', p, { calls })
    expect(await rowsOf(at, library)).deep.equal([['payment', 'UnexpectedValue', 1n, 0n]])
  })

  it('payment: a payer without the token', async () => {
    const { token, payer, receiver } = at.fixture
    const lacking = 10n ** 31n
    const addresses = [token, payer.account, receiver].map(({ address }) => getAddress(address))
    expect(await direct({ token: token.address }, lacking)).deep.equal([
      ['payment', 'TokenTransferFailed', ...addresses, lacking],
    ])
  })
})

suite('SignedOrderReceiver', (at) => {
  it('origin: an order without inputs', async () => {
    const terms = { originChainId: 0n, originCurrency: zeroHash }
    expect(await authorized(at, terms, { order: { inputs: [] } })).deep.equal([
      ['origin', 'OriginNotAccepted', 0n, zeroHash],
    ])
  })

  it('terms: a non-EVM currency from a chain that the receiver treats as an EVM chain', async () => {
    const { viem, receiver } = at.fixture
    const signed = await viem.getContractAt('SignedOrderReceiver', receiver.address)
    const [name, chainId] = ['solana', 5n]
    await signed.write.setChain([{ name, chainId, isEvm: true }])
    await signed.write.setRoute([{ chainId, currency: solanaWord, min: 1n, max: fillAmount }])
    const terms = { originChainId: chainId, originCurrency: solanaWord }
    const payment = { chainId: name, currency: solanaAddress, amount: fillAmount, weight: 1n }
    expect(await authorized(at, terms, { order: { inputs: [{ payment, refunds: [] }] } })).deep.equal([
      ['terms', 'InvalidOrderAddress', solanaWord],
    ])
  })
})

suite('RegisteredTermsReceiver', (at) => {
  it('terms: the registrar signed another call', async () => {
    expect(await authorized(at, {}, { terms: { token: other } })).to.deep.include([
      'terms',
      'TermsMismatch',
      field('token'),
      wordOf(0n),
      padAddress(other),
    ])
  })

  it('terms: a call linked to another request', async () => {
    const p = await at.subject.payment()
    const linked = await authorize(at.subject, p)
    const requestId = `0x${'77'.repeat(32)}` as const
    const { library } = await at.subject.evidence('payAuthorized', p, { requestId })
    expect(await rowsOf(at, library)).deep.equal([
      ['terms', 'TermsMismatch', field('requestId'), requestId, linked],
    ])
  })

  it('duplicate: a request that other terms paid', async () => {
    const p = await at.subject.payment()
    const id = await authorize(at.subject, p)
    await pay(at.subject, p)
    const next = await at.subject.payment()
    const { library } = await at.subject.evidence('payAuthorized', next, { requestId: id })
    expect(await rowsOf(at, library)).deep.equal([['duplicate', 'RequestAlreadyPaid', id]])
  })
})
