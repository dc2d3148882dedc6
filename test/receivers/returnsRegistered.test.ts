import { expect } from 'chai'
import { type Hex, zeroHash } from 'viem'
import { fillAmount, type PaymentTerms, restoreAfterEach } from './support/fixture.js'
import { eventsOf, refuses } from './support/hostile.js'
import { type Subject, shareRegistered } from './support/receivers.js'
import {
  deployRegisteredFixture,
  paymentFor,
  type Registered,
  type RegisteredFixture,
  register,
} from './support/registered.js'
import { accepts, hashOf, home, narrow, refusesCall, returns } from './support/returns.js'

describe('Returned payments: requests that a registrar knows', () => {
  let fixture: RegisteredFixture
  let subject: Subject

  before(async () => {
    fixture = await deployRegisteredFixture()
    subject = await shareRegistered(fixture)
  })
  restoreAfterEach(() => fixture)

  const payment = (overrides: Partial<PaymentTerms> = {}) =>
    paymentFor(fixture, { refundTo: home, ...overrides })

  /** Evidence of `p`, of a new request or of one that is known by other terms. */
  const evidenceOf = (p: PaymentTerms, requestId?: Hex) =>
    register(fixture, { payment: p, attestation: requestId === undefined ? {} : { requestId } })

  const authorize = ({ a, signature, terms, termsSignature }: Registered) =>
    fixture.receiver.write.authorizeFill([a, signature, terms, termsSignature, []])

  const fill = ({ a, signature, terms, termsSignature }: Registered) =>
    fixture.receiver.write.fill([a, signature, terms, termsSignature, [], fillAmount], { value: fillAmount })

  const isPaid = (id: Hex) => fixture.receiver.read.isPaid([id])

  it('of unknown calls belong to no request', async () => {
    const [p, q] = [await payment(), await payment()]
    await returns(subject, p)
    await returns(subject, q)
    await returns(subject, p)
    expect(await isPaid(zeroHash)).to.equal(false)

    // Not even when another call was paid in between, whose request would be the one of none.
    const known = await payment()
    await authorize(await evidenceOf(known))
    await accepts(subject, known)
    await returns(subject, p)
    await returns(subject, q)
    expect(await isPaid(zeroHash)).to.equal(false)
  })

  it('do not occur for an authorized call whose request was paid directly by other terms', async () => {
    const p = await payment()
    const call = await evidenceOf(p)
    await authorize(call)
    const direct = await register(fixture, { attestation: { requestId: call.id } })
    await fill(direct)
    await refusesCall(subject, p, 'RequestAlreadyPaid', [call.id])
    await refuses(subject.fixture, () => authorize(call), 'RequestAlreadyPaid', [call.id])
    expect(await isPaid(await hashOf(subject, p))).to.equal(false)
  })

  it('do not occur if another call paid the request', async () => {
    const [p, q] = [await payment(), await payment()]
    const first = await evidenceOf(p)
    await authorize(first)
    await authorize(await evidenceOf(q, first.id))
    await accepts(subject, p)
    await refusesCall(subject, q, 'RequestAlreadyPaid', [first.id])
    await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
  })

  it('leave the request payable, by this call or by other terms', async () => {
    const p = await payment()
    const call = await evidenceOf(p)
    await returns(subject, p)
    await authorize(call)
    expect(await isPaid(call.id)).to.equal(false)

    const both = await fixture.helpers.takeSnapshot()
    await authorize(call)
    await accepts(subject, p)
    expect(await isPaid(call.id)).to.equal(true)
    await both.restore()

    await fill(await register(fixture, { attestation: { requestId: call.id } }))
    expect(await isPaid(call.id)).to.equal(true)
    await refusesCall(subject, p, 'RequestAlreadyPaid', [call.id])
  })

  it('bind a call permanently to its request', async () => {
    const p = await payment()
    const first = await evidenceOf(p)
    await authorize(first)
    const second = await evidenceOf(p)
    await narrow(subject)
    await refusesCall(subject, p, 'AuthorizationStale', [1n, 2n])
    await fixture.assertions.revertWithCustomError(authorize(second), fixture.receiver, 'TermsMismatch')
    await authorize(first)
    const hash = await accepts(subject, p)
    expect(await eventsOf(subject.fixture, hash, fixture.receiver, 'FillAccepted')).to.have.length(1)
    expect(await isPaid(first.id)).to.equal(true)
    expect(await isPaid(second.id)).to.equal(false)
  })
})
