import { expect } from 'chai'
import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseEventLogs,
  parseSignature,
  recoverAddress,
  serializeSignature,
  size,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { hashRegisteredTerms, padAddress, type RegisteredTerms } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import { toCompact } from '../support/toCompact.js'
import {
  fillAmount,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
  secondSolver,
  solver,
  toStruct,
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
const field = (name: string) => stringToHex(name, { size: 32 })
const word = (value: number | bigint) => toHex(value, { size: 32 })

describe('RegisteredTermsReceiver', () => {
  let fixture: RegisteredFixture
  let recipient: Address
  let stranger: Address

  before(async () => {
    fixture = await deployRegisteredFixture()
    recipient = fixture.recipient.account.address
    stranger = fixture.stranger.account.address
  })
  restoreAfterEach(() => fixture)

  const make = (overrides: RegisteredOverrides = {}) => register(fixture, overrides)
  const makeAuthorized = async (changes: Partial<PaymentTerms> = {}) => {
    const payment = await paymentFor(fixture, changes)
    return { ...(await make({ payment })), payment }
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
  const isPaid = ({ id }: { id: Hex }) => fixture.receiver.read.isPaid([id])

  const refuses = (call: Promise<Hex>, error: string, args: readonly unknown[]) =>
    expectRevert(fixture.assertions, call, fixture.receiver, error, args)

  const refusesFill = (evidence: Presented, error: string, args: readonly unknown[], amount = fillAmount) =>
    refuses(fill(evidence, amount), error, args)

  const refusesAuthorization = (evidence: Presented, error: string, args: readonly unknown[]) =>
    refuses(authorize(evidence), error, args)

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
    })

    it('a direct fill in a token', async () => {
      const evidence = await make({ terms: { token: fixture.token.address, minimum: 5n, maximum: 7n } })
      await pays(evidence, () => fill(evidence, 6n), 6n)
    })

    it('an authorized call in a token with a variable amount', async () => {
      const { token, receiver, payer } = fixture
      const evidence = await makeAuthorized({ token: token.address, minimum: 5n, maximum: 9n })
      await authorize(evidence)
      await token.write.approve([receiver.address, 8n], { account: payer.account })
      await pays(evidence, () => pay(evidence.payment), 8n)
    })

    it('with both signatures in 64 bytes (ERC-2098)', async () => {
      const evidence = await make()
      const compact = (signature: Hex) => toCompact(signature)
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
      refusesFill(evidence, 'InvalidTermsSignature', [digest, signer])

    it('must hold the role: not a stranger, the solver or the administrator', async () => {
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

    it('loses its role and, if the administrator chooses, its authorizations', async () => {
      const { receiver } = fixture
      const { account } = fixture.stranger
      const role = await receiver.read.REGISTRAR_ROLE()
      const guardian = await receiver.read.GUARDIAN_ROLE()
      const epochAfter = async (change: Promise<unknown>) => {
        await change
        return receiver.read.policyEpoch()
      }
      const evidence = await makeAuthorized()
      await authorize(evidence)
      const renounced = receiver.write.renounceRole([role, stranger], { account })
      expect(await epochAfter(renounced), 'renounced, never held').to.equal(1n)
      await receiver.write.grantRole([role, stranger])
      const given = receiver.write.renounceRole([role, stranger], { account })
      expect(await epochAfter(given), 'renounced').to.equal(1n)
      const other = receiver.write.revokeRole([guardian, fixture.admin.account.address])
      expect(await epochAfter(other), 'another role').to.equal(1n)
      await fixture.assertions.revertWithCustomError(
        receiver.write.revokeRole([role, registrar.address], { account }),
        receiver,
        'AccessControlUnauthorizedAccount',
      )
      await receiver.write.revokeRole([role, registrar.address])
      await refuses(pay(evidence.payment), 'AuthorizationStale', [1n, 2n])
      await refusesAuthorization(evidence, 'InvalidTermsSignature', [evidence.digest, registrar.address])
      // Whoever gave the role up itself is still revoked, for what it signed before.
      const gone = receiver.write.revokeRole([role, stranger])
      expect(await epochAfter(gone), 'revoked, not held').to.equal(3n)
    })

    it('is not replaced by an account with another role', async () => {
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

    it('must sign validly: a signature that recovers no one is refused', async () => {
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

    it('is never the zero address, even if the role was granted to it', async () => {
      const { receiver } = fixture
      await receiver.write.grantRole([await receiver.read.REGISTRAR_ROLE(), zeroAddress])
      const evidence = await make()
      await refusesSigner({ ...evidence, termsSignature: '0x' }, evidence.digest, zeroAddress)
    })

    it('does not replace the attestation, nor the other way round', async () => {
      const evidence = await make()
      const { signature, termsSignature } = evidence
      const swapped = { ...evidence, signature: termsSignature, termsSignature: signature }
      await fixture.assertions.revertWithCustomError(fill(swapped), fixture.receiver, 'UnknownSolver')
      const signer = await recoverAddress({ hash: evidence.digest, signature })
      await refusesSigner({ ...evidence, termsSignature: signature }, evidence.digest, signer)
    })
  })

  describe('the signed data', () => {
    it('covers each of the terms', async () => {
      const evidence = await make({ terms: { minimum: 10n, maximum: fillAmount } })
      const { terms } = evidence
      const changes: Record<string, Partial<typeof terms>> = {
        minimum: { minimum: 9n },
        'no minimum': { minimum: 1n },
        maximum: { maximum: fillAmount + 1n },
        'no maximum': { maximum: maxUint256 },
        deadline: { deadline: terms.deadline + 1 },
        token: { token: fixture.token.address },
      }
      for (const [_what, change] of Object.entries(changes)) {
        const changed = { ...terms, ...change }
        const digest = digestTerms(evidence.attestation, { ...changed, authorizedCall: zeroHash }, domain())
        const signer = await recoverAddress({ hash: digest, signature: evidence.termsSignature })
        await refuses(fill({ ...evidence, terms: changed }), 'InvalidTermsSignature', [digest, signer])
      }
      await fill(evidence)
    })

    it('covers the whole authorized call', async () => {
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

    it('covers the whole attestation', async () => {
      const { receiver, config } = fixture
      const evidence = await make()
      const currency = padAddress(fixture.token.address)
      await receiver.write.setRoute([{ ...config.routes[0]!, currency }])
      await receiver.write.setRoute([{ ...config.routes[0]!, chainId: 5n }])
      const { attestation } = evidence
      const other = await make()
      await receiver.write.setRecipient([{ recipient: stranger, hook: false }])
      const toStranger = { ...evidence.terms, recipient: stranger }
      const changes: [Partial<typeof attestation>, string, Registered['terms']?][] = [
        [{ requestId: other.id }, 'InvalidTermsSignature'],
        [{ originChainId: 5 }, 'InvalidTermsSignature'],
        [{ originUser: padAddress(recipient) }, 'InvalidTermsSignature'],
        [{ originCurrency: currency }, 'InvalidTermsSignature'],
        [{ originAmount: fillAmount - 1n }, 'InvalidTermsSignature'],
        [{ destinationChainId: 10 }, 'WrongDestinationChain'],
        [{ destinationUser: padAddress(stranger) }, 'InvalidTermsSignature', toStranger],
      ]
      for (const [change, error, terms = evidence.terms] of changes) {
        const changed = { ...attestation, ...change }
        const a = toStruct(changed)
        // By itself it is not the solver's word any more; signed by the solver, it is not the registrar's.
        const refusesAs = (shown: Presented, name: string) =>
          expectRevert(fixture.assertions, fill(shown), receiver, name)
        await refusesAs({ ...evidence, a, terms }, 'UnknownSolver')
        await refusesAs({ ...evidence, a, terms, signature: await attest(changed) }, error)
      }
      const mixed = { ...evidence, terms: other.terms, termsSignature: other.termsSignature }
      await fixture.assertions.revertWithCustomError(fill(mixed), receiver, 'InvalidTermsSignature')
      await fill(evidence)
    })

    it("covers the request id besides the attestation's hash", async () => {
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

    it('is bound to one contract, one chain and one version', async () => {
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
      }
      const { a, signature, terms, termsSignature } = await make()
      await fixture.assertions.revertWithCustomError(
        twin.write.fill([a, signature, terms, termsSignature, [], fillAmount], { value: fillAmount }),
        twin,
        'InvalidTermsSignature',
      )
    })

    it("has the library's digest and the published domain", async () => {
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

  describe('the kind of fill', () => {
    const wrong = (calls: bigint) => ['0x', calls, getAddress(fixture.receiver.address)]

    it('is not authorized by bytes that are not a call, even if the registrar signed them', async () => {
      const payment = await paymentFor(fixture)
      const { deadline, minimum, maximum } = payment
      const none = await make({ terms: { deadline, minimum, maximum } })
      const whole = await make({ terms: { deadline, minimum, maximum }, payment })
      for (const authorizedCall of ['0x00', slice(callOf(payment), 0, 419)] as const) {
        const hashing = fixture.receiver.read.hashRegisteredTerms([none.a, { ...none.terms, authorizedCall }])
        await refuses(hashing as unknown as Promise<Hex>, 'WrongFillContract', wrong(1n))
        for (const signed of [none, whole]) {
          const evidence = { ...signed, terms: { ...signed.terms, authorizedCall } }
          await refusesAuthorization(evidence, 'WrongFillContract', wrong(1n))
          await refuses(fill(evidence), 'WrongFillContract', wrong(1n))
        }
      }
    })

    it('is a call that equals the terms', async () => {
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
      ]
      for (const [name, terms, found, required] of changes) {
        const evidence = await make({ payment, terms })
        await refusesAuthorization(evidence, 'TermsMismatch', [field(name), found, required])
      }
      const later = await make({ payment, terms: { deadline: deadline + 1 } })
      await authorize(later)
    })

    it('writes to its ERC-7201 slots', async () => {
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.RegisteredTermsEvidence'))) - 1n
      const slot = BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn
      const evidence = await makeAuthorized()
      await authorize(evidence)
      const callHash = await fixture.receiver.read.hashPayment([evidence.payment])
      const key = keccak256(concat([callHash, toHex(slot, { size: 32 })]))
      const { address } = fixture.receiver
      expect(await fixture.publicClient.getStorageAt({ address, slot: key })).to.equal(evidence.id)
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
      await refusesFill(first, 'RequestAlreadyPaid', [first.id])
    })

    it('pay it once: the authorized call after the direct fill', async () => {
      const direct = await make()
      const payment = await paymentFor(fixture)
      const authorized = await again(direct, { payment })
      await authorize(authorized)
      await fill(direct)
      await refuses(pay(payment), 'RequestAlreadyPaid', [direct.id])
      await refusesAuthorization(authorized, 'RequestAlreadyPaid', [direct.id])
    })

    it('pay it once: a call that is authorized after the direct fill', async () => {
      const direct = await make()
      const authorized = await again(direct, { payment: await paymentFor(fixture) })
      await fill(direct)
      await refusesAuthorization(authorized, 'RequestAlreadyPaid', [direct.id])
    })

    it('pay it once: the direct fill after the authorized call', async () => {
      const direct = await make()
      const payment = await paymentFor(fixture)
      await authorize(await again(direct, { payment }))
      await pay(payment)
      await refusesFill(direct, 'RequestAlreadyPaid', [direct.id])
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
        const callHash = await fixture.receiver.read.hashPayment([payments[order]])
        for (const [index, evidence] of [first, second].entries()) {
          await refusesAuthorization(evidence, 'RequestAlreadyPaid', [index === order ? callHash : first.id])
        }
      }
    })

    it("are distinct from calls: a request whose id is a call's hash pays no call", async () => {
      const { receiver } = fixture
      const payment = await paymentFor(fixture)
      const callHash = await receiver.read.hashPayment([payment])
      const paid = async () => [
        await receiver.read.isPaid([callHash]),
        await receiver.read.isCallPaid([callHash]),
      ]
      await fill(await make({ attestation: { requestId: callHash } }))
      expect(await paid()).to.deep.equal([true, false])
      const evidence = await make({ payment })
      await authorize(evidence)
      expect(await receiver.read.requestOf([callHash])).to.equal(evidence.id)
      await pay(payment)
      expect(await paid()).to.deep.equal([true, true])
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

    it('sets the registrars, none of them zero', async () => {
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
