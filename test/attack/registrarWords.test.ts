// What the documents of registered terms warn of.
import { expect } from 'chai'
import { type Address, parseEventLogs } from 'viem'
import { fillAmount, type makePayment, restoreAfterEach } from '../receivers/support/fixture.js'
import {
  deployRegisteredFixture,
  paymentFor,
  type Registered,
  type RegisteredFixture,
  register,
} from '../receivers/support/registered.js'

const home: Address = '0x00000000000000000000000000000000000000a1'

describe("Attack: a registrar's requests", () => {
  let fixture: RegisteredFixture
  before(async () => {
    fixture = await deployRegisteredFixture()
  })
  restoreAfterEach(() => fixture)

  const fill = ({ a, signature, terms, termsSignature }: Registered) =>
    fixture.receiver.write.fill([a, signature, terms, termsSignature, [], fillAmount], {
      value: fillAmount,
      account: fixture.payer.account,
    })
  const authorize = ({ a, signature, terms, termsSignature }: Registered) =>
    fixture.receiver.write.authorizeFill([a, signature, terms, termsSignature, []])
  const pay = (p: ReturnType<typeof makePayment>) =>
    fixture.receiver.write.payAuthorized([p], { value: p.minimum, account: fixture.payer.account })

  // docs/evidence.md: "A call whose request was already paid is never returned: it reverts with `RequestAlreadyPaid`."
  it('a payment by a call that was never authorized is returned, even if its request was already paid', async () => {
    const { publicClient } = fixture
    const direct = await register(fixture)
    const p = await paymentFor(fixture, { refundTo: home })
    const authorized = await register(fixture, { payment: p, attestation: direct.attestation })
    await fill(direct)
    await fixture.assertions.revertWithCustomError(
      authorize(authorized),
      fixture.receiver,
      'RequestAlreadyPaid',
    )
    await pay(p)
    expect(await publicClient.getBalance({ address: home })).to.equal(p.minimum)
  })

  // IFillRecipient: "`id` is the order id of a direct fill, and the call hash of an authorized one", "Book by `id`".
  // A dishonest solver attests a request whose id is the hash of somebody's call.
  it('a hook gets one id for two payments, and FillAccepted has it twice: booking by id would lose one', async () => {
    const { receiver, viem } = fixture
    const books = await viem.deployContract('ScriptedRecipient')
    await receiver.write.setRecipient([{ recipient: books.address, hook: true }])
    const p = await paymentFor(fixture, { recipient: books.address })
    await authorize(await register(fixture, { payment: p }))
    const callHash = await receiver.read.hashPayment([p])
    const forged = await register(fixture, {
      attestation: { requestId: callHash },
      terms: { recipient: books.address },
    })
    const told = async (hash: `0x${string}`) => {
      const { logs } = await fixture.publicClient.getTransactionReceipt({ hash })
      return parseEventLogs({ abi: books.abi, eventName: 'Told', logs })[0]!.args.received.id
    }
    const first = await told(await fill(forged))
    const second = await told(await pay(p))
    expect([first, second]).to.deep.equal([callHash, callHash])
  })
})
