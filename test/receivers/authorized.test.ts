import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  keccak256,
  maxUint256,
  pad,
  parseEventLogs,
  slice,
  stringToHex,
  toFunctionSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { hashPayment } from '../../src/contract/index.js'
import { padAddress } from '../../src/index.js'
import {
  attestProof,
  deployFixture,
  type Evidence,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  originChainId,
  ownChainId,
  type PaymentTerms,
  secondSolver,
  solver,
} from './support/fixture.js'

const checksummed = <T>(value: T) =>
  typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value) : value
const pausedBit = 1n << 0n
const termsBit = 1n << 6n
const paymentBit = 1n << 10n

describe('AttestedOrderReceiver: authorized fills', () => {
  let fixture: Fixture
  let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>
  let now: number

  before(async () => {
    fixture = await deployFixture()
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
    now = Number(await fixture.helpers.time.latest())
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  const payment = (overrides: Partial<PaymentTerms> = {}) => makePayment(fixture, now + 3600, overrides)

  const authorize = ({ a, signature, proof }: Pick<Evidence, 'a' | 'signature' | 'proof'>) =>
    fixture.receiver.write.authorizeFill([a, signature, proof, []], { account: fixture.stranger.account })

  const pay = (p: PaymentTerms, value = p.token === zeroAddress ? p.minimum : 0n) =>
    fixture.receiver.write.payAuthorized([p], { value, account: fixture.payer.account })

  const inspect = ({ a, signature, proof }: Evidence, amount = fillAmount) =>
    fixture.receiver.read.inspectFill([a, signature, proof, [], fixture.payer.account.address, amount])

  const refuses = (call: Promise<Hex>, error: string, args: unknown[]) =>
    fixture.assertions.revertWithCustomErrorWithArgs(call, fixture.receiver, error as never, args as never)

  async function refusesTerms(evidence: Evidence, error: string, args: unknown[]) {
    await refuses(authorize(evidence), error, args)
    expect((await inspect(evidence)) & termsBit).to.equal(termsBit)
  }

  const field = (name: string) => stringToHex(name, { size: 32 })

  it('pays a call that was authorized, once', async () => {
    const { receiver, recipient, payer, publicClient } = fixture
    const p = payment()
    const evidence = await makeAuthorized(fixture, p)
    const callHash = await receiver.read.hashPayment([p])
    expect(await inspect(evidence)).to.equal(0n)

    await fixture.assertions.emitWithArgs(authorize(evidence), receiver, 'FillAuthorized', [
      evidence.id,
      callHash,
      p.deadline,
    ])
    expect(await receiver.read.authorization([callHash])).to.deep.equal([solver.address, 1n])
    expect(await receiver.read.isPaid([evidence.id])).to.equal(false)

    const before = await publicClient.getBalance({ address: recipient.account.address })
    const hash = await pay(p)
    const { logs } = await publicClient.getTransactionReceipt({ hash })
    expect(
      parseEventLogs({ abi: receiver.abi, logs, eventName: 'FillAccepted' }).map((log) => log.args),
    ).to.deep.equal([
      {
        id: callHash,
        recipient: getAddress(recipient.account.address),
        solver: solver.address,
        payer: getAddress(payer.account.address),
        token: zeroAddress,
        amount: fillAmount,
      },
    ])
    expect(await publicClient.getBalance({ address: recipient.account.address })).to.equal(
      before + fillAmount,
    )
    expect(await publicClient.getBalance({ address: receiver.address })).to.equal(0n)
    expect(await receiver.read.isPaid([evidence.id])).to.equal(true)
    expect(await receiver.read.isPaid([callHash])).to.equal(true)
    await refuses(pay(p), 'RequestAlreadyPaid', [callHash])
  })

  it('identifies the call by chain, receiver, selector and arguments', async () => {
    const p = payment({ data: '0x112233' })
    const { receiver } = fixture
    const abiOfPay = receiver.abi.find((entry) => entry.type === 'function' && entry.name === 'payAuthorized')
    if (abiOfPay?.type !== 'function') throw new Error('payAuthorized expected')
    const selector = toFunctionSelector(abiOfPay)
    const encoded = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes4' }, abiOfPay.inputs[0]!],
      [BigInt(ownChainId), receiver.address, selector, p],
    )
    expect(await receiver.read.hashPayment([p])).to.equal(keccak256(encoded))
    expect(hashPayment({ chainId: ownChainId, receiver: receiver.address, payment: p })).to.equal(
      keccak256(encoded),
    )
  })

  it('takes an order that names a configured router, or nothing', async () => {
    const highest: Address = `0x${'ff'.repeat(20)}`
    await fixture.receiver.write.setRouter([highest, true])
    for (const extraData of [
      '0x',
      padAddress(fixture.router.account.address),
      padAddress(highest),
    ] as Hex[]) {
      const p = payment()
      await authorize(await makeAuthorized(fixture, p, { output: { extraData } }))
      await pay(p)
    }
  })

  it('ignores what services append to the call', async () => {
    const p = payment({ data: '0xabcdef' })
    const call = { ...callOf(p), data: concat([callOf(p).data, pad('0x1234', { size: 32 }), '0xff']) }
    await authorize(await makeAuthorized(fixture, p, { calls: [call] }))
    await pay(p)
  })

  it("leaves the order's other calls to the router", async () => {
    const p = payment()
    const other = { to: fixture.token.address, data: '0x', value: 5n } as const
    await authorize(await makeAuthorized(fixture, p, { calls: [other, callOf(p), other] }))
    await pay(p)
  })

  describe('the order', () => {
    it('must not name a stranger', async () => {
      for (const extraData of [
        padAddress(fixture.stranger.account.address),
        fixture.router.account.address,
        `${padAddress(fixture.router.account.address)}00`,
        `0x01${padAddress(fixture.router.account.address).slice(4)}`,
        toHex(BigInt(fixture.router.account.address) | (1n << 160n), { size: 32 }),
      ] as Hex[]) {
        const evidence = await makeAuthorized(fixture, payment(), { output: { extraData } })
        await refusesTerms(evidence, 'WrongFillContract', [
          extraData.toLowerCase(),
          1n,
          fixture.receiver.address,
        ])
      }
    })

    it('must call this contract exactly once', async () => {
      const [p, q] = [payment(), payment()]
      for (const calls of [[], [callOf(p), callOf(q)], [callOf(p), callOf(p)]]) {
        const evidence = await makeAuthorized(fixture, p, { calls })
        await refusesTerms(evidence, 'WrongFillContract', [
          '0x',
          BigInt(calls.length),
          fixture.receiver.address,
        ])
      }
    })

    it('must call payAuthorized with sound arguments', async () => {
      const p = payment({ data: '0x1122' })
      const { data } = callOf(p)
      const word = (index: number, value: bigint): Hex => {
        const bytes = Buffer.from(data.slice(2), 'hex')
        bytes.set(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'), 4 + index * 32)
        return `0x${bytes.toString('hex')}`
      }
      const dirty = 1n << 160n
      const broken: Record<string, Hex> = {
        nothing: '0x',
        'other selector': `0xdeadbeef${data.slice(10)}`,
        short: data.slice(0, 2 + 2 * 419) as Hex,
        'other offset of the argument': word(0, 0x40n),
        'dirty token': word(4, dirty),
        'dirty recipient': word(7, dirty),
        'dirty refundTo': word(8, dirty),
        'dirty deadline': word(9, 1n << 48n),
        'other offset of data': word(11, 0x180n),
        'data past the end': word(12, 33n),
        'endless data': word(12, maxUint256),
      }
      for (const [name, bad] of Object.entries(broken)) {
        const evidence = await makeAuthorized(fixture, p, { calls: [{ ...callOf(p), data: bad }] })
        await refuses(authorize(evidence), 'WrongFillContract', ['0x', 1n, fixture.receiver.address])
        // What can't be read is not read further.
        expect(await inspect(evidence), name).to.equal(termsBit)
      }
    })

    it('must bring what the call takes', async () => {
      const p = payment({ maximum: fillAmount + 10n })
      const bringing = (value: bigint) => makeAuthorized(fixture, p, { calls: [{ ...callOf(p), value }] })
      await refuses(authorize(await bringing(fillAmount - 1n)), 'PaymentTooLow', [
        fillAmount - 1n,
        fillAmount,
      ])
      await refuses(authorize(await bringing(fillAmount + 11n)), 'PaymentTooHigh', [
        fillAmount + 11n,
        p.maximum,
      ])
      await authorize(await bringing(fillAmount + 10n))

      const ofToken = payment({ token: fixture.token.address })
      const withValue = await makeAuthorized(fixture, ofToken, { calls: [{ ...callOf(ofToken), value: 1n }] })
      await refuses(authorize(withValue), 'UnexpectedValue', [1n, 0n])
    })

    it('must pay nobody but the recipient and the router that it names', async () => {
      const { router, stranger, receiver } = fixture
      const second: Address = `0x${'ff'.repeat(20)}`
      await receiver.write.setRouter([second, true])
      const own = router.account.address
      for (const [named, recipient] of [
        [undefined, stranger.account.address],
        [undefined, own],
        [own, stranger.account.address],
        [own, second],
        [second, own],
        [own, receiver.address],
      ] as const) {
        const p = payment()
        const extraData = named ? padAddress(named) : '0x'
        const evidence = await makeAuthorized(fixture, p, { output: { extraData }, payment: { recipient } })
        const args = [field('recipient'), padAddress(p.recipient), padAddress(recipient)]
        await refusesTerms(evidence, 'TermsMismatch', args)
      }
    })

    it('may pay the router that it names, as those of the public service do', async () => {
      const extraData = padAddress(fixture.router.account.address)
      for (const recipient of [fixture.router.account.address, fixture.recipient.account.address]) {
        const p = payment()
        await authorize(await makeAuthorized(fixture, p, { output: { extraData }, payment: { recipient } }))
        await pay(p)
      }
    })

    it('must have every payment right, whichever is wrong', async () => {
      const p = payment()
      const own = fixture.router.account.address
      const extraData = padAddress(own)
      const { orderData } = await makeAuthorized(fixture, p, { output: { extraData } })
      const sound = orderData.output.payments[0]!
      const to = (recipient: Address) => ({ ...sound, recipient })
      const wrong = to(fixture.stranger.account.address)
      const args = [field('recipient'), padAddress(p.recipient), padAddress(fixture.stranger.account.address)]
      for (const payments of [
        [sound, wrong],
        [wrong, sound],
        [to(own), wrong],
        [sound, to(own), wrong, sound],
      ]) {
        const evidence = await makeAuthorized(fixture, p, { output: { extraData, payments } })
        await refusesTerms(evidence, 'TermsMismatch', args)
      }
      const payments = [sound, to(own), sound]
      await authorize(await makeAuthorized(fixture, p, { output: { extraData, payments } }))
    })

    it('must name a router, which a reserved address is not, nor one that was removed', async () => {
      const { receiver, stranger, router } = fixture
      const reserved = stranger.account.address
      await receiver.write.setReserved([reserved, true])
      const naming = (account: Address) => {
        const output = { extraData: padAddress(account) }
        return makeAuthorized(fixture, payment(), { output, payment: { recipient: account } })
      }
      const wrong = (account: Address) => [padAddress(account), 1n, receiver.address]
      await refusesTerms(await naming(reserved), 'WrongFillContract', wrong(reserved))

      const own = router.account.address
      await receiver.write.setReserved([own, true])
      await authorize(await naming(own))
      await receiver.write.setRouter([own, false])
      await refusesTerms(await naming(own), 'WrongFillContract', wrong(own))
    })

    it('must pay in a currency of 20 bytes, to an address of 20', async () => {
      for (const [name, value] of [
        ['currency', padAddress(zeroAddress)],
        ['recipient', padAddress(fixture.recipient.account.address)],
      ] as const) {
        const evidence = await makeAuthorized(fixture, payment())
        const payments = [{ ...evidence.proof.output.payments[0]!, [name]: value }]
        const changed = await attestProof(evidence, {
          ...evidence.proof,
          output: { ...evidence.proof.output, payments },
        })
        await refuses(authorize(changed), 'InvalidOrderAddress', [value])
      }
    })

    it('must have 20 bytes in the addresses of every payment', async () => {
      const evidence = await makeAuthorized(fixture, payment())
      const sound = evidence.proof.output.payments[0]!
      for (const name of ['currency', 'recipient'] as const) {
        for (const value of [
          '0x',
          slice(sound[name], 0, 19),
          concat([sound[name], '0x00']),
          concat(['0x00', sound[name]]),
        ] as Hex[]) {
          const wrong = { ...sound, [name]: value }
          for (const payments of [[wrong], [sound, wrong], [wrong, sound]]) {
            const output = { ...evidence.proof.output, payments }
            const changed = await attestProof(evidence, { ...evidence.proof, output })
            await refuses(authorize(changed), 'InvalidOrderAddress', [value])
          }
        }
      }
    })

    it('may have many payments, all to the recipient', async () => {
      const p = payment()
      const { orderData } = await makeAuthorized(fixture, p)
      const payments = Array.from({ length: 7 }, () => orderData.output.payments[0]!)
      await authorize(await makeAuthorized(fixture, p, { output: { payments } }))
    })

    it('may have no payment at all, since the call says what it takes', async () => {
      const p = payment()
      await authorize(await makeAuthorized(fixture, p, { output: { payments: [] } }))
    })

    it('must not be one for a direct fill', async () => {
      const evidence = await makeDirect(fixture)
      const named = padAddress(fixture.receiver.address)
      await refuses(authorize(evidence), 'WrongFillContract', [named, 0n, fixture.receiver.address])
    })

    it('must not name this contract as the fill contract of its calls', async () => {
      const { receiver } = fixture
      const extraData = padAddress(receiver.address)
      const p = payment()
      const evidence = await makeAuthorized(fixture, p, { output: { extraData } })
      await refuses(authorize(evidence), 'WrongFillContract', [extraData, 1n, receiver.address])
      expect(await inspect(evidence)).to.equal(termsBit)
      const { a, signature, proof } = evidence
      await refuses(
        receiver.write.fill([a, signature, proof, [], fillAmount], { value: fillAmount }),
        'CallsNotSupported',
        [1n],
      )
    })

    it('can not be filled directly', async () => {
      const { a, signature, proof } = await makeAuthorized(fixture, payment())
      await refuses(
        fixture.receiver.write.fill([a, signature, proof, [], fillAmount], { value: fillAmount }),
        'WrongFillContract',
        ['0x', 1n, fixture.receiver.address],
      )
    })
  })

  describe('the arguments', () => {
    const mismatch = async (terms: Partial<PaymentTerms>, name: string, found: Hex, required: Hex) =>
      refusesTerms(await makeAuthorized(fixture, payment(terms)), 'TermsMismatch', [
        field(name),
        found,
        required,
      ])
    const word = (value: number | bigint): Hex => pad(`0x${value.toString(16)}`, { size: 32 })

    it("must have the attestation's origin", async () => {
      const stranger = padAddress(fixture.payer.account.address)
      await mismatch({ originChainId: 1n }, 'originChainId', word(1), word(originChainId))
      await mismatch({ originUser: stranger }, 'originUser', stranger, padAddress(fixture.user))
      await mismatch({ originUser: zeroHash }, 'originUser', zeroHash, padAddress(fixture.user))
      await mismatch({ originCurrency: stranger }, 'originCurrency', stranger, zeroHash)
    })

    it("must have the attestation's recipient", async () => {
      const p = payment()
      const destinationUser = padAddress(fixture.stranger.account.address)
      const evidence = await makeAuthorized(fixture, p, { attestation: { destinationUser } })
      await refuses(authorize(evidence), 'RecipientMismatch', [destinationUser, padAddress(p.recipient)])
    })

    it('must not outlive the order', async () => {
      const p = payment()
      const orderEnds = (deadline: number) => makeAuthorized(fixture, p, { output: { deadline } })
      await refusesTerms(await orderEnds(p.deadline - 1), 'TermsMismatch', [
        field('deadline'),
        word(p.deadline),
        word(p.deadline - 1),
      ])
      await authorize(await orderEnds(p.deadline))
      const q = payment()
      await authorize(await makeAuthorized(fixture, q, { output: { deadline: q.deadline + 1 } }))
    })

    it('must ask for something, within a range that is one', async () => {
      for (const [minimum, maximum] of [
        [0n, 0n],
        [0n, fillAmount],
        [fillAmount, fillAmount - 1n],
      ] as const) {
        const p = payment({ minimum, maximum })
        const evidence = await makeAuthorized(fixture, p, { payment: { minimumAmount: fillAmount } })
        await refuses(authorize(evidence), 'UnsupportedOutput', [1n, minimum, maximum])
      }
      await authorize(await makeAuthorized(fixture, payment({ minimum: 1n, maximum: 1n })))
    })

    it('are told wrong for what they ask for before anything else', async () => {
      const p = payment({ minimum: 0n, originChainId: 1n })
      const evidence = await makeAuthorized(fixture, p, { payment: { minimumAmount: fillAmount } })
      await refuses(authorize(evidence), 'UnsupportedOutput', [1n, 0n, fillAmount])
    })
  })

  describe('at payment', () => {
    let p: PaymentTerms

    beforeEach(async () => {
      p = payment({ maximum: fillAmount + 5n })
      await authorize(await makeAuthorized(fixture, p))
    })

    it('takes native value within the range', async () => {
      const callHash = await fixture.receiver.read.hashPayment([p])
      await refuses(pay(p, fillAmount - 1n), 'PaymentTooLow', [fillAmount - 1n, fillAmount])
      await refuses(pay(p, fillAmount + 6n), 'PaymentTooHigh', [fillAmount + 6n, fillAmount + 5n])
      expect(await fixture.receiver.read.isPaid([callHash])).to.equal(false)
      await pay(p, fillAmount + 5n)
      expect(await fixture.receiver.read.isPaid([callHash])).to.equal(true)
    })

    it('refuses after the deadline, and accepts at it', async () => {
      await fixture.helpers.time.setNextBlockTimestamp(p.deadline + 1)
      await refuses(pay(p), 'RequestExpired', [BigInt(p.deadline + 1), BigInt(p.deadline)])
    })

    it('accepts at the deadline', async () => {
      await fixture.helpers.time.setNextBlockTimestamp(p.deadline)
      await pay(p)
    })

    it('refuses while paused', async () => {
      await fixture.receiver.write.pause()
      await fixture.assertions.revertWithCustomError(pay(p), fixture.receiver, 'EnforcedPause')
      await fixture.receiver.write.unpause()
      await pay(p)
    })

    it('takes evidence while paused, so that a policy can be narrowed with calls in flight', async () => {
      const { receiver, config } = fixture
      const evidence = await makeAuthorized(fixture, p)
      await receiver.write.pause()
      await receiver.write.setRoute([{ ...config.routes[0]!, min: config.routes[0]!.min + 1n }])
      await authorize(evidence)
      expect(await inspect(evidence)).to.equal(pausedBit)
      await fixture.assertions.revertWithCustomError(pay(p), receiver, 'EnforcedPause')
      await receiver.write.unpause()
      await pay(p)
    })

    it('refuses when the solver was revoked or its time is over', async () => {
      const stop = now + 600
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop }])
      const q = payment()
      await authorize(await makeAuthorized(fixture, q, { signer: secondSolver }))
      await fixture.helpers.time.setNextBlockTimestamp(stop)
      await refuses(pay(q), 'UnknownSolver', [secondSolver.address, 0, stop])

      await fixture.receiver.write.revokeSolver([solver.address])
      await refuses(pay(p), 'UnknownSolver', [solver.address, 0, 0])
    })

    it('refuses any argument that was not authorized', async () => {
      const changes: Partial<PaymentTerms>[] = [
        { originChainId: 1n },
        { originUser: zeroHash },
        { originCurrency: padAddress(fixture.token.address) },
        { token: fixture.token.address },
        { minimum: 1n },
        { maximum: maxUint256 },
        { recipient: fixture.stranger.account.address },
        { deadline: p.deadline + 1 },
        { salt: zeroHash },
        { data: '0x00' },
      ]
      const { refundTo: _, ...others } = p
      expect(new Set(changes.flatMap(Object.keys))).to.deep.equal(new Set(Object.keys(others)))
      for (const change of changes) {
        const changed = { ...p, ...change }
        const callHash = await fixture.receiver.read.hashPayment([changed])
        await refuses(pay(changed, fillAmount), 'NotAuthorized', [callHash])
      }
      // With an address to return it to, the money comes back, and nothing is paid.
      const returned = { ...p, refundTo: fixture.user }
      const callHash = await fixture.receiver.read.hashPayment([returned])
      await fixture.assertions.emitWithArgs(
        pay(returned, fillAmount),
        fixture.receiver,
        'PaymentReturned',
        [callHash, fixture.user, fixture.payer.account.address, zeroAddress, fillAmount].map(
          checksummed,
        ) as never,
      )
      expect(await fixture.receiver.read.isPaid([callHash])).to.equal(false)
    })

    describe('when the policy was narrowed since', () => {
      const { setSolver, setRoute, setRecipient, removeRecipient, setRouter, setReserved } = {
        setSolver: () =>
          fixture.receiver.write.setSolver([{ solver: solver.address, start: 0, stop: p.deadline + 100 }]),
        setRoute: () =>
          fixture.receiver.write.setRoute([
            { ...fixture.config.routes[0]!, min: fixture.config.routes[0]!.min + 1n },
          ]),
        setRecipient: () => fixture.receiver.write.setRecipient([{ recipient: p.recipient, hook: true }]),
        removeRecipient: () => fixture.receiver.write.removeRecipient([p.recipient]),
        setRouter: () => fixture.receiver.write.setRouter([fixture.router.account.address, false]),
        setReserved: () => fixture.receiver.write.setReserved([fixture.payer.account.address, true]),
      }
      const changes = { setSolver, setRoute, setRecipient, removeRecipient, setRouter, setReserved }

      for (const [name, change] of Object.entries(changes)) {
        it(`refuses after ${name}`, async () => {
          await change()
          await refuses(pay(p), 'AuthorizationStale', [1n, 2n])
        })
      }

      it('accepts evidence that is presented again, if it still holds', async () => {
        const { receiver } = fixture
        const q = payment()
        const evidence = await makeAuthorized(fixture, q)
        await authorize(evidence)
        await setReserved()
        await refuses(pay(q), 'AuthorizationStale', [1n, 2n])
        const callHash = await receiver.read.hashPayment([q])
        await fixture.assertions.emitWithArgs(authorize(evidence), receiver, 'FillAuthorized', [
          evidence.id,
          callHash,
          q.deadline,
        ])
        await pay(q)
      })
    })

    it('does not mind a policy that was widened since', async () => {
      const { receiver, config, stranger } = fixture
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      await receiver.write.setRoute([{ ...config.routes[0]!, min: 1n }])
      await receiver.write.setRoute([{ ...config.routes[0]!, chainId: 1n }])
      await receiver.write.setRecipient([{ recipient: stranger.account.address, hook: false }])
      await receiver.write.setReserved([stranger.account.address, false])
      expect(await receiver.read.policyEpoch()).to.equal(1n)
      await pay(p)
    })
  })

  describe('several orders with one call', () => {
    it('pay it once, and all of them know', async () => {
      const p = payment()
      const [first, second, third] = [
        await makeAuthorized(fixture, p),
        await makeAuthorized(fixture, p),
        await makeAuthorized(fixture, p),
      ]
      const { receiver } = fixture
      const callHash = await receiver.read.hashPayment([p])
      for (const order of [first, second]) {
        const args = [order.id, callHash, p.deadline] as const
        await fixture.assertions.emitWithArgs(authorize(order), receiver, 'FillAuthorized', [...args])
      }
      await pay(p)
      for (const { id } of [first, second]) expect(await fixture.receiver.read.isPaid([id])).to.equal(true)
      await refuses(authorize(first), 'RequestAlreadyPaid', [first.id])
      await refuses(authorize(third), 'RequestAlreadyPaid', [third.id])
      expect(await fixture.receiver.read.isPaid([third.id])).to.equal(false)
    })

    it('keep the solver that counts longest', async () => {
      const { receiver } = fixture
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: now + 600 }])
      const p = payment()
      const callHash = await receiver.read.hashPayment([p])
      await authorize(await makeAuthorized(fixture, p, { signer: secondSolver }))
      expect(await receiver.read.authorization([callHash])).to.deep.equal([secondSolver.address, 1n])
      await authorize(await makeAuthorized(fixture, p))
      expect(await receiver.read.authorization([callHash])).to.deep.equal([solver.address, 1n])
      await authorize(await makeAuthorized(fixture, p, { signer: secondSolver }))
      expect(await receiver.read.authorization([callHash])).to.deep.equal([solver.address, 1n])
    })
  })

  it('repeats an authorization without an event', async () => {
    const evidence = await makeAuthorized(fixture, payment())
    await authorize(evidence)
    const hash = await authorize(evidence)
    const { logs, status } = await fixture.publicClient.getTransactionReceipt({ hash })
    expect([status, logs]).to.deep.equal(['success', []])
  })

  it('authorizes only what passes every check', async () => {
    const cases: [EvidenceOverrides, string][] = [
      [{ attestation: { originChainId: 1 } }, 'OriginNotAccepted'],
      [{ attestation: { originAmount: 1n } }, 'AmountOutOfRange'],
      [{ attestation: { destinationChainId: 1 } }, 'WrongDestinationChain'],
      [{ signer: secondSolver }, 'UnknownSolver'],
      [{ requestId: zeroHash }, 'InvalidRequestId'],
      [{ requestId: keccak256('0x') }, 'OrderMismatch'],
    ]
    for (const [overrides, error] of cases) {
      const p = payment(overrides.attestation?.originChainId ? { originChainId: 1n } : {})
      const evidence = await makeAuthorized(fixture, p, overrides)
      await fixture.assertions.revertWithCustomError(authorize(evidence), fixture.receiver, error as never)
    }
    const late = makePayment(fixture, now)
    await fixture.assertions.revertWithCustomError(
      authorize(await makeAuthorized(fixture, late)),
      fixture.receiver,
      'RequestExpired',
    )
    await fixture.receiver.write.removeRecipient([fixture.recipient.account.address])
    await fixture.assertions.revertWithCustomError(
      authorize(await makeAuthorized(fixture, payment())),
      fixture.receiver,
      'RecipientNotAllowed',
    )
  })

  it('inspects whether an amount is what the call takes', async () => {
    const evidence = await makeAuthorized(fixture, payment({ maximum: fillAmount + 5n }))
    expect(await inspect(evidence, fillAmount - 1n)).to.equal(paymentBit)
    expect(await inspect(evidence, fillAmount)).to.equal(0n)
    expect(await inspect(evidence, fillAmount + 5n)).to.equal(0n)
    expect(await inspect(evidence, fillAmount + 6n)).to.equal(paymentBit)
  })

  function callOf(p: PaymentTerms, to: Address = fixture.receiver.address) {
    const data = encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'payAuthorized', args: [p] })
    return { to, data, value: p.token === zeroAddress ? p.minimum : 0n }
  }
})
