// Two calls and a direct fill of one request, in every order, with a payment that reverts after its marks before each step.
import { expect } from 'chai'
import { type Address, zeroAddress } from 'viem'
import { fillAmount, restoreAfterEach } from '../receivers/support/fixture.js'
import {
  deployRegisteredFixture,
  paymentFor,
  type RegisteredFixture,
  register,
} from '../receivers/support/registered.js'

const home: Address = '0x00000000000000000000000000000000000000a1'
const steps = ['authorizeA', 'authorizeB', 'payA', 'payB', 'fill'] as const
type Step = (typeof steps)[number]

function permute<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((head, i) =>
    permute([...list.slice(0, i), ...list.slice(i + 1)]).map((tail) => [head, ...tail]),
  )
}

describe('Attack: one request filled in every way and order', () => {
  let fixture: RegisteredFixture
  before(async () => {
    fixture = await deployRegisteredFixture()
  })
  restoreAfterEach(() => fixture)

  for (const refundTo of [zeroAddress, home]) {
    it(`is paid once, refundTo ${refundTo === home ? 'named' : 'zero'}`, async () => {
      const { receiver, publicClient, payer, recipient, helpers } = fixture
      const direct = await register(fixture)
      const [a, b] = [await paymentFor(fixture, { refundTo }), await paymentFor(fixture, { refundTo })]
      const [ofA, ofB] = [
        await register(fixture, { payment: a, attestation: direct.attestation }),
        await register(fixture, { payment: b, attestation: direct.attestation }),
      ]
      const [hashA, hashB] = [await receiver.read.hashPayment([a]), await receiver.read.hashPayment([b])]
      const account = payer.account
      const paid = (value: bigint) => ({ value, account, gas: 1_000_000n })
      const authorize = (e: typeof ofA) =>
        receiver.write.authorizeFill([e.a, e.signature, e.terms, e.termsSignature, []], { gas: 1_000_000n })
      const run: Record<Step, (value: bigint) => Promise<unknown>> = {
        authorizeA: () => authorize(ofA),
        authorizeB: () => authorize(ofB),
        payA: (value) => receiver.write.payAuthorized([a], paid(value)),
        payB: (value) => receiver.write.payAuthorized([b], paid(value)),
        fill: (value) =>
          receiver.write.fill(
            [direct.a, direct.signature, direct.terms, direct.termsSignature, [], fillAmount],
            paid(value),
          ),
      }
      const tries = async (step: Step, value: bigint) =>
        run[step](value).then(
          () => true,
          () => false,
        )
      const balance = (address: Address) => publicClient.getBalance({ address })
      const start = await helpers.takeSnapshot()
      for (const order of permute(steps)) {
        const [received, returned] = [await balance(recipient.account.address), await balance(home)]
        let isPaid = false
        const authorized = new Set<Step>()
        for (const step of order) {
          // The recipient refuses: what was marked is undone.
          await helpers.setCode(recipient.account.address, '0x5f5ffd')
          if (step.startsWith('pay') && authorized.has(step))
            expect(await tries(step, fillAmount)).to.equal(false)
          if (step === 'fill') expect(await tries(step, fillAmount)).to.equal(false)
          await helpers.setCode(recipient.account.address, '0x')
          const before = await balance(home)
          const ok = await tries(step, fillAmount)
          const name = `${order.join()} at ${step}`
          if (step === 'fill') {
            expect(ok, name).to.equal(!isPaid)
            isPaid = true
          } else if (step.startsWith('authorize')) {
            expect(ok, name).to.equal(!isPaid)
            if (ok) authorized.add(step === 'authorizeA' ? 'payA' : 'payB')
          } else if (authorized.has(step)) {
            expect(ok, name).to.equal(!isPaid)
            isPaid = true
          } else {
            expect(ok, name).to.equal(refundTo === home)
            if (ok) expect((await balance(home)) - before, name).to.equal(fillAmount)
          }
          expect(await receiver.read.isPaid([direct.id]), name).to.equal(isPaid)
          const calls = [await receiver.read.isCallPaid([hashA]), await receiver.read.isCallPaid([hashB])]
          expect(calls.filter(Boolean).length, name).to.be.at.most(1)
        }
        expect((await balance(recipient.account.address)) - received, order.join()).to.equal(
          isPaid ? fillAmount : 0n,
        )
        expect((await balance(home)) >= returned).to.equal(true)
        await start.restore()
      }
    }).timeout(300_000)
  }

  // A solver may attest a request whose id is the hash of the call that the registrar names for it.
  for (const first of ['call', 'fill'] as const) {
    it(`a request whose id is its own call's hash is paid once, the ${first} first`, async () => {
      const { receiver, assertions, payer } = fixture
      const p = await paymentFor(fixture)
      const id = await receiver.read.hashPayment([p])
      const called = await register(fixture, { payment: p, attestation: { requestId: id } })
      const direct = await register(fixture, { attestation: called.attestation })
      const { a, signature, terms, termsSignature } = called
      const paid = { value: fillAmount, account: payer.account }
      await receiver.write.authorizeFill([a, signature, terms, termsSignature, []])
      const pay = {
        call: () => receiver.write.payAuthorized([p], paid),
        fill: () =>
          receiver.write.fill(
            [direct.a, direct.signature, direct.terms, direct.termsSignature, [], fillAmount],
            paid,
          ),
      }
      await pay[first]()
      expect(await receiver.read.isPaid([id])).to.equal(true)
      expect(await receiver.read.isCallPaid([id])).to.equal(first === 'call')
      for (const again of ['fill', 'call'] as const) {
        await assertions.revertWithCustomErrorWithArgs(pay[again](), receiver, 'RequestAlreadyPaid', [id])
      }
    })
  }
})
