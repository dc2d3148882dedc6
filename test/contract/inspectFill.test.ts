// Over generated evidence, policies, states and payers: a fill that is inspected, and then sent.
import { expect } from 'chai'
import {
  type Abi,
  type Address,
  type BaseError,
  ContractFunctionRevertedError,
  zeroAddress,
  zeroHash,
} from 'viem'
import { type FillEvidence, inspectFill } from '../../src/contract/index.js'
import { padAddress, recoverSolver } from '../../src/index.js'
import { readAttestation } from '../../src/protocol/attestation/readAttestation.js'
import { judgeEvidence } from '../../src/report/receiver/judgeEvidence.js'
import { readState } from '../../src/report/receiver/readState.js'
import {
  clientOf,
  deployFixture,
  deployReceiver,
  fillAmount,
  originChainId,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
  secondSolver,
  solver,
} from '../receivers/support/fixture.js'
import {
  type Changes,
  combinations,
  deploySubject,
  type Evidence,
  pay,
  present,
  type Subject,
  shareAttested,
} from '../receivers/support/receivers.js'
import { count } from '../support/deep.js'
import { Random } from '../support/generate.js'

const native = padAddress(zeroAddress)
const other: Address = '0x00000000000000000000000000000000000000bb'

/** Checks that nothing but the attestation and the receiver decides. */
const sure = ['paused', 'signature', 'origin', 'amountSent']

/** A case: the evidence, what the payer brings, and what happened on the chain before. */
type Case = { p: Partial<PaymentTerms>; changes: Changes; amount: bigint; states: State[] }
type State = 'authorized' | 'paid' | ((world: World) => Promise<unknown>)
type World = { subject: Subject; recipient: Address }

/** One thing that is otherwise than the receiver accepts, or just accepts. */
const variations: ((one: Case, random: Random, world: World) => unknown)[] = [
  ({ p }, _, { subject }) => Object.assign(p, { token: subject.fixture.token.address }),
  ({ p }, random) => Object.assign(p, { maximum: fillAmount + random.pick([-1n, 1n, 1000n]) }),
  ({ p }, random) => Object.assign(p, { minimum: random.pick([0n, 1n, fillAmount * 2n]) }),
  ({ p }) => Object.assign(p, { recipient: other }),
  ({ p }) => Object.assign(p, { deadline: 1 }),
  ({ p }) => Object.assign(p, { originUser: padAddress(other) }),
  ({ p }) => Object.assign(p, { originCurrency: padAddress(other) }),
  (one, random) =>
    Object.assign(one, { amount: random.pick([0n, 1n, fillAmount - 1n, fillAmount + 1n, 10n ** 24n]) }),
  ({ changes }) => Object.assign(changes, { signer: secondSolver }),
  ({ changes }, random) => {
    changes.attestation = random.pick<NonNullable<Changes['attestation']>>([
      { originChainId: 5 },
      { originCurrency: padAddress(other) },
      { originAmount: routeMin - 1n },
      { originAmount: routeMax + 1n },
      { destinationChainId: 5 },
      { destinationUser: padAddress(other) },
      { destinationUser: `0x01${native.slice(4)}` },
      { requestId: zeroHash },
      { requestId: `0x${'11'.repeat(32)}` },
    ])
  },
  ({ changes }) => Object.assign(changes, { order: { solver: other } }),
  ({ changes }) => Object.assign(changes, { registrar: secondSolver }),
  ({ changes }, random) => {
    changes.output = random.pick<NonNullable<Changes['output']>>([
      { chainId: 'third' },
      { deadline: 1 },
      { extraData: `0x${'00'.repeat(12)}${other.slice(2)}` },
      { extraData: '0x1234' },
      { payments: [] },
    ])
  },
  ({ changes }, random) => {
    changes.payment = random.pick<NonNullable<Changes['payment']>>([
      { minimumAmount: 0n },
      { recipient: other },
      { currency: other },
    ])
  },
  ({ changes }) => Object.assign(changes, { calls: [] }),
  ({ changes }) => Object.assign(changes, { calls: [{ to: other, data: '0x', value: 0n }] }),
  ({ changes }, random) => {
    changes.terms = random.pick<NonNullable<Changes['terms']>>([
      { minimum: fillAmount + 1n },
      { maximum: fillAmount - 1n },
      { token: other },
      { recipient: other },
      { deadline: 1 },
    ])
  },
  ({ states }, random) => states.push(random.pick(['authorized', 'paid'])),
  (one, random) => one.states.push(random.pick(acts)),
]

