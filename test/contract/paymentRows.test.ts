// The library's twin of a guard's checks: payments that one check alone refuses, and combinations of them.
import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  custom,
  getAddress,
  type Hex,
  hashMessage,
  keccak256,
  pad,
  size,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import * as contract from '../../src/contract/index.js'
import {
  type AttestationV1,
  encodeOrderCall,
  hashAttestation,
  hashOrderCalls,
  padAddress,
} from '../../src/index.js'
import { secondSolver, solver } from '../receivers/support/fixture.js'
import {
  deployGuard,
  deployGuardFixture,
  far,
  fillContract,
  type GuardFixture,
  type GuardSettings,
  here,
  kinds,
  late,
  makePaymentOrder,
  makeRefund,
  type PaymentEvidence,
  type PaymentOverrides,
  paid,
  payThrough,
  promised,
  recipient,
} from '../receivers/support/guardFixture.js'
import { count } from '../support/deep.js'
import { Random } from '../support/generate.js'
import { mistyped } from '../support/mistyped.js'

/** How a payment differs from one that passes. */
type Situation = {
  order?: PaymentOverrides
  terms?: Partial<contract.PayerTerms>
  signed?: { signature: Hex; orderSignature: Hex }
  /** The settings of the guard, if it has its own. */
  config?: Partial<GuardSettings>
  act?: (world: World) => Promise<unknown>
}
type World = { guard: GuardFixture['guard']; made: PaymentEvidence; digest: Hex; timestamp: bigint }
/** Check and error, and the error's arguments. */
type Row = [name: `${string}: ${string}`, ...args: unknown[]]
type Args = unknown[] | ((world: World) => unknown[])
/** A situation and its rows: by `paySigned` none where only the attestation differs. */
type Case = { situation: Situation; rows: (world: World) => Row[]; isAttested?: boolean }

const other: Address = '0x00000000000000000000000000000000000000aa'
const [otherWord, recipientWord] = [padAddress(other), padAddress(recipient)]
const [hereId, farId] = [BigInt(here.id), BigInt(far.id)]
const call = { to: recipient, data: '0x1234', value: 5n } as const
// Its addresses have any length from 16 bytes.
const hyper = { name: 'hyperliquid', chainId: 1337n }
const hyperAccount = pad('0x77', { size: 33 })
// A guard's chain id and, below it, the depository.
const policySlot = '0xb4c2d53e7bba4d519f5c7069b24fcee05d18539e89e6289c12fbebb99999ef00'

const row = (name: Row[0], args: Args, situation: Situation): Case => ({
  situation,
  rows: (world) => [[name, ...(typeof args === 'function' ? args(world) : args)]],
})
const signedBy = (signature: Hex) => ({ signature, orderSignature: signature })
const attested = (name: Row[0], args: Args, attestation: Partial<AttestationV1>): Case => ({
  ...row(name, args, { order: { attestation } }),
  isAttested: true,
})

/** An order with calls that the payer agreed to. */
const withCalls = (recipients: Hex[], order: PaymentOverrides = {}) => ({
  order: {
    ...order,
    payments: recipients.map((recipient) => ({ recipient })),
    output: { calls: [encodeOrderCall(call)], extraData: padAddress(fillContract), ...order.output },
  },
  terms: { calls: [call], fillContract },
})

/** The same to another machine, which the guard may take for an EVM chain. */
const toHyper = (
  isEvm: boolean,
  agreed: Hex,
  recipients: Hex[],
  order: PaymentOverrides = {},
): Situation => ({
  ...withCalls(recipients, {
    ...order,
    output: { chainId: hyper.name },
    attestation: {
      destinationChainId: Number(hyper.chainId),
      destinationUser: agreed === recipient ? recipientWord : keccak256(agreed),
    },
  }),
  terms: { calls: [call], fillContract, destinationChainId: Number(hyper.chainId), recipient: agreed },
  async act({ guard }) {
    await guard.write.setChain([{ ...hyper, isEvm }])
    if (!isEvm || size(agreed) === 20) await guard.write.setRecipient([hyper.chainId, agreed, true])
  },
})

