import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseEventLogs,
  parseSignature,
  recoverAddress,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
  size,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  type FillCheck,
  fillChecks,
  hashRegisteredTerms,
  padAddress,
  type RegisteredTerms,
} from '../../src/index.js'
import {
  fillAmount,
  originChainId,
  ownChainId,
  type PaymentTerms,
  routeMax,
  secondSolver,
  solver,
} from './support/fixture.js'
import {
  attest,
  callOf,
  deployRegistered,
  deployRegisteredFixture,
  digestTerms,
  paymentFor,
  type Registered,
  type RegisteredFixture,
  type RegisteredOverrides,
  register,
  registrar,
} from './support/registered.js'

type Presented = Pick<Registered, 'a' | 'signature' | 'terms' | 'termsSignature'>

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const bits = (...names: FillCheck[]) =>
  names.reduce((all, name) => all | (1n << BigInt(fillChecks.indexOf(name))), 0n)
const field = (name: string) => stringToHex(name, { size: 32 })
const word = (value: number | bigint) => toHex(value, { size: 32 })

describe('RegisteredTermsReceiver', () => {
  let fixture: RegisteredFixture
  let snapshot: Awaited<ReturnType<RegisteredFixture['helpers']['takeSnapshot']>>
  let recipient: Address
  let stranger: Address

  before(async () => {
    fixture = await deployRegisteredFixture()
    recipient = fixture.recipient.account.address
    stranger = fixture.stranger.account.address
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  const make = (overrides: RegisteredOverrides = {}) => register(fixture, overrides)
  const makeAuthorized = async (changes: Partial<PaymentTerms> = {}, overrides: RegisteredOverrides = {}) => {
    const payment = await paymentFor(fixture, changes)
    return { ...(await make({ payment, ...overrides })), payment }
  }

  const fill = (
    { a, signature, terms, termsSignature }: Presented,
    amount = fillAmount,
    value = terms.token === zeroAddress ? amount : 0n,
  ) =>
    fixture.receiver.write.fill([a, signature, terms, termsSignature, [], amount], {
      value,
      account: fixture.payer.account,
    })
  const authorize = ({ a, signature, terms, termsSignature }: Presented) =>
    fixture.receiver.write.authorizeFill([a, signature, terms, termsSignature, []], {
      account: fixture.stranger.account,
    })
  const pay = (payment: PaymentTerms, value = payment.token === zeroAddress ? payment.minimum : 0n) =>
    fixture.receiver.write.payAuthorized([payment], { value, account: fixture.payer.account })
  const inspect = ({ a, signature, terms, termsSignature }: Presented, amount = fillAmount) =>
    fixture.receiver.read.inspectFill([
      a,
      signature,
      terms,
      termsSignature,
      [],
      fixture.payer.account.address,
      amount,
    ])
  const isPaid = ({ id }: { id: Hex }) => fixture.receiver.read.isPaid([id])

  const refuses = (call: Promise<Hex>, error: string, args: readonly unknown[]) =>
    fixture.assertions.revertWithCustomErrorWithArgs(call, fixture.receiver, error as never, args as never)

  /** The fill reverts with the error, and the inspection reports exactly these checks. */
  async function refusesFill(
    evidence: Presented,
    error: string,
    args: readonly unknown[],
    failed: bigint,
    amount = fillAmount,
  ) {
    await refuses(fill(evidence, amount), error, args)
    expect(await inspect(evidence, amount), error).to.equal(failed)
  }

  async function refusesAuthorization(
    evidence: Presented,
    error: string,
    args: readonly unknown[],
    failed = bits('terms'),
  ) {
    await refuses(authorize(evidence), error, args)
    expect((await inspect(evidence)) & failed, error).to.equal(failed)
  }

  /** The fill delivers `amount` to the recipient, and leaves nothing at the receiver. */
  async function pays(evidence: Registered, run: () => Promise<Hex>, amount: bigint) {
    const { token: fixtureToken, publicClient, receiver } = fixture
    const { token } = evidence.terms
    const balanceOf = (address: Address) =>
      token === zeroAddress ? publicClient.getBalance({ address }) : fixtureToken.read.balanceOf([address])
    const before = await balanceOf(recipient)
    const hash = await run()
    expect(await balanceOf(recipient), 'received').to.equal(before + amount)
    expect(await balanceOf(receiver.address), 'left behind').to.equal(0n)
    expect(await isPaid(evidence)).to.equal(true)
    expect(await isPaid({ id: zeroHash }), 'nothing else').to.equal(false)
    return hash
  }

  describe('pays', () => {
    it('a direct fill in native currency, once', async () => {
      const { receiver, payer, publicClient } = fixture
      const evidence = await make()
      expect(await inspect(evidence)).to.equal(0n)
      expect(await isPaid(evidence)).to.equal(false)
      const hash = await pays(evidence, () => fill(evidence), fillAmount)
      const { logs } = await publicClient.getTransactionReceipt({ hash })
      expect(parseEventLogs({ abi: receiver.abi, logs, eventName: 'FillAccepted' })[0]?.args).to.deep.equal({
        id: evidence.id,
        recipient: getAddress(recipient),
        solver: solver.address,
        payer: getAddress(payer.account.address),
        token: zeroAddress,
        amount: fillAmount,
      })
      await refusesFill(evidence, 'RequestAlreadyPaid', [evidence.id], bits('duplicate'))
    })

    it('a direct fill in a token', async () => {
      const evidence = await make({ terms: { token: fixture.token.address, minimum: 5n, maximum: 7n } })
      expect(await inspect(evidence, 6n)).to.equal(0n)
      await pays(evidence, () => fill(evidence, 6n), 6n)
    })

    it('an authorized call in native currency, once', async () => {
      const { receiver } = fixture
      const evidence = await makeAuthorized()
      expect(await inspect(evidence)).to.equal(0n)
      const callHash = await receiver.read.hashPayment([evidence.payment])
      await fixture.assertions.emitWithArgs(authorize(evidence), receiver, 'FillAuthorized', [
        evidence.id,
        callHash,
        evidence.payment.deadline,
      ])
      // Anybody may repeat it, and it changes nothing.
      await authorize(evidence)
      expect(await receiver.read.authorization([callHash])).to.deep.equal([solver.address, 1n])
      expect(await isPaid(evidence)).to.equal(false)
      await pays(evidence, () => pay(evidence.payment), fillAmount)
      await refuses(pay(evidence.payment), 'RequestAlreadyPaid', [callHash])
      await refusesAuthorization(evidence, 'RequestAlreadyPaid', [evidence.id], bits('duplicate'))
    })

    it('an authorized call in a token, of which the amount varies', async () => {
      const { token, receiver, payer } = fixture
      const evidence = await makeAuthorized({ token: token.address, minimum: 5n, maximum: 9n })
      await authorize(evidence)
      await token.write.approve([receiver.address, 8n], { account: payer.account })
      await pays(evidence, () => pay(evidence.payment), 8n)
    })

    it('with 64 byte signatures of both (ERC-2098)', async () => {
      const evidence = await make()
      const compact = (signature: Hex) =>
        serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
      const short = {
        ...evidence,
        signature: compact(evidence.signature),
        termsSignature: compact(evidence.termsSignature),
      }
      expect(size(short.termsSignature)).to.equal(64)
      await pays(evidence, () => fill(short), fillAmount)
    })
  })

  describe('the registrar', () => {
    const refusesSigner = (evidence: Presented, digest: Hex, signer: Address) =>
      refusesFill(evidence, 'InvalidTermsSignature', [digest, signer], bits('terms'))

    it('must be one: neither a stranger, nor the solver, nor the administrator', async () => {
      const { receiver, admin } = fixture
      for (const account of [secondSolver, solver]) {
        const evidence = await make({ registrar: account })
        await refusesSigner(evidence, evidence.digest, account.address)
      }
      const role = await receiver.read.REGISTRAR_ROLE()
      expect(await receiver.read.hasRole([role, admin.account.address])).to.equal(false)
    })

    it('counts while it holds the role', async () => {
      const { receiver } = fixture
      const role = await receiver.read.REGISTRAR_ROLE()
      const [first, second] = [await make(), await make({ registrar: secondSolver })]
      await receiver.write.revokeRole([role, registrar.address])
      await refusesSigner(first, first.digest, registrar.address)
      await receiver.write.grantRole([role, secondSolver.address])
      await fill(second)
      await receiver.write.grantRole([role, registrar.address])
      await fill(first)
    })

    it('takes with its role what was authorized on its word', async () => {
      const { receiver } = fixture
      const role = await receiver.read.REGISTRAR_ROLE()
      const evidence = await makeAuthorized()
      await authorize(evidence)
      expect(await receiver.read.policyEpoch()).to.equal(1n)
      await receiver.write.revokeRole([role, stranger])
      expect(await receiver.read.policyEpoch(), 'no registrar').to.equal(1n)
      const guardian = await receiver.read.GUARDIAN_ROLE()
      await receiver.write.revokeRole([guardian, fixture.admin.account.address])
      expect(await receiver.read.policyEpoch(), 'another role').to.equal(1n)
      await receiver.write.revokeRole([role, registrar.address])
      await refuses(pay(evidence.payment), 'AuthorizationStale', [1n, 2n])
      await refusesAuthorization(evidence, 'InvalidTermsSignature', [evidence.digest, registrar.address])
    })

    it('takes it with its role also when it gives the role up itself', async () => {
      const { receiver } = fixture
      const { account } = fixture.stranger
      const role = await receiver.read.REGISTRAR_ROLE()
      const guardian = await receiver.read.GUARDIAN_ROLE()
      const renounce = (what: Hex) => receiver.write.renounceRole([what, stranger], { account })
      const evidence = await makeAuthorized()
      await authorize(evidence)
      await renounce(role)
      await receiver.write.grantRole([guardian, stranger])
      await renounce(guardian)
      expect(await receiver.read.policyEpoch(), 'no registrar').to.equal(1n)
      await receiver.write.grantRole([role, stranger])
      await renounce(role)
      expect(await receiver.read.policyEpoch()).to.equal(2n)
      await refuses(pay(evidence.payment), 'AuthorizationStale', [1n, 2n])
    })

    it('is nobody with another role', async () => {
      const { receiver } = fixture
      const evidence = await make({ registrar: secondSolver })
      for (const role of [
        zeroHash,
        await receiver.read.POLICY_ROLE(),
        await receiver.read.GUARDIAN_ROLE(),
        await receiver.read.RESCUE_ROLE(),
      ]) {
        await receiver.write.grantRole([role, secondSolver.address])
        await refusesSigner(evidence, evidence.digest, secondSolver.address)
      }
    })

    it('has no other power', async () => {
      const { receiver } = fixture
      const role = await receiver.read.REGISTRAR_ROLE()
      await receiver.write.grantRole([role, stranger])
      const account = fixture.stranger.account
      for (const other of [
        zeroHash,
        await receiver.read.POLICY_ROLE(),
        await receiver.read.GUARDIAN_ROLE(),
        await receiver.read.RESCUE_ROLE(),
      ]) {
        expect(await receiver.read.hasRole([other, registrar.address])).to.equal(false)
        expect(await receiver.read.getRoleAdmin([other])).to.equal(zeroHash)
      }
      expect(await receiver.read.getRoleAdmin([role])).to.equal(zeroHash)
      for (const call of [
        () => receiver.write.setRecipientRoot([zeroHash], { account }),
        () => receiver.write.setRecipient([{ recipient: stranger, hook: false }], { account }),
        () => receiver.write.setRouter([stranger, true], { account }),
        () => receiver.write.revokeSolver([solver.address], { account }),
        () => receiver.write.unpause({ account }),
        () => receiver.write.rescue([zeroAddress, stranger, 0n], { account }),
        () => receiver.write.grantRole([role, stranger], { account }),
        () => receiver.write.pause({ account }),
      ]) {
        await fixture.assertions.revertWithCustomError(call(), receiver, 'AccessControlUnauthorizedAccount')
      }
    })

    it("must sign well: a signature of the terms' digest that recovers nobody is none", async () => {
      const evidence = await make()
      const { r, s, v } = parseSignature(evidence.termsSignature) as { r: Hex; s: Hex; v: bigint }
      const withV = (value: bigint) => concat([r, s, numberToHex(value, { size: 1 })])
      const malformed: Record<string, Hex> = {
        none: '0x',
        short: evidence.termsSignature.slice(0, -4) as Hex,
        long: `${evidence.termsSignature}00`,
        'v 0 or 1': withV(v - 27n),
        'v 26': withV(26n),
        'v 29': withV(29n),
        zeros: pad('0x', { size: 65 }),
        'high s': serializeSignature({
          r,
          s: toHex(curveOrder - BigInt(s), { size: 32 }),
          v: v === 27n ? 28n : 27n,
        }),
      }
      for (const termsSignature of Object.values(malformed)) {
        await refusesSigner({ ...evidence, termsSignature }, evidence.digest, zeroAddress)
      }
      await fill(evidence)
    })

    it('is never nobody, even when the role was granted to the zero address', async () => {
      const { receiver } = fixture
      await receiver.write.grantRole([await receiver.read.REGISTRAR_ROLE(), zeroAddress])
      const evidence = await make()
      await refusesSigner({ ...evidence, termsSignature: '0x' }, evidence.digest, zeroAddress)
    })

    it('is not the attestation, nor the other way round', async () => {
      const evidence = await make()
      const { signature, termsSignature } = evidence
      const swapped = { ...evidence, signature: termsSignature, termsSignature: signature }
      expect(await inspect(swapped)).to.equal(bits('signature', 'terms'))
      const signer = await recoverAddress({ hash: evidence.digest, signature })
      await refusesSigner({ ...evidence, termsSignature: signature }, evidence.digest, signer)
    })
  })

  describe('what was signed', () => {
    it('is each of the terms', async () => {
      const evidence = await make({ terms: { minimum: 10n, maximum: fillAmount } })
      const { terms } = evidence
      const changes: Record<string, Partial<typeof terms>> = {
        minimum: { minimum: 9n },
        'no minimum': { minimum: 1n },
        maximum: { maximum: fillAmount + 1n },
        'no maximum': { maximum: maxUint256 },
        deadline: { deadline: terms.deadline + 1 },
      }
      for (const [what, change] of Object.entries(changes)) {
        const changed = { ...terms, ...change }
        const digest = digestTerms(evidence.attestation, { ...changed, authorizedCall: zeroHash }, domain())
        const signer = await recoverAddress({ hash: digest, signature: evidence.termsSignature })
        expect(await inspect({ ...evidence, terms: changed }), what).to.equal(bits('terms'))
        await refuses(fill({ ...evidence, terms: changed }), 'InvalidTermsSignature', [digest, signer])
      }
      const ofToken = { ...evidence, terms: { ...terms, token: fixture.token.address } }
      expect(await inspect(ofToken), 'token').to.equal(bits('terms'))
      await fixture.receiver.write.setRecipient([{ recipient: stranger, hook: false }])
      const ofStranger = { ...evidence, terms: { ...terms, recipient: stranger } }
      expect(await inspect(ofStranger), 'recipient').to.equal(bits('terms', 'recipient'))
      await fill(evidence)
    })

    it('is the authorized call, with everything in it', async () => {
      const evidence = await makeAuthorized({ data: '0x1122' })
      const { payment } = evidence
      for (const change of [
        { salt: zeroHash },
        { data: '0x1123' as Hex },
        { deadline: payment.deadline - 1 },
      ] as const) {
        const terms = { ...evidence.terms, authorizedCall: callOf({ ...payment, ...change }) }
        const { a } = evidence
        const digest = await fixture.receiver.read.hashRegisteredTerms([a, terms])
        const signer = await recoverAddress({ hash: digest, signature: evidence.termsSignature })
        await refusesAuthorization({ ...evidence, terms }, 'InvalidTermsSignature', [digest, signer])
      }
      // Services append ids to calls; the arguments are what counts.
      const appended = { ...evidence.terms, authorizedCall: concat([callOf(payment), pad('0x12')]) }
      await authorize({ ...evidence, terms: appended })
      await pay(payment)
    })

    it('is the whole attestation', async () => {
      const { receiver, config } = fixture
      const evidence = await make()
      const currency = padAddress(fixture.token.address)
      await receiver.write.setRoute([{ ...config.routes[0]!, currency }])
      await receiver.write.setRoute([{ ...config.routes[0]!, chainId: 5n }])
      const { attestation } = evidence
      const other = await make()
      const changes: [Partial<typeof attestation>, bigint][] = [
        [{ requestId: other.id }, bits('terms')],
        [{ originChainId: 5 }, bits('terms')],
        [{ originUser: padAddress(recipient) }, bits('terms')],
        [{ originCurrency: currency }, bits('terms')],
        [{ originAmount: fillAmount - 1n }, bits('terms')],
        [{ destinationChainId: 10 }, bits('destination', 'terms')],
        [{ destinationUser: padAddress(stranger) }, bits('terms', 'recipient')],
      ]
      for (const [change, failed] of changes) {
        const changed = { ...attestation, ...change }
        const words = { originChainId: BigInt(changed.originChainId) }
        const a = {
          ...evidence.a,
          ...change,
          ...words,
          destinationChainId: BigInt(changed.destinationChainId),
        }
        const what = Object.keys(change).join()
        // By itself it is not the solver's word any more; signed by the solver, it is not the registrar's.
        await fixture.assertions.revertWithCustomError(fill({ ...evidence, a }), receiver, 'UnknownSolver')
        expect(await inspect({ ...evidence, a }), what).to.equal(failed | bits('signature'))
        const attested = { ...evidence, a, signature: await attest(changed) }
        expect(await inspect(attested), what).to.equal(failed)
        await fixture.assertions.revertWithCustomError(
          fill(attested),
          receiver,
          failed === bits('destination', 'terms') ? 'WrongDestinationChain' : 'InvalidTermsSignature',
        )
      }
      const mixed = { ...evidence, terms: other.terms, termsSignature: other.termsSignature }
      await fixture.assertions.revertWithCustomError(fill(mixed), receiver, 'InvalidTermsSignature')
      await fill(evidence)
    })

    it('is the name of the request besides the hash of the attestation', async () => {
      // A digest over another id with this attestation's hash.
      const evidence = await make()
      const digest = digestTerms(
        { ...evidence.attestation, requestId: (await make()).id },
        { ...evidence.terms, authorizedCall: zeroHash },
        domain(),
      )
      const termsSignature = await registrar.sign({ hash: digest })
      await fixture.assertions.revertWithCustomError(
        fill({ ...evidence, termsSignature }),
        fixture.receiver,
        'InvalidTermsSignature',
      )
    })

    it('is for one contract, on one chain, in one version', async () => {
      const { implementation, config } = fixture
      const twin = await deployRegistered(fixture, implementation.address, config, [registrar.address])
      for (const changed of [
        { verifyingContract: twin.address },
        { chainId: 1 },
        { name: 'Fillproof' },
        { version: '2' },
      ]) {
        const evidence = await make({ domain: changed })
        await fixture.assertions.revertWithCustomError(
          fill(evidence),
          fixture.receiver,
          'InvalidTermsSignature',
        )
        expect(await inspect(evidence)).to.equal(bits('terms'))
      }
      const { a, signature, terms, termsSignature } = await make()
      await fixture.assertions.revertWithCustomError(
        twin.write.fill([a, signature, terms, termsSignature, [], fillAmount], { value: fillAmount }),
        twin,
        'InvalidTermsSignature',
      )
    })

    it('has the digest that the library says, and the published domain', async () => {
      const { receiver } = fixture
      const authorized = await makeAuthorized({ data: '0x01' })
      for (const evidence of [
        await make(),
        await make({ terms: { maximum: 2n * fillAmount } }),
        authorized,
      ]) {
        const { attestation, a, terms, digest } = evidence
        const library = {
          attestation,
          terms: terms as RegisteredTerms,
          chainId: ownChainId,
          receiver: receiver.address,
        }
        expect(await receiver.read.hashRegisteredTerms([a, terms])).to.equal(digest)
        expect(hashRegisteredTerms(library)).to.equal(digest)
      }
      const [fields, name, version, id, verifyingContract, salt, extensions] =
        await receiver.read.eip712Domain()
      expect([fields, name, version, id, verifyingContract, salt, extensions]).to.deep.equal([
        '0x0f',
        'fillproof',
        '1',
        BigInt(ownChainId),
        getAddress(receiver.address),
        zeroHash,
        [],
      ])
    })

    const domain = () => ({ verifyingContract: fixture.receiver.address })
  })

  describe('the checks of every receiver', () => {
    it('refuse while paused', async () => {
      const [direct, authorized] = [await make(), await makeAuthorized()]
      await authorize(authorized)
      await fixture.receiver.write.pause()
      await refusesFill(direct, 'EnforcedPause', [], bits('paused'))
      await refuses(pay(authorized.payment), 'EnforcedPause', [])
      expect(await inspect(authorized)).to.equal(bits('paused'))
      // Who narrows the policy has the calls in flight authorized again before the pause ends.
      await authorize(authorized)
      await fixture.receiver.write.unpause()
      await pay(authorized.payment)
    })

    it('refuse a solver that is unknown, or whose signature recovers nobody', async () => {
      const evidence = await make({ solver: secondSolver })
      await refusesFill(evidence, 'UnknownSolver', [secondSolver.address, 0, 0], bits('signature'))
      const digest = keccak256(concat([stringToHex('\x19Ethereum Signed Message:\n32'), hashOf(evidence)]))
      await refusesFill(
        { ...evidence, signature: '0x12' },
        'InvalidSignature',
        [digest, '0x12'],
        bits('signature'),
      )
    })

    it('refuse another chain, and this one under a new id', async () => {
      const elsewhere = await make({ attestation: { destinationChainId: 10 } })
      await refusesFill(elsewhere, 'WrongDestinationChain', [10n, BigInt(ownChainId)], bits('destination'))
      // As after a fork: the configured id is first in ERC-7201 storage.
      const slot = '0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300'
      const { receiver, publicClient, helpers } = fixture
      const found = BigInt((await publicClient.getStorageAt({ address: receiver.address, slot })) ?? '0x0')
      await helpers.setStorageAt(receiver.address, slot, ((found >> 64n) << 64n) | 31337n)
      await refusesFill(
        await make(),
        'WrongDestinationChain',
        [31337n, BigInt(ownChainId)],
        bits('destination'),
      )
      const authorized = await makeAuthorized()
      await refuses(authorize(authorized), 'WrongDestinationChain', [31337n, BigInt(ownChainId)])
    })

    it('refuse an origin that is no route, and amounts outside it', async () => {
      const evidence = await make({ attestation: { originChainId: 1 } })
      await refusesFill(evidence, 'OriginNotAccepted', [1n, zeroHash], bits('origin'))
      const much = await make({ attestation: { originAmount: routeMax + 1n } })
      await refusesFill(much, 'AmountOutOfRange', [routeMax + 1n, 100n, routeMax], bits('amountSent'))
    })

    it('refuse the request id zero', async () => {
      const evidence = await make({ attestation: { requestId: zeroHash } })
      await refusesFill(evidence, 'InvalidRequestId', [zeroHash], bits('requestId'))
      const authorized = await makeAuthorized({}, { attestation: { requestId: zeroHash } })
      await refuses(authorize(authorized), 'InvalidRequestId', [zeroHash])
    })

    it('refuse a minimum of 0, and one above the maximum', async () => {
      const free = await make({ terms: { minimum: 0n, maximum: fillAmount } })
      await refusesFill(free, 'UnsupportedOutput', [1n, 0n, fillAmount], bits('terms'), 0n)
      const empty = await make({ terms: { minimum: 6n, maximum: 5n } })
      await refusesFill(empty, 'UnsupportedOutput', [1n, 6n, 5n], bits('terms', 'payment'), 5n)
      for (const range of [
        { minimum: 0n, maximum: 5n },
        { minimum: 6n, maximum: 5n },
      ]) {
        const authorized = await makeAuthorized(range)
        await refusesAuthorization(authorized, 'UnsupportedOutput', [1n, range.minimum, range.maximum])
      }
      const least = await make({ terms: { minimum: 1n } })
      await fill(least, 1n)
    })

    it('take the range of amounts, both ends included', async () => {
      const range = { minimum: 5n, maximum: 7n }
      const evidence = await make({ terms: range })
      await refusesFill(evidence, 'PaymentTooLow', [4n, 5n], bits('payment'), 4n)
      await refusesFill(evidence, 'PaymentTooHigh', [8n, 7n], bits('payment'), 8n)
      for (const amount of [5n, 7n]) await fill(await make({ terms: range }), amount)
      const authorized = await makeAuthorized(range)
      await authorize(authorized)
      await refuses(pay(authorized.payment, 4n), 'PaymentTooLow', [4n, 5n])
      await refuses(pay(authorized.payment, 8n), 'PaymentTooHigh', [8n, 7n])
      await pay(authorized.payment, 7n)
    })

    it('refuse value that is not the stated amount, or beside a token', async () => {
      const evidence = await make()
      await refuses(fill(evidence, fillAmount, fillAmount - 1n), 'UnexpectedValue', [
        fillAmount - 1n,
        fillAmount,
      ])
      const ofToken = await make({ terms: { token: fixture.token.address } })
      await refuses(fill(ofToken, fillAmount, 1n), 'UnexpectedValue', [1n, 0n])
    })

    it('take a fill at the deadline, and refuse it afterwards', async () => {
      const { time } = fixture.helpers
      const [early, late] = [await make(), await make()]
      const deadline = early.terms.deadline
      await time.setNextBlockTimestamp(deadline)
      await fill(early)
      await time.setNextBlockTimestamp(late.terms.deadline + 1)
      await refuses(fill(late), 'RequestExpired', [
        BigInt(late.terms.deadline + 1),
        BigInt(late.terms.deadline),
      ])
      expect(await inspect(late)).to.equal(bits('expiry'))
    })

    it('hold an authorized call to its own deadline too', async () => {
      const { time } = fixture.helpers
      const payment = await paymentFor(fixture)
      const deadline = payment.deadline
      const [at, after] = [
        await makeAuthorized({ deadline }, { terms: { deadline: deadline + 100 } }),
        await makeAuthorized({ deadline }, { terms: { deadline: deadline + 100 } }),
      ]
      await authorize(at)
      await authorize(after)
      await time.setNextBlockTimestamp(deadline)
      await pay(at.payment)
      await time.setNextBlockTimestamp(deadline + 1)
      await refuses(pay(after.payment), 'RequestExpired', [BigInt(deadline + 1), BigInt(deadline)])
    })

    it('refuse a recipient that is not the attested one, or not on the list', async () => {
      const other = await make({ attestation: { destinationUser: padAddress(stranger) } })
      await refusesFill(
        other,
        'RecipientMismatch',
        [padAddress(stranger), padAddress(recipient)],
        bits('recipient'),
      )
      const dirty = toHex(BigInt(recipient) | (1n << 160n), { size: 32 })
      const padded = await make({ attestation: { destinationUser: dirty } })
      await refusesFill(padded, 'InvalidRecipient', [dirty], bits('recipient'))
      const unlisted = await make({ terms: { recipient: stranger } })
      await refusesFill(unlisted, 'RecipientNotAllowed', [getAddress(stranger)], bits('recipient'))
      const authorized = await makeAuthorized({ recipient: stranger })
      await refusesAuthorization(authorized, 'RecipientNotAllowed', [getAddress(stranger)], bits('recipient'))
      const nobody = await make({ terms: { recipient: zeroAddress } })
      await refusesFill(nobody, 'InvalidRecipient', [zeroHash], bits('recipient'))
    })

    it('refuse an authorization of an earlier policy', async () => {
      const evidence = await makeAuthorized()
      await authorize(evidence)
      await fixture.receiver.write.setRouter([stranger, true])
      await refuses(pay(evidence.payment), 'AuthorizationStale', [1n, 2n])
      await authorize(evidence)
      await pay(evidence.payment)
    })

    it('refuse a payment that nobody authorized', async () => {
      const { payment } = await makeAuthorized()
      await refuses(pay(payment), 'NotAuthorized', [await fixture.receiver.read.hashPayment([payment])])
    })

    it('refuse arguments with dirty upper bytes', async () => {
      const { receiver, payer, token } = fixture
      const evidence = await make({ terms: { token: token.address } })
      const { a, signature, terms, termsSignature } = evidence
      const data = encodeFunctionData({
        abi: receiver.abi,
        functionName: 'fill',
        args: [a, signature, terms, termsSignature, [], fillAmount],
      })
      const send = (calldata: Hex) => payer.sendTransaction({ to: receiver.address, data: calldata })
      for (const [what, clean, dirt] of [
        ['token', padAddress(token.address), 1n << 160n],
        ['recipient', padAddress(recipient), 1n << 160n],
        ['deadline', word(terms.deadline), 1n << 48n],
      ] as const) {
        // The last occurrence is the terms'; an earlier one is the attestation's.
        const at = data.lastIndexOf(clean.slice(2).toLowerCase())
        expect(at, what).to.be.greaterThan(0)
        const dirty = toHex(BigInt(clean) | dirt, { size: 32 }).slice(2)
        await fixture.assertions.revert(send(`${data.slice(0, at)}${dirty}${data.slice(at + 64)}` as Hex))
      }
      await send(data)
      expect(await isPaid(evidence)).to.equal(true)
    })
  })

  describe('the way of filling', () => {
    const wrong = (calls: bigint) => ['0x', calls, getAddress(fixture.receiver.address)]

    it('is direct or authorized, as the terms say', async () => {
      await refuses(authorize(await make()), 'WrongFillContract', wrong(0n))
      const authorized = await makeAuthorized()
      await refuses(fill(authorized), 'WrongFillContract', wrong(1n))
      await authorize(authorized)
      await refuses(fill(authorized), 'WrongFillContract', wrong(1n))
      await pay(authorized.payment)
    })

    it('is not authorized by bytes that are no call of payAuthorized', async () => {
      const payment = await paymentFor(fixture, { data: '0x1122' })
      const data = callOf(payment)
      const replaced = (index: number, value: bigint): Hex => {
        const at = 10 + index * 64
        return `${data.slice(0, at)}${word(value).slice(2)}${data.slice(at + 64)}` as Hex
      }
      const broken: Record<string, Hex> = {
        'one byte': '0x00',
        'other selector': `0xdeadbeef${data.slice(10)}`,
        short: data.slice(0, 2 + 2 * 419) as Hex,
        'dirty token': replaced(4, 1n << 160n),
        'dirty recipient': replaced(7, 1n << 160n),
        'dirty refundTo': replaced(8, 1n << 160n),
        'dirty deadline': replaced(9, 1n << 48n),
        'endless data': replaced(12, maxUint256),
      }
      // Also when the registrar signs them as no call at all.
      const base = { deadline: payment.deadline, minimum: payment.minimum, maximum: payment.maximum }
      const none = await make({ terms: base })
      const whole = await make({ terms: base, payment })
      for (const authorizedCall of Object.values(broken)) {
        const terms = { ...none.terms, authorizedCall }
        await refuses(
          fixture.receiver.read.hashRegisteredTerms([none.a, terms]),
          'WrongFillContract',
          wrong(1n),
        )
        for (const signed of [none, whole]) {
          const evidence = { ...signed, terms: { ...signed.terms, authorizedCall } }
          await refusesAuthorization(evidence, 'WrongFillContract', wrong(1n))
          await refuses(fill(evidence), 'WrongFillContract', wrong(1n))
          // What can't be read is not read further.
          expect(await inspect(evidence)).to.equal(bits('terms'))
        }
      }
    })

    it('is a call that says what the terms say', async () => {
      const { token } = fixture
      const payment = await paymentFor(fixture, { minimum: 5n, maximum: 7n })
      const { deadline } = payment
      const changes: [keyof PaymentTerms, Partial<RegisteredOverrides['terms'] & object>, Hex, Hex][] = [
        ['token', { token: token.address }, zeroHash, padAddress(token.address)],
        ['minimum', { minimum: 4n }, word(5n), word(4n)],
        ['minimum', { minimum: 6n }, word(5n), word(6n)],
        ['maximum', { maximum: 6n }, word(7n), word(6n)],
        ['maximum', { maximum: 8n }, word(7n), word(8n)],
        ['recipient', { recipient: stranger }, padAddress(recipient), padAddress(stranger)],
        ['deadline', { deadline: deadline - 1 }, word(deadline), word(deadline - 1)],
      ]
      for (const [name, terms, found, required] of changes) {
        const attestation = { destinationUser: padAddress(recipient) }
        const evidence = await make({ payment, terms, attestation })
        await refusesAuthorization(evidence, 'TermsMismatch', [field(name), found, required])
      }
      // Of several the first is told.
      const all = { token: token.address, minimum: 4n, maximum: 6n, recipient: stranger }
      const names = ['token', 'minimum', 'maximum', 'recipient'] as const
      for (const [index, name] of names.entries()) {
        const terms = Object.fromEntries(names.slice(index).map((wrong) => [wrong, all[wrong]]))
        const [, , found, required] = changes.find(([changed]) => changed === name)!
        await refusesAuthorization(await make({ payment, terms }), 'TermsMismatch', [
          field(name),
          found,
          required,
        ])
      }
      const later = await make({ payment, terms: { deadline: deadline + 1 } })
      await authorize(later)
    })

    it('writes where ERC-7201 puts it', async () => {
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.RegisteredTermsEvidence'))) - 1n
      const slot = BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn
      const evidence = await makeAuthorized()
      await authorize(evidence)
      const callHash = await fixture.receiver.read.hashPayment([evidence.payment])
      const key = keccak256(concat([callHash, toHex(slot, { size: 32 })]))
      const { address } = fixture.receiver
      expect(await fixture.publicClient.getStorageAt({ address, slot: key })).to.equal(evidence.id)
    })

    it('is a call that says where the funds came from', async () => {
      const user = padAddress(fixture.user)
      const other = padAddress(recipient)
      for (const [name, change, found, required] of [
        ['originChainId', { originChainId: 1n }, word(1n), word(originChainId)],
        ['originUser', { originUser: other }, other, user],
        ['originUser', { originUser: zeroHash }, zeroHash, user],
        ['originCurrency', { originCurrency: other }, other, zeroHash],
      ] as const) {
        await refusesAuthorization(await makeAuthorized(change), 'TermsMismatch', [
          field(name),
          found,
          required,
        ])
      }
    })
  })

  describe('two terms for one request', () => {
    /** Other evidence of the same request. */
    const again = ({ attestation }: Registered, overrides: RegisteredOverrides = {}) =>
      make({ attestation, ...overrides })

    it('pay it once: both direct', async () => {
      const first = await make()
      const second = await again(first, { terms: { minimum: 1n, maximum: fillAmount } })
      await fill(second, 1n)
      await refusesFill(first, 'RequestAlreadyPaid', [first.id], bits('duplicate'))
    })

    it('pay it once: the authorized call after the direct fill', async () => {
      const direct = await make()
      const payment = await paymentFor(fixture)
      const authorized = await again(direct, { payment })
      await authorize(authorized)
      await fill(direct)
      await refuses(pay(payment), 'RequestAlreadyPaid', [direct.id])
      await refusesAuthorization(authorized, 'RequestAlreadyPaid', [direct.id], bits('duplicate'))
    })

    it('pay it once: a call that is authorized after the direct fill', async () => {
      const direct = await make()
      const authorized = await again(direct, { payment: await paymentFor(fixture) })
      await fill(direct)
      await refusesAuthorization(authorized, 'RequestAlreadyPaid', [direct.id], bits('duplicate'))
    })

    it('pay it once: the direct fill after the authorized call', async () => {
      const direct = await make()
      const payment = await paymentFor(fixture)
      await authorize(await again(direct, { payment }))
      await pay(payment)
      await refusesFill(direct, 'RequestAlreadyPaid', [direct.id], bits('duplicate'))
    })

    it('pay it once: two authorized calls, in either order', async () => {
      for (const order of [0, 1] as const) {
        const payments = [await paymentFor(fixture), await paymentFor(fixture)] as const
        const first = await make({ payment: payments[0] })
        const second = await again(first, { payment: payments[1] })
        await authorize(first)
        await authorize(second)
        await pay(payments[order])
        expect(await isPaid(first)).to.equal(true)
        await refuses(pay(payments[1 - order] as PaymentTerms), 'RequestAlreadyPaid', [first.id])
        for (const evidence of [first, second]) {
          await refusesAuthorization(evidence, 'RequestAlreadyPaid', [first.id], bits('duplicate'))
        }
        expect(await isPaid(first)).to.equal(true)
      }
    })

    it('are not one payment for two requests', async () => {
      const payment = await paymentFor(fixture)
      const [first, second] = [await make({ payment }), await make({ payment })]
      await authorize(first)
      await refusesAuthorization(second, 'TermsMismatch', [field('requestId'), second.id, first.id])
      await pay(payment)
      expect([await isPaid(first), await isPaid(second)]).to.deep.equal([true, false])
    })
  })

  describe('initialize', () => {
    it('runs once, and never on the implementation', async () => {
      const { receiver, implementation, config } = fixture
      for (const contract of [receiver, implementation]) {
        await fixture.assertions.revertWithCustomError(
          contract.write.initialize([config, [stranger]]),
          contract,
          'InvalidInitialization',
        )
      }
    })

    it('names the registrars, of whom none is zero', async () => {
      const { receiver, implementation, config } = fixture
      const role = await receiver.read.REGISTRAR_ROLE()
      expect(role).to.equal(keccak256(stringToHex('fillproof.REGISTRAR_ROLE')))
      expect(await receiver.read.hasRole([role, registrar.address])).to.equal(true)
      expect(await receiver.read.hasRole([role, stranger])).to.equal(false)
      const deploy = (registrars: Address[]) =>
        deployRegistered(fixture, implementation.address, config, registrars)
      const two = await deploy([registrar.address, stranger])
      expect(await two.read.hasRole([role, stranger])).to.equal(true)
      expect(await two.read.policyEpoch()).to.equal(1n)
      await refuses(deploy([registrar.address, zeroAddress]) as unknown as Promise<Hex>, 'InvalidConfig', [
        field('registrar'),
      ])
    })
  })
})

function hashOf({ a }: Presented): Hex {
  return keccak256(
    concat([
      a.requestId,
      word(a.originChainId),
      a.originUser,
      a.originCurrency,
      word(a.originAmount),
      word(a.destinationChainId),
      a.destinationUser,
    ]),
  )
}