const acts: State[] = [
  ({ subject }) => subject.fixture.receiver.write.pause(),
  ({ subject }) => subject.fixture.receiver.write.revokeSolver([solver.address]),
  ({ subject }) =>
    subject.fixture.receiver.write.setSolver([{ solver: solver.address, start: 2 ** 40, stop: 0 }]),
  ({ subject }) => subject.fixture.receiver.write.setToken([zeroAddress, 0n, 0n]),
  ({ subject }) => subject.fixture.receiver.write.setToken([zeroAddress, fillAmount + 1n, routeMax]),
  ({ subject }) => subject.fixture.receiver.write.setToken([zeroAddress, 1n, fillAmount - 1n]),
  ({ subject }) =>
    subject.fixture.receiver.write.setRoute([
      { chainId: BigInt(originChainId), currency: native, min: 0n, max: 0n },
    ]),
  ({ subject }) =>
    subject.fixture.receiver.write.setRoute([
      { chainId: BigInt(originChainId), currency: native, min: fillAmount + 1n, max: routeMax },
    ]),
  ({ subject, recipient }) => subject.fixture.receiver.write.removeRecipient([recipient]),
  ({ subject, recipient }) => subject.fixture.receiver.write.setReserved([recipient, true]),
  ({ subject, recipient }) => subject.fixture.receiver.write.setRouter([recipient, true]),
]

const restricted = 'PayerRestrictedReceiver'
const all = [...combinations, [restricted, 'fill'], [restricted, 'payAuthorized']] as const

