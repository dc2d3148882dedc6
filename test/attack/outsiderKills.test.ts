// What no other test notices when it is missing: each of these kills a mistake that all of them let through.
import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { padAddress } from '../../src/index.js'
import {
  deployFixture,
  type Fixture,
  fillAmount,
  restoreAfterEach,
  secondSolver,
  solver,
} from '../receivers/support/fixture.js'
import {
  deployGuardFixture,
  type GuardFixture,
  kinds as guardKinds,
  here,
  makePaymentOrder,
  makeRefund,
  payThrough,
} from '../receivers/support/guardFixture.js'
import { eventsOf, prepare } from '../receivers/support/hostile.js'
import { authorize, deploySubject, kinds, type Subject } from '../receivers/support/receivers.js'
import { home, narrow, refusesCall } from '../receivers/support/returns.js'
import { deployRouters, paymentsThrough } from '../receivers/support/routers.js'

describe('Attack: an order that someone else paid', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  // docs/guard.md: "this guard has not paid the order before, with either kind of evidence". Nor for another payer.
  for (const [name, first, second] of [
    ['the payer first', 'payer', 'stranger'],
    ['a stranger first', 'stranger', 'payer'],
  ] as const) {
    it(`is paid once: ${name}`, async () => {
      const made = await makePaymentOrder(fixture)
      const refundTo = fixture.payer.account.address
      const pay = (who: 'payer' | 'stranger') =>
        payThrough(
          fixture,
          'paySigned',
          { ...made, terms: { ...made.terms, refundTo } },
          { account: fixture[who].account.address },
        )
      await pay(first)
      await fixture.assertions.revertWithCustomErrorWithArgs(
        pay(second),
        fixture.guard,
        'RequestAlreadyPaid',
        [made.id],
      )
    })
  }
})

describe('Attack: two payments that only together promise the minimum', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  // PayerTerms: "`minimum` is the least that one output payment in `outputCurrency` must promise."
  for (const amounts of [
    [400n, 500n],
    [500n, 400n],
    [450n, 450n],
    [200n, 300n, 400n],
  ]) {
    it(`are too little: ${amounts.join(' and ')}`, async () => {
      const made = await makePaymentOrder(fixture, {
        payments: amounts.map((minimumAmount) => ({ minimumAmount })),
        terms: { minimum: 900n },
      })
      const most = amounts.reduce((a, b) => (a > b ? a : b))
      await fixture.assertions.revertWithCustomErrorWithArgs(
        payThrough(fixture, 'paySigned', made),
        fixture.guard,
        'OutputTooLow',
        [most, 900n],
      )
    })
  }
})

describe("Attack: the guard's checks of every order", () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  restoreAfterEach(() => fixture)

  // The oracle counts what the fill contract says that it paid: a thief's says what it likes.
  for (const kind of guardKinds) {
    it(`compares the fill contract even without calls: ${kind}`, async () => {
      const extraData = padAddress('0x0000000000000000000000000000000000000bad')
      const made = await makePaymentOrder(fixture, {
        output: { calls: [], extraData },
        terms: { extraData: '0x' },
      })
      await fixture.assertions.revertWithCustomErrorWithArgs(
        payThrough(fixture, kind, made),
        fixture.guard,
        'FillContractMismatch',
        [keccak256(extraData), keccak256('0x')],
      )
    })

    it(`refuses tokens too while paused: ${kind}`, async () => {
      const made = await makePaymentOrder(fixture, { payment: { currency: fixture.token.address } })
      await fixture.guard.write.pause()
      await fixture.assertions.revertWithCustomError(
        payThrough(fixture, kind, made),
        fixture.guard,
        'EnforcedPause',
      )
      await fixture.guard.write.unpause()
      await payThrough(fixture, kind, made)
    })
  }
})

describe('Attack: a payer that is a contract, called by someone else', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  // Decision 21: "funds come from msg.sender … (no tx.origin, no relayed signature); depositor = msg.sender".
  for (const kind of guardKinds) {
    for (const native of [true, false]) {
      it(`the contract is the payer, the depositor and the refund recipient: ${kind}, ${native ? 'native' : 'a token'}`, async () => {
        const { viem, guard, token, stranger, depository, publicClient } = fixture
        const router = await viem.deployContract('MockMetadataRouter')
        const currency = native ? zeroAddress : token.address
        const made = await makePaymentOrder(fixture, { payer: router.address, payment: { currency } })
        const { a, signature, order, terms, orderSignature } = made
        const callData =
          kind === 'payAttested'
            ? encodeFunctionData({
                abi: guard.abi,
                functionName: kind,
                args: [a, signature, order, terms],
              })
            : encodeFunctionData({ abi: guard.abi, functionName: kind, args: [order, orderSignature, terms] })
        const call = (target: Address, data: Hex, value = 0n) => ({
          target,
          allowFailure: false,
          value,
          callData: data,
        })
        const approve = encodeFunctionData({
          abi: token.abi,
          functionName: 'approve',
          args: [guard.address, terms.amount],
        })
        await token.write.mint([router.address, terms.amount])
        const value = native ? terms.amount : 0n
        const calls = [
          ...(native ? [] : [call(token.address, approve)]),
          call(guard.address, callData, value),
        ]
        const account = stranger.account
        const hash = await router.write.multicall([calls, account.address, account.address, '0x'], {
          account,
          value,
        })
        const { logs } = await publicClient.getTransactionReceipt({ hash })
        const [paid] = parseEventLogs({ abi: guard.abi, logs, eventName: 'PaymentMade' })
        expect(paid?.args).to.include({ id: made.id, payer: getAddress(router.address) })
        const deposits = parseEventLogs({ abi: depository.abi, logs }).filter(({ eventName }) =>
          eventName.startsWith('Relay'),
        )
        expect(deposits.map(({ args }) => args)).to.deep.equal([
          {
            from: getAddress(router.address),
            ...(native ? {} : { token: getAddress(token.address) }),
            amount: terms.amount,
            id: made.id,
          },
        ])
      })
    }
  }
})

