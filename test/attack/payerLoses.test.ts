// FINDING: the action `payAuthorized` "pays an authorized call", and sends nothing "that would fail". Of a call that nobody
// authorized it sends the payer's money to the `refundTo` that somebody else chose, although its own simulation says 0.
// The assertions state what is wrong today.
import { expect } from 'chai'
import { type Address, createWalletClient, custom, zeroHash } from 'viem'
import { isCallPaid, payAuthorized } from '../../src/contract/index.js'
import { fillAmount, makePayment } from '../receivers/support/fixture.js'
import { asFixture, deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'

const thief: Address = '0x0000000000000000000000000000000000000bad'

describe('FINDING: a payer that believes the action', () => {
  let fixture: SignedFixture
  before(async () => {
    fixture = await deploySignedFixture()
  })
  after(() => fixture.connection.close())

  it('pays a thief, whose call nobody authorized, and is told that it paid', async () => {
    const { receiver, payer, connection, publicClient } = fixture
    const client = createWalletClient({
      account: payer.account.address,
      chain: publicClient.chain,
      transport: custom(connection.provider, { retryCount: 0 }),
    })
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, refundTo: thief })
    const hash = await payAuthorized(client, { receiver: receiver.address, payment })
    expect((await publicClient.getTransactionReceipt({ hash })).status).to.equal('success')
    const callHash = await receiver.read.hashPayment([payment])
    expect(await isCallPaid(client, { receiver: receiver.address, callHash })).to.equal(false)
    expect(await publicClient.getBalance({ address: thief })).to.equal(fillAmount)
  })
})
