// The guards that ours is compared with must do the same: they pay the same orders with the same result, and refuse
// every tampered copy with the same error.
import { expect } from 'chai'
import {
  type Address,
  concat,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  pad,
  parseEventLogs,
  slice,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { contenders } from '../../bench/gas/contenders.js'
import {
  deployGuardContender,
  type EvidenceKind,
  evidenceKinds,
  type GuardContest,
} from '../../bench/gas/guardContenders.js'
import { guardFlows } from '../../bench/gas/guardFlows.js'
import { amount, originChainId, originChainName, solver } from '../../bench/gas/makeEvidence.js'
import {
  makePaymentEvidence,
  type PaymentEvidence,
  type PaymentEvidenceOverrides,
} from '../../bench/gas/makePaymentEvidence.js'
import { mockDepositoryAbi } from '../../src/abi/mockDepository.js'
import { paymentGuardAbi } from '../../src/abi/paymentGuard.js'
import { padAddress } from '../../src/index.js'
import { honest, selectors } from '../contracts/support/hostile.js'

const stranger = privateKeyToAccount(toHex(7n, { size: 32 }))
/** 32 bytes, as an address of that chain. */
const onSolana = { raw: pad('0x01', { size: 32 }), text: '11111111111111111111111111111112' }
const solanaId = 792703809

describe('the guards of the gas comparison', () => {
  let contests: GuardContest[]
  let snapshots: Awaited<ReturnType<GuardContest['connection']['networkHelpers']['takeSnapshot']>>[]

  before(async () => {
    contests = await Promise.all(contenders.map(deployGuardContender))
  })
  beforeEach(async () => {
    snapshots = await Promise.all(contests.map(({ connection }) => connection.networkHelpers.takeSnapshot()))
  })
  afterEach(() => Promise.all(snapshots.map((snapshot) => snapshot.restore())))
  after(() => Promise.all(contests.map(({ close }) => close())))

  /** Runs the same on each, and expects the same of each. */
  async function alike<T>(run: (contest: GuardContest) => Promise<T>): Promise<T> {
    const [first, ...others] = await Promise.all(contests.map(run))
    for (const other of others) expect(other).to.deep.equal(first)
    return first as T
  }

  /** The error that a payment reverts with, by name and arguments; null when it succeeds. */
  async function refusalOf({ connection, guard, payer }: GuardContest, data: Hex, value: bigint) {
    const transaction = { from: payer, to: guard, data, value: toHex(value) }
    try {
      await connection.provider.request({ method: 'eth_call', params: [transaction, 'latest'] })
      return null
    } catch (error) {
      const { data } = error as { data: Hex }
      const { errorName, args } = decodeErrorResult({ abi: paymentGuardAbi, data })
      return { errorName, args }
    }
  }

  async function administrate(
    { viem, admin, guard }: GuardContest,
    call: Omit<Parameters<typeof encodeFunctionData<typeof paymentGuardAbi>>[0], 'abi'>,
  ) {
    const client = await viem.getWalletClient(admin)
    const data = encodeFunctionData({ abi: paymentGuardAbi, ...call } as never)
    await client.sendTransaction({ to: guard, data })
  }

  const nativeOf = ({ terms }: PaymentEvidence) => (BigInt(terms.currency) === 0n ? amount : 0n)

  it('are at one address, and so see the same bytes', async () => {
    await alike(async ({ guard, depository, token, target }) => ({ guard, depository, token, target }))
  })

  for (const { name, asset, calls, prepare } of guardFlows) {
    it(`take ${name}, ${asset}, calls: ${calls}, and say the same`, async () => {
      const result = await alike(async (contest) => {
        const { publicClient, guard, depository, token } = contest
        const contract = await contest.viem.getContractAt('MockToken', token)
        const held = (account: Address) =>
          Promise.all([
            publicClient.getBalance({ address: account }),
            contract.read.balanceOf([account]),
            contract.read.allowance([guard, account]),
          ])
        const { data, value } = await prepare(contest, 1)
        await contest.send(guard, data, value)
        const { transactions } = await publicClient.getBlock()
        const { logs } = await publicClient.getTransactionReceipt({ hash: transactions[0] as Hex })
        const abi = [...paymentGuardAbi, ...mockDepositoryAbi]
        const events = parseEventLogs({ abi, logs })
          .filter(({ address }) => address === guard || address === depository)
          .map(({ eventName, args }) => ({ eventName, args }))
        return {
          held: await Promise.all([guard, depository].map(held)),
          events,
          again: await refusalOf(contest, data, value),
        }
      })
      const deposited = asset === 'native' ? [amount, 0n, 0n] : [0n, amount, 0n]
      expect(result.held).to.deep.equal([[0n, 0n, 0n], deposited])
      expect(result.events.map(({ eventName }) => eventName)).to.deep.equal([
        'PaymentMade',
        asset === 'native' ? 'RelayNativeDeposit' : 'RelayErc20Deposit',
      ])
      expect(result.again?.errorName).to.equal('RequestAlreadyPaid')
    })
  }

  type Tampered = {
    overrides?: PaymentEvidenceOverrides | ((contest: GuardContest) => PaymentEvidenceOverrides)
    change?: (evidence: PaymentEvidence) => Partial<PaymentEvidence>
    /** What is done before. */
    setUp?: (contest: GuardContest, data: Hex) => Promise<unknown>
    value?: bigint
    /** Not of every kind of evidence. */
    kinds?: readonly EvidenceKind[]
  }

  const highS = (signature: Hex) => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = toHex(order - hexToBigInt(slice(signature, 32, 64)), { size: 32 })
    return concat([slice(signature, 0, 32), s, slice(signature, 64) === '0x1b' ? '0x1c' : '0x1b'])
  }
  const resigned = (change: (signature: Hex) => Hex): Tampered => ({
    change: ({ signature, orderSignature }) => ({
      signature: change(signature),
      orderSignature: change(orderSignature),
    }),
  })
  const attested = (attestation: PaymentEvidenceOverrides['attestation']): Tampered => ({
    overrides: { attestation },
    kinds: ['payAttested'],
  })
  const agreed = (terms: PaymentEvidenceOverrides['terms']): Tampered => ({ overrides: { terms } })
  const administrated = (call: Parameters<typeof administrate>[1]): Tampered => ({
    setUp: (contest) => administrate(contest, call),
  })
  const window = (start: number, stop: number) =>
    administrated({ functionName: 'setSolver', args: [{ solver: solver.address, start, stop }] })
  const naming = (name: string, chainId: number, isEvm: boolean) => (contest: GuardContest) =>
    administrate(contest, { functionName: 'setChain', args: [{ name, chainId: BigInt(chainId), isEvm }] })
  const toSolana = {
    output: { chainId: 'solana' },
    payment: { recipient: onSolana.text, currency: onSolana.text },
    terms: {
      destinationChainId: BigInt(solanaId),
      recipient: onSolana.raw,
      outputCurrency: onSolana.raw,
    },
    attestation: { destinationChainId: solanaId, destinationUser: onSolana.raw },
  }
  const refundedOnSolana = { chainId: 'solana', recipient: onSolana.text, currency: onSolana.text }

  const rows: [title: string, error: string | undefined, Tampered][] = [
    ['while paused', 'EnforcedPause', administrated({ functionName: 'pause' })],
    [
      'a signature of another length',
      'InvalidSignature',
      resigned((signature) => concat([signature, '0x00'])),
    ],
    ['no signature', 'InvalidSignature', resigned(() => '0x')],
    ['a malleable signature', 'InvalidSignature', resigned(highS)],
    [
      'v of another form',
      'InvalidSignature',
      resigned((signature) => concat([slice(signature, 0, 64), '0x01'])),
    ],
    ['a signer who is no solver', 'UnknownSolver', { overrides: { signer: stranger } }],
    ['a solver before its time', 'UnknownSolver', window(2_000_000_000, 0)],
    ['a solver after its time', 'UnknownSolver', window(0, 1_000_000_000)],
    [
      'a revoked solver',
      'UnknownSolver',
      administrated({ functionName: 'revokeSolver', args: [solver.address] }),
    ],
    ['an order of another solver', 'SolverMismatch', { overrides: { order: { solver: stranger.address } } }],
    ["an order's other origin", 'WrongOriginChain', { overrides: { input: { chainId: originChainName } } }],
    ["an order's unknown origin", 'WrongOriginChain', { overrides: { input: { chainId: 'nowhere' } } }],
    ['another origin', 'WrongOriginChain', attested({ originChainId: 1 })],
    ['another user', 'PayerMismatch', attested({ originUser: padAddress(stranger.address) })],
    ['a currency that is no address', 'InvalidOrderAddress', { overrides: { encodedCurrency: '0x00' } }],
    ['another currency', 'CurrencyMismatch', attested({ originCurrency: padAddress(stranger.address) })],
    ['a currency not agreed to', 'CurrencyMismatch', agreed({ currency: stranger.address })],
    ['another amount', 'AmountMismatch', attested({ originAmount: amount + 1n })],
    ['an amount not agreed to', 'AmountMismatch', agreed({ amount: amount - 1n })],
    ['no request id', 'InvalidRequestId', attested({ requestId: zeroHash })],
    ['another request id', 'OrderMismatch', attested({ requestId: toHex(1n, { size: 32 }) })],
    ['another destination', 'DestinationMismatch', attested({ destinationChainId: 1 })],
    ['a destination not agreed to', 'DestinationMismatch', agreed({ destinationChainId: 1n })],
    ['an unknown destination', 'UnknownChain', { overrides: { output: { chainId: 'nowhere' } } }],
    ['no payment', 'OutputTooLow', { overrides: { output: { payments: [] } } }],
    ['a promise of less', 'OutputTooLow', { overrides: { payment: { minimumAmount: amount - 1n } } }],
    [
      'a promise of nothing, though agreed to',
      'OutputTooLow',
      { overrides: { payment: { minimumAmount: 0n }, terms: { minimum: 0n } } },
    ],
    [
      'a promise in another currency',
      'OutputTooLow',
      { overrides: { payment: { currency: stranger.address } } },
    ],
    ['a deadline that passed', 'RequestExpired', { overrides: { output: { deadline: 1_000_000_000 } } }],
    ['a refund on an unknown chain', 'UnknownChain', { overrides: { refund: { chainId: 'nowhere' } } }],
    [
      'a refund to somebody else',
      'RefundNotAllowed',
      { overrides: { refund: { recipient: stranger.address } } },
    ],
    [
      'a refund to whom the payer names',
      undefined,
      { overrides: { refund: { recipient: stranger.address }, terms: { refundTo: stranger.address } } },
    ],
    [
      'a refund on a chain of another kind, to whom the payer names',
      undefined,
      {
        overrides: { refund: refundedOnSolana, terms: { refundTo: onSolana.raw } },
        setUp: naming('solana', solanaId, false),
      },
    ],
    [
      'a refund on a chain of another kind, to somebody else',
      'RefundNotAllowed',
      { overrides: { refund: refundedOnSolana }, setUp: naming('solana', solanaId, false) },
    ],
    [
      'a refund that is no address of its chain',
      'InvalidOrderAddress',
      {
        overrides: { refund: refundedOnSolana, terms: { refundTo: onSolana.raw } },
        setUp: naming('solana', solanaId, true),
      },
    ],
    [
      'another recipient',
      'OutputRecipientMismatch',
      attested({ destinationUser: padAddress(stranger.address) }),
    ],
    ['a recipient not agreed to', 'OutputRecipientMismatch', agreed({ recipient: stranger.address })],
    [
      'a second payment to somebody else',
      'OutputRecipientMismatch',
      {
        overrides: ({ recipient }) => {
          const payment = { currency: zeroAddress, minimumAmount: amount, expectedAmount: amount }
          return {
            output: { payments: [recipient, stranger.address].map((to) => ({ ...payment, recipient: to })) },
          }
        },
      },
    ],
    [
      'a recipient who is not on the list',
      'OutputRecipientNotAllowed',
      {
        overrides: {
          payment: { recipient: stranger.address },
          terms: { recipient: stranger.address },
          attestation: { destinationUser: padAddress(stranger.address) },
        },
      },
    ],
    [
      'a recipient who was removed',
      'OutputRecipientNotAllowed',
      {
        setUp: (contest) =>
          administrate(contest, {
            functionName: 'setRecipient',
            args: [BigInt(originChainId), contest.recipient, false],
          }),
      },
    ],
    [
      'a recipient on a chain of another kind who is not on the list',
      'OutputRecipientNotAllowed',
      { overrides: toSolana, setUp: naming('solana', solanaId, false) },
    ],
    [
      'a listed recipient on a chain of another kind',
      undefined,
      {
        overrides: toSolana,
        async setUp(contest) {
          await naming('solana', solanaId, false)(contest)
          const args = [BigInt(solanaId), onSolana.raw, true] as const
          await administrate(contest, { functionName: 'setRecipient', args })
        },
      },
    ],
    [
      'a recipient that is no address of its chain',
      'InvalidOrderAddress',
      { overrides: toSolana, setUp: naming('solana', solanaId, true) },
    ],
    [
      'what was paid',
      'RequestAlreadyPaid',
      { setUp: (contest, data) => contest.send(contest.guard, data, amount) },
    ],
    ['less value', 'UnexpectedValue', { value: amount - 1n }],
    ['more value', 'UnexpectedValue', { value: amount + 1n }],
    [
      'value with tokens',
      'UnexpectedValue',
      { overrides: ({ token }) => ({ input: { currency: token } }), value: 1n },
    ],
  ]

  for (const kind of evidenceKinds) {
    describe(`by ${kind}, alike`, () => {
      for (const [title, error, { overrides, change, setUp, value, kinds = evidenceKinds }] of rows) {
        if (!kinds.includes(kind)) continue
        it(`${title}: ${error ?? 'paid'}`, async () => {
          const found = await alike(async (contest) => {
            const made = typeof overrides === 'function' ? overrides(contest) : overrides
            const evidence = await makePaymentEvidence(contest, 1, made)
            const data = contest.encodePayment(kind, { ...evidence, ...change?.(evidence) })
            await setUp?.(contest, data)
            const refusal = await refusalOf(contest, data, value ?? nativeOf(evidence))
            // The clock of each chain goes on by itself.
            return error === 'RequestExpired' ? { ...refusal, args: refusal?.args?.slice(1) } : refusal
          })
          expect(found?.errorName).to.equal(error)
        })
      }
    })
  }

  it('do not pay an order of two inputs, which ours has no form for', async () => {
    for (const contest of contests.filter(({ contender }) => contender !== 'fillproof')) {
      const evidence = await makePaymentEvidence(contest, 1)
      const [input] = evidence.order.inputs
      const order = { ...evidence.order, inputs: [input!, input!] }
      const data = contest.encodePayment('payAttested', { ...evidence, order })
      const { publicClient, guard, payer } = contest
      const failure = await publicClient.call({ account: payer, to: guard, data, value: amount }).then(
        () => 'paid',
        (error: Error) => error.message,
      )
      expect(failure).to.contain('InputsNotOne(2)')
    }
  })

  for (const [title, error, script] of [
    ['takes a fee', 'ReceiptNotExact', { ...honest, fee: 1n }],
    ['takes more than is moved', 'BalanceChanged', { ...honest, extra: 1n }],
  ] as const) {
    it(`alike refuse a token that ${title}: ${error}`, async () => {
      const found = await alike(async (contest) => {
        const token = await contest.viem.deployContract('ScriptedToken')
        await token.write.mint([contest.payer, amount + 1n])
        await token.write.mint([contest.guard, 1n])
        await token.write.approve([contest.guard, amount + 1n], { account: contest.payer })
        await token.write.script([selectors.transferFrom, script])
        const evidence = await makePaymentEvidence(contest, 1, { input: { currency: token.address } })
        const refusal = await refusalOf(contest, contest.encodePayment('payAttested', evidence), 0n)
        return { ...refusal, args: refusal?.args?.slice(1) }
      })
      expect(found?.errorName).to.equal(error)
    })
  }
})
