// A direct fill is not enforced by the service's rules: a plain transfer to the recipient settles an order that names the
// receiver as its fill contract. No `FillAccepted`, no hook, `isPaid` is false: docs/integration.md says so.
import { expect } from 'chai'
import { concat, encodeFunctionData, erc20Abi, parseEventLogs } from 'viem'
import { padAddress } from '../../src/index.js'
import { verifyFillSettlement } from '../../src/rules/settled/verifyFillSettlement.js'
import { deployFixture, type Fixture, fillAmount, makeDirect } from '../receivers/support/fixture.js'

describe('Attack: a direct order is settled around its receiver', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  after(() => fixture.connection.close())

  it('by a plain transfer of its token, although it has two refunds', async () => {
    const { viem, receiver, payer, token, publicClient } = fixture
    const books = await viem.deployContract('ScriptedRecipient')
    await receiver.write.setRecipient([{ recipient: books.address, hook: true }])
    const terms = { recipient: books.address, currency: token.address, minimumAmount: fillAmount }
    const one = await makeDirect(fixture)
    const [input] = one.orderData.inputs
    const refunds = [input!.refunds[0]!, input!.refunds[0]!]
    const { id, orderData } = await makeDirect(fixture, {
      payment: terms,
      attestation: { destinationUser: padAddress(books.address) },
      order: { inputs: [{ ...input!, refunds }] },
    })
    const args = [books.address, fillAmount] as const
    const data = concat([encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }), id])
    const hash = await payer.sendTransaction({ to: token.address, data })
    const [transaction, receipt] = await Promise.all([
      publicClient.getTransaction({ hash }),
      publicClient.getTransactionReceipt({ hash }),
    ])
    const block = await publicClient.getBlock({ blockNumber: receipt.blockNumber })
    const { rows } = await verifyFillSettlement({ orderData, transaction, receipt, block })
    const failed = rows.filter(({ ok }) => ok === false).map(({ name }) => name)
    expect(failed, 'the oracle would settle it').to.deep.equal([])
    expect(rows.find(({ name }) => name === 'minimumAmounts')).to.include({ ok: true })
    // The one row that could warn says that nothing was left out.
    expect(rows.find(({ name }) => name === 'called')).to.include({ ok: true })
    expect(await receiver.read.isPaid([id])).to.equal(false)
    expect(parseEventLogs({ abi: books.abi, eventName: 'Told', logs: receipt.logs })).to.have.length(0)
    expect(await token.read.balanceOf([books.address])).to.equal(fillAmount)
  })
})