describe('Attack: an order with calls and one refund, for a payer who needs none', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  // Decision 38: "`terms.allowNoRefund` excuses a missing refund and nothing else."
  for (const kind of guardKinds) {
    it(`is refused by ${kind}`, async () => {
      const refunds = [makeRefund(fixture.payer.account.address, 4_000_000_000, here.name)]
      const evidence = await makePaymentOrder(fixture, { refunds, terms: { allowNoRefund: true } })
      await fixture.assertions.revertWithCustomError(
        payThrough(fixture, kind, evidence),
        fixture.guard,
        'CallsNotEnforced',
      )
    })
  }
})

for (const kind of kinds) {
  describe(`Attack: solvers of ${kind}`, () => {
    let subject: Subject
    before(async () => {
      subject = await deploySubject(kind)
    })
    restoreAfterEach(() => subject.fixture)

    // Decision 13: "the solver that is stored with the authorisation active now". Whose evidence was not presented again after a
    // narrowing vouches for nothing.
    it('a solver with stale evidence does not replace the one that attested again, even if its window is longer', async () => {
      const { receiver, helpers } = subject.fixture
      const stop = Number(await helpers.time.latest()) + 3000
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop }])
      const p = await subject.payment()
      await authorize(subject, p)
      await narrow(subject)
      await authorize(subject, p, { signer: secondSolver })
      const [stored] = await receiver.read.authorization([await receiver.read.hashPayment([p])])
      expect(stored).to.equal(secondSolver.address)
      await receiver.write.revokeSolver([secondSolver.address])
      expect(await receiver.read.isSolverActive([solver.address])).to.equal(true)
      await refusesCall(subject, p, 'UnknownSolver', [secondSolver.address, 0, 0])
    })

    // IFillSettlement.authorization: "the policy epoch of the evidence", by which the client tells that a call is stale.
    it('are reported with the epoch of their evidence, also after the policy is narrowed', async () => {
      const { receiver } = subject.fixture
      const p = await subject.payment()
      await authorize(subject, p)
      const callHash = await receiver.read.hashPayment([p])
      const told = await receiver.read.authorization([callHash])
      expect(told).to.deep.equal([solver.address, await receiver.read.policyEpoch()])
      await narrow(subject)
      expect(await receiver.read.authorization([callHash])).to.deep.equal(told)
    })

    // PaymentReturned: `payer` is whose money it was, the router's, and not who sent the transaction.
    it('a payment through a router is returned, and the event names the router', async () => {
      const { receiver, token } = subject.fixture
      const routers = await deployRouters(subject.fixture)
      const { v3, v2 } = paymentsThrough(routers)
      for (const of of [zeroAddress, token.address]) {
        for (const [through, router] of [
          [v3, routers.v3],
          [v2, routers.v2],
        ] as const) {
          const p = await subject.payment({ token: of, refundTo: home })
          const [event] = await eventsOf(
            subject.fixture,
            await through(subject, p),
            receiver,
            'PaymentReturned',
          )
          expect(event).to.include({ payer: getAddress(router.address), amount: p.minimum })
        }
      }
    })

    // ISolverPolicy: "a revoked solver has an empty window".
    it('have no window once revoked, whenever the window began', async () => {
      const { receiver, assertions } = subject.fixture
      await receiver.write.setSolver([{ solver: solver.address, start: 5, stop: 0 }])
      expect(await receiver.read.solverWindow([solver.address])).to.deep.equal([5, 0])
      await receiver.write.revokeSolver([solver.address])
      expect(await receiver.read.solverWindow([solver.address])).to.deep.equal([0, 0])
      const p = await subject.payment()
      await assertions.revertWithCustomErrorWithArgs(authorize(subject, p), receiver, 'UnknownSolver', [
        solver.address,
        0,
        0,
      ])
    })
  })
}

describe('Attack: a direct fill, as the oracle reads it', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  it('counts the whole amount if it exceeds the minimum', async () => {
    const payment = await prepare(fixture, 'fill', { minimum: fillAmount, amount: 3n * fillAmount })
    const [event] = await eventsOf(fixture, await payment.pay(), fixture.receiver, 'SolverNativeTransfer')
    expect(event).to.deep.equal({
      to: getAddress(fixture.recipient.account.address),
      amount: 3n * fillAmount,
    })
  })
})
