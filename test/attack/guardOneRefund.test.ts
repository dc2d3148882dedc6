// An order with calls and exactly one refund can be settled by the depository of the other chain without its calls: its money
// then lies in the router, where anyone takes it.
import { expect } from 'chai'
import { type Address, concat, keccak256 } from 'viem'
import { inspectPayment } from '../../src/contract/index.js'
import { encodeOrderCall, padAddress } from '../../src/index.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { allowsWithdrawAndFill } from '../../src/rules/settled/verifyFillSettlement.js'
import { clientOf } from '../receivers/support/fixture.js'
import {
  deployGuardFixture,
  type GuardFixture,
  here,
  kinds,
  makePaymentOrder,
  makeRefund,
  payThrough,
  promised,
} from '../receivers/support/guardFixture.js'

const router: Address = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const receiver: Address = '0x00000000000000000000000000000000000000e1'

describe('Attack: an order that can be settled without its calls', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  for (const kind of kinds) {
    it(`by ${kind}: one refund, one payment to the router, and the payer's own call`, async () => {
      const { payer, guard } = fixture
      const account = payer.account.address
      const call = { to: receiver, data: '0x12345678', value: promised } as const
      const calls = [encodeOrderCall(call)]
      const callsHash = keccak256(concat(calls.map((call) => keccak256(call))))
      const extraData = padAddress(router)
      const evidence = await makePaymentOrder(fixture, {
        refunds: [makeRefund(account, 4_000_000_000, here.name)],
        payments: [{ recipient: router }],
        output: { calls, extraData },
        terms: { callsHash, extraData },
      })
      // What the oracle needs to have the depository pay the router, with empty data.
      expect(allowsWithdrawAndFill(parseOrder(evidence.orderData))).to.equal(true)

      const client = clientOf(fixture, account)
      const { recipient, outputCurrency, currency, amount, minimum } = evidence.terms
      const told = await inspectPayment(client, {
        guard: guard.address,
        payer: account,
        orderData: evidence.orderData,
        ...(kind === 'payAttested'
          ? { attestation: evidence.attestation, signature: evidence.signature }
          : { orderSignature: evidence.orderSignature }),
        terms: {
          currency,
          amount,
          destinationChainId: Number(evidence.terms.destinationChainId),
          recipient,
          outputCurrency,
          minimum,
          calls: [call],
          fillContract: router,
        },
      })
      expect(told.failures.map(({ name }) => name)).to.deep.equal(['CallsNotEnforced'])
      await fixture.assertions.revertWithCustomError(
        payThrough(fixture, kind, evidence),
        guard,
        'CallsNotEnforced',
      )
      expect(await guard.read.isPaid([evidence.id])).to.equal(false)
    })
  }
})
