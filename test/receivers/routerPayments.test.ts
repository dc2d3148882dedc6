import { expect } from 'chai'
import { type Address, concat, type Hex, pad, stringToHex, toHex, zeroAddress, zeroHash } from 'viem'
import { type OrderCall, type OrderOutputPayment, padAddress } from '../../src/index.js'
import { type EvidenceOverrides, type Fixture, makeAuthorized, type PaymentTerms } from './support/fixture.js'
import { callOf, deploySubject, type Subject } from './support/receivers.js'
import { accepts, isPaid, refusesCall } from './support/returns.js'
import { makeSignedCall, type SignedFixture } from './support/signedFixture.js'

const termsBit = 1n << 6n
const field = (name: string) => stringToHex(name, { size: 32 })

for (const kind of ['AttestedOrderReceiver', 'SignedOrderReceiver'] as const) {
  describe(`Orders that pay the router: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let router: Address
    let stranger: Address
    let p: PaymentTerms
    let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      router = fixture.router.account.address
      stranger = fixture.stranger.account.address
    })
    beforeEach(async () => {
      snapshot = await fixture.helpers.takeSnapshot()
      p = await subject.payment()
    })
    afterEach(() => snapshot.restore())
    after(() => fixture.connection.close())

    type Order = { payments?: readonly Address[]; extraData?: Hex; calls?: readonly OrderCall[] }

    const callHere = (terms: PaymentTerms): OrderCall => ({
      to: fixture.receiver.address,
      data: callOf(subject, terms),
      value: terms.token === zeroAddress ? terms.minimum : 0n,
    })

    /** Authorizes an order of `terms` and says what an inspection finds. */
    async function present(
      { payments = [router], extraData = padAddress(router), calls = [callHere(p)] }: Order = {},
      terms = p,
    ) {
      const { receiver, viem, payer } = fixture
      const paid = payments.map((recipient) => ({
        recipient,
        currency: terms.token,
        minimumAmount: terms.minimum,
        expectedAmount: terms.minimum,
      })) satisfies OrderOutputPayment[]
      const overrides: EvidenceOverrides = { calls: [...calls], output: { extraData, payments: paid } }
      if (kind === 'AttestedOrderReceiver') {
        const { a, signature, proof } = await makeAuthorized(fixture, terms, overrides)
        return {
          authorize: () => receiver.write.authorizeFill([a, signature, proof, []]),
          inspect: () =>
            receiver.read.inspectFill([a, signature, proof, [], payer.account.address, terms.minimum]),
        }
      }
      const own = await viem.getContractAt('SignedOrderReceiver', receiver.address)
      const formulas = await viem.deployContract('EvidenceHarness')
      const signed = { ...fixture, formulas } as unknown as SignedFixture
      const { proof, signature } = await makeSignedCall(signed, terms, overrides)
      return {
        authorize: () => own.write.authorizeFill([proof, signature, []]),
        inspect: () => own.read.inspectFill([proof, signature, [], payer.account.address, terms.minimum]),
      }
    }

    async function takes(order: Order = {}, terms = p) {
      const { authorize, inspect } = await present(order, terms)
      expect(await inspect()).to.equal(0n)
      await authorize()
      await accepts(subject, terms)
    }

    async function refuses(order: Order, error: string, args: readonly unknown[], terms = p) {
      const { authorize, inspect } = await present(order, terms)
      await fixture.assertions.revertWithCustomErrorWithArgs(
        authorize(),
        fixture.receiver,
        error as never,
        args as never,
      )
      expect((await inspect()) & termsBit).to.equal(termsBit)
      await refusesCall(subject, terms, 'NotAuthorized', [await fixture.receiver.read.hashPayment([terms])])
    }

    const wrongFillContract = (extraData: Hex, callsHere = 1n) =>
      [extraData.toLowerCase(), callsHere, fixture.receiver.address] as const

    const mismatch = (found: Address, recipient: Address = p.recipient) =>
      [field('recipient'), padAddress(recipient), padAddress(found)] as const

    it('are accepted when they name it and it is configured', () => takes())

    it('are accepted in a token too', async () => {
      const ofToken = await subject.payment({ token: fixture.token.address })
      await takes({ calls: [callHere(ofToken)] }, ofToken)
    })

    it('are accepted with payments to both, in any order, and with many', async () => {
      const { recipient } = p
      for (const payments of [[recipient], [router, recipient], [recipient, router, router], []]) {
        const terms = await subject.payment()
        await takes({ payments, calls: [callHere(terms)] }, terms)
      }
    })

    it('are refused when they pay a router that they do not name, configured or not', async () => {
      const other = stranger
      await fixture.receiver.write.setRouter([other, true])
      await refuses({ payments: [other] }, 'TermsMismatch', mismatch(other))
      await refuses({ payments: [router], extraData: padAddress(other) }, 'TermsMismatch', mismatch(router))
      await takes({ payments: [other], extraData: padAddress(other) })
    })

    it('are refused when they name nothing and pay a router', () =>
      refuses({ extraData: '0x' }, 'TermsMismatch', mismatch(router)))

    it('are refused when the router is not configured, whomever they pay', async () => {
      const extraData = padAddress(stranger)
      for (const payments of [[stranger], [p.recipient], []]) {
        await refuses({ payments, extraData }, 'WrongFillContract', wrongFillContract(extraData))
      }
    })

    it('are refused when they pay somebody else besides, first or last or in between', async () => {
      for (const payments of [
        [router, stranger],
        [stranger, router],
        [router, stranger, p.recipient],
        [router, p.recipient, stranger],
      ]) {
        await refuses({ payments }, 'TermsMismatch', mismatch(stranger))
      }
    })

    it('are refused when they pay nobody, the receiver or an address with dirt', async () => {
      for (const extraData of ['0x', padAddress(router)] as const) {
        await refuses({ payments: [zeroAddress], extraData }, 'TermsMismatch', mismatch(zeroAddress))
        const here = fixture.receiver.address
        await refuses({ payments: [here], extraData }, 'TermsMismatch', mismatch(here))
      }
    })

    it('are refused when they name it in another encoding', async () => {
      const word = padAddress(router)
      for (const extraData of [
        router,
        `0x01${word.slice(4)}`,
        `0x${word.slice(2, 24)}01${word.slice(26)}`,
        concat([word, zeroHash]),
        concat([zeroHash, word]),
        concat([word, '0x00']),
        pad(router, { dir: 'right', size: 32 }),
      ] as Hex[]) {
        await refuses({ extraData }, 'WrongFillContract', wrongFillContract(extraData))
        await refuses(
          { extraData, payments: [p.recipient] },
          'WrongFillContract',
          wrongFillContract(extraData),
        )
      }
    })

    it('are refused when they name zero, the receiver, the recipient, or what is reserved', async () => {
      const { receiver } = fixture
      await receiver.write.setReserved([stranger, true])
      for (const named of [zeroAddress, p.recipient, stranger]) {
        const extraData = padAddress(named)
        await refuses({ extraData, payments: [named] }, 'WrongFillContract', wrongFillContract(extraData))
      }
      const extraData = padAddress(receiver.address)
      const { authorize, inspect } = await present({ extraData, payments: [p.recipient] })
      await fixture.assertions.revertWithCustomErrorWithArgs(
        authorize(),
        receiver,
        'WrongFillContract',
        wrongFillContract(extraData) as never,
      )
      expect(await inspect()).to.equal(termsBit)
    })

    it('are refused when the recipient of the call is the router itself', async () => {
      const terms = await subject.payment({ recipient: router })
      const { authorize } = await present({ calls: [callHere(terms)] }, terms)
      await fixture.receiver.write.setRecipient([{ recipient: router, hook: false }])
      await fixture.assertions.revertWithCustomErrorWithArgs(
        authorize(),
        fixture.receiver,
        'InvalidRecipient',
        [padAddress(router)],
      )
    })

    it('are stale once the router is removed, and evidence does not help', async () => {
      const { authorize } = await present()
      await authorize()
      await fixture.receiver.write.setRouter([router, false])
      await refusesCall(subject, p, 'AuthorizationStale', [1n, 2n])
      await fixture.assertions.revertWithCustomErrorWithArgs(
        authorize(),
        fixture.receiver,
        'WrongFillContract',
        wrongFillContract(padAddress(router)) as never,
      )
      await fixture.receiver.write.setRouter([router, true])
      await authorize()
      await accepts(subject, p)
    })

    it('call here once, and may call others before and after', async () => {
      const other: OrderCall = { to: stranger, data: '0x12345678', value: 1n }
      const elsewhere = { ...callHere(p), to: router }
      const q = await subject.payment()
      await refuses(
        { calls: [callHere(p), callHere(p)] },
        'WrongFillContract',
        wrongFillContract(padAddress(router), 2n),
      )
      await refuses(
        { calls: [callHere(q), callHere(p)] },
        'WrongFillContract',
        wrongFillContract(padAddress(router), 2n),
      )
      for (const calls of [[], [elsewhere], [other]]) {
        await refuses({ calls }, 'WrongFillContract', wrongFillContract(padAddress(router), 0n))
      }
      await takes({ calls: [other, elsewhere, callHere(p), elsewhere, other] })
    })

    it('call with a refundTo of 20 bytes', async () => {
      const { data, ...call } = callHere(p)
      const start = 2 + 8 + 8 * 64
      const withRefundTo = (word: bigint) =>
        `${data.slice(0, start)}${toHex(word, { size: 32 }).slice(2)}${data.slice(start + 64)}` as Hex
      expect(withRefundTo(0n)).to.equal(data)
      for (const dirt of [1n << 160n, 1n << 255n]) {
        const calls = [{ ...call, data: withRefundTo(dirt) }]
        await refuses({ calls }, 'WrongFillContract', wrongFillContract(padAddress(router)))
      }
      await takes()
    })

    it('authorize the refundTo of their call, and no other', async () => {
      const { authorize } = await present()
      await authorize()
      const q = { ...p, refundTo: stranger }
      const before = await fixture.publicClient.getBalance({ address: stranger })
      await fixture.receiver.write.payAuthorized([q], { value: q.minimum, account: fixture.payer.account })
      expect(await fixture.publicClient.getBalance({ address: stranger })).to.equal(before + q.minimum)
      expect(await isPaid(subject, q)).to.equal(false)
      expect(await isPaid(subject, p)).to.equal(false)
      await accepts(subject, p)
    })
  })
}
