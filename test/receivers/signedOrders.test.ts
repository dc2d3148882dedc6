import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodePacked,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  pad,
  parseEventLogs,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  size,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  createRecipientTree,
  encodeAttestation,
  encodeOrderCall,
  type FillCheck,
  fillChecks,
  padAddress,
  type SignedOrderProof,
} from '../../src/index.js'
import {
  fillAmount,
  makeDirect,
  makePayment,
  originChainId,
  ownChainId,
  type PaymentTerms,
  routeMax,
  routeMin,
  secondSolver,
  solver,
} from './support/fixture.js'
import {
  asFixture,
  chains,
  deploySignedFixture,
  deploySignedReceiver,
  field,
  makeSigned,
  makeSignedCall,
  otherMachineId,
  type SignedEvidence,
  type SignedFixture,
  type SignedOverrides,
  secondChainId,
  secondCurrency,
  secondInput,
  secondMax,
  secondMin,
  signProof,
} from './support/signedFixture.js'

const bits = (...names: FillCheck[]) =>
  names.reduce((all, name) => all | (1n << BigInt(fillChecks.indexOf(name))), 0n)
const policyRole = keccak256(stringToHex('fillproof.POLICY_ROLE'))
const nativeWord = padAddress(zeroAddress)
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

describe('SignedOrderReceiver', () => {
  let fixture: SignedFixture
  let snapshot: Awaited<ReturnType<SignedFixture['helpers']['takeSnapshot']>>

  before(async () => {
    fixture = await deploySignedFixture()
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  type Evidence = Pick<SignedEvidence, 'proof' | 'signature'>
  type Paid = { amount?: bigint; value?: bigint; recipientProof?: readonly Hex[] }

  const make = (overrides: SignedOverrides = {}) => makeSigned(fixture, overrides)

  const fill = (
    { proof, signature }: Evidence,
    { amount = fillAmount, value, recipientProof = [] }: Paid = {},
  ) =>
    fixture.receiver.write.fill([proof, signature, recipientProof, amount], {
      value: value ?? amount,
      account: fixture.payer.account,
    })

  const inspect = (
    { proof, signature }: Evidence,
    amount = fillAmount,
    recipientProof: readonly Hex[] = [],
  ) =>
    fixture.receiver.read.inspectFill([
      proof,
      signature,
      recipientProof,
      fixture.payer.account.address,
      amount,
    ])

  const reverts = (call: Promise<unknown>, error: string, args: readonly unknown[]) =>
    fixture.assertions.revertWithCustomErrorWithArgs(
      call as Promise<Hex>,
      fixture.receiver,
      error as never,
      args as never,
    )

  /** The fill reverts with the error, and the inspection reports exactly these checks. */
  async function refuses(
    evidence: Evidence,
    error: string,
    args: readonly unknown[],
    failed: bigint,
    { amount = fillAmount, value, recipientProof = [] }: Paid = {},
  ) {
    await reverts(fill(evidence, { amount, value: value ?? amount, recipientProof }), error, args)
    expect(await inspect(evidence, amount, recipientProof)).to.equal(failed)
  }

  async function accepts(evidence: SignedEvidence, paid: Paid = {}) {
    expect(await inspect(evidence, paid.amount, paid.recipientProof)).to.equal(0n)
    const hash = await fill(evidence, paid)
    expect(await fixture.receiver.read.isPaid([evidence.id])).to.equal(true)
    return hash
  }

  const setChain = (name: string, chainId: number | bigint, isEvm = false) =>
    fixture.receiver.write.setChain([{ name, chainId: BigInt(chainId), isEvm }])
  const setRoute = (chainId: number, currency: Hex) =>
    fixture.receiver.write.setRoute([{ chainId: BigInt(chainId), currency, min: 1n, max: routeMax }])

  const eventsOf = async (hash: Hex) => {
    const { logs } = await fixture.publicClient.getTransactionReceipt({ hash })
    return parseEventLogs({ abi: fixture.receiver.abi, logs })
  }

  describe('a direct fill', () => {
    it('pays native currency to the recipient, and says so', async () => {
      const { receiver, payer, recipient, publicClient } = fixture
      const evidence = await make()
      const to = recipient.account.address
      const before = await publicClient.getBalance({ address: to })
      const events = await eventsOf(await accepts(evidence))
      expect((await publicClient.getBalance({ address: to })) - before).to.equal(fillAmount)
      expect(events.map(({ eventName, args }) => [eventName, args])).to.deep.equal([
        ['SolverNativeTransfer', { to: getAddress(to), amount: fillAmount }],
        [
          'FillAccepted',
          {
            id: evidence.id,
            recipient: getAddress(to),
            solver: solver.address,
            payer: getAddress(payer.account.address),
            token: zeroAddress,
            amount: fillAmount,
          },
        ],
      ])
      expect(await publicClient.getBalance({ address: receiver.address })).to.equal(0n)
    })

    it('pays a token to the recipient', async () => {
      const { token, recipient, receiver } = fixture
      const evidence = await make({ payment: { currency: token.address } })
      const events = await eventsOf(await accepts(evidence, { value: 0n }))
      // The service's oracle counts a token's transfers by the token's own event.
      expect(events.map(({ eventName }) => eventName)).to.deep.equal(['FillAccepted'])
      expect(await token.read.balanceOf([recipient.account.address])).to.equal(fillAmount)
      expect(await token.read.balanceOf([receiver.address])).to.equal(0n)
    })

    it('pays an order of several inputs, also of one chain twice', async () => {
      await accepts(await make({ inputs: [{}, secondInput(secondMin)] }))
      await accepts(await make({ inputs: [{}, {}, secondInput(secondMax), secondInput(secondMin)] }))
    })

    it('has no calls, whomever they call and however they are encoded', async () => {
      const { stranger, receiver } = fixture
      const call = { to: stranger.account.address, data: '0x', value: 0n } as const
      const here = { to: receiver.address, data: '0x', value: 0n } as const
      for (const calls of [[call], [here], [here, call, call]]) {
        const args = [BigInt(calls.length)]
        await refuses(await make({ calls }), 'CallsNotSupported', args, bits('terms'))
      }
      const change = (proof: SignedOrderProof) => ({
        ...proof,
        output: { ...proof.output, calls: ['0x' as const] },
      })
      await refuses(await make({ change }), 'CallsNotSupported', [1n], bits('terms'))
    })

    it('is refused while paused', async () => {
      const evidence = await make()
      await fixture.receiver.write.pause()
      await reverts(fill(evidence), 'EnforcedPause', [])
      expect(await inspect(evidence)).to.equal(bits('paused'))
    })
  })

  describe('the signature', () => {
    const unknown = (signer: unknown) => ['UnknownSolver', [signer, 0, 0]] as const

    it('is that of a solver', async () => {
      const evidence = await make({ signer: secondSolver })
      await refuses(evidence, ...unknown(secondSolver.address), bits('signature'))
    })

    it('is that of the solver whom the order names, though both are trusted', async () => {
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      const evidence = await make({ order: { solver: secondSolver.address } })
      const words = [padAddress(secondSolver.address), padAddress(solver.address)]
      await refuses(evidence, 'TermsMismatch', [field('solver'), ...words], bits('terms'))
      await accepts(await make({ signer: secondSolver }))
    })

    it('covers this order id, as a personal message', async () => {
      const evidence = await make()
      const other = await make()
      const { attestation } = await makeDirect(asFixture(fixture))
      const sign = (raw: Hex) => solver.signMessage({ message: { raw } })
      for (const signature of [
        other.signature,
        await sign(keccak256(encodeAttestation({ ...attestation, requestId: evidence.id }))),
        await sign(keccak256(evidence.id)),
        await sign(zeroHash),
        await solver.sign({ hash: evidence.id }),
        await solver.signMessage({ message: evidence.id }),
      ]) {
        await fixture.assertions.revertWithCustomError(
          fill({ ...evidence, signature }),
          fixture.receiver,
          'UnknownSolver',
        )
        expect(await inspect({ ...evidence, signature })).to.equal(bits('signature', 'terms'))
      }
      await accepts(evidence)
    })

    it('covers inputs of any weight', async () => {
      for (const weight of [0n, 2n, maxUint256]) {
        const change = (proof: SignedOrderProof) => {
          const inputs = proof.inputs.map((input) => ({ ...input, payment: { ...input.payment, weight } }))
          return { ...proof, inputs }
        }
        await accepts(await make({ change }))
      }
    })

    it('has one of the two forms', async () => {
      const evidence = await make()
      const digest = keccak256(
        encodePacked(['string', 'bytes32'], ['\x19Ethereum Signed Message:\n32', evidence.id]),
      )
      const { r, s, yParity } = parseSignature(evidence.signature)
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const highS = toHex(order - BigInt(s), { size: 32 })
      for (const signature of [
        '0x',
        evidence.signature.slice(0, -4) as Hex,
        `${evidence.signature}00`,
        encodePacked(['bytes32', 'bytes32', 'uint8'], [r, s, yParity]),
        encodePacked(['bytes32', 'bytes32', 'uint8'], [r, highS, 28 - yParity]),
      ] as Hex[]) {
        await reverts(fill({ ...evidence, signature }), 'InvalidSignature', [digest, signature])
        expect(await inspect({ ...evidence, signature })).to.equal(bits('signature', 'terms'))
      }
      const compact = serializeCompactSignature(
        signatureToCompactSignature(parseSignature(evidence.signature)),
      )
      await accepts({ ...evidence, signature: compact })
      await refuses(evidence, 'RequestAlreadyPaid', [evidence.id], bits('duplicate'))
    })

    it('counts from its start until before its stop', async () => {
      const now = Number(await fixture.helpers.time.latest())
      const [start, stop] = [now + 100, now + 200]
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start, stop }])
      for (const [time, ok] of [
        [start - 1, false],
        [start, true],
        [stop - 1, true],
        [stop, false],
      ] as const) {
        const made = await make({ signer: secondSolver })
        await fixture.helpers.time.setNextBlockTimestamp(time)
        if (ok) await fill(made)
        else await reverts(fill(made), 'UnknownSolver', [secondSolver.address, start, stop])
      }
    })

    it('counts no more when the solver was revoked', async () => {
      await fixture.receiver.write.revokeSolver([solver.address])
      await refuses(await make(), ...unknown(solver.address), bits('signature'))
    })

    it('covers every part of the order', async () => {
      const p = makePayment(asFixture(fixture), Number(await fixture.helpers.time.latest()) + 3600, {
        originChainId: 0n,
        originUser: zeroHash,
      })
      const extraData = padAddress(fixture.router.account.address)
      const inputs = [{}, secondInput(secondMin)]
      const { proof, signature } = await makeSignedCall(fixture, p, { inputs, output: { extraData } })
      const changes = changesOf(proof)
      for (const name of [
        'refundsHash',
        'weight',
        'currency',
        'feesHash',
        'salt',
        'expectedAmount',
        'extraData',
      ]) {
        expect(changes.map(([path]) => path).join()).to.include(name)
      }
      for (const [path, changed] of changes) {
        const failed = await inspect({ proof: changed as SignedOrderProof, signature })
        expect(failed & bits('signature'), path).to.equal(bits('signature'))
      }
      const salted = { ...proof, salt: proof.salt + 1n }
      const { assertions, receiver } = fixture
      await assertions.revertWithCustomError(fill({ proof: salted, signature }), receiver, 'UnknownSolver')
      expect(await inspect({ proof, signature })).to.equal(0n)
    })
  })

  describe('the destination', () => {
    it('is named as this chain is, byte for byte', async () => {
      for (const chainId of ['Destination', 'destination ', 'destinatio', 'origin', '']) {
        const evidence = await make({
          change: (proof) => ({ ...proof, output: { ...proof.output, chainId } }),
        })
        await refuses(evidence, 'WrongDestinationChain', [0n, BigInt(ownChainId)], bits('destination'))
      }
    })

    it('is not another chain whose name is known', async () => {
      await setChain('base', ownChainId, true)
      const evidence = await make({ output: { chainId: 'base' } })
      await refuses(evidence, 'WrongDestinationChain', [0n, BigInt(ownChainId)], bits('destination'))
    })

    it('keeps the names of chains by all 32 bytes of their hashes', async () => {
      const { address } = fixture.receiver
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.SignedOrders'))) - 1n
      const names = toHex(BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn, { size: 32 })
      for (const { name, chainId, isEvm } of chains) {
        const slot = keccak256(concat([keccak256(stringToHex(name)), names]))
        const word = chainId | (isEvm ? 1n << 248n : 0n)
        expect(await fixture.publicClient.getStorageAt({ address, slot }), name).to.equal(
          toHex(word, { size: 32 }),
        )
      }
    })

    it('is not this chain after it took another id', async () => {
      const slot = '0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300'
      const { receiver, publicClient, helpers } = fixture
      const word = BigInt((await publicClient.getStorageAt({ address: receiver.address, slot })) ?? '0x0')
      await helpers.setStorageAt(receiver.address, slot, ((word >> 64n) << 64n) | 31337n)
      await refuses(await make(), 'WrongDestinationChain', [31337n, BigInt(ownChainId)], bits('destination'))
    })
  })

  describe('the inputs', () => {
    const second = BigInt(secondChainId)
    const padded = padAddress(secondCurrency)

    it('are at least one', async () => {
      await refuses(await make({ inputs: [] }), 'OriginNotAccepted', [0n, nativeWord], bits('origin'))
    })

    it('are of chains whose names are known, byte for byte', async () => {
      for (const chainId of ['Origin', 'ORIGIN', 'origin ', ' origin', 'origi', '', 'origin\0']) {
        const refused = ['OriginNotAccepted', [0n, nativeWord], bits('origin')] as const
        await refuses(await make({ inputs: [{ chainId }] }), ...refused)
        expect(await inspect(await make({ inputs: [{}, { chainId }] }))).to.equal(bits('origin'))
      }
    })

    it('are each on a route', async () => {
      const wrong = { ...secondInput(secondMin), currency: zeroAddress }
      for (const inputs of [[wrong], [wrong, {}], [{}, wrong], [{}, secondInput(secondMin), wrong]]) {
        await refuses(await make({ inputs }), 'OriginNotAccepted', [second, nativeWord], bits('origin'))
      }
      // Either half of another route is none.
      const mixed = await make({
        inputs: [{ chainId: 'origin', currency: secondCurrency, amount: secondMin }],
      })
      await refuses(mixed, 'OriginNotAccepted', [BigInt(originChainId), padded], bits('origin'))
    })

    it('lie each in the range of their own route, both ends included', async () => {
      const placesOf = (amount: bigint) => [
        [secondInput(amount)],
        [secondInput(amount), {}],
        [{}, secondInput(amount)],
        [{}, secondInput(amount), {}],
      ]
      for (const amount of [secondMin, secondMin + 1n, secondMax - 1n, secondMax]) {
        for (const inputs of placesOf(amount)) expect(await inspect(await make({ inputs }))).to.equal(0n)
        await accepts(await make({ inputs: [{}, secondInput(amount)] }))
      }
      for (const amount of [0n, secondMin - 1n, secondMax + 1n, routeMin, maxUint256]) {
        for (const inputs of placesOf(amount)) {
          expect(await inspect(await make({ inputs }))).to.equal(bits('amountSent'))
        }
        const evidence = await make({ inputs: [{}, secondInput(amount)] })
        await refuses(evidence, 'AmountOutOfRange', [amount, secondMin, secondMax], bits('amountSent'))
      }
      const both = await make({ inputs: [secondInput(0n), { amount: 0n }] })
      await refuses(both, 'AmountOutOfRange', [0n, secondMin, secondMax], bits('amountSent'))
      const low = await make({ inputs: [secondInput(secondMin), { amount: routeMin - 1n }] })
      await refuses(low, 'AmountOutOfRange', [routeMin - 1n, routeMin, routeMax], bits('amountSent'))
    })

    it('are never summed', async () => {
      const three = await make({ inputs: [secondInput(3n), secondInput(3n)] })
      await refuses(three, 'AmountOutOfRange', [3n, secondMin, secondMax], bits('amountSent'))
      await accepts(await make({ inputs: [secondInput(secondMax), secondInput(secondMax)] }))
      // The sum would wrap around into the range.
      const wraps = await make({ inputs: [secondInput(maxUint256), secondInput(secondMin + 1n)] })
      await refuses(wraps, 'AmountOutOfRange', [maxUint256, secondMin, secondMax], bits('amountSent'))
    })

    it('are told apart: one without a route, one out of range', async () => {
      const both = bits('origin', 'amountSent')
      const inputs = [{ chainId: 'nowhere' }, secondInput(secondMax + 1n)]
      await refuses(await make({ inputs }), 'OriginNotAccepted', [0n, nativeWord], both)
      const reversed = await make({ inputs: inputs.toReversed() })
      await refuses(reversed, 'OriginNotAccepted', [0n, nativeWord], both)
    })

    it('have a currency of 20 bytes on EVM chains', async () => {
      for (const length of [0, 1, 19, 21, 32, 33, 64]) {
        const currency = zeroBytes(length)
        for (const inputs of [[{ currency }], [{}, { currency }]]) {
          const evidence = await make({ inputs })
          await refuses(evidence, 'InvalidOrderAddress', [currency], bits('terms'))
        }
      }
      // Not even one that is the accepted currency's word.
      const evm = await make({ inputs: [{ ...secondInput(secondMin), currency: padded }] })
      await refuses(evm, 'InvalidOrderAddress', [padded], bits('terms'))
    })

    it('have a currency of at most 32 bytes elsewhere, left-padded', async () => {
      for (const length of [0, 1, 16, 20, 21, 31, 32, 33, 40]) {
        const currency = length === 0 ? '0x' : toHex(new Uint8Array(length).fill(0xc0 + (length % 16)))
        const evidence = await make({ inputs: [{}, { chainId: 'other machine', currency }] })
        const isLong = length > 32
        const word = isLong ? slice(currency, 0, 32) : pad(currency, { size: 32 })
        const failed = isLong ? bits('origin', 'terms') : bits('origin')
        const snapshot = await fixture.helpers.takeSnapshot()
        await refuses(evidence, 'OriginNotAccepted', [BigInt(otherMachineId), word], failed)
        await setRoute(otherMachineId, word)
        if (isLong) await refuses(evidence, 'InvalidOrderAddress', [currency], bits('terms'))
        else await accepts(evidence)
        await snapshot.restore()
      }
    })

    it('have the name of a chain that was not taken away or given to another', async () => {
      const evidence = await make({ inputs: [secondInput(secondMin)] })
      await setChain('second', 0)
      await refuses(evidence, 'OriginNotAccepted', [0n, padded], bits('origin'))
      await setChain('second', 5, true)
      await refuses(evidence, 'OriginNotAccepted', [5n, padded], bits('origin'))
      await setChain('another', secondChainId, true)
      await refuses(evidence, 'OriginNotAccepted', [5n, padded], bits('origin'))
      await accepts(await make({ inputs: [{ ...secondInput(secondMin), chainId: 'another' }] }))
    })
  })

  describe('the output', () => {
    const receiverWord = () => pad(fixture.receiver.address.toLowerCase() as Hex, { size: 32 })
    const output =
      (change: Partial<SignedOrderProof['output']>) =>
      (proof: SignedOrderProof): SignedOrderProof => ({ ...proof, output: { ...proof.output, ...change } })

    it('names this contract and no other', async () => {
      const named = receiverWord()
      for (const extraData of [
        pad(secondCurrency, { size: 32 }),
        '0x',
        fixture.receiver.address.toLowerCase(),
        `${named}00`,
        named.replace('0x000000', '0x010000'),
        padAddress(fixture.router.account.address),
      ] as Hex[]) {
        const evidence = await make({ change: output({ extraData }) })
        const args = [extraData, 0n, fixture.receiver.address]
        await refuses(evidence, 'WrongFillContract', args, bits('terms'))
      }
    })

    it('is one payment of something, between addresses of 20 bytes', async () => {
      const sound = (await make()).proof.output.payments[0]!
      for (const payments of [[], [sound, sound]]) {
        const evidence = await make({ change: output({ payments }) })
        await reverts(fill(evidence), 'UnsupportedOutput', [BigInt(payments.length), 0n, maxUint256])
        expect((await inspect(evidence)) & bits('terms')).to.equal(bits('terms'))
      }
      const nothing = await make({ payment: { minimumAmount: 0n } })
      await refuses(nothing, 'UnsupportedOutput', [1n, 0n, maxUint256], bits('terms'))
      await accepts(await make({ payment: { minimumAmount: 1n } }), { amount: 1n })
      for (const [name, value] of [
        ['recipient', padAddress(fixture.recipient.account.address)],
        ['recipient', '0x'],
        ['currency', nativeWord],
        ['currency', zeroBytes(19)],
      ] as const) {
        const evidence = await make({ change: output({ payments: [{ ...sound, [name]: value }] }) })
        await reverts(fill(evidence), 'InvalidOrderAddress', [value])
      }
    })

    it('has calls that are canonically encoded', async () => {
      const p = makePayment(asFixture(fixture), Number(await fixture.helpers.time.latest()) + 3600, {
        originUser: zeroHash,
      })
      const { proof } = await makeSignedCall(fixture, p)
      const call = { to: fixture.stranger.account.address, data: '0x', value: 0n } as const
      for (const blob of ['0x', zeroBytes(160), `${encodeOrderCall(call)}00`] as const) {
        const change = output({ calls: [proof.output.calls[0]!, blob] })
        const evidence = await makeSignedCall(fixture, p, { change })
        await reverts(
          fixture.receiver.write.authorizeFill([evidence.proof, evidence.signature, []]),
          'InvalidOrderCall',
          [1n, blob],
        )
        expect(await inspect(evidence)).to.equal(bits('terms'))
      }
    })

    it('counts until its deadline', async () => {
      for (const [after, ok] of [
        [-1, true],
        [0, true],
        [1, false],
      ] as const) {
        const evidence = await make()
        const { deadline } = evidence.proof.output
        await fixture.helpers.time.setNextBlockTimestamp(deadline + after)
        if (ok) await fill(evidence)
        else await reverts(fill(evidence), 'RequestExpired', [BigInt(deadline + after), BigInt(deadline)])
        expect(await inspect(evidence)).to.equal(bits(ok ? 'duplicate' : 'expiry'))
      }
    })

    it('pays recipients on the list, by name or by proof', async () => {
      const { receiver, stranger, recipient } = fixture
      const address = getAddress(stranger.account.address)
      const evidence = await make({ payment: { recipient: address } })
      await refuses(evidence, 'RecipientNotAllowed', [address], bits('recipient'))

      const recipients = [{ address }, { address: recipient.account.address }]
      const tree = createRecipientTree({ chainId: ownChainId, receiver: receiver.address, recipients })
      await receiver.write.setRecipientRoot([tree.root])
      const { recipientProof } = tree.prove(address)
      const foreign = { recipientProof: tree.prove(recipient.account.address).recipientProof }
      await refuses(evidence, 'RecipientNotAllowed', [address], bits('recipient'), foreign)
      await refuses(evidence, 'RecipientNotAllowed', [address], bits('recipient'))
      await accepts(evidence, { recipientProof })

      await receiver.write.removeRecipient([recipient.account.address])
      const listed = getAddress(recipient.account.address)
      await refuses(await make(), 'RecipientNotAllowed', [listed], bits('recipient'))
    })

    it('pays nobody that must never be paid', async () => {
      const { receiver, router, token } = fixture
      const reserved: Address = '0x000000000000000000000000000000000000dEaD'
      await receiver.write.setReserved([reserved, true])
      for (const recipient of [receiver.address, router.account.address, reserved, permit2] as Address[]) {
        await receiver.write.setRecipient([{ recipient, hook: false }])
        const evidence = await make({ payment: { recipient } })
        await refuses(evidence, 'InvalidRecipient', [padAddress(recipient)], bits('recipient'))
      }
      await receiver.write.setRecipient([{ recipient: token.address, hook: false }])
      const own = await make({ payment: { recipient: token.address, currency: token.address } })
      await refuses(own, 'InvalidRecipient', [padAddress(token.address)], bits('recipient'), { value: 0n })
      const zero = await make({ payment: { recipient: zeroAddress } })
      await refuses(zero, 'InvalidRecipient', [zeroHash], bits('recipient'))
    })

    it('is paid once, by its order id', async () => {
      const evidence = await make()
      expect(await fixture.receiver.read.isPaid([evidence.id])).to.equal(false)
      await accepts(evidence)
      await refuses(evidence, 'RequestAlreadyPaid', [evidence.id], bits('duplicate'))
      // The same terms in another order are another payment.
      await accepts(await signProof(fixture, { ...evidence.proof, salt: evidence.proof.salt + (1n << 200n) }))
    })

    it('is paid in full, in its own currency', async () => {
      const low = fillAmount - 1n
      const tooLow = ['PaymentTooLow', [low, fillAmount], bits('payment')] as const
      await refuses(await make(), ...tooLow, { amount: low })
      await accepts(await make(), { amount: fillAmount + 1n })
      for (const value of [0n, low, fillAmount + 1n]) {
        await reverts(fill(await make(), { value }), 'UnexpectedValue', [value, fillAmount])
      }
      const ofToken = () => make({ payment: { currency: fixture.token.address } })
      await reverts(fill(await ofToken(), { value: 1n }), 'UnexpectedValue', [1n, 0n])
      await refuses(await ofToken(), ...tooLow, { amount: low, value: 0n })
      expect(await inspect(await make(), 10n ** 30n)).to.equal(bits('payment'))
    })
  })

  describe('an authorized fill', () => {
    let now: number
    beforeEach(async () => {
      now = Number(await fixture.helpers.time.latest())
    })

    const payment = (overrides: Partial<PaymentTerms> = {}) =>
      makePayment(asFixture(fixture), now + 3600, { originUser: zeroHash, ...overrides })
    const call = (p: PaymentTerms, overrides: SignedOverrides = {}) => makeSignedCall(fixture, p, overrides)
    const authorize = ({ proof, signature }: Evidence) =>
      fixture.receiver.write.authorizeFill([proof, signature, []], { account: fixture.stranger.account })
    const pay = (p: PaymentTerms) =>
      fixture.receiver.write.payAuthorized([p], {
        account: fixture.payer.account,
        value: p.token === zeroAddress ? p.minimum : 0n,
      })

    async function refusesTerms(
      p: PaymentTerms,
      overrides: SignedOverrides,
      error: string,
      args: readonly unknown[],
    ) {
      const evidence = await call(p, overrides)
      await reverts(authorize(evidence), error, args)
      expect(await inspect(evidence)).to.equal(bits('terms'))
    }

    it('pays a call of a signed order once, natively and with a token', async () => {
      const { receiver, recipient, token } = fixture
      for (const currency of [zeroAddress, token.address]) {
        const p = payment({ token: currency })
        const evidence = await call(p, { payment: { currency } })
        expect(await inspect(evidence)).to.equal(0n)
        const callHash = await receiver.read.hashPayment([p])
        await fixture.assertions.emitWithArgs(authorize(evidence), receiver, 'FillAuthorized', [
          evidence.id,
          callHash,
          p.deadline,
        ])
        await pay(p)
        for (const id of [evidence.id, callHash]) expect(await receiver.read.isPaid([id])).to.equal(true)
        await reverts(authorize(evidence), 'RequestAlreadyPaid', [evidence.id])
        await reverts(pay(p), 'RequestAlreadyPaid', [callHash])
      }
      expect(await token.read.balanceOf([recipient.account.address])).to.equal(fillAmount)
    })

    it('has no user: any that is required is refused', async () => {
      const user = padAddress(fixture.user)
      await refusesTerms(payment({ originUser: user }), {}, 'TermsMismatch', [
        field('originUser'),
        user,
        zeroHash,
      ])
    })

    it("has the one input's chain and currency", async () => {
      const word = (value: number) => toHex(value, { size: 32 })
      const mismatch = (p: Partial<PaymentTerms>, name: string, found: Hex, required: Hex) =>
        refusesTerms(payment(p), {}, 'TermsMismatch', [field(name), found, required])
      await mismatch({ originChainId: 1n }, 'originChainId', word(1), word(originChainId))
      await mismatch({ originChainId: 0n }, 'originChainId', word(0), word(originChainId))
      const other = padAddress(secondCurrency)
      await mismatch({ originCurrency: other }, 'originCurrency', other, nativeWord)

      const p = payment({ originChainId: BigInt(secondChainId), originCurrency: other })
      await authorize(await call(p, { inputs: [secondInput(secondMin)] }))
      await pay(p)
    })

    it('has no origin when there are several inputs', async () => {
      const inputs = [secondInput(secondMin), secondInput(secondMax)]
      const none = { originChainId: 0n, originCurrency: zeroHash }
      const currency = padAddress(secondCurrency)
      const word = toHex(secondChainId, { size: 32 })
      const required = { inputs }
      const chain = payment({ ...none, originChainId: BigInt(secondChainId) })
      await refusesTerms(chain, required, 'TermsMismatch', [field('originChainId'), word, zeroHash])
      const named = payment({ ...none, originCurrency: currency })
      await refusesTerms(named, required, 'TermsMismatch', [field('originCurrency'), currency, zeroHash])

      const p = payment(none)
      await authorize(await call(p, required))
      await pay(p)
    })

    it('passes every check of a direct one', async () => {
      const p = payment()
      const cases: [SignedOverrides, string][] = [
        [{ signer: secondSolver }, 'UnknownSolver'],
        [{ order: { solver: secondSolver.address } }, 'TermsMismatch'],
        [{ output: { chainId: 'origin' } }, 'WrongDestinationChain'],
        [{ inputs: [] }, 'OriginNotAccepted'],
        [{ inputs: [{ chainId: 'Origin' }] }, 'OriginNotAccepted'],
        [{ inputs: [{ amount: routeMin - 1n }] }, 'AmountOutOfRange'],
        [{ inputs: [{}, { amount: routeMax + 1n }] }, 'AmountOutOfRange'],
        [{ output: { deadline: p.deadline - 1 } }, 'TermsMismatch'],
        [{ output: { deadline: now - 1 } }, 'RequestExpired'],
        [{ output: { extraData: padAddress(fixture.receiver.address) } }, 'WrongFillContract'],
        [{ output: { extraData: padAddress(fixture.stranger.account.address) } }, 'WrongFillContract'],
        [{ payment: { recipient: fixture.stranger.account.address } }, 'TermsMismatch'],
        [{ calls: [] }, 'WrongFillContract'],
      ]
      for (const [overrides, error] of cases) {
        const q = error === 'RequestExpired' ? payment({ deadline: now - 1 }) : p
        const evidence = await call(q, overrides)
        await fixture.assertions.revertWithCustomError(authorize(evidence), fixture.receiver, error as never)
        expect(await inspect(evidence), error).not.to.equal(0n)
      }
      const stranger = await call(payment({ recipient: fixture.stranger.account.address }))
      const { assertions, receiver } = fixture
      await assertions.revertWithCustomError(authorize(stranger), receiver, 'RecipientNotAllowed')
      const callHash = await receiver.read.hashPayment([p])
      await reverts(pay(p), 'NotAuthorized', [callHash])
    })

    it('may be of an order without a payment, since the call says who is paid', async () => {
      const p = payment()
      await authorize(await call(p, { output: { payments: [] } }))
      await pay(p)
    })

    it('is not a direct one, nor the other way round', async () => {
      const { address } = fixture.receiver
      await reverts(fill(await call(payment())), 'WrongFillContract', ['0x', 1n, address])
      const direct = await make()
      await reverts(authorize(direct), 'WrongFillContract', [padAddress(address), 0n, address])
    })

    it('is stale after the name of a known chain was set, not after a new one', async () => {
      const p = payment()
      await authorize(await call(p))
      const epoch = () => fixture.receiver.read.policyEpoch()
      await setChain('a new name', 77, true)
      expect(await epoch()).to.equal(1n)
      await setChain('never known', 0)
      expect(await epoch()).to.equal(1n)
      await setChain('second', 0)
      expect(await epoch()).to.equal(2n)
      await reverts(pay(p), 'AuthorizationStale', [1n, 2n])
      await setChain('origin', originChainId, false)
      expect(await epoch()).to.equal(3n)
      await authorize(await call(p))
      await pay(p)
    })
  })

  describe('a hook', () => {
    it('is told the one origin, or zeros for several, and no user', async () => {
      const { viem, receiver } = fixture
      const hooked = await viem.deployContract('ScriptedRecipient')
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      const one = { originChainId: BigInt(secondChainId), originCurrency: padAddress(secondCurrency) }
      const none = { originChainId: 0n, originCurrency: zeroHash }
      for (const [inputs, origin] of [
        [[secondInput(secondMin)], one],
        [[{}, secondInput(secondMin)], none],
        [[secondInput(secondMin), secondInput(secondMin)], none],
      ] as const) {
        const evidence = await make({ inputs: [...inputs], payment: { recipient: hooked.address } })
        const { logs } = await fixture.publicClient.getTransactionReceipt({ hash: await accepts(evidence) })
        const [told] = parseEventLogs({ abi: hooked.abi, logs, eventName: 'Told' })
        expect(told?.args.received).to.deep.equal({
          id: evidence.id,
          ...origin,
          originUser: zeroHash,
          token: zeroAddress,
          amount: fillAmount,
          data: '0x',
        })
      }
    })
  })

  describe('inspectFill', () => {
    it('never reverts on bad values', async () => {
      const { proof, signature } = await make({ inputs: [{}, secondInput(secondMin)] })
      const bad: SignedOrderProof[] = [
        {
          versionHash: zeroHash,
          solverChainIdHash: zeroHash,
          solver: zeroAddress,
          salt: 0n,
          inputs: [],
          output: { chainId: '', payments: [], deadline: 0, calls: [], extraData: '0x' },
          feesHash: zeroHash,
        },
        ...[33, 64, 1000].flatMap((length) => {
          const raw = toHex(new Uint8Array(length).fill(255))
          const calls = [raw]
          const payments = [{ recipient: raw, currency: raw, minimumAmount: maxUint256, expectedAmount: 0n }]
          const input = (name: string) => ({
            payment: { chainId: name, currency: raw, amount: maxUint256, weight: maxUint256 },
            refundsHash: zeroHash,
          })
          const inputs = [input('origin'), input('other machine'), input('x'.repeat(length))]
          return [
            { ...proof, inputs },
            { ...proof, output: { ...proof.output, payments, calls, extraData: raw, deadline: 2 ** 32 - 1 } },
          ]
        }),
      ]
      for (const value of bad) {
        for (const amount of [0n, maxUint256]) {
          const evidence = await signProof(fixture, value)
          expect(await inspect(evidence, amount)).not.to.equal(0n)
          expect(await inspect({ proof: value, signature: '0x' }, amount)).not.to.equal(0n)
        }
      }
      expect(await inspect({ proof, signature })).to.equal(0n)
    })
  })

  describe('initialize', () => {
    it('runs once, and never on the implementation', async () => {
      const { receiver, implementation, config } = fixture
      for (const contract of [receiver, implementation]) {
        await reverts(contract.write.initialize([config, chains]), 'InvalidInitialization', [])
      }
    })

    it('sets the chains, none of them twice', async () => {
      const { receiver, viem, implementation, config } = fixture
      for (const { name, chainId, isEvm } of chains) {
        expect(await receiver.read.chainOf([name])).to.deep.equal([chainId, isEvm])
      }
      const twice = [chains[0]!, { ...chains[1]!, name: chains[0]!.name }]
      const deploy = (names: typeof chains) =>
        deploySignedReceiver(viem, implementation.address, config, names)
      const nameHash = keccak256(stringToHex('origin'))
      await reverts(deploy(twice), 'ChainNameTaken', [BigInt(originChainId), zeroHash])
      const ids = [chains[0]!, { ...chains[0]!, name: 'again' }]
      await reverts(deploy(ids), 'ChainNameTaken', [0n, nameHash])
      const bare = await deploy([])
      expect(await bare.read.chainOf(['origin'])).to.deep.equal([0n, false])
      expect(await bare.read.policyEpoch()).to.equal(1n)
    })
  })

  describe('setChain', () => {
    it('is for the policy role alone', async () => {
      const { receiver, stranger } = fixture
      const { account } = stranger
      const set = () => receiver.write.setChain([{ name: 'new', chainId: 7n, isEvm: true }], { account })
      const refused = [getAddress(account.address), policyRole]
      await reverts(set(), 'AccessControlUnauthorizedAccount', refused)
      for (const role of ['GUARDIAN', 'RESCUE']) {
        await receiver.write.grantRole([keccak256(stringToHex(`fillproof.${role}_ROLE`)), account.address])
      }
      await receiver.write.grantRole([zeroHash, account.address])
      await reverts(set(), 'AccessControlUnauthorizedAccount', refused)
      await receiver.write.grantRole([policyRole, account.address])
      await fixture.assertions.emitWithArgs(set(), receiver, 'ChainSet', ['new', 7n, true])
      expect(await receiver.read.chainOf(['new'])).to.deep.equal([7n, true])
    })

    it('refuses a name or an id that is taken, and what makes no sense', async () => {
      const nameHash = keccak256(stringToHex('origin'))
      await reverts(setChain('other', originChainId, true), 'ChainNameTaken', [0n, nameHash])
      await reverts(setChain('origin', 5, true), 'ChainNameTaken', [BigInt(originChainId), zeroHash])
      await reverts(setChain('', 5, true), 'InvalidConfig', [field('name')])
      await reverts(setChain('origin', 0, true), 'InvalidConfig', [field('isEvm')])
      await reverts(setChain('large', 1n << 248n), 'InvalidConfig', [field('chainId')])
      const largest = (1n << 248n) - 1n
      await setChain('large', largest)
      expect(await fixture.receiver.read.chainOf(['large'])).to.deep.equal([largest, false])
      expect(await fixture.receiver.read.chainOf(['origin'])).to.deep.equal([BigInt(originChainId), true])
    })

    it('forgets what a removed chain was', async () => {
      const { read } = fixture.receiver
      await setChain('origin', 0)
      expect(await read.chainOf(['origin'])).to.deep.equal([0n, false])
      await setChain('new', originChainId, false)
      expect(await read.chainOf(['new'])).to.deep.equal([BigInt(originChainId), false])
      await setChain('other machine', otherMachineId, true)
      expect(await read.chainOf(['other machine'])).to.deep.equal([BigInt(otherMachineId), true])
    })

    it('writes where ERC-7201 puts it, and nowhere else', async () => {
      const { receiver, publicClient } = fixture
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.SignedOrders'))) - 1n
      const base = BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn
      const at = async (slot: Hex) =>
        BigInt((await publicClient.getStorageAt({ address: receiver.address, slot })) ?? '0x0')
      const entry = (key: Hex, slot: bigint) =>
        keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [key, slot]))
      const name = keccak256(stringToHex('origin'))
      const id = toHex(originChainId, { size: 32 })
      // The id, and before it whether addresses there are EVM addresses.
      expect(await at(entry(name, base))).to.equal((1n << 248n) | BigInt(originChainId))
      expect(toHex(await at(entry(id, base + 1n)), { size: 32 })).to.equal(name)
      await setChain('origin', 0)
      for (const slot of [entry(name, base), entry(id, base + 1n)]) expect(await at(slot)).to.equal(0n)
      for (let slot = 0; slot < 8; slot++) expect(await at(toHex(slot))).to.equal(0n)
    })
  })
})

