// The functions of the other receivers that move money, called from within each other.
import { expect } from 'chai'
import { type Address, encodeFunctionData, type Hex, keccak256, stringToHex, zeroAddress } from 'viem'
import { combine } from '../support/combine.js'
import { type Fixture, fillAmount, restoreAfterEach } from './support/fixture.js'
import { nativeDonation, reentrantCall, selectors } from './support/hostile.js'
import {
  authorize,
  callOf,
  deploySubject,
  present,
  prove,
  type Subject,
  waysOf,
} from './support/receivers.js'

for (const kind of ['SignedOrderReceiver', 'RegisteredTermsReceiver'] as const) {
  const ways = waysOf[kind]

  describe(`${kind}: reentry`, () => {
    let subject: Subject
    let fixture: Fixture
    let hooked: Awaited<ReturnType<typeof deployRecipient>>

    const deployRecipient = () => fixture.viem.deployContract('ScriptedRecipient')

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      hooked = await deployRecipient()
      const { receiver, helpers } = fixture
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      await receiver.write.grantRole([keccak256(stringToHex('fillproof.RESCUE_ROLE')), hooked.address])
      await helpers.setBalance(receiver.address, nativeDonation)
      await helpers.setBalance(hooked.address, 10n * fillAmount)
    })
    restoreAfterEach(() => fixture)

    /** Calldata that would succeed at any other moment. */
    const entries: Record<string, (recipient: Address) => Promise<Hex>> = {
      ...(ways.includes('fill') && {
        fill: async (recipient: Address) =>
          present(subject, 'fill', await subject.evidence('fill', await subject.payment({ recipient }))),
      }),
      authorizeFill: async (recipient) => (await prove(subject, await subject.payment({ recipient }))).data,
      payAuthorized: async (recipient) => {
        const p = await subject.payment({ recipient })
        await authorize(subject, p)
        return callOf(subject, p)
      },
      rescue: async (recipient) => {
        const args = [zeroAddress, recipient, nativeDonation] as const
        return encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'rescue', args })
      },
    }

    for (const { outer, inner } of combine({ outer: ways, inner: Object.keys(entries) })) {
      it(`from ${outer} into ${inner} fails, and works at any other moment`, async () => {
        const { receiver, recipient, payer } = fixture
        const data = await entries[inner]!(recipient.account.address)
        const value = inner === 'fill' || inner === 'payAuthorized' ? fillAmount : 0n
        await hooked.write.arm([selectors.onFill, receiver.address, value, data, false])
        const call = await entries[outer]!(hooked.address)
        await payer.sendTransaction({ to: receiver.address, data: call, value: fillAmount })
        expect(await hooked.read.strikes()).to.equal(1n)
        expect(await hooked.read.outcome()).to.equal(reentrantCall)

        await hooked.write.strikeNow([receiver.address, value, data])
        expect(await hooked.read.succeeded()).to.equal(true)
      })
    }
  })
}