for (const [kind, way] of all) {
  describe(`inspectFill: ${kind} by ${way}`, () => {
    let world: World
    let client: Parameters<typeof inspectFill>[0]
    const isRestricted = kind === restricted

    before(async () => {
      const subject =
        kind === restricted
          ? shareAttested(await deployFixture(ownChainId, { allowUnlimitedContractSize: true }))
          : await deploySubject(kind)
      const { fixture } = subject
      if (isRestricted) {
        const { address } = await fixture.viem.deployContract(restricted)
        fixture.receiver = await deployReceiver(fixture.viem, address, fixture.config)
        await fixture.token.write.approve([fixture.receiver.address, 10n ** 30n], {
          account: fixture.payer.account,
        })
      }
      world = { subject, recipient: fixture.recipient.account.address }
      client = clientOf(fixture, fixture.payer.account.address)
    })
    restoreAfterEach(() => world.subject.fixture)

    /** The name of the error that a call reverts with, read by viem. */
    async function revertOf(functionName: string, args: readonly unknown[], value: bigint, account: Address) {
      const { fixture, abi } = world.subject
      // Hardhat simulates what the payer can't afford.
      if (value > (await fixture.publicClient.getBalance({ address: account }))) return 'unaffordable'
      const call = { abi: abi as Abi, address: fixture.receiver.address, functionName, args, value, account }
      try {
        await fixture.publicClient.simulateContract(call)
        return undefined
      } catch (error) {
        const cause = (error as BaseError).walk((one) => one instanceof ContractFunctionRevertedError)
        if (!cause) return 'unaffordable'
        // As the library says of a contract's own errors.
        return (cause as ContractFunctionRevertedError).data?.errorName ?? 'unknown'
      }
    }

    /** Sends the fill after all; the name of the first error. */
    async function fill(p: PaymentTerms, args: readonly unknown[], amount: bigint) {
      const { fixture } = world.subject
      const payer = fixture.payer.account.address
      const isNative = p.token === zeroAddress
      if (way === 'fill') return revertOf('fill', [...args, amount], isNative ? amount : 0n, payer)
      const refused = await revertOf('authorizeFill', args, 0n, payer)
      if (refused) return refused
      const to = fixture.receiver.address
      await fixture.stranger.sendTransaction({ to, data: present(world.subject, way, { args }) })
      return revertOf('payAuthorized', [p], isNative ? amount : 0n, payer)
    }

    it('lists no failure if and only if the fill succeeds, otherwise the error that it reverts with', async () => {
      const { subject } = world
      const { fixture } = subject
      const random = new Random(kind.length * 7 + way.length)
      const seen = new Set<string>()
      const runs = count({ normal: 150, deep: 2000 })
      for (let run = 0; run < runs; run++) {
        const before = await fixture.helpers.takeSnapshot()
        const one: Case = { p: {}, changes: {}, amount: fillAmount, states: [] }
        for (const vary of random.list(2, () => random.pick(variations))) vary(one, random, world)
        const p = await subject.payment(one.p)
        // An authorized payment takes what is allowed; a direct one what it states, allowed or not.
        if (way === 'payAuthorized' || random.below(4) === 0) await approve(one.amount)
        // What the payer may do is not asked before the call is authorized.
        if (isRestricted && way === 'payAuthorized') one.states.unshift('authorized')
        if (isRestricted && random.below(2) === 0) await allowPayer()
        const evidence = await subject.evidence(way, p, one.changes)
        for (const state of one.states) await apply(state, p, evidence)

        const parameters = { receiver: fixture.receiver.address, payer: fixture.payer.account.address }
        const { ok, checks, failures } = await inspectFill(client, {
          ...parameters,
          ...evidence.library,
          amount: one.amount,
        })
        const concluded = await conclude(evidence.library)
        const error = await fill(p, evidence.args, one.amount)
        const names = failures.map(({ name }) => name)
        const what = `run ${run}: ${error}, not ${names}; ${describeCase(one)}`
        expect(ok, what).to.equal(error === undefined)
        // Each check of a receiver as it is shipped has its twin.
        if (!isRestricted) expect(checks, what).to.not.include('call')
        // What the library does not encode has an error of the library.
        const isEncoded = !names.some((name) => name.endsWith('FieldError'))
        if (error && error !== 'unaffordable' && isEncoded) expect(names, what).to.include(error)
        // Without the order or the terms, `verify` and the page know less, and nothing else.
        for (const { name, ok: holds } of isEncoded ? concluded : []) {
          const isJudged = sure.includes(name) || !(holds || checks.includes('terms'))
          if (isJudged) expect(holds, `${name}, ${what}`).to.equal(!checks.includes(name))
        }
        seen.add(error ?? 'paid')
        await before.restore()
      }
      expect(seen.size).to.be.greaterThan(5)
      expect([...seen]).to.include('paid')
    })

    /** What `verify` concludes from the attestation alone. */
    async function conclude({ attestation, signature }: FillEvidence) {
      if (!attestation || attestation.requestId === zeroHash || isRestricted) return []
      const { publicClient, receiver } = world.subject.fixture
      const [record, { address }] = [readAttestation({ ...attestation, signature }), receiver]
      const signer = await recoverSolver({ attestation: record })
      const state = await readState(publicClient, address, record, signer)
      const evidence = { receiver: address, attestation: record, signer }
      return (await judgeEvidence(publicClient, 'attestedOrderReceiver', state, null, evidence)).checks
    }

    const approve = (amount: bigint) =>
      world.subject.fixture.token.write.approve([world.subject.fixture.receiver.address, amount], {
        account: world.subject.fixture.payer.account,
      })

    async function allowPayer() {
      const { viem, receiver, payer } = world.subject.fixture
      const contract = await viem.getContractAt(restricted, receiver.address)
      await contract.write.grantRole([await contract.read.PAYER_ROLE(), payer.account.address])
    }

    /** Evidence that is refused authorizes and pays nothing. */
    async function apply(state: State, p: PaymentTerms, evidence: Evidence) {
      if (typeof state === 'function') return state(world)
      const { fixture } = world.subject
      if (way === 'fill' && state === 'authorized') return
      const value = way === 'fill' && p.token === zeroAddress ? p.minimum : 0n
      const to = fixture.receiver.address
      const data = present(world.subject, way, evidence, p.minimum)
      await fixture.payer.sendTransaction({ to, data, value }).catch(() => undefined)
      if (way !== 'fill' && state === 'paid') await pay(world.subject, p).catch(() => undefined)
    }
  })
}

const describeCase = ({ states, ...one }: Case) =>
  JSON.stringify({ ...one, states: states.map(String) }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
