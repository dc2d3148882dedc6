import { expect } from 'chai'
import { concat, encodeAbiParameters, getAbiItem, keccak256, pad, toFunctionSelector, toHex } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { createRecipientTree, hashRegisteredTerms, type RegisteredTerms } from '../../src/index.js'
import { fillAmount, makeDirect, ownChainId } from './support/fixture.js'
import {
  deployGuardFixture,
  kinds as guardKinds,
  makePaymentOrder,
  payThrough,
} from './support/guardFixture.js'
import { authorize, deploySubject, kinds, pay, type Subject } from './support/receivers.js'
import { deployRegisteredFixture, paymentFor, register } from './support/registered.js'

/** The rules that depend on the chain's id, also on a chain whose id takes more than 32 bits. */
for (const [chainId, elsewhere] of [
  [ownChainId, 2 ** 33 + 1],
  [2 ** 33 + 1, ownChainId],
] as const) {
  describe(`a chain of id ${chainId}`, () => {
    for (const kind of kinds) {
      describe(kind, () => {
        let subject: Subject
        before(async () => {
          subject = await deploySubject(kind, chainId)
        })
        after(() => subject.fixture.connection.close())

        it('is the chain that the receiver was set up for', async () => {
          const [found] = await subject.fixture.receiver.read.ownChain()
          expect(found).to.equal(BigInt(chainId))
        })

        it('is in the hash of a call', async () => {
          const { receiver } = subject.fixture
          const p = await subject.payment()
          const payAuthorized = getAbiItem({ abi: attestedOrderReceiverAbi, name: 'payAuthorized' })
          const hashOn = (id: number) =>
            keccak256(
              encodeAbiParameters(
                [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes4' }, payAuthorized.inputs[0]],
                [BigInt(id), receiver.address, toFunctionSelector(payAuthorized), p],
              ),
            )
          await authorize(subject, p)
          const [solver] = await receiver.read.authorization([hashOn(chainId)])
          expect(BigInt(solver)).not.to.equal(0n)
          const [nobody] = await receiver.read.authorization([hashOn(elsewhere)])
          expect(BigInt(nobody)).to.equal(0n)
          await pay(subject, p)
          expect(await receiver.read.isPaid([hashOn(chainId)])).to.equal(true)
          expect(await receiver.read.isPaid([hashOn(elsewhere)])).to.equal(false)
        })

        it('is in the leaves of the tree of recipients', async () => {
          const { receiver, recipient, assertions } = subject.fixture
          const address = recipient.account.address
          await receiver.write.removeRecipient([address])
          const treeOn = (id: number) =>
            createRecipientTree({ chainId: id, receiver: receiver.address, recipients: [{ address }] })
          // The leaf, spelled out.
          const words = concat([
            toHex(chainId, { size: 32 }),
            pad(receiver.address),
            pad(address),
            toHex(0, { size: 32 }),
          ])
          const root = keccak256(keccak256(words))
          expect(treeOn(chainId).root).to.equal(root)
          const { recipientProof } = treeOn(chainId).prove(address)

          await receiver.write.setRecipientRoot([treeOn(elsewhere).root])
          await assertions.revertWithCustomError(
            authorize(subject, await subject.payment(), { proof: recipientProof }),
            receiver,
            'RecipientNotAllowed',
          )
          await receiver.write.setRecipientRoot([root])
          const p = await subject.payment()
          await authorize(subject, p, { proof: recipientProof })
          await pay(subject, p)
        })
      })
    }

    it('is the required destination of an attestation', async () => {
      const { fixture } = await deploySubject('AttestedOrderReceiver', chainId)
      const { receiver, assertions, connection } = fixture
      const fill = ({ a, signature, proof }: Awaited<ReturnType<typeof makeDirect>>) =>
        receiver.write.fill([a, signature, proof, [], fillAmount], { value: fillAmount })
      const wrong = await makeDirect(fixture, { attestation: { destinationChainId: elsewhere } })
      const args = [BigInt(elsewhere), BigInt(chainId)] as const
      await assertions.revertWithCustomErrorWithArgs(fill(wrong), receiver, 'WrongDestinationChain', [
        ...args,
      ])
      await fill(await makeDirect(fixture))
      await connection.close()
    })

    it("is in the domain of a registrar's terms, and in the request", async () => {
      const fixture = await deployRegisteredFixture(chainId)
      const { receiver, assertions, connection } = fixture
      expect((await receiver.read.eip712Domain())[3]).to.equal(BigInt(chainId))
      const fill = ({ a, signature, terms, termsSignature }: Awaited<ReturnType<typeof register>>) =>
        receiver.write.fill([a, signature, terms, termsSignature, [], fillAmount], { value: fillAmount })
      const foreign = await register(fixture, { domain: { chainId: elsewhere } })
      await assertions.revertWithCustomError(fill(foreign), receiver, 'InvalidTermsSignature')
      const wrong = await register(fixture, { attestation: { destinationChainId: elsewhere } })
      const args = [BigInt(elsewhere), BigInt(chainId)] as const
      await assertions.revertWithCustomErrorWithArgs(fill(wrong), receiver, 'WrongDestinationChain', [
        ...args,
      ])
      for (const payment of [undefined, await paymentFor(fixture)]) {
        const { attestation, a, terms, digest } = await register(fixture, payment ? { payment } : {})
        const scope = { attestation, terms: terms as RegisteredTerms, chainId, receiver: receiver.address }
        expect(hashRegisteredTerms(scope)).to.equal(digest)
        expect(await receiver.read.hashRegisteredTerms([a, terms])).to.equal(digest)
      }
      await fill(await register(fixture))
      await connection.close()
    })

    it('is the chain on which a guard takes payments', async () => {
      const fixture = await deployGuardFixture(chainId)
      const { guard, assertions, connection } = fixture
      const wrong = await makePaymentOrder(fixture, { attestation: { originChainId: elsewhere } })
      await assertions.revertWithCustomErrorWithArgs(
        payThrough(fixture, 'payAttested', wrong),
        guard,
        'WrongOriginChain',
        [BigInt(elsewhere), BigInt(chainId)],
      )
      for (const kind of guardKinds) {
        const evidence = await makePaymentOrder(fixture)
        await payThrough(fixture, kind, evidence)
      }
      await connection.close()
    })
  })
}