/** Payments that a guard makes, and those that it refuses at one check. */
function listCases({ payer, token, guard, depository, helpers }: GuardFixture): Case[] {
  const [account, usd] = [getAddress(payer.account.address), getAddress(token.address)]
  const mine = makeRefund(account, late)
  const refunding = (change: Partial<typeof mine>, terms: Partial<contract.PayerTerms> = {}) => ({
    order: { refunds: [mine, { ...mine, ...change }] },
    terms,
  })
  const paying = (...payments: PaymentOverrides['payments'] & {}) => ({ order: { payments } })
  const inToken = (allowance: bigint): Situation => ({
    order: { payment: { currency: token.address } },
    terms: { currency: token.address },
    act: ({ guard }) => token.write.approve([guard.address, allowance], { account }),
  })
  const wanting = (currency: Address, refund: Partial<typeof mine>) => ({
    order: { ...paying({ currency }).order, ...refunding(refund).order },
    terms: { outputCurrency: currency },
  })
  const hyperInput = { chainId: hyper.name, currency: hyperAccount, amount: paid, weight: 1n }
  const passing: Situation[] = [
    {},
    inToken(paid),
    withCalls([fillContract, recipient]),
    toHyper(false, hyperAccount, [hyperAccount]),
    refunding({ recipient: other }, { refundTo: other }),
    refunding({ extraData: otherWord }, { refundContracts: [fillContract, other] }),
    { ...paying({ minimumAmount: 1n }), terms: { minimum: 0n } },
    { act: ({ made }) => helpers.time.increaseTo(Number(made.orderData.output.deadline) - 1) },
  ]
  return [
    ...passing.map((situation) => ({ situation, rows: () => [] })),

    row('paused: EnforcedPause', [], { act: ({ guard }) => guard.write.pause() }),

    row('signature: InvalidSignature', ({ digest }) => [digest, '0x'], { signed: signedBy('0x') }),
    row('signature: InvalidSignatureError', [], { signed: signedBy(mistyped(undefined)) }),
    row('signature: UnknownSolver', [secondSolver.address, 0, 0], { order: { signer: secondSolver } }),
    row('signature: UnknownSolver', [solver.address, 2 ** 40, 0], {
      act: ({ guard }) => guard.write.setSolver([{ solver: solver.address, start: 2 ** 40, stop: 0 }]),
    }),
    row('signature: SolverMismatch', [secondSolver.address, solver.address], {
      order: { order: { solver: secondSolver.address } },
    }),

    row('origin: WrongOriginChain', [5n, hereId], {
      act: () => helpers.setStorageAt(guard.address, policySlot, (5n << 160n) | BigInt(depository.address)),
    }),
    attested('origin: WrongOriginChain', [farId, hereId], { originChainId: far.id }),
    row('origin: WrongOriginChain', [farId, hereId], {
      order: { payment: { chainId: far.name }, refunds: [] },
      terms: { allowNoRefund: true },
    }),

    attested('payer: PayerMismatch', [account, otherWord], { originUser: otherWord }),

    // Alone only on a guard that has the name of another machine.
    row('currency: InvalidOrderAddress', [hyperAccount], {
      config: { chainName: hyper.name, chains: [{ name: far.name, chainId: farId, isEvm: true }] },
      order: { order: { inputs: [{ payment: hyperInput, refunds: [] }] } },
      terms: { allowNoRefund: true },
    }),
    attested('currency: CurrencyMismatch', [zeroHash, otherWord], { originCurrency: otherWord }),
    row('currency: CurrencyMismatch', [zeroHash, padAddress(token.address)], {
      terms: { currency: token.address },
    }),

    attested('amount: AmountMismatch', [paid, paid - 1n], { originAmount: paid - 1n }),
    row('amount: AmountMismatch', [paid, paid + 1n], { terms: { amount: paid + 1n } }),

    attested('requestId: OrderMismatch', ({ made }) => [made.id, otherWord], { requestId: otherWord }),
    attested('requestId: AttestationFieldError', [], { requestId: zeroHash }),

    // A chain that is not known has no recipients.
    {
      situation: { order: { output: { chainId: 'Far' } } },
      rows: () => [
        ['destination: UnknownChain', 'Far'],
        ['recipient: OutputRecipientNotAllowed', 0n, recipient],
      ],
    },
    attested('destination: DestinationMismatch', [farId, hereId], { destinationChainId: here.id }),
    row('destination: DestinationMismatch', [farId, 5n], { terms: { destinationChainId: 5 } }),

    row('output: CallsMismatch', [hashOrderCalls([call]), keccak256('0x')], {
      order: { output: { calls: [encodeOrderCall(call)], extraData: padAddress(fillContract) } },
      terms: { fillContract },
    }),
    row('output: FillContractMismatch', [keccak256('0x'), keccak256(padAddress(fillContract))], {
      terms: { fillContract },
    }),
    row('output: InvalidOrderAddress', [hyperAccount], {
      ...merge([toHyper(true, recipient, [recipient]), paying({ currency: hyperAccount })]),
    }),
    row('output: InvalidOrderAddress', [`${zeroAddress}00`], {
      ...merge([toHyper(true, recipient, [recipient]), paying({ currency: `${zeroAddress}00` })]),
    }),
    row('output: OutputTooLow', [5n, promised], paying({ minimumAmount: 5n }, { minimumAmount: 4n })),
    row('output: OutputTooLow', [0n, promised], paying({ currency: other })),
    row('output: OutputTooLow', [0n, 1n], { ...paying(), terms: { minimum: 0n } }),

    row('settlement: FillContractMissing', [hashOrderCalls([call])], {
      order: { output: { calls: [encodeOrderCall(call)] } },
      terms: { calls: [call] },
    }),
    row('settlement: UnsupportedVersion', [keccak256(toHex('v2')), keccak256(toHex('v1'))], {
      order: { order: { version: 'v2' } },
    }),
    row('settlement: InvalidInputWeight', [0n], { order: { payment: { weight: 0n } } }),
    row('expiry: DeadlineTooEarly', ({ made }) => [BigInt(made.orderData.output.deadline), 2n ** 40n], {
      terms: { minimumDeadline: 2 ** 40 },
    }),
    row('refund: RefundMissing', [here.name, zeroAddress], { order: { refunds: [] } }),
    row('refund: RefundTooShort', ({ made }) => [1n, BigInt(made.orderData.output.deadline)], {
      ...refunding({ deadline: 1 }),
    }),
    row('refund: RefundTooHigh', [paid + 1n, paid], refunding({ minimumAmount: paid + 1n })),
    row('expiry: RequestExpired', ({ timestamp }) => [timestamp, 1n], { order: { output: { deadline: 1 } } }),

    row('refund: CallsNotEnforced', [], withCalls([fillContract], { refunds: [mine] })),
    row('refund: UnknownChain', ['optimism'], refunding({ chainId: 'optimism' })),
    row('refund: InvalidOrderAddress', [hyperAccount], {
      ...refunding({ chainId: hyper.name, recipient: hyperAccount }),
      act: ({ guard }) => guard.write.setChain([{ ...hyper, isEvm: true }]),
    }),
    row('refund: RefundNotAllowed', [other, account, recipient], {
      ...refunding({ recipient: other }, { refundTo: recipient }),
    }),
    // The payer's bytes are another account on another machine.
    row('refund: RefundNotAllowed', [account.toLowerCase(), account, '0x'], {
      ...toHyper(false, hyperAccount, [hyperAccount], refunding({ chainId: hyper.name }).order),
    }),
    row('refund: RefundCurrencyNotAllowed', [here.name, other], wanting(other, { currency: other })),
    row('refund: RefundCurrencyNotAllowed', [far.name, zeroAddress], wanting(other, { chainId: far.name })),
    row('refund: RefundDataNotAllowed', [otherWord], {
      ...refunding({ extraData: otherWord }, { refundContracts: [fillContract] }),
    }),

    attested('recipient: OutputRecipientMismatch', [recipientWord, otherWord], {
      destinationUser: otherWord,
    }),
    // No list of an EVM chain has such a recipient.
    {
      situation: toHyper(true, hyperAccount, [fillContract]),
      rows: () => [
        ['recipient: InvalidOrderAddress', hyperAccount],
        ['recipient: OutputRecipientNotAllowed', hyper.chainId, hyperAccount],
      ],
    },
    row(
      'recipient: InvalidOrderAddress',
      [hyperAccount],
      toHyper(true, recipient, [recipient, hyperAccount]),
    ),
    row('recipient: OutputRecipientNotAllowed', [farId, recipient], {
      act: ({ guard }) => guard.write.setRecipient([farId, recipient, false]),
    }),
    row('recipient: OutputRecipientNotAllowed', [farId, fillContract.toLowerCase()], {
      order: { payments: [{ recipient: fillContract }], output: { extraData: padAddress(fillContract) } },
      terms: { fillContract },
    }),
    row('recipient: OutputRecipientMismatch', [otherWord, recipientWord], paying({}, { recipient: other })),
    row('recipient: OutputRecipientMismatch', [otherWord, keccak256(hyperAccount)], {
      ...toHyper(false, hyperAccount, [hyperAccount, otherWord]),
    }),

    row('duplicate: RequestAlreadyPaid', ({ made }) => [made.id], {
      act: ({ made }) => payThrough({ guard }, 'paySigned', made),
    }),

    row('payment: TokenTransferFailed', [usd, account, getAddress(guard.address), paid], inToken(paid - 1n)),

    row('call: DepositFailed', [getAddress(depository.address), '0x'], {
      act: () => helpers.setCode(depository.address, '0xfe'),
    }),
  ]
}

