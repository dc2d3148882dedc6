import { expect } from 'chai'
import { type Address, type Hex, zeroHash } from 'viem'
import {
  authorizeFill,
  fill,
  hashPayment,
  inspectFill,
  isCallPaid,
  isPaid,
  payAuthorized,
} from '../../src/contract/index.js'
import { createRecipientTree, type RecipientTree } from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Evidence,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  restoreAfterEach,
} from '../receivers/support/fixture.js'
import { thrown } from '../support/errors.js'

describe('receivers with the root of a recipient tree', () => {
  let fixture: Fixture
  let receiver: Address
  let recipient: Address
  let tree: RecipientTree
  let chainId: number
  let client: ReturnType<typeof clientOf>

  before(async () => {
    fixture = await deployFixture()
    receiver = fixture.receiver.address
    recipient = fixture.recipient.account.address
    client = clientOf(fixture, fixture.payer.account.address)
    chainId = await fixture.publicClient.getChainId()
    tree = createRecipientTree({
      chainId,
      receiver,
      recipients: [{ address: recipient }, { address: fixture.router.account.address }],
    })
    await fixture.receiver.write.removeRecipient([recipient])
    await fixture.receiver.write.setRecipientRoot([tree.root])
  })
  restoreAfterEach(() => fixture)

  const evidenceOf = ({ attestation, signature, orderData }: Evidence) => ({
    receiver,
    attestation,
    signature,
    orderData,
  })

  it('default: pays a member of the tree with a proof', async () => {
    const made = await makeDirect(fixture)
    const evidence = { ...evidenceOf(made), ...tree.prove(recipient) }
    const payer = client.account.address
    expect(await inspectFill(client, { ...evidence, payer, amount: fillAmount })).include({ ok: true })
    await fill(client, { ...evidence, amount: fillAmount })
    expect(await isPaid(client, { receiver, id: made.id })).equal(true)
  })

  it('behavior: the proof goes with authorizeFill, and the payment needs none', async () => {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(fixture, deadline)
    const made = await makeAuthorized(fixture, payment)
    await authorizeFill(client, { ...evidenceOf(made), ...tree.prove(recipient) })
    await payAuthorized(client, { receiver, payment })
    const callHash = hashPayment({ chainId, receiver, payment })
    expect(await isCallPaid(client, { receiver, callHash })).equal(true)
  })

  it('error: without the proof, with another one, or under another root', async () => {
    const { recipientProof } = tree.prove(recipient)
    const [hook, ...path] = recipientProof as [Hex, ...Hex[]]
    const other = tree.prove(fixture.router.account.address)
    const elsewhere = createRecipientTree({
      chainId: chainId + 1,
      receiver,
      recipients: tree.dump().recipients,
    })
    const refused: Record<string, readonly Hex[] | undefined> = {
      none: undefined,
      empty: [],
      'another recipient': other.recipientProof,
      'another chain': elsewhere.prove(recipient).recipientProof,
      'a hook that is not listed': [`${zeroHash.slice(0, -1)}1` as Hex, ...path],
      'a flag that is neither': [`${zeroHash.slice(0, -1)}2` as Hex, ...path],
      'no flag': path,
      'a shorter path': [hook, ...path.slice(1)],
      'a longer path': [...recipientProof, tree.root],
    }
    const evidence = evidenceOf(await makeDirect(fixture))
    for (const [what, proof] of Object.entries(refused)) {
      const error = await thrown(() =>
        fill(client, { ...evidence, recipientProof: proof, amount: fillAmount }),
      )
      expect([error.name, error.errorName], what).deep.equal(['FillRevertedError', 'RecipientNotAllowed'])
      const { checks } = await inspectFill(client, {
        ...evidence,
        recipientProof: proof,
        payer: client.account.address,
        amount: fillAmount,
      })
      expect(checks, what).deep.equal(['recipient'])
    }
    await fixture.receiver.write.setRecipientRoot([zeroHash])
    const error = await thrown(() => fill(client, { ...evidence, recipientProof, amount: fillAmount }))
    expect(error.errorName).equal('RecipientNotAllowed')
  })
})
