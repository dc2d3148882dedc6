import { expect } from 'chai'
import { type Abi, type Address, encodeFunctionData, type Hex, pad, zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  authorizeFill,
  fill,
  findOrderPayment,
  hashPayment,
  inspectFill,
  isCallPaid,
  isPaid,
  payAuthorized,
  type RegisteredTermsEvidence,
  type SignedOrderEvidence,
} from '../../src/contract/index.js'
import {
  createRecipientTree,
  hashRegisteredTerms,
  type OrderData,
  type RegisteredTerms,
  signAttestation,
  signOrder,
  signRegisteredTerms,
  toContractAttestation,
  toContractTerms,
} from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Evidence,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  originChainId,
  restoreAfterEach,
  secondSolver,
  solver,
} from '../receivers/support/fixture.js'
import { thrown } from '../support/errors.js'

const registrar = privateKeyToAccount(`0x${'44'.repeat(32)}`)

describe('the other two kinds of evidence, on their receivers', () => {
  let fixture: Fixture
  let recipient: Address
  let chainId: number
  let signed: Address
  let registered: Address
  let client: ReturnType<typeof clientOf>

  before(async () => {
    fixture = await deployFixture()
    recipient = fixture.recipient.account.address
    chainId = await fixture.publicClient.getChainId()
    client = clientOf(fixture, fixture.payer.account.address)
    const { viem, config } = fixture
    const proxyOf = async (contract: 'SignedOrderReceiver' | 'RegisteredTermsReceiver', last: unknown) => {
      const { address, abi } = await viem.deployContract(contract)
      const args = [config, last]
      const data = encodeFunctionData({ abi: abi as Abi, functionName: 'initialize', args })
      return (await viem.deployContract('ERC1967Proxy', [address, data])).address
    }
    const chains = [{ name: 'origin', chainId: BigInt(originChainId), isEvm: true }]
    signed = await proxyOf('SignedOrderReceiver', chains)
    registered = await proxyOf('RegisteredTermsReceiver', [registrar.address])
  })
  restoreAfterEach(() => fixture)

  /** The fixture with another receiver, for the makers of orders. */
  const fixtureOf = (address: Address): Fixture => ({
    ...fixture,
    receiver: { ...fixture.receiver, address } as Fixture['receiver'],
  })
  const inspect = async (receiver: Address, evidence: SignedOrderEvidence | RegisteredTermsEvidence) =>
    (await inspectFill(client, { receiver, ...evidence, payer: client.account.address, amount: fillAmount }))
      .checks
  const later = async () => Number(await fixture.helpers.time.latest()) + 3600

  describe('SignedOrderReceiver', () => {
    const sign = async ({ orderData }: { orderData: OrderData }, account = solver) => ({
      orderData,
      orderSignature: await signOrder({ orderData, account }),
    })
    const paymentOf = async ({ orderData }: SignedOrderEvidence) =>
      (await findOrderPayment(client, { receiver: signed, order: orderData }))!

    it('default: pays the call of a signed order once, also with several inputs and a recipient proof', async () => {
      const receiver = await fixture.viem.getContractAt('AttestedOrderReceiver', signed)
      const tree = createRecipientTree({ chainId, receiver: signed, recipients: [{ address: recipient }] })
      await receiver.write.removeRecipient([recipient])
      await receiver.write.setRecipientRoot([tree.root])
      for (const inputs of [1, 2]) {
        const one = await makeDirect(fixtureOf(signed))
        const payment = makePayment(fixtureOf(signed), await later(), {
          originUser: zeroHash,
          ...(inputs === 1 ? {} : { originChainId: 0n }),
        })
        const order = { inputs: Array(inputs).fill(one.orderData.inputs[0]) }
        const evidence = {
          ...(await sign(await makeAuthorized(fixtureOf(signed), payment, { order }))),
          ...tree.prove(recipient),
        }
        expect(await inspect(signed, evidence)).deep.equal([])
        await authorizeFill(client, { receiver: signed, ...evidence })
        const { callHash, isPaid: isPaidYet } = await paymentOf(evidence)
        expect({ callHash, isPaidYet }).deep.equal({
          callHash: hashPayment({ chainId, receiver: signed, payment }),
          isPaidYet: false,
        })
        await payAuthorized(client, { receiver: signed, payment })
        expect((await paymentOf(evidence)).isPaid).equal(true)
        const again = await thrown(() => authorizeFill(client, { receiver: signed, ...evidence }))
        expect([again.errorName, again.args]).deep.equal(['RequestAlreadyPaid', [callHash]])
      }
    })

    it('error: another signer, another order, or no proof', async () => {
      const made = await makeAuthorized(
        fixtureOf(signed),
        makePayment(fixtureOf(signed), await later(), { originUser: zeroHash }),
      )
      const evidence = await sign(made)
      const other = { ...made.orderData, salt: '0xff' }
      for (const [change, check] of [
        [await sign(made, secondSolver), 'signature'],
        [{ orderSignature: '0x' as Hex }, 'signature'],
        [{ orderData: other }, 'signature'],
      ] as const) {
        expect(await inspect(signed, { ...evidence, ...change })).include(check)
        const run = () => authorizeFill(client, { receiver: signed, ...evidence, ...change })
        expect((await thrown(run)).name).equal('FillRevertedError')
      }
    })
  })

  describe('RegisteredTermsReceiver', () => {
    const scope = () => ({ chainId, receiver: registered })
    const register = async (
      { attestation }: Evidence,
      changes: Partial<RegisteredTerms> = {},
      account = registrar,
    ): Promise<RegisteredTermsEvidence> => {
      const terms = {
        token: zeroAddress,
        minimum: fillAmount,
        recipient,
        deadline: await later(),
        ...changes,
      }
      return {
        attestation,
        signature: await signAttestation({ attestation, account: solver }),
        terms,
        termsSignature: await signRegisteredTerms({ ...scope(), attestation, terms, account }),
      }
    }

    it('default: pays a request whose terms the registrar signed, once', async () => {
      for (const changes of [{}, { maximum: 2n * fillAmount }]) {
        const evidence = await register(await makeDirect(fixtureOf(registered)), changes)
        expect(await inspect(registered, evidence)).deep.equal([])
        await fill(client, { receiver: registered, ...evidence, amount: fillAmount })
        const { requestId } = evidence.attestation
        expect(await isPaid(client, { receiver: registered, id: requestId })).equal(true)
        const run = () => fill(client, { receiver: registered, ...evidence, amount: fillAmount })
        expect((await thrown(run)).errorName).equal('RequestAlreadyPaid')
      }
    })

    it('behavior: an authorized payment', async () => {
      const payment = makePayment(fixtureOf(registered), await later())
      const evidence = await register(await makeDirect(fixtureOf(registered)), {
        authorizedCall: payment,
        deadline: payment.deadline,
      })
      expect(await inspect(registered, evidence)).deep.equal([])
      await authorizeFill(client, { receiver: registered, ...evidence })
      await payAuthorized(client, { receiver: registered, payment })
      const { requestId } = evidence.attestation
      expect(await isPaid(client, { receiver: registered, id: requestId })).equal(true)
      const callHash = hashPayment({ chainId, receiver: registered, payment })
      expect(await isCallPaid(client, { receiver: registered, callHash })).equal(true)
    })

    it("behavior: the contract's digest is the library's", async () => {
      const contract = await fixture.viem.getContractAt('RegisteredTermsReceiver', registered)
      const payment = makePayment(fixtureOf(registered), await later())
      for (const changes of [{}, { maximum: 2n * fillAmount }, { authorizedCall: payment }]) {
        const { attestation, terms } = await register(await makeDirect(fixtureOf(registered)), changes)
        const digest = await contract.read.hashRegisteredTerms([
          toContractAttestation(attestation),
          toContractTerms(terms),
        ])
        expect(digest).equal(hashRegisteredTerms({ ...scope(), attestation, terms }))
      }
      expect(hashPayment({ ...scope(), payment })).match(/^0x\w{64}$/)
    })

    it('error: another registrar, other terms, or terms for another contract', async () => {
      const made = await makeDirect(fixtureOf(registered))
      const evidence = await register(made)
      const { attestation, terms } = evidence
      const elsewhere = { attestation, terms, account: registrar }
      for (const change of [
        await register(made, {}, secondSolver),
        { terms: { ...terms, recipient: fixture.stranger.account.address } },
        { terms: { ...terms, minimum: 1n } },
        { termsSignature: pad('0x01', { size: 65 }) },
        { termsSignature: await signRegisteredTerms({ ...scope(), ...elsewhere, receiver: signed }) },
        { termsSignature: await signRegisteredTerms({ ...scope(), ...elsewhere, chainId: 1 }) },
      ]) {
        expect(await inspect(registered, { ...evidence, ...change })).include('terms')
        const run = () => fill(client, { receiver: registered, ...evidence, ...change, amount: fillAmount })
        const { errorName } = await thrown(run)
        expect(['InvalidTermsSignature', 'RecipientMismatch']).include(errorName)
      }
    })
  })
})
