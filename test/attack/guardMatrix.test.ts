// Guards' orders with and without calls, fill contract and refunds (G8, G11, G12).
import { expect } from 'chai'
import { type Hex, keccak256, size, zeroAddress, zeroHash } from 'viem'
import { padAddress } from '../../src/index.js'
import {
  deployGuardFixture,
  far,
  fillContract,
  type GuardFixture,
  here,
  kinds,
  late,
  makePaymentOrder,
  makeRefund,
  payThrough,
  recipient,
} from '../receivers/support/guardFixture.js'
import { combine } from '../support/combine.js'

describe('Attack: the payments of a guard', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
    // Even listed.
    await fixture.guard.write.setRecipient([BigInt(far.id), fillContract, true])
  })
  after(() => fixture.connection.close())

  const router = padAddress(fillContract)
  const twice: Hex = `0x${router.slice(2)}${router.slice(2)}`
  const targets = { recipient: [recipient], router: [fillContract], both: [recipient, fillContract] }

  const orders = combine({
    kind: kinds,
    hasCalls: [false, true],
    extraData: ['0x', router, twice],
    target: ['recipient', 'router', 'both'],
    refunds: [0, 1, 2],
    allowNoRefund: [false, true],
  })
  for (const { kind, hasCalls, extraData, target, refunds, allowNoRefund } of orders) {
    // DECISIONS 21, 26 and 38.
    const isPaid =
      (!hasCalls || extraData !== '0x') &&
      (target === 'recipient' || (hasCalls && extraData === router)) &&
      (refunds !== 0 || allowNoRefund) &&
      !(hasCalls && refunds === 1)
    const parts = [
      hasCalls ? 'calls' : 'no calls',
      `${size(extraData)} bytes of extraData`,
      `to ${target}`,
      `${refunds} refunds${allowNoRefund ? ' and none required' : ''}`,
    ]
    it(`${kind}: ${parts.join(', ')}: ${isPaid ? 'paid' : 'refused'}`, async () => {
      const payer = fixture.payer.account.address
      const all = [makeRefund(payer, late, here.name), makeRefund(payer, late, far.name)]
      const evidence = await makePaymentOrder(fixture, {
        refunds: all.slice(0, refunds),
        payments: targets[target].map((to) => ({ recipient: to })),
        output: { calls: hasCalls ? ['0x1234'] : [], extraData },
        terms: { allowNoRefund },
      })
      const done = await payThrough(fixture, kind, evidence).then(
        () => true,
        () => false,
      )
      expect(done).to.equal(isPaid)
      expect(await fixture.guard.read.isPaid([evidence.id])).to.equal(isPaid)
    })
  }

  for (const kind of kinds) {
    it(`${kind}: the hash of no calls means no calls in every rule`, async () => {
      const none = keccak256('0x')
      const ok = await makePaymentOrder(fixture, {
        output: { calls: [], extraData: '0x' },
        terms: { callsHash: none },
      })
      await payThrough(fixture, kind, ok)
      const toRouter = await makePaymentOrder(fixture, {
        payments: [{ recipient: fillContract }],
        output: { calls: [], extraData: router },
        terms: { callsHash: none },
      })
      await fixture.assertions.revertWithCustomError(
        payThrough(fixture, kind, toRouter),
        fixture.guard,
        'OutputRecipientNotAllowed',
      )
    })

    it(`${kind}: empty extraData matches only empty extraData`, async () => {
      for (const [own, agreed] of [
        [router, '0x'],
        ['0x', router],
        ['0x00', '0x'],
        ['0x', zeroHash],
        [twice, router],
      ] as [Hex, Hex][]) {
        for (const calls of [[], ['0x1234']] as Hex[][]) {
          const evidence = await makePaymentOrder(fixture, {
            output: { calls, extraData: own },
            terms: { extraData: agreed },
          })
          await fixture.assertions.revertWithCustomError(
            payThrough(fixture, kind, evidence),
            fixture.guard,
            'FillContractMismatch',
          )
        }
      }
    })

    it(`${kind}: G11: an order without a refund is paid if the payer allows it`, async () => {
      const evidence = await makePaymentOrder(fixture, { refunds: [], terms: { allowNoRefund: true } })
      await payThrough(fixture, kind, evidence)
      expect(await fixture.guard.read.isPaid([evidence.id])).to.equal(true)
    })

    it(`${kind}: G10: a refund on the destination chain may be in the requested currency`, async () => {
      const payer = fixture.payer.account.address
      const outputCurrency = '0x00000000000000000000000000000000000000aa'
      const evidence = await makePaymentOrder(fixture, {
        refunds: [
          makeRefund(payer, late, here.name, zeroAddress),
          makeRefund(payer, late, far.name, outputCurrency),
        ],
        payments: [{ currency: outputCurrency }],
        terms: { outputCurrency },
      })
      await payThrough(fixture, kind, evidence)
      expect(await fixture.guard.read.isPaid([evidence.id])).to.equal(true)
    })
  }
})
