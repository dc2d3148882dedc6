// Payments that nothing authorized, and what must be true after them.
import { expect } from 'chai'
import { type Address, getAddress, type Hash, zeroAddress, zeroHash } from 'viem'
import type { PaymentTerms } from './fixture.js'
import { balanceOf, eventsOf, keepsBalances, refuses } from './hostile.js'
import { pay, type Sent, type Subject } from './receivers.js'

/** An account without code, which nobody lists. */
export const home: Address = '0x00000000000000000000000000000000decaf001'

/** Raises the policy's epoch by one, by what has nothing to do with any payment here: what was authorized is stale. */
export async function narrow({ fixture: { receiver } }: Pick<Subject, 'fixture'>) {
  const unused: Address = '0x00000000000000000000000000000000000000ee'
  await receiver.write.setToken([unused, 1n, 1n])
  await receiver.write.setToken([unused, 0n, 0n])
}

export const hashOf = ({ fixture }: Subject, p: PaymentTerms) => fixture.receiver.read.hashPayment([p])

export const isPaid = async (subject: Subject, p: PaymentTerms) =>
  subject.fixture.receiver.read.isPaid([await hashOf(subject, p)])

type Returned = { sent?: Sent; amount?: bigint; tokens?: readonly Address[] }

/** The money is at `refundTo` afterwards, one event says so, and nothing else of the receiver has changed. */
export async function returns(
  subject: Subject,
  p: PaymentTerms,
  { sent = {}, amount = p.minimum, tokens = [] }: Returned = {},
): Promise<Hash> {
  const { fixture } = subject
  const { receiver, publicClient, payer } = fixture
  const callHash = await hashOf(subject, p)
  const before = await balanceOf(fixture, p.token, p.refundTo)
  const ofRecipient = await balanceOf(fixture, p.token, p.recipient)
  const authorization = await receiver.read.authorization([callHash])
  const hash = await keepsBalances(fixture, tokens, () => pay(subject, p, sent))

  expect(await balanceOf(fixture, p.token, p.refundTo)).to.equal(before + amount)
  if (getAddress(p.refundTo) !== getAddress(p.recipient)) {
    expect(await balanceOf(fixture, p.token, p.recipient)).to.equal(ofRecipient)
  }
  const { logs } = await publicClient.getTransactionReceipt({ hash })
  expect(logs.filter(({ address }) => getAddress(address) === getAddress(receiver.address))).to.have.length(1)
  expect(await eventsOf(fixture, hash, receiver, 'PaymentReturned')).to.deep.equal([
    {
      callHash,
      refundTo: getAddress(p.refundTo),
      payer: getAddress(sent.account ?? payer.account.address),
      token: getAddress(p.token),
      amount,
    },
  ])
  expect(await isPaid(subject, p)).to.equal(false)
  expect(await receiver.read.isPaid([zeroHash])).to.equal(false)
  expect(await receiver.read.authorization([callHash])).to.deep.equal(authorization)
  return hash
}

/** The payment is accepted, and not returned. */
export async function accepts(subject: Subject, p: PaymentTerms, sent: Sent = {}): Promise<Hash> {
  const { fixture } = subject
  const { receiver } = fixture
  const isElsewhere = ![zeroAddress, getAddress(p.recipient)].includes(getAddress(p.refundTo))
  const before = await balanceOf(fixture, p.token, p.recipient)
  const atHome = await balanceOf(fixture, p.token, p.refundTo)
  const hash = await keepsBalances(fixture, [], () => pay(subject, p, sent))
  expect(await eventsOf(fixture, hash, receiver, 'PaymentReturned')).to.deep.equal([])
  expect(await eventsOf(fixture, hash, receiver, 'FillAccepted')).to.have.length(1)
  expect(await balanceOf(fixture, p.token, p.recipient)).to.equal(before + p.minimum)
  if (isElsewhere) expect(await balanceOf(fixture, p.token, p.refundTo)).to.equal(atHome)
  expect(await isPaid(subject, p)).to.equal(true)
  return hash
}

/** The payment reverts with exactly this error, and moves nothing. */
export const refusesCall = (
  subject: Subject,
  p: PaymentTerms,
  error: string,
  args: readonly unknown[],
  sent: Sent = {},
) => refuses(subject.fixture, () => pay(subject, p, sent), error, args)
