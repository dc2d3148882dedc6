// A call of `payAuthorized` whose last word is not padded, or not with zeros, is the same call for receiver and library.
import { expect } from 'chai'
import { encodeFunctionData, type Hex, slice, zeroHash } from 'viem'
import { authorizeFill, findOrderPayment, inspectFill } from '../../src/contract/index.js'
import { signOrder } from '../../src/index.js'
import { clientOf, fillAmount, makeAuthorized, makePayment, solver } from '../receivers/support/fixture.js'
import { asFixture, deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'

describe('Attack: data that is not padded with zeros', () => {
  let fixture: SignedFixture
  before(async () => {
    fixture = await deploySignedFixture()
  })
  after(() => fixture.connection.close())

  const cuts: Record<string, (data: Hex) => Hex> = {
    'without padding': (data) => slice(data, 0, -27),
    'with ones for padding': (data) => `${slice(data, 0, -27)}${'ff'.repeat(27)}`,
  }
  for (const [name, cut] of Object.entries(cuts)) {
    it(`${name}: the receiver is paid, and the library reports it`, async () => {
      const { receiver, payer } = fixture
      const account = payer.account.address
      const client = clientOf(fixture, account)
      const deadline = Number(await fixture.helpers.time.latest()) + 3600
      const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, data: '0x1234567890' })
      const whole = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
      const call = { to: receiver.address, data: cut(whole), value: p.minimum }
      const { orderData } = await makeAuthorized(asFixture(fixture), p, { calls: [call] })
      const orderSignature = await signOrder({ orderData, account: solver })
      const at = { receiver: receiver.address }

      const told = await inspectFill(client, {
        ...at,
        orderData,
        orderSignature,
        payer: account,
        amount: fillAmount,
      })
      expect(told.failures).to.deep.equal([])

      await authorizeFill(client, { ...at, orderData, orderSignature })
      await receiver.write.payAuthorized([p], { value: p.minimum, account })
      expect(await receiver.read.isCallPaid([await receiver.read.hashPayment([p])])).to.equal(true)
      expect(await findOrderPayment(client, { ...at, order: orderData })).not.to.equal(null)
    })
  }
})