const zeroBytes = (length: number): Hex => (length === 0 ? '0x' : toHex(new Uint8Array(length)))

/** A value with each of its leaves changed, and each list with one item more and one less. */
function changesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value === 'bigint') return [[path, value + 1n]]
  if (typeof value === 'number') return [[path, value + 1]]
  if (typeof value === 'string' && value.startsWith('0x')) {
    const last = Number.parseInt(value.slice(-1), 16)
    const flipped = `${value.slice(0, -1)}${(last ^ 1).toString(16)}`.toLowerCase()
    // Fixed lengths can't grow.
    return size(value as Hex) % 20 && size(value as Hex) !== 32
      ? [
          [path, flipped],
          [path, `${value}00`],
        ]
      : [[path, flipped]]
  }
  if (typeof value === 'string')
    return [
      [path, `${value}x`],
      [path, value.toUpperCase()],
    ]
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      changesOf(item, `${path}[${index}]`).map(([at, changed]): [string, unknown] => [
        at,
        value.with(index, changed),
      ]),
    )
    return [[`${path}+`, [...value, ...value.slice(-1)]], [`${path}-`, value.slice(1)], ...inside]
  }
  return Object.entries(value as object).flatMap(([key, item]) =>
    changesOf(item, `${path}.${key}`).map(([at, changed]): [string, unknown] => [
      at,
      { ...(value as object), [key]: changed },
    ]),
  )
}
