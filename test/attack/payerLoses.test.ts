// A stranger hands over a call that nobody authorized, with a refundTo of their own.
import { expect } from 'chai'
import { type Address, zeroHash } from 'viem'
import { isCallPaid, payAuthorized } from '../../src/contract/index.js'
import { clientOf, makePayment } from '../receivers/support/fixture.js'
import { asFixture, deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'
import { thrown } from '../support/errors.js'

const thief: Address = '0x0000000000000000000000000000000000000bad'

describe("Attack: an unauthorized call, from the payer's side", () => {
  let fixture: SignedFixture
  before(async () => {
    fixture = await deploySignedFixture()
  })
  after(() => fixture.connection.close())

  it('is not sent, because it would pay the stranger', async () => {
    const { receiver, payer, publicClient } = fixture
    const client = clientOf(fixture, payer.account.address)
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, refundTo: thief })
    const error = await thrown(() => payAuthorized(client, { receiver: receiver.address, payment }))
    expect(error).to.include({ name: 'PaymentNotAuthorizedError', refundTo: thief })
    const callHash = await receiver.read.hashPayment([payment])
    expect(await isCallPaid(client, { receiver: receiver.address, callHash })).to.equal(false)
    expect(await publicClient.getBalance({ address: thief })).to.equal(0n)
  })
})
