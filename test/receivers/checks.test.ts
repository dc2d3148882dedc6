import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  pad,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { type FillCheck, fillChecks, type OrderCall, padAddress } from '../../src/index.js'
import { expectBitsRefused, findWord, flipBits, impossibleLengths } from '../support/calldata.js'
import {
  attestProof,
  deployFixture,
  type Evidence,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeDirect,
  makePayment,
  originChainId,
  ownChainId,
  ownName,
  routeMax,
  routeMin,
  secondSolver,
  solver,
} from './support/fixture.js'

/** Of the ERC-7201 storage. */
const firstSlot = '0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300'
const bit = (name: FillCheck) => 1n << BigInt(fillChecks.indexOf(name))

describe('AttestedOrderReceiver: the checks of a direct fill', () => {
  let fixture: Fixture
  let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>

  before(async () => {
    fixture = await deployFixture()
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  const fill = (
    { a, signature, proof }: Pick<Evidence, 'a' | 'signature' | 'proof'>,
    { amount = fillAmount, value }: { amount?: bigint; value?: bigint } = {},
  ) =>
    fixture.receiver.write.fill([a, signature, proof, [], amount], {
      value: value ?? amount,
      account: fixture.payer.account,
    })

  const inspect = (
    { a, signature, proof }: Pick<Evidence, 'a' | 'signature' | 'proof'>,
    amount = fillAmount,
  ) => fixture.receiver.read.inspectFill([a, signature, proof, [], fixture.payer.account.address, amount])

  /** A good fill as calldata, and a way to send it. */
  async function makeCalldata() {
    const { receiver, payer, publicClient } = fixture
    const { a, signature, proof } = await makeDirect(fixture)
    const args = [a, signature, proof, [], fillAmount] as const
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'fill', args })
    const call = (data: Hex) =>
      publicClient.call({ account: payer.account, to: receiver.address, data, value: fillAmount })
    return { data, call }
  }

  /** The fill reverts with the error, and the inspection reports exactly these checks. */
  async function refuses(
    evidence: Pick<Evidence, 'a' | 'signature' | 'proof'>,
    error: string,
    args: unknown[],
    failed: bigint,
    payment: Parameters<typeof fill>[1] = {},
  ) {
    await fixture.assertions.revertWithCustomErrorWithArgs(
      fill(evidence, payment),
      fixture.receiver,
      error as never,
      args as never,
    )
    expect(await inspect(evidence, payment.amount ?? fillAmount)).to.equal(failed)
  }

  async function accepts(evidence: Evidence, payment: Parameters<typeof fill>[1] = {}) {
    expect(await inspect(evidence, payment.amount ?? fillAmount)).to.equal(0n)
    await fill(evidence, payment)
    expect(await fixture.receiver.read.isPaid([evidence.id])).to.equal(true)
  }

  /** The evidence with one attested field changed, and signed again. */
  const attested = (change: EvidenceOverrides['attestation'], rest: EvidenceOverrides = {}) =>
    makeDirect(fixture, { ...rest, attestation: change })

  const anyCall = () => ({ to: fixture.stranger.account.address, data: '0x' as const, value: 0n })

  it('accepts evidence in which nothing is wrong', async () => accepts(await makeDirect(fixture)))

  describe('paused', () => {
    it('refuses while paused, and accepts again afterwards', async () => {
      const evidence = await makeDirect(fixture)
      await fixture.receiver.write.pause()
      await fixture.assertions.revertWithCustomError(fill(evidence), fixture.receiver, 'EnforcedPause')
      expect(await inspect(evidence)).to.equal(bit('paused'))
      await fixture.receiver.write.unpause()
      await accepts(evidence)
    })
  })

  describe('signature', () => {
    it('refuses a stranger as signer', async () => {
      const evidence = await makeDirect(fixture, { signer: secondSolver })
      await refuses(evidence, 'UnknownSolver', [secondSolver.address, 0, 0], bit('signature'))
    })

    it('refuses a signature that recovers nobody', async () => {
      const evidence = await makeDirect(fixture)
      const signature: Hex = `${evidence.signature.slice(0, -2)}1d` as Hex
      await fixture.assertions.revertWithCustomError(
        fill({ ...evidence, signature }),
        fixture.receiver,
        'InvalidSignature',
      )
      // Without a signer there is none that the order could name.
      expect(await inspect({ ...evidence, signature })).to.equal(bit('signature') | bit('terms'))
    })

    it('accepts a solver from its start until before its stop', async () => {
      const now = Number(await fixture.helpers.time.latest())
      const [start, stop] = [now + 100, now + 200]
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start, stop }])
      const evidence = () => makeDirect(fixture, { signer: secondSolver })
      const unknown = ['UnknownSolver', [secondSolver.address, start, stop]] as const

      for (const [time, ok] of [
        [start - 1, false],
        [start, true],
        [stop - 1, true],
        [stop, false],
      ] as const) {
        const made = await evidence()
        await fixture.helpers.time.setNextBlockTimestamp(time)
        if (ok) await fill(made)
        else {
          await fixture.assertions.revertWithCustomErrorWithArgs(
            fill(made),
            fixture.receiver,
            unknown[0],
            unknown[1] as never,
          )
        }
      }
    })

    it('refuses a revoked solver at once', async () => {
      await fixture.receiver.write.revokeSolver([solver.address])
      await refuses(await makeDirect(fixture), 'UnknownSolver', [solver.address, 0, 0], bit('signature'))
    })

    it('refuses an order of another solver', async () => {
      const evidence = await makeDirect(fixture, { order: { solver: secondSolver.address } })
      const words = [padAddress(secondSolver.address), padAddress(solver.address)]
      await refuses(evidence, 'TermsMismatch', [stringToHex('solver', { size: 32 }), ...words], bit('terms'))
    })
  })

  describe('destination', () => {
    it('refuses an attestation for another chain', async () => {
      const evidence = await attested({ destinationChainId: 10 })
      await refuses(evidence, 'WrongDestinationChain', [10n, BigInt(ownChainId)], bit('destination'))
    })

    it('refuses an order that names another chain, byte for byte', async () => {
      for (const chainId of ['Destination', 'destination ', 'origin']) {
        const evidence = await makeDirect(fixture, { output: { chainId } })
        await refuses(evidence, 'WrongDestinationChain', [0n, BigInt(ownChainId)], bit('destination'))
      }
    })

    it('refuses a name whose hash differs in any of the bytes that are kept', async () => {
      // They are the upper 15 of the first slot of ERC-7201 storage: as if another name had been configured.
      const { receiver, publicClient, helpers } = fixture
      const read = async () =>
        BigInt((await publicClient.getStorageAt({ address: receiver.address, slot: firstSlot })) ?? '0x0')
      const word = await read()
      expect(toHex(word >> 136n, { size: 15 })).to.equal(slice(keccak256(stringToHex(ownName)), 0, 15))
      const evidence = await makeDirect(fixture)
      for (let place = 136n; place < 256n; place += 8n) {
        await helpers.setStorageAt(receiver.address, firstSlot, word ^ (1n << place))
        expect(await inspect(evidence), `bit ${place}`).to.equal(bit('destination'))
      }
      await helpers.setStorageAt(receiver.address, firstSlot, word)
      await accepts(evidence)
    })

    it('refuses when the chain is not the configured one any more', async () => {
      // As after a fork that took another chain id: the configured id is first in ERC-7201 storage.
      const { receiver, publicClient, helpers } = fixture
      const word = BigInt(
        (await publicClient.getStorageAt({ address: receiver.address, slot: firstSlot })) ?? '0x0',
      )
      await helpers.setStorageAt(receiver.address, firstSlot, ((word >> 64n) << 64n) | 31337n)
      await refuses(
        await makeDirect(fixture),
        'WrongDestinationChain',
        [31337n, BigInt(ownChainId)],
        bit('destination'),
      )
    })
  })

  describe('origin', () => {
    it('refuses another origin chain', async () => {
      const evidence = await attested({ originChainId: 1 })
      await refuses(evidence, 'OriginNotAccepted', [1n, padAddress(zeroAddress)], bit('origin'))
    })

    it('refuses another currency', async () => {
      const originCurrency = padAddress('0x00000000000000000000000000000000000000aa')
      const evidence = await attested({ originCurrency })
      await refuses(evidence, 'OriginNotAccepted', [BigInt(originChainId), originCurrency], bit('origin'))
    })
  })

  describe('amount sent', () => {
    it("accepts the route's range, both ends included", async () => {
      await accepts(await attested({ originAmount: routeMin }))
      await accepts(await attested({ originAmount: routeMin + 1n }))
      await accepts(await attested({ originAmount: routeMax - 1n }))
      await accepts(await attested({ originAmount: routeMax }))
    })

    it('refuses amounts outside it', async () => {
      for (const originAmount of [0n, routeMin - 1n, routeMax + 1n, maxUint256]) {
        const evidence = await attested({ originAmount })
        await refuses(evidence, 'AmountOutOfRange', [originAmount, routeMin, routeMax], bit('amountSent'))
      }
    })
  })

  describe('request id', () => {
    it('refuses zero', async () => {
      const evidence = await makeDirect(fixture, { requestId: zeroHash })
      await refuses(evidence, 'InvalidRequestId', [zeroHash], bit('requestId'))
    })

    it('refuses an order that was not attested', async () => {
      const other = await makeDirect(fixture)
      const evidence = await makeDirect(fixture, { requestId: other.id })
      await refuses(evidence, 'OrderMismatch', [evidence.id, other.id], bit('requestId'))
    })

    it('refuses an order with any part changed after it was attested', async () => {
      const evidence = await makeDirect(fixture)
      const { proof } = evidence
      const payment = proof.output.payments[0]!
      const changes: Record<string, typeof proof> = {
        versionHash: { ...proof, versionHash: proof.feesHash },
        solverChainIdHash: { ...proof, solverChainIdHash: proof.feesHash },
        salt: { ...proof, salt: proof.salt + 1n },
        inputsHash: { ...proof, inputsHash: proof.feesHash },
        feesHash: { ...proof, feesHash: proof.inputsHash },
        deadline: { ...proof, output: { ...proof.output, deadline: proof.output.deadline + 1 } },
        minimumAmount: {
          ...proof,
          output: { ...proof.output, payments: [{ ...payment, minimumAmount: payment.minimumAmount - 1n }] },
        },
        expectedAmount: {
          ...proof,
          output: {
            ...proof.output,
            payments: [{ ...payment, expectedAmount: payment.expectedAmount + 1n }],
          },
        },
      }
      for (const [name, changed] of Object.entries(changes)) {
        await fixture.assertions.revertWithCustomError(
          fill({ ...evidence, proof: changed }),
          fixture.receiver,
          'OrderMismatch',
        )
        expect(await inspect({ ...evidence, proof: changed }), name).to.equal(bit('requestId'))
      }
    })
  })

  describe('terms', () => {
    const wrongFillContract = (extraData: Hex, callsHere = 0n) => [
      extraData,
      callsHere,
      fixture.receiver.address,
    ]

    it('refuses an order that names another receiver, or none', async () => {
      const other: Address = '0x00000000000000000000000000000000000000Aa'
      const named = pad(fixture.receiver.address, { size: 32 })
      for (const extraData of [
        pad(other, { size: 32 }),
        '0x',
        fixture.receiver.address,
        `${named}00`,
        named.replace('0x000000', '0x010000'),
        pad(fixture.receiver.address, { size: 32, dir: 'right' }),
      ].map((value) => value.toLowerCase() as Hex)) {
        const evidence = await makeDirect(fixture, { output: { extraData } })
        await fixture.assertions.revertWithCustomErrorWithArgs(
          fill(evidence),
          fixture.receiver,
          'WrongFillContract',
          wrongFillContract(extraData) as never,
        )
        expect(await inspect(evidence)).to.equal(bit('terms'))
      }
    })

    it('refuses calls, whomever they call and however they are encoded', async () => {
      const { receiver } = fixture
      const extraData = pad(receiver.address.toLowerCase() as Hex, { size: 32 })
      const data = encodeFunctionData({
        abi: receiver.abi,
        functionName: 'payAuthorized',
        args: [makePayment(fixture, 1, { recipient: receiver.address })],
      })
      for (const calls of [
        [anyCall()],
        [anyCall(), anyCall()],
        [{ to: receiver.address, data: '0x', value: 0n }],
        [{ to: receiver.address, data, value: fillAmount }],
      ] as OrderCall[][]) {
        const evidence = await makeDirect(fixture, { calls })
        await refuses(evidence, 'CallsNotSupported', [BigInt(calls.length)], bit('terms'))
        const { a, signature, proof } = evidence
        await fixture.assertions.revertWithCustomErrorWithArgs(
          receiver.write.authorizeFill([a, signature, proof, []]),
          receiver,
          'WrongFillContract',
          [
            extraData,
            BigInt(calls.filter(({ to }) => to === receiver.address).length),
            getAddress(receiver.address),
          ],
        )
      }
      const direct = await makeDirect(fixture)
      for (const blob of ['0x', `0x${'00'.repeat(160)}`] as const) {
        const output = { ...direct.proof.output, calls: [blob] }
        const evidence = await attestProof(direct, { ...direct.proof, output })
        await refuses(evidence, 'CallsNotSupported', [1n], bit('terms'))
      }
    })

    it("refuses upper bytes in the word of the order's solver", async () => {
      const { receiver, payer } = fixture
      for (const dirt of [1n << 160n, 1n << 255n]) {
        const direct = await makeDirect(fixture)
        const dirty = toHex(BigInt(solver.address) | dirt, { size: 32 })
        // The order id covers the whole word.
        const { a, signature } = await attestProof(direct, { ...direct.proof, solver: dirty })
        const clean = encodeFunctionData({
          abi: receiver.abi,
          functionName: 'fill',
          args: [a, signature, direct.proof, [], fillAmount],
        })
        const data = flipBits(clean, findWord(clean, [8]) + 2 * 32, dirt)
        await fixture.assertions.revertWithCustomErrorWithArgs(
          payer.sendTransaction({ to: receiver.address, data, value: fillAmount }),
          receiver,
          'TermsMismatch',
          [stringToHex('solver', { size: 32 }), dirty, padAddress(solver.address)],
        )
      }
    })

    it('refuses no payment, and two', async () => {
      const payment = {
        recipient: fixture.recipient.account.address,
        currency: zeroAddress,
        minimumAmount: fillAmount,
        expectedAmount: fillAmount,
      }
      for (const payments of [[], [payment, payment]]) {
        const evidence = await makeDirect(fixture, { output: { payments } })
        await fixture.assertions.revertWithCustomErrorWithArgs(
          fill(evidence),
          fixture.receiver,
          'UnsupportedOutput',
          [BigInt(payments.length), 0n, maxUint256],
        )
      }
    })

    it('refuses a minimum of 0, and accepts 1', async () => {
      const zero = await makeDirect(fixture, { payment: { minimumAmount: 0n } })
      await refuses(zero, 'UnsupportedOutput', [1n, 0n, maxUint256], bit('terms'))
      await accepts(await makeDirect(fixture, { payment: { minimumAmount: 1n } }), { amount: 1n })
    })

    it('refuses EVM addresses that are not 20 bytes', async () => {
      const padded = padAddress(fixture.recipient.account.address)
      // The encoder refuses these for a known EVM chain, so that the proof is changed instead.
      const direct = await makeDirect(fixture)
      const { proof } = direct
      for (const [field, value] of [
        ['recipient', padded],
        ['recipient', '0x'],
        ['currency', padAddress(zeroAddress)],
        ['recipient', `${fixture.recipient.account.address}00`],
        ['currency', `0x${'00'.repeat(19)}`],
        ['currency', `0x${'00'.repeat(21)}`],
        ['currency', '0x'],
      ] as [string, Hex][]) {
        const payments = [{ ...proof.output.payments[0]!, [field]: value }]
        const evidence = await attestProof(direct, { ...proof, output: { ...proof.output, payments } })
        await fixture.assertions.revertWithCustomErrorWithArgs(
          fill(evidence),
          fixture.receiver,
          'InvalidOrderAddress',
          [value.toLowerCase() as Hex],
        )
        expect((await inspect(evidence)) & bit('terms'), field).to.equal(bit('terms'))
      }
    })
  })

  describe('expiry', () => {
    it('refuses after the deadline', async () => {
      const evidence = await makeDirect(fixture)
      const { deadline } = evidence.orderData.output
      await fixture.helpers.time.setNextBlockTimestamp(deadline + 1)
      await fixture.assertions.revertWithCustomErrorWithArgs(
        fill(evidence),
        fixture.receiver,
        'RequestExpired',
        [BigInt(deadline + 1), BigInt(deadline)],
      )
      expect(await inspect(evidence)).to.equal(bit('expiry'))
    })

    it('accepts at the deadline', async () => {
      const evidence = await makeDirect(fixture)
      await fixture.helpers.time.setNextBlockTimestamp(evidence.orderData.output.deadline)
      await fill(evidence)
    })

    it('refuses a word that is no deadline, as a decoder of arguments does', async () => {
      const { data, call } = await makeCalldata()
      const [order, output, deadline] = [8, 5, 2]
      const place = findWord(data, [order, output]) + 32 * deadline
      await expectBitsRefused({
        call,
        data,
        place,
        bits: [32n, 255n],
        reason: /without a reason|infer the reason/,
      })
    })

    it('accepts before the deadline', async () => {
      const evidence = await makeDirect(fixture)
      await fixture.helpers.time.setNextBlockTimestamp(evidence.orderData.output.deadline - 1)
      await fill(evidence)
    })
  })

  describe('calldata', () => {
    it('has no list so long that a decoder of arguments refuses it', async () => {
      const { data, call } = await makeCalldata()
      const [order, output, payments, calls] = [8, 5, 1, 3]
      for (const list of [payments, calls]) {
        const place = findWord(data, [order, output, list])
        await expectBitsRefused({ call, data, place, bits: impossibleLengths, reason: /reverted|out of gas/ })
      }
    })
  })

  describe('recipient', () => {
    it('refuses upper bytes that are not zero', async () => {
      const word = BigInt(fixture.recipient.account.address)
      for (const dirt of [1n << 160n, 1n << 248n]) {
        const destinationUser = toHex(word | dirt, { size: 32 })
        const evidence = await attested({ destinationUser })
        await refuses(evidence, 'InvalidRecipient', [destinationUser], bit('recipient'))
      }
    })

    it('refuses the zero address', async () => {
      const { token } = fixture
      for (const currency of [zeroAddress, token.address]) {
        const payment = { recipient: zeroAddress, currency }
        const evidence = await attested({ destinationUser: zeroHash }, { payment })
        const value = currency === zeroAddress ? fillAmount : 0n
        await refuses(evidence, 'InvalidRecipient', [zeroHash], bit('recipient'), { value })
      }
    })

    it('refuses an attested zero address whatever the order says, and takes one for an address like others', async () => {
      await refuses(
        await attested({ destinationUser: zeroHash }),
        'InvalidRecipient',
        [zeroHash],
        bit('recipient'),
      )
      const destinationUser = toHex(1, { size: 32 })
      const required = padAddress(fixture.recipient.account.address)
      const args = [destinationUser, required]
      await refuses(await attested({ destinationUser }), 'RecipientMismatch', args, bit('recipient'))
    })

    it("refuses a recipient that is not the order's", async () => {
      const destinationUser = padAddress(fixture.stranger.account.address)
      const evidence = await attested({ destinationUser })
      const required = padAddress(fixture.recipient.account.address)
      await refuses(evidence, 'RecipientMismatch', [destinationUser, required], bit('recipient'))
    })

    it('refuses a recipient that is not on the list', async () => {
      const recipient = fixture.stranger.account.address
      const evidence = await attested({ destinationUser: padAddress(recipient) }, { payment: { recipient } })
      await refuses(evidence, 'RecipientNotAllowed', [getAddress(recipient)], bit('recipient'))
    })

    it('refuses everybody when the list is empty', async () => {
      await fixture.receiver.write.removeRecipient([fixture.recipient.account.address])
      const evidence = await makeDirect(fixture)
      await refuses(
        evidence,
        'RecipientNotAllowed',
        [getAddress(fixture.recipient.account.address)],
        bit('recipient'),
      )
    })

    it('refuses contracts that must never be paid, even when they are listed', async () => {
      const { receiver, router, token } = fixture
      const depository: Address = '0x000000000000000000000000000000000000dead'
      await receiver.write.setReserved([depository, true])
      for (const recipient of [
        receiver.address,
        router.account.address,
        depository,
        '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      ] as Address[]) {
        await receiver.write.setRecipient([{ recipient, hook: false }])
        const word = padAddress(recipient)
        const evidence = await attested({ destinationUser: word }, { payment: { recipient } })
        await refuses(evidence, 'InvalidRecipient', [word], bit('recipient'))
      }

      await receiver.write.setRecipient([{ recipient: token.address, hook: false }])
      const word = padAddress(token.address)
      const paid = { recipient: token.address, currency: token.address }
      const evidence = await attested({ destinationUser: word }, { payment: paid })
      await refuses(evidence, 'InvalidRecipient', [word], bit('recipient'), { value: 0n })
    })
  })

  describe('duplicate', () => {
    it('pays a request once', async () => {
      const evidence = await makeDirect(fixture)
      await fill(evidence)
      await refuses(evidence, 'RequestAlreadyPaid', [evidence.id], bit('duplicate'))
    })
  })

  describe('payment', () => {
    it('accepts the minimum and more, and refuses less', async () => {
      const low = fillAmount - 1n
      await refuses(await makeDirect(fixture), 'PaymentTooLow', [low, fillAmount], bit('payment'), {
        amount: low,
      })
      await accepts(await makeDirect(fixture))
      await accepts(await makeDirect(fixture), { amount: fillAmount + 1n })
    })

    it('refuses native value other than the stated amount', async () => {
      const evidence = await makeDirect(fixture)
      for (const value of [fillAmount - 1n, fillAmount + 1n, 0n]) {
        await fixture.assertions.revertWithCustomErrorWithArgs(
          fill(evidence, { value }),
          fixture.receiver,
          'UnexpectedValue',
          [value, fillAmount],
        )
      }
    })

    it('refuses native value with a token', async () => {
      const evidence = await makeDirect(fixture, { payment: { currency: fixture.token.address } })
      await fixture.assertions.revertWithCustomErrorWithArgs(
        fill(evidence, { value: 1n }),
        fixture.receiver,
        'UnexpectedValue',
        [1n, 0n],
      )
    })

    it('inspects what the payer holds and has approved', async () => {
      const { token, payer, receiver } = fixture
      const native = await makeDirect(fixture)
      expect(await inspect(native, 10n ** 30n)).to.equal(bit('payment'))

      const evidence = await makeDirect(fixture, { payment: { currency: token.address } })
      expect(await inspect(evidence)).to.equal(0n)
      await token.write.approve([receiver.address, fillAmount], { account: payer.account })
      expect(await inspect(evidence)).to.equal(0n)
      await token.write.approve([receiver.address, fillAmount - 1n], { account: payer.account })
      expect(await inspect(evidence)).to.equal(bit('payment'))
    })
  })

  describe('inspectFill', () => {
    it('reports every failing check at once', async () => {
      await fixture.receiver.write.pause()
      const stranger = padAddress(fixture.stranger.account.address)
      const evidence = await makeDirect(fixture, {
        signer: secondSolver,
        attestation: { originChainId: 1, destinationChainId: 10, destinationUser: stranger },
        requestId: zeroHash,
        order: { solver: solver.address },
        output: { deadline: 1 },
      })
      const expected =
        bit('paused') | bit('signature') | bit('destination') | bit('origin') | bit('requestId')
      expect(await inspect(evidence, 0n)).to.equal(
        expected | bit('terms') | bit('expiry') | bit('recipient') | bit('payment'),
      )
    })

    it('names the checks in the order in which fills make them', async () => {
      await fixture.receiver.write.pause()
      const evidence = await makeDirect(fixture, {
        signer: secondSolver,
        attestation: { destinationChainId: 10, originChainId: 1 },
      })
      await fixture.assertions.revertWithCustomError(fill(evidence), fixture.receiver, 'EnforcedPause')
      await fixture.receiver.write.unpause()
      await fixture.assertions.revertWithCustomError(fill(evidence), fixture.receiver, 'UnknownSolver')
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      await fixture.assertions.revertWithCustomError(
        fill(evidence),
        fixture.receiver,
        'WrongDestinationChain',
      )
    })
  })
})
