import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  pad,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { encodeAttestation, padAddress } from '../../src/index.js'
import { expectBitsRefused, findWord, impossibleLengths } from '../support/calldata.js'
import { expectRevert } from '../support/expectRevert.js'
import { restoreAfterEach, secondSolver, solver, toStruct } from './support/fixture.js'
import {
  bitcoin,
  bitcoinRecipient,
  deployGuardFixture,
  far,
  fillContract,
  type GuardCall,
  type GuardCallOptions,
  type GuardFixture,
  here,
  type Kind,
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
  solana,
  solanaRecipient,
} from './support/guardFixture.js'

const other = getAddress('0x00000000000000000000000000000000000000aa')
describe('PaymentGuard: the checks', () => {
  let fixture: GuardFixture
  let harness: Awaited<ReturnType<typeof deployHarness>>
  const deployHarness = () => fixture.viem.deployContract('GuardHarness')

  before(async () => {
    fixture = await deployGuardFixture()
    harness = await deployHarness()
  })
  restoreAfterEach(() => fixture)

  const make = (overrides: PaymentOverrides = {}) => makePaymentOrder(fixture, overrides)
  const inDepository = () => fixture.publicClient.getBalance({ address: fixture.depository.address })

  async function accepts(kind: Kind, evidence: PaymentEvidence) {
    const before = await inDepository()
    await payThrough(fixture, kind, evidence)
    expect(await inDepository()).to.equal(before + evidence.terms.amount)
    expect(await fixture.guard.read.isPaid([evidence.id])).to.equal(true)
  }

  /** The payment reverts with exactly the error, and nothing moves. */
  async function refuses(
    kind: Kind,
    evidence: GuardCall,
    error: string,
    args: unknown[],
    options: GuardCallOptions = {},
  ) {
    const before = await inDepository()
    const call = payThrough(fixture, kind, evidence, options)
    await expectRevert(fixture.assertions, call, fixture.guard, error, args)
    expect(await inDepository()).to.equal(before)
  }

  /** Signs an order that was changed by hand, into what the library would not encode. */
  async function resign(evidence: PaymentEvidence, order: PaymentEvidence['order']) {
    const [id] = await harness.read.hashPaymentOrders([[order]])
    const attestation = { ...evidence.attestation, requestId: id! }
    const signature = await solver.signMessage({
      message: { raw: keccak256(encodeAttestation(attestation)) },
    })
    const orderSignature = await solver.signMessage({ message: { raw: id! } })
    return { ...evidence, id: id!, order, a: toStruct(attestation), signature, orderSignature }
  }

  /** Returns the changes that make an order to a listed recipient on another virtual machine. */
  async function toSolana() {
    const there = {
      payments: [{ recipient: solanaRecipient, currency: solanaRecipient }],
      output: { chainId: solana.name },
    }
    const raw = (await make(there)).order.output.payments[0]!.recipient
    await fixture.guard.write.setRecipient([BigInt(solana.id), raw, true])
    return {
      ...there,
      attestation: { destinationChainId: solana.id, destinationUser: raw },
      terms: { destinationChainId: BigInt(solana.id), recipient: raw, outputCurrency: raw },
    }
  }

  for (const kind of kinds) {
    describe(`by ${kind}`, () => {
      it("pays exactly the payment in the payer's name if every check passes", async () => {
        const evidence = await make()
        const { a, signature, order, orderSignature, terms } = evidence
        const options = { account: evidence.payer, value: paid }
        const { result } =
          kind === 'payAttested'
            ? await fixture.guard.simulate.payAttested([a, signature, order, terms], options)
            : await fixture.guard.simulate.paySigned([order, orderSignature, terms], options)
        expect(result).to.equal(evidence.id)
        await accepts(kind, evidence)
        const [deposit] = await fixture.depository.getEvents.RelayNativeDeposit()
        const from = getAddress(evidence.payer)
        expect(deposit?.args).to.deep.equal({ from, amount: paid, id: evidence.id })
        const [made] = await fixture.guard.getEvents.PaymentMade()
        expect(made?.args).to.deep.equal({
          id: evidence.id,
          payer: from,
          solver: solver.address,
          currency: zeroAddress,
          amount: paid,
        })
      })

      it('paused: refuses until it is unpaused', async () => {
        const evidence = await make()
        await fixture.guard.write.pause()
        await refuses(kind, evidence, 'EnforcedPause', [])
        await fixture.guard.write.unpause()
        await accepts(kind, evidence)
      })

      it('signature: refuses a stranger', async () => {
        const evidence = await make({ signer: secondSolver })
        await refuses(kind, evidence, 'UnknownSolver', [secondSolver.address, 0, 0])
      })

      it('signature: refuses malformed or high signatures, and accepts the short form', async () => {
        const evidence = await make()
        const name = kind === 'payAttested' ? 'signature' : 'orderSignature'
        const good = evidence[name]
        const [r, s, v] = [
          good.slice(2, 66),
          BigInt(`0x${good.slice(66, 130)}`),
          Number(`0x${good.slice(130)}`),
        ]
        const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
        const high = concat([`0x${r}`, toHex(n - s, { size: 32 }), toHex(v === 27 ? 28 : 27)])
        const signed =
          kind === 'payAttested' ? keccak256(encodeAttestation(evidence.attestation)) : evidence.id
        const digest = keccak256(concat([toHex('\x19Ethereum Signed Message:\n32'), signed]))
        const broken: Hex[] = ['0x', high, concat([good, '0x00']), `${good.slice(0, -2)}00` as Hex]
        for (const signature of broken) {
          const failed = { ...evidence, [name]: signature }
          await refuses(kind, failed, 'InvalidSignature', [digest, signature])
        }
        const short = concat([`0x${r}`, toHex(s | (BigInt(v - 27) << 255n), { size: 32 })])
        await accepts(kind, { ...evidence, [name]: short })
      })

      it('signature: checks the solver’s window at the time of use, both ends', async () => {
        const now = Number(await fixture.helpers.time.latest())
        const [start, stop] = [now + 100, now + 200]
        await fixture.guard.write.setSolver([{ solver: secondSolver.address, start, stop }])
        for (const [time, ok] of [
          [start - 1, false],
          [start, true],
          [stop - 1, true],
          [stop, false],
        ] as const) {
          const evidence = await make({ signer: secondSolver })
          await fixture.helpers.time.setNextBlockTimestamp(time)
          if (ok) await payThrough(fixture, kind, evidence)
          else {
            await fixture.assertions.revertWithCustomErrorWithArgs(
              payThrough(fixture, kind, evidence),
              fixture.guard,
              'UnknownSolver',
              [secondSolver.address, start, stop],
            )
          }
        }
      })

      it('signature: refuses a revoked solver at once', async () => {
        const evidence = await make()
        await fixture.guard.write.revokeSolver([solver.address])
        await refuses(kind, evidence, 'UnknownSolver', [solver.address, 0, 0])
      })

      it('signature: refuses an order that names another solver than its signer', async () => {
        const evidence = await make({ order: { solver: secondSolver.address } })
        const args = [secondSolver.address, solver.address]
        await refuses(kind, evidence, 'SolverMismatch', args)
      })

      it('origin: refuses an input on another chain, byte for byte', async () => {
        for (const [chainId, found] of [
          ['Destination', 0n],
          ['destination ', 0n],
          [far.name, BigInt(far.id)],
        ] as const) {
          const evidence = await make({ payment: { chainId }, refunds: [] })
          await refuses(kind, evidence, 'WrongOriginChain', [found, BigInt(here.id)])
        }
      })

      it('origin: refuses once the chain id differs from the configured one', async () => {
        // As after a fork that took another chain id: in the first slot of ERC-7201 storage, above the depository.
        const slot = '0xb4c2d53e7bba4d519f5c7069b24fcee05d18539e89e6289c12fbebb99999ef00'
        const packed = (id: bigint) => (id << 160n) | BigInt(fixture.depository.address)
        expect(await fixture.publicClient.getStorageAt({ address: fixture.guard.address, slot })).to.equal(
          toHex(packed(BigInt(here.id)), { size: 32 }),
        )
        await fixture.helpers.setStorageAt(fixture.guard.address, slot, packed(31337n))
        const evidence = await make()
        await refuses(kind, evidence, 'WrongOriginChain', [31337n, BigInt(here.id)])
      })

      it('currency: refuses any length but 20 bytes', async () => {
        const evidence = await make({ refunds: [] })
        for (const currency of ['0x', pad('0x', { size: 19 }), pad('0x', { size: 21 }), zeroHash] as Hex[]) {
          const { input } = evidence.order
          const order = { ...evidence.order, input: { ...input, payment: { ...input.payment, currency } } }
          const changed = await resign(evidence, order)
          await refuses(kind, changed, 'InvalidOrderAddress', [currency])
        }
      })

      it('request id: refuses an order with any part changed after it was signed', async () => {
        const evidence = await make()
        const { order } = evidence
        const [payment] = order.output.payments
        const [refund] = order.input.refunds
        const changes: Record<string, PaymentEvidence['order']> = {
          versionHash: { ...order, versionHash: order.feesHash },
          solverChainIdHash: { ...order, solverChainIdHash: order.feesHash },
          salt: { ...order, salt: order.salt + 1n },
          feesHash: { ...order, feesHash: order.versionHash },
          weight: {
            ...order,
            input: { ...order.input, payment: { ...order.input.payment, weight: 2n } },
          },
          refunds: { ...order, input: { ...order.input, refunds: [refund!] } },
          refundMinimum: {
            ...order,
            input: { ...order.input, refunds: [{ ...refund!, minimumAmount: 1n }, order.input.refunds[1]!] },
          },
          refundDeadline: {
            ...order,
            input: { ...order.input, refunds: [{ ...refund!, deadline: 1 }, order.input.refunds[1]!] },
          },
          expectedAmount: {
            ...order,
            output: { ...order.output, payments: [{ ...payment!, expectedAmount: 1n }] },
          },
          minimumAmount: {
            ...order,
            output: { ...order.output, payments: [{ ...payment!, minimumAmount: promised + 1n }] },
          },
          deadline: { ...order, output: { ...order.output, deadline: order.output.deadline + 1 } },
          callsHash: { ...order, output: { ...order.output, callsHash: order.feesHash } },
          extraDataHash: { ...order, output: { ...order.output, extraDataHash: order.feesHash } },
        }
        for (const changed of Object.values(changes)) {
          const error = kind === 'payAttested' ? 'OrderMismatch' : 'UnknownSolver'
          const call = { ...evidence, order: changed }
          await fixture.assertions.revertWithCustomError(
            payThrough(fixture, kind, call),
            fixture.guard,
            error,
          )
        }
      })

      it('destination: refuses a chain that is not configured', async () => {
        const evidence = await make({ output: { chainId: 'Far' } })
        // A chain that is not known has no id that was attested, and no recipients.
        await refuses(kind, evidence, 'UnknownChain', ['Far'])
      })

      it('output: accepts the promised minimum and refuses less', async () => {
        await accepts(kind, await make({ payments: [{ minimumAmount: promised }] }))
        await accepts(kind, await make({ payments: [{ minimumAmount: promised + 1n }] }))
        const less = await make({ payments: [{ minimumAmount: promised - 1n }] })
        await refuses(kind, less, 'OutputTooLow', [promised - 1n, promised])
      })

      it('output: refuses a promise of nothing, whatever the payer agreed to', async () => {
        const terms = { minimum: 0n }
        const zero = await make({ payments: [{ minimumAmount: 0n }], terms })
        await refuses(kind, zero, 'OutputTooLow', [0n, 1n])
        const none = await make({ payments: [], terms })
        await refuses(kind, none, 'OutputTooLow', [0n, 1n])
        await accepts(kind, await make({ payments: [{ minimumAmount: 1n }], terms }))
      })

      it('output: counts only the agreed currency, and never a sum', async () => {
        const currency = other
        const worthless = await make({ payments: [{ currency }] })
        await refuses(kind, worthless, 'OutputTooLow', [0n, promised])
        const half = { minimumAmount: promised / 2n }
        const halves = await make({ payments: [half, half] })
        await refuses(kind, halves, 'OutputTooLow', [promised / 2n, promised])
        await accepts(kind, await make({ payments: [{ currency, minimumAmount: 7n }, {}] }))
        await accepts(kind, await make({ payments: [{}, { currency, minimumAmount: 7n }] }))
      })

      it('output: refuses other calls than the payer agreed to, and missing ones', async () => {
        const shown = (await make()).terms
        const hashOf = (...calls: Hex[]) => keccak256(concat(calls.map((call) => keccak256(call))))
        for (const calls of [['0x1235'], ['0x1234', '0x1234'], ['0x'], ['0x12', '0x34']] as Hex[][]) {
          const evidence = await make({ output: { calls }, terms: shown })
          const args = [hashOf(...calls), hashOf('0x1234')]
          await refuses(kind, evidence, 'CallsMismatch', args)
        }
        const none = await make({ output: { calls: [] }, terms: shown })
        await refuses(kind, none, 'CallsMismatch', [keccak256('0x'), hashOf('0x1234')])
        // Zero stands for no calls, and for nothing else.
        for (const callsHash of [zeroHash, keccak256('0x')]) {
          const some = await make({ terms: { callsHash } })
          await refuses(kind, some, 'CallsMismatch', [hashOf('0x1234'), keccak256('0x')])
          await accepts(kind, await make({ output: { calls: [] }, terms: { callsHash } }))
        }
        const zeroes = await make({ output: { calls: [] }, terms: { callsHash: hashOf('0x') } })
        await refuses(kind, zeroes, 'CallsMismatch', [keccak256('0x'), hashOf('0x')])
      })

      it('output: refuses another fill contract than the payer agreed to, byte for byte', async () => {
        const own = padAddress(fillContract)
        for (const [found, agreed] of [
          [padAddress(other), own],
          ['0x', own],
          [own, '0x'],
          [fillContract.toLowerCase(), own],
          [`${own}00`, own],
        ] as [Hex, Hex][]) {
          const evidence = await make({ output: { extraData: found }, terms: { extraData: agreed } })
          const args = [keccak256(found), keccak256(agreed)]
          await refuses(kind, evidence, 'FillContractMismatch', args)
        }
        // With calls none settles.
        await accepts(kind, await make({ output: { calls: [], extraData: '0x' } }))
      })

      it('output: may go to the fill contract that makes the calls', async () => {
        const toContract = { recipient: fillContract }
        await accepts(kind, await make({ payments: [toContract] }))
        await accepts(kind, await make({ payments: [toContract, { minimumAmount: 1n }] }))
        const less = await make({ payments: [{ ...toContract, minimumAmount: promised - 1n }] })
        await refuses(kind, less, 'OutputTooLow', [promised - 1n, promised])
        const besides = await make({ payments: [toContract, { recipient: other }] })
        const args = [padAddress(other), padAddress(recipient)]
        await refuses(kind, besides, 'OutputRecipientMismatch', args)
        // What is no address of 20 bytes names no contract.
        const shorter = await make({ payments: [toContract], output: { extraData: fillContract } })
        const toShorter = [padAddress(fillContract), padAddress(recipient)]
        await refuses(kind, shorter, 'OutputRecipientMismatch', toShorter)
      })

      it('output: never goes to the fill contract of an order without calls, even if it is listed', async () => {
        await fixture.guard.write.setRecipient([BigInt(far.id), fillContract, true])
        const args = [BigInt(far.id), fillContract.toLowerCase()]
        for (const callsHash of [zeroHash, keccak256('0x')]) {
          const evidence = await make({
            payments: [{ recipient: fillContract }],
            output: { calls: [] },
            terms: { callsHash },
          })
          await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
        }
        const itself = await make({
          payments: [{ recipient: fillContract }],
          output: { calls: [] },
          attestation: { destinationUser: padAddress(fillContract) },
          terms: { recipient: fillContract },
        })
        await refuses(kind, itself, 'OutputRecipientNotAllowed', args)
      })

      it('recipient: must be listed even if the order pays only the fill contract', async () => {
        const evidence = await make({
          payments: [{ recipient: fillContract }],
          attestation: { destinationUser: padAddress(other) },
          terms: { recipient: other },
        })
        const args = [BigInt(far.id), other.toLowerCase()]
        await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
        await fixture.guard.write.setRecipient([BigInt(far.id), other, true])
        await accepts(kind, evidence)
      })

      it('refund: may be in the paid or the requested currency, each on its chain', async () => {
        const payer = fixture.payer.account.address
        const wanted = other
        const there = { payments: [{ currency: wanted }], terms: { outputCurrency: wanted } }
        const refund = (chain: string, currency: Address) => makeRefund(payer, late, chain, currency)
        const sound = [refund(here.name, zeroAddress), refund(far.name, wanted)]
        await accepts(kind, await make({ ...there, refunds: sound }))
        await fixture.guard.write.setChain([{ name: 'third', chainId: 31103n, isEvm: true }])
        for (const [chain, currency] of [
          [here.name, wanted],
          [far.name, zeroAddress],
          ['third', zeroAddress],
          ['third', wanted],
          [here.name, fixture.token.address],
        ] as const) {
          for (const refunds of [[refund(chain, currency)], [...sound, refund(chain, currency)]]) {
            const evidence = await make({ ...there, refunds })
            const args = [chain, currency.toLowerCase()]
            await refuses(kind, evidence, 'RefundCurrencyNotAllowed', args)
          }
        }
      })

      it('settlement: accepts any input weight but 0, and only version v1', async () => {
        for (const weight of [2n, maxUint256]) await accepts(kind, await make({ payment: { weight } }))
        await refuses(kind, await make({ payment: { weight: 0n } }), 'InvalidInputWeight', [0n])
        const other = await make({ order: { version: 'v2' } })
        await refuses(kind, other, 'UnsupportedVersion', [keccak256(toHex('v2')), keccak256(toHex('v1'))])
      })

      it('expiry: pays until the last second before the deadline', async () => {
        const deadline = Number(await fixture.helpers.time.latest()) + 500
        const [first, second] = [await make({ output: { deadline } }), await make({ output: { deadline } })]
        await fixture.helpers.time.setNextBlockTimestamp(deadline - 1)
        await payThrough(fixture, kind, first)
        await fixture.helpers.time.setNextBlockTimestamp(deadline)
        await refuses(kind, second, 'RequestExpired', [BigInt(deadline), BigInt(deadline)])
      })

      it("expiry: needs an order that outlasts the payer's minimum", async () => {
        const deadline = Number(await fixture.helpers.time.latest()) + 500
        const lasting = (minimumDeadline: number) =>
          make({ output: { deadline }, terms: { minimumDeadline } })
        await refuses(kind, await lasting(deadline), 'DeadlineTooEarly', [BigInt(deadline), BigInt(deadline)])
        await accepts(kind, await lasting(deadline - 1))
        // One that lies behind changes nothing.
        await accepts(kind, await lasting(1))
      })

      it('refund: must include one on this chain, unless the payer needs none', async () => {
        const payer = fixture.payer.account.address
        const there = [makeRefund(payer, late, far.name), makeRefund(payer, late, far.name)]
        for (const refunds of [[], there]) {
          const terms = { allowNoRefund: false }
          const args = [here.name, zeroAddress]
          await refuses(kind, await make({ refunds, terms }), 'RefundMissing', args)
          await accepts(kind, await make({ refunds, terms: { allowNoRefund: true } }))
        }
      })

      it('refund: must last as long as the output, on either chain', async () => {
        const payer = fixture.payer.account.address
        const deadline = Number(await fixture.helpers.time.latest()) + 500
        const lasting = (one: number, two: number) =>
          make({
            output: { deadline },
            refunds: [makeRefund(payer, one), makeRefund(payer, two, far.name)],
            // It excuses a missing refund and nothing else.
            terms: { allowNoRefund: true },
          })
        const args = [BigInt(deadline - 1), BigInt(deadline)]
        await refuses(kind, await lasting(deadline - 1, late), 'RefundTooShort', args)
        await refuses(kind, await lasting(late, deadline - 1), 'RefundTooShort', args)
        await accepts(kind, await lasting(deadline, deadline))
      })

      it('refund: has at most the payment as its minimum in the paid currency', async () => {
        const payer = fixture.payer.account.address
        const asking = (own: bigint, there: bigint) =>
          make({
            refunds: [
              { ...makeRefund(payer, late), minimumAmount: own },
              { ...makeRefund(payer, late, far.name), minimumAmount: there },
            ],
            terms: { allowNoRefund: true },
          })
        await refuses(kind, await asking(paid + 1n, 0n), 'RefundTooHigh', [paid + 1n, paid])
        await accepts(kind, await asking(paid, paid + 1n))
      })

      it('refund: refuses a refund to anyone else, at any place', async () => {
        const [payer, stranger] = [fixture.payer.account.address, fixture.stranger.account.address]
        const mine = makeRefund(payer, late)
        for (const refunds of [
          [makeRefund(stranger, late)],
          [mine, makeRefund(stranger, late)],
          [makeRefund(stranger, late, far.name), mine],
        ]) {
          const evidence = await make({ refunds })
          const args = [stranger.toLowerCase(), getAddress(payer), '0x']
          await refuses(kind, evidence, 'RefundNotAllowed', args)
        }
      })

      it("refund: accepts the payer, the payer's refundTo, or no recipient", async () => {
        const [payer, refundee] = [fixture.payer.account.address, fixture.refundee.account.address]
        await accepts(kind, await make({ refunds: [] }))
        const refunds = [makeRefund(payer, late), makeRefund(refundee, late, far.name)]
        await accepts(kind, await make({ refunds, terms: { refundTo: refundee } }))
        const named = await make({ refunds, terms: { refundTo: other } })
        const args = [refundee.toLowerCase(), getAddress(payer), other.toLowerCase()]
        await refuses(kind, named, 'RefundNotAllowed', args)
      })

      it('refund: refuses chains that are not configured and addresses of another form', async () => {
        const payer = fixture.payer.account.address
        const unknown = await make({ refunds: [makeRefund(payer, late, 'optimism')] })
        await refuses(kind, unknown, 'UnknownChain', ['optimism'])

        const evidence = await make({ refunds: [makeRefund(payer, late)] })
        const [refund] = evidence.order.input.refunds
        for (const raw of ['0x', padAddress(payer), concat([payer, '0x00'])] as Hex[]) {
          const input = { ...evidence.order.input, refunds: [{ ...refund!, recipient: raw }] }
          const changed = await resign(evidence, { ...evidence.order, input })
          // Naming it makes no difference: such bytes are no account of an EVM chain.
          for (const refundTo of [raw, '0x'] as const) {
            const call = { ...changed, terms: { ...changed.terms, refundTo } }
            await refuses(kind, call, 'InvalidOrderAddress', [raw.toLowerCase()])
          }
        }
      })

      it("refund: has no extra data but the payer's", async () => {
        const payer = fixture.payer.account.address
        const refunds = [
          makeRefund(payer, late),
          { ...makeRefund(payer, late), extraData: '0x1234' as const },
        ]
        for (const refundExtraData of [[], ['0x'], ['0x12', '0x123400']] as Hex[][]) {
          const evidence = await make({ refunds, terms: { refundExtraData } })
          await refuses(kind, evidence, 'RefundDataNotAllowed', ['0x1234'])
        }
        await accepts(kind, await make({ refunds, terms: { refundExtraData: ['0x12', '0x1234'] } }))
        await accepts(kind, await make({ terms: { refundExtraData: ['0x1234'] } }))
      })

      it("refund: on another virtual machine, goes only to the payer's refundTo", async () => {
        const payer = fixture.payer.account.address
        const refunds = [makeRefund(payer, late), makeRefund(solanaRecipient, late, solana.name)]
        const there = await toSolana()
        const evidence = await make({ ...there, refunds })
        const raw = evidence.order.input.refunds[1]!.recipient
        const args = [raw, getAddress(payer), '0x']
        await refuses(kind, evidence, 'RefundNotAllowed', args)
        await accepts(kind, await make({ ...there, refunds, terms: { ...there.terms, refundTo: raw } }))

        // Empty bytes are nobody, though the payer's `refundTo` is as empty; and the payer's 20 bytes are no account there.
        for (const [bad, error, values] of [
          ['0x', 'InvalidOrderAddress', ['0x']],
          [payer, 'RefundNotAllowed', [payer.toLowerCase(), getAddress(payer), '0x']],
        ] as const) {
          const [own, there] = evidence.order.input.refunds
          const input = { ...evidence.order.input, refunds: [own!, { ...there!, recipient: bad }] }
          const changed = await resign(evidence, { ...evidence.order, input })
          await refuses(kind, changed, error, [...values])
        }
      })

      it("recipient: refuses an address that is not on that chain's list", async () => {
        const user = { attestation: { destinationUser: padAddress(other) }, terms: { recipient: other } }
        const evidence = await make({ payments: [{ recipient: other }], ...user })
        const args = [BigInt(far.id), other.toLowerCase()]
        await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
        // An entry for another chain is none for this one.
        await fixture.guard.write.setRecipient([BigInt(here.id), other, true])
        await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
        await fixture.guard.write.setRecipient([BigInt(far.id), other, true])
        await accepts(kind, evidence)
        await fixture.guard.write.setRecipient([BigInt(far.id), other, false])
        const again = await make({ payments: [{ recipient: other }], ...user })
        await refuses(kind, again, 'OutputRecipientNotAllowed', args)
      })

      it('recipient: requires every payment of the output to go to the agreed recipient', async () => {
        await fixture.guard.write.setRecipient([BigInt(far.id), other, true])
        const evidence = await make({ payments: [{}, { recipient: other, minimumAmount: 1n }] })
        const args = [padAddress(other), padAddress(recipient)]
        await refuses(kind, evidence, 'OutputRecipientMismatch', args)
      })

      it('recipient: refuses malformed addresses on an EVM chain', async () => {
        const evidence = await make()
        const [payment] = evidence.order.output.payments
        for (const raw of ['0x', padAddress(recipient), concat([recipient, '0x00'])] as Hex[]) {
          for (const payments of [
            [{ ...payment!, recipient: raw }],
            [payment!, { ...payment!, recipient: raw }],
          ]) {
            const output = { ...evidence.order.output, payments }
            const changed = await resign(evidence, { ...evidence.order, output })
            await refuses(kind, changed, 'InvalidOrderAddress', [raw.toLowerCase()])
          }
        }
        // Nor may the payer's own terms have another form, of the same word even.
        const padded = padAddress(recipient)
        const call = { ...evidence, terms: { ...evidence.terms, recipient: padded } }
        await refuses(kind, call, 'InvalidOrderAddress', [padded])
      })

      it('recipient: pays 32 bytes of another virtual machine unchanged', async () => {
        const evidence = await make(await toSolana())
        const { recipient: raw } = evidence.terms
        await fixture.guard.write.setRecipient([BigInt(solana.id), raw, false])
        const args = [BigInt(solana.id), raw]
        await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
        await fixture.guard.write.setRecipient([BigInt(solana.id), raw, true])
        await accepts(kind, evidence)
      })

      it('duplicate: pays an order once, whatever the kind of evidence', async () => {
        const evidence = await make()
        await accepts(kind, evidence)
        for (const again of kinds) {
          await refuses(again, evidence, 'RequestAlreadyPaid', [evidence.id])
        }
      })

      it('payment: requires exactly the amount as value, and no value with a token', async () => {
        const evidence = await make()
        for (const value of [0n, paid - 1n, paid + 1n]) {
          await refuses(kind, evidence, 'UnexpectedValue', [value, paid], { value })
        }
        const token = await make({ payment: { currency: fixture.token.address } })
        for (const value of [1n, paid]) {
          await refuses(kind, token, 'UnexpectedValue', [value, 0n], { value })
        }
      })
    })
  }

  describe('an attestation', () => {
    const attested = (attestation: PaymentOverrides['attestation']) => make({ attestation })

    it('must be for this chain', async () => {
      const evidence = await attested({ originChainId: far.id })
      await refuses('payAttested', evidence, 'WrongOriginChain', [BigInt(far.id), BigInt(here.id)])
    })

    it('must name the caller as the origin user', async () => {
      const stranger = fixture.stranger.account.address
      const evidence = await make({ refunds: [] })
      const args = [getAddress(stranger), padAddress(evidence.payer)]
      await refuses('payAttested', { ...evidence, payer: stranger }, 'PayerMismatch', args)
      const dirty = pad(concat(['0x01', evidence.payer]), { size: 32 })
      const changed = await attested({ originUser: dirty })
      await refuses('payAttested', changed, 'PayerMismatch', [getAddress(changed.payer), dirty])
    })

    it('must have the order’s currency and amount, exactly', async () => {
      const currency = await attested({ originCurrency: padAddress(other) })
      const words = [zeroHash, padAddress(other)]
      await refuses('payAttested', currency, 'CurrencyMismatch', words)
      for (const originAmount of [paid - 1n, paid + 1n]) {
        const amount = await attested({ originAmount })
        await refuses('payAttested', amount, 'AmountMismatch', [paid, originAmount])
      }
    })

    it('must have the order’s destination and recipient', async () => {
      const chain = await attested({ destinationChainId: here.id })
      const chains = [BigInt(far.id), BigInt(here.id)]
      await refuses('payAttested', chain, 'DestinationMismatch', chains)
      const user = await attested({ destinationUser: padAddress(other) })
      const users = [padAddress(recipient), padAddress(other)]
      await refuses('payAttested', user, 'OutputRecipientMismatch', users)
    })

    it('must name the order by an id that is not zero', async () => {
      const zero = await attested({ requestId: zeroHash })
      await refuses('payAttested', zero, 'InvalidRequestId', [zeroHash])
      const [first, second] = [await make(), await make()]
      const mixed = { ...first, a: second.a, signature: second.signature }
      await refuses('payAttested', mixed, 'OrderMismatch', [first.id, second.id])
    })
  })

  describe('calldata', () => {
    it('is refused if a list is longer than the calldata', async () => {
      const { guard, publicClient } = fixture
      const { a, signature, order, orderSignature, terms, payer } = await make({ refunds: [] })
      const { abi, address: to } = guard
      const call = (data: Hex) => publicClient.call({ account: payer, to, data, value: paid })
      for (const [data, argument] of [
        [encodeFunctionData({ abi, functionName: 'payAttested', args: [a, signature, order, terms] }), 8],
        [encodeFunctionData({ abi, functionName: 'paySigned', args: [order, orderSignature, terms] }), 0],
      ] as const) {
        const [input, output, list] = [4, 5, 1]
        for (const part of [input, output]) {
          const length = findWord(data, [argument, part, list])
          const reason = /reverted|out of gas/
          await expectBitsRefused({ call, data, place: length, bits: impossibleLengths, reason })
        }
      }
    })
  })

  describe('a signed order', () => {
    it('is not replaced by the signature of an attestation, nor the other way round', async () => {
      const evidence = await make()
      for (const [kind, changed] of [
        ['paySigned', { ...evidence, orderSignature: evidence.signature }],
        ['payAttested', { ...evidence, signature: evidence.orderSignature }],
      ] as const) {
        await fixture.assertions.revertWithCustomError(
          payThrough(fixture, kind, changed),
          fixture.guard,
          'UnknownSolver',
        )
      }
    })

    it('is refused when its refunds go to another user', async () => {
      const evidence = await make()
      const stranger = fixture.stranger.account.address
      const args = [evidence.payer.toLowerCase(), getAddress(stranger), '0x']
      await refuses('paySigned', { ...evidence, payer: stranger }, 'RefundNotAllowed', args)
    })

    it('pays addresses of any length on other virtual machines, which cannot be confused', async () => {
      const { chainId, recipient: raw, terms, overrides } = await toBitcoin()
      await fixture.guard.write.setRecipient([BigInt(chainId), raw, true])
      await accepts('paySigned', await make(overrides))

      // 32 bytes that are the hash under which the recipient is kept.
      const evidence = await make(overrides)
      const forged = keccak256(raw)
      const [payment] = evidence.order.output.payments
      const output = { ...evidence.order.output, payments: [{ ...payment!, recipient: forged }] }
      const changed = await resign(evidence, { ...evidence.order, output })
      const call = { ...changed, terms: { ...terms, recipient: forged } }
      const args = [BigInt(chainId), forged]
      await refuses('paySigned', call, 'OutputRecipientNotAllowed', args)
    })

    async function toBitcoin() {
      const overrides: PaymentOverrides = {
        payments: [{ recipient: bitcoinRecipient, currency: bitcoinRecipient }],
        output: { chainId: bitcoin.name },
      }
      const { order, terms: shown } = await make(overrides)
      const { recipient: raw } = order.output.payments[0]!
      expect(raw.length).to.equal(2 + 2 * 22)
      const terms = {
        ...shown,
        destinationChainId: BigInt(bitcoin.id),
        recipient: raw,
        outputCurrency: raw,
      }
      return { chainId: bitcoin.id, recipient: raw, terms, overrides: { ...overrides, terms } }
    }
  })

  describe('a payer who approved one quote cannot be made to pay another', () => {
    /** Evidence that is sound in itself, with the terms of what the payer was shown. */
    const swaps: Record<string, [PaymentOverrides, string]> = {
      'of another amount': [{ payment: { amount: paid + 1n } }, 'AmountMismatch'],
      'of a smaller amount': [{ payment: { amount: paid - 1n } }, 'AmountMismatch'],
      'in another currency': [{ payment: { currency: other } }, 'CurrencyMismatch'],
      'for another chain': [{ output: { chainId: here.name } }, 'DestinationMismatch'],
      'for less': [{ payments: [{ minimumAmount: promised - 1n }] }, 'OutputTooLow'],
      'for another currency': [{ payments: [{ currency: other }] }, 'OutputTooLow'],
      'to another recipient': [{ payments: [{ recipient: other }] }, 'OutputRecipientMismatch'],
      'with refunds to another': [{ refunds: [makeRefund(other, late)] }, 'RefundNotAllowed'],
    }
    for (const kind of kinds) {
      for (const [name, [overrides, error]] of Object.entries(swaps)) {
        it(`by ${kind}: ${name}`, async () => {
          await fixture.guard.write.setRecipient([BigInt(far.id), other, true])
          const { terms } = await make()
          const evidence = await make({
            ...overrides,
            attestation: {
              ...(overrides.output ? { destinationChainId: here.id } : {}),
              ...(overrides.payments?.[0]?.recipient ? { destinationUser: padAddress(other) } : {}),
            },
            terms,
          })
          await expectRevert(fixture.assertions, payThrough(fixture, kind, evidence), fixture.guard, error)
        })
      }

      it(`by ${kind}: an order of another payer, even with an unlimited approval of the guard`, async () => {
        const { token, payer, stranger } = fixture
        const evidence = await make({ payment: { currency: token.address }, refunds: [] })
        const before = await token.read.balanceOf([payer.account.address])
        const attempt = payThrough(fixture, kind, evidence, { account: stranger.account.address })
        if (kind === 'payAttested') {
          await fixture.assertions.revertWithCustomError(attempt, fixture.guard, 'PayerMismatch')
        } else {
          // Whoever calls pays: it costs the stranger the full amount, and nobody else anything.
          const own = await token.read.balanceOf([stranger.account.address])
          await attempt
          expect(await token.read.balanceOf([stranger.account.address])).to.equal(own - paid)
        }
        expect(await token.read.balanceOf([payer.account.address])).to.equal(before)
      })
    }

    it('into another depository: no function changes the depository', async () => {
      const names = fixture.guard.abi
        .filter(({ type }) => type === 'function')
        .map((item) => 'name' in item && item.name)
      expect(names.filter((name) => /depository/i.test(String(name)))).to.deep.equal(['depository'])
      expect(getAddress(await fixture.guard.read.depository())).to.equal(
        getAddress(fixture.depository.address),
      )
    })
  })
})