/** Merges the changes of several situations. */
function merge(all: Situation[]): Situation {
  const orders = all.map(({ order = {} }) => order)
  const order: PaymentOverrides = Object.assign({}, ...orders)
  for (const part of ['order', 'payment', 'output', 'attestation'] as const) {
    order[part] = Object.assign({}, ...orders.map((one) => one[part]))
  }
  if (order.refunds) order.refunds = orders.flatMap(({ refunds = [] }) => refunds)
  if (order.payments) order.payments = orders.flatMap(({ payments = [] }) => payments)
  return {
    ...Object.assign({}, ...all),
    order,
    terms: Object.assign({}, ...all.map(({ terms }) => terms)),
    // Another situation may have made an act impossible.
    async act(world) {
      for (const { act } of all) await act?.(world).catch(() => undefined)
    },
  }
}

for (const kind of kinds) {
  describe(`inspectPayment and ${kind}`, () => {
    let fixture: GuardFixture
    let cases: Case[]
    let account: Address
    let client: ReturnType<typeof clientOf>

    before(async () => {
      fixture = await deployGuardFixture()
      cases = listCases(fixture)
      account = fixture.payer.account.address
      client = clientOf(fixture)
    })
    after(() => fixture?.connection.close())

    /** Does not send what passes the simulation: the next block is later. */
    function clientOf({ connection, publicClient: { chain } }: GuardFixture) {
      const request = async (call: Parameters<typeof connection.provider.request>[0]) =>
        call.method === 'eth_sendTransaction' ? zeroHash : connection.provider.request(call)
      return createWalletClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) })
    }

    async function arrange({ order, config, act, signed, terms }: Situation) {
      const { viem, implementation, publicClient } = fixture
      const settings = { ...fixture.config, ...config }
      const guard = config ? await deployGuard(viem, implementation.address, settings) : fixture.guard
      const output = { calls: [], extraData: '0x', ...order?.output } as const
      const made = await makePaymentOrder(fixture, { ...order, output })
      const { id, orderData, evmChains, attestation, signature, orderSignature } = { ...made, ...signed }
      const digest = hashMessage({ raw: kind === 'payAttested' ? hashAttestation(attestation) : id })
      const world = { guard, made, digest, timestamp: 0n }
      await act?.(world)
      world.timestamp = (await publicClient.getBlock()).timestamp
      const payment = {
        guard: guard.address,
        orderData,
        evmChains,
        terms: {
          currency: zeroAddress,
          amount: paid,
          destinationChainId: far.id,
          recipient,
          outputCurrency: zeroAddress,
          minimum: promised,
          ...terms,
        },
        ...(kind === 'payAttested' ? { attestation, signature } : { orderSignature }),
      } as contract.PayAttestedParameters | contract.PaySignedParameters
      return { world, payment }
    }

    /** The rows of a payment, and the error that refuses it: the guard's, or the library's for what it can't encode. */
    async function compare(situation: Situation) {
      const before = await fixture.helpers.takeSnapshot()
      try {
        const { world, payment } = await arrange(situation)
        const { ok, failures } = await contract.inspectPayment(client, { ...payment, payer: account })
        const paying =
          'attestation' in payment
            ? contract.payAttested(client, payment)
            : contract.paySigned(client, payment)
        const refusal = await paying.then(
          () => undefined,
          (error) =>
            error instanceof contract.FillRevertedError ? [error.errorName, ...error.args] : [error.name],
        )
        expect(ok).to.equal(failures.length === 0)
        const rows = failures.map(({ check, name, args }): Row => [`${check}: ${name}`, ...args])
        return { world, rows, refusal }
      } finally {
        await before.restore()
      }
    }

    const errorOf = ([name, ...args]: Row) => [name.replace(/.*: /, ''), ...args]

    it("agree on a payment that fails one check: that check's row has the error", async () => {
      for (const { situation, rows: list, isAttested } of cases) {
        const { world, rows, refusal } = await compare(situation)
        const expected = isAttested && kind === 'paySigned' ? [] : list(world)
        expect(rows).to.deep.equal(expected)
        expect(refusal).to.deep.equal(expected.map(errorOf)[0])
      }
    })

    it('agree on payments that fail several checks: one row has the error', async () => {
      const random = new Random(kind.length)
      const seen = new Set<unknown>()
      for (let run = 0; run < count({ normal: 150, deep: 2000 }); run++) {
        // Neighbors are often of one check.
        const others = random.list(2, () => random.below(cases.length))
        const picked = [run, run + 1, ...others].map((index) => index % cases.length)
        const situation = merge(picked.map((index) => cases[index]!.situation))
        // Nobody can sign an order, or encode terms, with an address of another chain.
        const compared = await compare(situation).catch((error) =>
          expect(error.name).to.match(/^(Order|Payment)FieldError$/),
        )
        if (!('rows' in compared)) continue
        const { rows, refusal } = compared
        if (refusal) expect(rows.map(errorOf), `cases ${picked}`).to.deep.include(refusal)
        else expect(rows, `cases ${picked}`).to.deep.equal([])
        seen.add(refusal?.[0])
      }
      expect([...seen]).to.include(undefined)
      expect(seen.size).to.be.greaterThan(15)
    }).timeout(count({ normal: 60_000, deep: 600_000 }))

    it('list every check that fails, in their order', async () => {
      const { token, guard } = fixture
      const attestation = { originUser: otherWord, requestId: otherWord, destinationChainId: 5 }
      const { rows } = await compare({
        order: {
          signer: secondSolver,
          order: { solver: other },
          payment: { chainId: far.name, amount: paid + 1n },
          refunds: [{ ...makeRefund(other, late, here.name, other), extraData: otherWord }],
          payments: [{ minimumAmount: 1n, recipient: other }],
          output: { calls: ['0x'], deadline: 1 },
          attestation: kind === 'payAttested' ? attestation : {},
        },
        terms: { calls: [call], fillContract, currency: token.address },
        async act() {
          await guard.write.pause()
          await guard.write.setRecipient([farId, recipient, false])
          await token.write.approve([guard.address, 0n], { account })
        },
      })
      const isSigned = kind === 'paySigned'
      expect(rows.map((row) => errorOf(row)[0]).join(' ')).to.equal(
        'EnforcedPause UnknownSolver SolverMismatch WrongOriginChain ' +
          (isSigned ? '' : 'PayerMismatch ') +
          'CurrencyMismatch AmountMismatch ' +
          (isSigned ? '' : 'OrderMismatch DestinationMismatch ') +
          'CallsMismatch FillContractMismatch OutputTooLow FillContractMissing RequestExpired ' +
          'RefundMissing CallsNotEnforced RefundNotAllowed RefundCurrencyNotAllowed RefundDataNotAllowed ' +
          'OutputRecipientNotAllowed OutputRecipientMismatch TokenTransferFailed',
      )
    })
  })
}
