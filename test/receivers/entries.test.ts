// The functions of the other receivers that move money, called from within each other.
import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { registeredTermsReceiverAbi } from '../../src/generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { type Fixture, fillAmount, makePayment } from './support/fixture.js'
import { nativeDonation, reentrantCall, selectors } from './support/hostile.js'
import { deployRegisteredFixture, paymentFor, register } from './support/registered.js'
import { asFixture, deploySignedFixture, makeSigned, makeSignedCall } from './support/signedFixture.js'

const entries = ['fill', 'authorizeFill', 'payAuthorized', 'rescue'] as const
type Entry = (typeof entries)[number]

/** Calldata that would succeed at any other moment: fills are direct, native and for the recipient. */
type Prepare = (entry: Exclude<Entry, 'rescue'>, recipient: Address) => Promise<Hex>

const kinds: Record<string, () => Promise<{ fixture: Fixture; prepare: Prepare }>> = {
  SignedOrderReceiver: async () => {
    const fixture = await deploySignedFixture()
    const abi = signedOrderReceiverAbi
    const prepare: Prepare = async (functionName, recipient) => {
      if (functionName === 'fill') {
        const { proof, signature } = await makeSigned(fixture, { payment: { recipient } })
        return encodeFunctionData({ abi, functionName, args: [proof, signature, [], fillAmount] })
      }
      const deadline = Number(await fixture.helpers.time.latest()) + 3600
      const payment = makePayment(asFixture(fixture), deadline, { recipient, originUser: zeroHash })
      const { proof, signature } = await makeSignedCall(fixture, payment)
      const args = [proof, signature, []] as const
      if (functionName === 'authorizeFill') return encodeFunctionData({ abi, functionName, args })
      await fixture.receiver.write.authorizeFill(args)
      return encodeFunctionData({ abi, functionName, args: [payment] })
    }
    return { fixture: asFixture(fixture), prepare }
  },
  RegisteredTermsReceiver: async () => {
    const fixture = await deployRegisteredFixture()
    const abi = registeredTermsReceiverAbi
    const prepare: Prepare = async (functionName, recipient) => {
      if (functionName === 'fill') {
        const { a, signature, terms, termsSignature } = await register(fixture, { terms: { recipient } })
        const args = [a, signature, terms, termsSignature, [], fillAmount] as const
        return encodeFunctionData({ abi, functionName, args })
      }
      const payment = await paymentFor(fixture, { recipient })
      const { a, signature, terms, termsSignature } = await register(fixture, { payment })
      const args = [a, signature, terms, termsSignature, []] as const
      if (functionName === 'authorizeFill') return encodeFunctionData({ abi, functionName, args })
      await fixture.receiver.write.authorizeFill(args)
      return encodeFunctionData({ abi, functionName, args: [payment] })
    }
    return { fixture: fixture as unknown as Fixture, prepare }
  },
}

for (const [kind, deploy] of Object.entries(kinds)) {
  describe(`${kind}: reentry`, () => {
    let fixture: Fixture
    let prepare: Prepare
    let hooked: Awaited<ReturnType<typeof deployRecipient>>
    let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>

    const deployRecipient = () => fixture.viem.deployContract('ScriptedRecipient')

    before(async () => {
      const deployed = await deploy()
      fixture = deployed.fixture
      prepare = deployed.prepare
      hooked = await deployRecipient()
      const { receiver, helpers } = fixture
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      await receiver.write.grantRole([keccak256(stringToHex('fillproof.RESCUE_ROLE')), hooked.address])
      await helpers.setBalance(receiver.address, nativeDonation)
      await helpers.setBalance(hooked.address, 10n * fillAmount)
    })
    beforeEach(async () => {
      snapshot = await fixture.helpers.takeSnapshot()
    })
    afterEach(() => snapshot.restore())
    after(() => fixture.connection.close())

    const pay = (data: Hex) =>
      fixture.payer.sendTransaction({ to: fixture.receiver.address, data, value: fillAmount })

    for (const outer of ['fill', 'payAuthorized'] as const) {
      for (const inner of entries) {
        it(`from ${outer} into ${inner} gets nowhere, and works at any other moment`, async () => {
          const { receiver, recipient } = fixture
          const stray = [zeroAddress, recipient.account.address, nativeDonation] as const
          const data =
            inner === 'rescue'
              ? encodeFunctionData({ abi: receiver.abi, functionName: inner, args: stray })
              : await prepare(inner, recipient.account.address)
          const value = inner === 'fill' || inner === 'payAuthorized' ? fillAmount : 0n
          await hooked.write.arm([selectors.onFill, receiver.address, value, data, false])
          await pay(await prepare(outer, hooked.address))
          expect(await hooked.read.strikes()).to.equal(1n)
          expect(await hooked.read.outcome()).to.equal(reentrantCall)

          await hooked.write.strikeNow([receiver.address, value, data])
          expect(await hooked.read.succeeded()).to.equal(true)
        })
      }
    }

    it('lets the admin rescue what was left here', async () => {
      const { receiver, recipient, publicClient } = fixture
      const address = recipient.account.address
      const before = await publicClient.getBalance({ address })
      await receiver.write.rescue([zeroAddress, address, nativeDonation])
      expect(await publicClient.getBalance({ address })).to.equal(before + nativeDonation)
    })
  })
}
