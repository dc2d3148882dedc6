// The receivers that ours is compared with must do the same: they take the same evidence with the same result, and
// refuse every tampered copy of it with the same error.
import { expect } from 'chai'
import {
  type Address,
  concat,
  decodeErrorResult,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBigInt,
  keccak256,
  parseEventLogs,
  slice,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Contest, contenders, deployContender } from '../../bench/gas/contenders.js'
import { flows } from '../../bench/gas/flows.js'
import {
  amount,
  authorising,
  type Evidence,
  type EvidenceOverrides,
  makeEvidence,
  makePayment,
  solver,
} from '../../bench/gas/makeEvidence.js'
import { fillReceiverAbi } from '../../src/abi/fillReceiver.js'
import { encodeOrderCall, padAddress } from '../../src/index.js'
import type { Payment } from '../../src/payment/payment.js'
import { honest, selectors } from '../contracts/support/hostile.js'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const stranger = privateKeyToAccount(toHex(7n, { size: 32 }))
const word = (address: Address) => padAddress(address)

describe('the receivers of the gas comparison', () => {
  let contests: Contest[]
  let snapshots: Awaited<ReturnType<Contest['connection']['networkHelpers']['takeSnapshot']>>[]

  before(async () => {
    contests = await Promise.all(contenders.map(deployContender))
  })
  beforeEach(async () => {
    snapshots = await Promise.all(contests.map(({ connection }) => connection.networkHelpers.takeSnapshot()))
  })
  afterEach(() => Promise.all(snapshots.map((snapshot) => snapshot.restore())))
  after(() => Promise.all(contests.map(({ close }) => close())))

  /** Runs the same on each, and expects the same of each. */
  async function alike<T>(run: (contest: Contest) => Promise<T>): Promise<T> {
    const [first, ...others] = await Promise.all(contests.map(run))
    for (const other of others) expect(other).to.deep.equal(first)
    return first as T
  }

  /** The error that a call reverts with, by name and arguments; null when it succeeds. */
  async function refusalOf({ connection, receiver, payer }: Contest, data: Hex, value = 0n) {
    const transaction = { from: payer, to: receiver, data, value: toHex(value) }
    try {
      await connection.provider.request({ method: 'eth_call', params: [transaction, 'latest'] })
      return null
    } catch (error) {
      const { errorName, args } = decodeErrorResult({
        abi: fillReceiverAbi,
        data: (error as { data: Hex }).data,
      })
      return { errorName, args }
    }
  }

  async function administrate(
    { viem, admin, receiver }: Contest,
    call: Omit<Parameters<typeof encodeFunctionData<typeof fillReceiverAbi>>[0], 'abi'>,
  ) {
    const client = await viem.getWalletClient(admin)
    const data = encodeFunctionData({ abi: fillReceiverAbi, ...call } as never)
    await client.sendTransaction({ to: receiver, data })
  }

  it('are at one address, and so see the same bytes', async () => {
    await alike(async ({ receiver, token, target }) => ({ receiver, token, target }))
  })

  for (const { name, asset, calls, prepare } of flows) {
    it(`take ${name}, ${asset}, calls: ${calls ?? 'any'}, and say the same`, async () => {
      const result = await alike(async (contest) => {
        const { publicClient, recipient, target, token, receiver } = contest
        const held = async (account: Address) => {
          const contract = await contest.viem.getContractAt('MockToken', token)
          return [
            await publicClient.getBalance({ address: account }),
            await contract.read.balanceOf([account]),
          ]
        }
        const accounts = [recipient, target, receiver]
        const { data, value } = await prepare(contest, 1)
        const before = await Promise.all(accounts.map(held))
        await contest.send(receiver, data, value)
        const afterwards = await Promise.all(accounts.map(held))
        const changes = afterwards.map((now, i) => now.map((held, j) => held - (before[i]?.[j] ?? 0n)))
        const { logs } = await publicClient
          .getBlock()
          .then(({ transactions }) => publicClient.getTransactionReceipt({ hash: transactions[0] as Hex }))
        const events = parseEventLogs({ abi: fillReceiverAbi, logs }).map(({ eventName, args }) => ({
          eventName,
          args,
        }))
        return { changes, events, again: await refusalOf(contest, data, value) }
      })
      const paid = asset === 'native' ? [amount, 0n] : [0n, amount]
      const nothing = [0n, 0n]
      if (name === 'authorizeFill') {
        expect(result.changes).to.deep.equal([nothing, nothing, nothing])
        expect(result.again).to.equal(null)
      } else {
        const isDelivered = calls === 0 || name === 'payAuthorized'
        expect(result.changes).to.deep.equal(
          isDelivered ? [paid, nothing, nothing] : [nothing, paid, nothing],
        )
        expect(result.again?.errorName).to.equal('RequestAlreadyPaid')
      }
      expect(result.events.map(({ eventName }) => eventName)).to.deep.equal([
        name === 'authorizeFill' ? 'FillAuthorized' : 'FillAccepted',
      ])
    })
  }

  it('tell a recipient that has a hook', async () => {
    const told = await alike(async (contest) => {
      const { address, abi } = await contest.viem.deployContract('ScriptedRecipient')
      await administrate(contest, {
        functionName: 'setRecipient',
        args: [{ recipient: address, hook: true }],
      })
      const evidence = await makeEvidence(contest, 1, {
        payment: { recipient: address },
        attestation: { destinationUser: word(address) },
      })
      await contest.send(contest.receiver, contest.encodeFill(evidence, amount), amount)
      const logs = await contest.publicClient.getContractEvents({ address, abi, eventName: 'Told' })
      return logs.map(({ args }) => args)
    })
    expect(told.map(({ held }) => held)).to.deep.equal([amount])
  })

  describe('refuse a fill with the same error', () => {
    type Tampered = {
      overrides?: (contest: Contest) => EvidenceOverrides
      change?: (evidence: Evidence) => Partial<Evidence>
      /** What is done before. */
      setUp?: (contest: Contest, data: Hex) => Promise<unknown>
      paid?: bigint
      value?: bigint
    }

    const highS = (signature: Hex) => {
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const s = toHex(order - hexToBigInt(slice(signature, 32, 64)), { size: 32 })
      return concat([slice(signature, 0, 32), s, slice(signature, 64) === '0x1b' ? '0x1c' : '0x1b'])
    }
    const attested = (attestation: EvidenceOverrides['attestation']): Tampered => ({
      overrides: () => ({ attestation }),
    })
    const paidTo = (recipient: (contest: Contest) => Address): Tampered => ({
      overrides: (contest) => ({
        payment: { recipient: recipient(contest) },
        attestation: { destinationUser: word(recipient(contest)) },
      }),
    })
    const calling = (target: (contest: Contest) => Address): Tampered => ({
      overrides: (contest) => ({ calls: [{ to: target(contest), data: '0x', value: 0n }] }),
    })
    const administrated = (call: (contest: Contest) => Parameters<typeof administrate>[1]): Tampered => ({
      setUp: (contest) => administrate(contest, call(contest)),
    })
    const window = (start: number, stop: number) => ({
      functionName: 'setSolver' as const,
      args: [{ solver: solver.address, start, stop }] as const,
    })

    const rows: [title: string, error: string, Tampered][] = [
      ['while paused', 'EnforcedPause', administrated(() => ({ functionName: 'pause' }))],
      [
        'a signature of another length',
        'InvalidSignature',
        { change: ({ signature }) => ({ signature: concat([signature, '0x00']) }) },
      ],
      ['no signature', 'InvalidSignature', { change: () => ({ signature: '0x' }) }],
      [
        'a malleable signature',
        'InvalidSignature',
        { change: ({ signature }) => ({ signature: highS(signature) }) },
      ],
      [
        'v of another form',
        'InvalidSignature',
        { change: ({ signature }) => ({ signature: concat([slice(signature, 0, 64), '0x01']) }) },
      ],
      ['a signer who is no solver', 'UnknownSolver', { overrides: () => ({ signer: stranger }) }],
      [
        'a changed word',
        'UnknownSolver',
        { change: ({ a }) => ({ a: { ...a, originAmount: a.originAmount + 1n } }) },
      ],
      ['a solver before its time', 'UnknownSolver', administrated(() => window(2_000_000_000, 0))],
      ['a solver after its time', 'UnknownSolver', administrated(() => window(0, 1_000_000_000))],
      [
        'a revoked solver',
        'UnknownSolver',
        administrated(() => ({ functionName: 'revokeSolver', args: [solver.address] })),
      ],
      ['another destination', 'WrongDestinationChain', attested({ destinationChainId: 1 })],
      [
        "an order's other destination",
        'WrongDestinationChain',
        { overrides: () => ({ output: { chainId: 'optimism' } }) },
      ],
      ['another origin chain', 'OriginNotAccepted', attested({ originChainId: 1 })],
      ['another origin currency', 'OriginNotAccepted', attested({ originCurrency: word(stranger.address) })],
      ['too little sent', 'AmountOutOfRange', attested({ originAmount: 0n })],
      ['too much sent', 'AmountOutOfRange', attested({ originAmount: 10n ** 30n + 1n })],
      ['no request id', 'InvalidRequestId', attested({ requestId: zeroHash })],
      ['another request id', 'OrderMismatch', attested({ requestId: toHex(1n, { size: 32 }) })],
      [
        'an order of another solver',
        'TermsMismatch',
        { overrides: () => ({ order: { solver: stranger.address } }) },
      ],
      [
        'an order for another contract',
        'WrongFillContract',
        { overrides: () => ({ output: { extraData: word(stranger.address) } }) },
      ],
      ['a call of the receiver itself', 'WrongFillContract', calling(({ receiver }) => receiver)],
      ['no minimum', 'UnsupportedOutput', { overrides: () => ({ payment: { minimumAmount: 0n } }) }],
      ['no payment', 'UnsupportedOutput', { overrides: () => ({ output: { payments: [] } }) }],
      [
        'a currency that is no address',
        'InvalidOrderAddress',
        {
          overrides: ({ recipient }) => ({
            encoded: {
              payments: [{ recipient, currency: '0x', minimumAmount: amount, expectedAmount: amount }],
            },
          }),
        },
      ],
      [
        'a call with bytes behind it',
        'InvalidOrderCall',
        {
          overrides: ({ target }) => ({
            encoded: { calls: [concat([encodeOrderCall({ to: target, data: '0x', value: 0n }), zeroHash])] },
          }),
        },
      ],
      ['a call of the router', 'ForbiddenCallTarget', calling(({ router }) => router)],
      ['a call of Permit2', 'ForbiddenCallTarget', calling(() => permit2)],
      ['a call of the token', 'ForbiddenCallTarget', calling(() => zeroAddress)],
      [
        'a deadline that passed',
        'RequestExpired',
        { overrides: () => ({ output: { deadline: 1_000_000_000 } }) },
      ],
      [
        'a recipient that is no address',
        'InvalidRecipient',
        attested({ destinationUser: `0x${'11'.repeat(32)}` }),
      ],
      ['no recipient', 'InvalidRecipient', attested({ destinationUser: zeroHash })],
      [
        'another attested recipient',
        'RecipientMismatch',
        attested({ destinationUser: word(stranger.address) }),
      ],
      ['a recipient that is a router', 'InvalidRecipient', paidTo(({ router }) => router)],
      ['a recipient that is Permit2', 'InvalidRecipient', paidTo(() => permit2)],
      ['a recipient that is the receiver', 'InvalidRecipient', paidTo(({ receiver }) => receiver)],
      ['a recipient that is not allowed', 'RecipientNotAllowed', paidTo(() => stranger.address)],
      [
        'a recipient that is reserved',
        'InvalidRecipient',
        administrated((contest) => ({ functionName: 'setReserved', args: [contest.recipient, true] })),
      ],
      [
        'what was paid',
        'RequestAlreadyPaid',
        { setUp: (contest, data) => contest.send(contest.receiver, data, amount) },
      ],
      ['too little paid', 'PaymentTooLow', { paid: amount - 1n, value: amount - 1n }],
      ['less value than stated', 'UnexpectedValue', { value: amount - 1n }],
      [
        'value with tokens',
        'UnexpectedValue',
        { overrides: ({ token }) => ({ payment: { currency: token } }), value: 1n },
      ],
    ]

    for (const [title, error, { overrides, change, setUp, paid = amount, value = paid }] of rows) {
      it(`${title}: ${error}`, async () => {
        const found = await alike(async (contest) => {
          const evidence = await makeEvidence(contest, 1, overrides?.(contest))
          const data = contest.encodeFill({ ...evidence, ...change?.(evidence) }, paid)
          await setUp?.(contest, data)
          const refusal = await refusalOf(contest, data, value)
          // The clock of each chain goes on by itself.
          return error === 'RequestExpired' ? { ...refusal, args: refusal?.args?.slice(1) } : refusal
        })
        expect(found?.errorName).to.equal(error)
      })
    }

    it("a recipient or a call that is a sandbox, or the sandboxes' code", async () => {
      const found = await alike(async (contest) => {
        const receiver = await contest.viem.getContractAt('FillReceiver', contest.receiver)
        const code = await receiver.read.executorImplementation()
        const used = await makeEvidence(contest, 1, {
          calls: [{ to: contest.target, data: '0xd0e30db0', value: amount }],
        })
        await contest.send(contest.receiver, contest.encodeFill(used, amount), amount)
        const salt = keccak256(concat([used.a.requestId, word(contest.recipient)]))
        const initCode = concat([
          '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
          code,
          '0x5af43d82803e903d91602b57fd5bf3',
        ])
        const sandbox = getContractAddress({
          opcode: 'CREATE2',
          from: contest.receiver,
          salt,
          bytecode: initCode,
        })
        expect(await contest.publicClient.getCode({ address: sandbox })).to.match(/^0x363d3d37/)
        const refusals = []
        for (const tampered of [
          paidTo(() => code),
          paidTo(() => sandbox),
          calling(() => code),
          calling(() => sandbox),
        ]) {
          const evidence = await makeEvidence(contest, 2, tampered.overrides?.(contest))
          const refusal = await refusalOf(contest, contest.encodeFill(evidence, amount), amount)
          refusals.push(refusal)
        }
        return refusals
      })
      expect(found.map((refusal) => refusal?.errorName)).to.deep.equal([
        'InvalidRecipient',
        'InvalidRecipient',
        'ForbiddenCallTarget',
        'ForbiddenCallTarget',
      ])
    })

    it('a hook that answers otherwise: HookFailed', async () => {
      const answer: Hex = `0x11111111${'00'.repeat(28)}`
      const found = await alike(async (contest) => {
        const { address, write } = await contest.viem.deployContract('ScriptedRecipient')
        await write.script([selectors.onFill, false, answer, 32n])
        await administrate(contest, {
          functionName: 'setRecipient',
          args: [{ recipient: address, hook: true }],
        })
        const evidence = await makeEvidence(contest, 1, paidTo(() => address).overrides?.(contest))
        return refusalOf(contest, contest.encodeFill(evidence, amount), amount)
      })
      expect(found?.errorName).to.equal('HookFailed')
    })

    it('a token that takes more than is paid out: BalanceChanged', async () => {
      const found = await alike(async (contest) => {
        const token = await contest.viem.deployContract('ScriptedToken')
        await token.write.mint([contest.payer, amount])
        await token.write.mint([contest.receiver, 1n])
        await token.write.approve([contest.receiver, amount], { account: contest.payer })
        await token.write.script([selectors.transfer, { ...honest, extra: 1n }])
        const evidence = await makeEvidence(contest, 1, { payment: { currency: token.address } })
        const refusal = await refusalOf(contest, contest.encodeFill(evidence, amount))
        return { ...refusal, args: refusal?.args?.slice(1) }
      })
      expect(found).to.deep.equal({ errorName: 'BalanceChanged', args: [0n, 1n] })
    })

    it('a token of which less arrives: PaymentTooLow', async () => {
      const found = await alike(async (contest) => {
        const token = await contest.viem.deployContract('ScriptedToken')
        await token.write.mint([contest.payer, amount])
        await token.write.approve([contest.receiver, amount], { account: contest.payer })
        await token.write.script([selectors.transferFrom, { ...honest, fee: 1n }])
        const evidence = await makeEvidence(contest, 1, { payment: { currency: token.address } })
        return refusalOf(contest, contest.encodeFill(evidence, amount))
      })
      expect(found).to.deep.equal({ errorName: 'PaymentTooLow', args: [amount - 1n, amount] })
    })
  })

  describe('refuse an authorisation with the same error', () => {
    const evidenceOf = (contest: Contest, payment: Payment, overrides: EvidenceOverrides = {}) => {
      const base = authorising(contest, payment)
      return makeEvidence(contest, 1, {
        ...base,
        ...overrides,
        payment: { ...base.payment, ...overrides.payment },
        output: { ...base.output, ...overrides.output },
      })
    }
    const rows: [
      title: string,
      error: string,
      payment: (contest: Contest) => Partial<Payment>,
      overrides?: (contest: Contest) => EvidenceOverrides,
    ][] = [
      [
        'an order that names a stranger',
        'WrongFillContract',
        () => ({}),
        () => ({ output: { extraData: word(stranger.address) } }),
      ],
      ['an order without the call', 'WrongFillContract', () => ({}), () => ({ calls: [] })],
      [
        'an order with another call here',
        'WrongFillContract',
        () => ({}),
        ({ receiver }) => ({ calls: [{ to: receiver, data: '0x12345678', value: 0n }] }),
      ],
      ['another origin chain', 'TermsMismatch', () => ({ originChainId: 1n })],
      ['another origin user', 'TermsMismatch', () => ({ originUser: word(stranger.address) })],
      ['another origin currency', 'TermsMismatch', () => ({ originCurrency: word(stranger.address) })],
      ["a deadline after the order's", 'TermsMismatch', () => ({ deadline: 0xffffffff })],
      [
        'another recipient than the order pays',
        'TermsMismatch',
        () => ({}),
        () => ({ payment: { recipient: stranger.address } }),
      ],
      ['no minimum', 'UnsupportedOutput', () => ({ minimum: 0n })],
      ['a maximum below the minimum', 'UnsupportedOutput', () => ({ maximum: amount - 1n })],
      [
        'a recipient that is not allowed',
        'RecipientNotAllowed',
        () => ({ recipient: stranger.address }),
        () => ({
          payment: { recipient: stranger.address },
          attestation: { destinationUser: word(stranger.address) },
        }),
      ],
    ]
    for (const [title, error, payment, overrides] of rows) {
      it(`${title}: ${error}`, async () => {
        const found = await alike(async (contest) => {
          const evidence = await evidenceOf(
            contest,
            makePayment(contest, 1, payment(contest)),
            overrides?.(contest),
          )
          return refusalOf(contest, contest.encodeAuthorize(evidence))
        })
        expect(found?.errorName).to.equal(error)
      })
    }

    it('value that is not the payment: PaymentTooLow, PaymentTooHigh, UnexpectedValue', async () => {
      for (const [value, token, error] of [
        [amount - 1n, zeroAddress, 'PaymentTooLow'],
        [amount + 1n, zeroAddress, 'PaymentTooHigh'],
        [1n, undefined, 'UnexpectedValue'],
      ] as const) {
        const found = await alike(async (contest) => {
          const payment = makePayment(contest, 1, { token: token ?? contest.token })
          const calls = authorising(contest, payment).calls.map((call) => ({ ...call, value }))
          return refusalOf(contest, contest.encodeAuthorize(await evidenceOf(contest, payment, { calls })))
        })
        expect(found?.errorName).to.equal(error)
      }
    })
  })

  describe('refuse an authorised payment with the same error', () => {
    const rows: [
      title: string,
      error: string,
      refuse: (
        contest: Contest,
        payment: Payment,
      ) => Promise<unknown> | { payment?: Partial<Payment>; value?: bigint },
    ][] = [
      ['other terms', 'NotAuthorized', () => ({ payment: { minimum: 1n } })],
      ['less value', 'PaymentTooLow', () => ({ value: amount - 1n })],
      ['more value', 'PaymentTooHigh', () => ({ value: amount + 1n })],
      ['while paused', 'EnforcedPause', (contest) => administrate(contest, { functionName: 'pause' })],
      [
        'a solver that was revoked since',
        'UnknownSolver',
        (contest) => administrate(contest, { functionName: 'revokeSolver', args: [solver.address] }),
      ],
      [
        'a policy that was narrowed since',
        'AuthorizationStale',
        (contest) => administrate(contest, { functionName: 'setReserved', args: [stranger.address, true] }),
      ],
      [
        'a deadline that passed since',
        'RequestExpired',
        ({ connection }, { deadline }) => connection.networkHelpers.time.increaseTo(deadline + 1),
      ],
    ]
    for (const [title, error, refuse] of rows) {
      it(`${title}: ${error}`, async () => {
        const found = await alike(async (contest) => {
          const payment = makePayment(contest, 1)
          const evidence = await makeEvidence(contest, 1, authorising(contest, payment))
          await contest.send(contest.receiver, contest.encodeAuthorize(evidence))
          const result = (await refuse(contest, payment)) as { payment?: object; value?: bigint } | undefined
          const changed = { ...payment, ...result?.payment }
          return refusalOf(contest, contest.encodePay(changed), result?.value ?? amount)
        })
        expect(found?.errorName).to.equal(error)
      })
    }

    it('tokens that are missing, and value with tokens: PaymentTooLow, UnexpectedValue', async () => {
      const found = await alike(async (contest) => {
        const payment = makePayment(contest, 1, { token: contest.token })
        const evidence = await makeEvidence(contest, 1, authorising(contest, payment))
        await contest.send(contest.receiver, contest.encodeAuthorize(evidence))
        const data = contest.encodePay(payment)
        const withValue = await refusalOf(contest, data, 1n)
        const token = await contest.viem.getContractAt('MockToken', contest.token)
        await token.write.approve([contest.receiver, amount - 1n], { account: contest.payer })
        return [withValue, await refusalOf(contest, data)]
      })
      expect(found).to.deep.equal([
        { errorName: 'UnexpectedValue', args: [1n, 0n] },
        { errorName: 'PaymentTooLow', args: [amount - 1n, amount] },
      ])
    })

    it('and then no other order can authorise what was paid: RequestAlreadyPaid', async () => {
      const found = await alike(async (contest) => {
        const payment = makePayment(contest, 1)
        const evidence = await makeEvidence(contest, 1, authorising(contest, payment))
        await contest.send(contest.receiver, contest.encodeAuthorize(evidence))
        await contest.send(contest.receiver, contest.encodePay(payment), amount)
        const other = await makeEvidence(contest, 2, authorising(contest, payment))
        return refusalOf(contest, contest.encodeAuthorize(other))
      })
      expect(found?.errorName).to.equal('RequestAlreadyPaid')
    })

    it('what was not authorised: NotAuthorized', async () => {
      const found = await alike((contest) =>
        refusalOf(contest, contest.encodePay(makePayment(contest, 9)), amount),
      )
      expect(found?.errorName).to.equal('NotAuthorized')
    })
  })
})
