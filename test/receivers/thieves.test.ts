import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type OrderCall, padAddress, recoverSolver } from '../../src/index.js'
import {
  deployFixture,
  deployReceiver,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  originChainId,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
  secondSolver,
  solver,
  tokenMax,
  toStruct,
} from './support/fixture.js'
import {
  authorize,
  balanceOf,
  donate,
  encodedError,
  eventsOf,
  keepsBalances,
  type Prepared,
  pays,
  prepare,
  refuses,
  staysPayable,
  tokenDonation,
  ways,
} from './support/hostile.js'

const amount = 1_000n
const tokenErrors = parseAbi([
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])

describe('AttestedOrderReceiver: thieves', () => {
  let fixture: Fixture
  let recipient: Address
  let payer: Address
  let thief: Address

  before(async () => {
    fixture = await deployFixture()
    await donate(fixture)
    recipient = getAddress(fixture.recipient.account.address)
    payer = getAddress(fixture.payer.account.address)
    thief = getAddress(fixture.stranger.account.address)
  })
  restoreAfterEach(() => fixture)

  const inAnHour = async () => Number(await fixture.helpers.time.latest()) + 3600

  /** An authorized call, not yet authorized. */
  async function makeCall(terms: Partial<PaymentTerms> = {}) {
    const p = makePayment(fixture, await inAnHour(), terms)
    const callHash = await fixture.receiver.read.hashPayment([p])
    return { p, callHash }
  }

  const payAuthorized = (p: PaymentTerms, { value = p.minimum, account = payer } = {}) =>
    fixture.receiver.write.payAuthorized([p], { account, value: p.token === zeroAddress ? value : 0n })

  /** The call is paid by the payer, and its recipient gets exactly this. */
  async function paysCall(p: PaymentTerms, received: bigint = p.minimum, account: Address = payer) {
    const before = await balanceOf(fixture, p.token, p.recipient)
    const hash = await keepsBalances(fixture, [p.token], () => payAuthorized(p, { value: received, account }))
    expect(await balanceOf(fixture, p.token, p.recipient)).to.equal(before + received)
    return hash
  }

  const field = (name: string) => stringToHex(name, { size: 32 })

  describe('a squatter who has another order attested with the same call', () => {
    const squats: Record<string, EvidenceOverrides> = {
      'another order': {},
      'less sent on the origin chain': { attestation: { originAmount: routeMin } },
      'more sent on the origin chain': { attestation: { originAmount: routeMax } },
      'other inputs and fees': {
        order: {
          inputs: [],
          fees: [
            {
              recipientChainId: 'origin',
              recipient: zeroAddress,
              currencyChainId: 'origin',
              currency: zeroAddress,
              amount: 1n,
            },
          ],
        },
      },
      'other amounts in the payment': { payment: { minimumAmount: 1n, expectedAmount: 2n } },
      'another currency in the payment': {
        payment: { currency: '0x000000000000000000000000000000000000aaaa' },
      },
      'no payment at all': { output: { payments: [] } },
      'a later deadline': { output: { deadline: 2 ** 32 - 1 } },
    }

    for (const [what, overrides] of Object.entries(squats)) {
      it(`changes nothing for the victim: ${what}`, async () => {
        const { receiver, viem } = fixture
        const hooked = await viem.deployContract('ScriptedRecipient')
        await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
        const { p, callHash } = await makeCall({ recipient: hooked.address, data: '0xbeef' })
        const victim = await makeAuthorized(fixture, p)
        const squatter = await makeAuthorized(fixture, p, overrides)
        expect(squatter.id).to.not.equal(victim.id)

        for (const [evidence, account] of [
          [squatter, thief],
          [victim, payer],
        ] as const) {
          const args = [evidence.id, callHash, p.deadline] as const
          const sent = authorize(fixture, evidence, account)
          await fixture.assertions.emitWithArgs(sent, receiver, 'FillAuthorized', [...args])
        }

        const hash = await paysCall(p)
        expect(await eventsOf(fixture, hash, receiver, 'FillAccepted')).to.deep.equal([
          {
            id: callHash,
            recipient: getAddress(hooked.address),
            solver: solver.address,
            payer,
            token: zeroAddress,
            amount: fillAmount,
          },
        ])
        const [told] = await eventsOf(fixture, hash, hooked, 'Told')
        expect(told?.received).to.deep.equal({
          id: callHash,
          originChainId: p.originChainId,
          originUser: p.originUser,
          originCurrency: p.originCurrency,
          token: p.token,
          amount: fillAmount,
          data: '0xbeef',
        })
        expect(await receiver.read.isCallPaid([callHash])).to.equal(true)
        await refuses(fixture, () => payAuthorized(p), 'RequestAlreadyPaid', [callHash])
      })
    }

    it('must use an order that agrees with the call in every word', async () => {
      const { p } = await makeCall()
      const other: Address = '0x000000000000000000000000000000000000aaaa'
      await fixture.receiver.write.setRoute([
        { chainId: 1n, currency: padAddress(zeroAddress), min: 1n, max: routeMax },
      ])
      await fixture.receiver.write.setRoute([
        { chainId: BigInt(originChainId), currency: padAddress(other), min: 1n, max: routeMax },
      ])
      for (const [overrides, name, found, required] of [
        [
          { attestation: { originChainId: 1 } },
          'originChainId',
          pad('0x797d', { size: 32 }),
          pad('0x01', { size: 32 }),
        ],
        [{ attestation: { originUser: padAddress(other) } }, 'originUser', p.originUser, padAddress(other)],
        [
          { attestation: { originCurrency: padAddress(other) } },
          'originCurrency',
          p.originCurrency,
          padAddress(other),
        ],
        [{ payment: { recipient: other } }, 'recipient', padAddress(recipient), padAddress(other)],
        [
          { output: { deadline: p.deadline - 1 } },
          'deadline',
          pad(`0x${p.deadline.toString(16)}`, { size: 32 }),
          pad(`0x${(p.deadline - 1).toString(16)}`, { size: 32 }),
        ],
      ] as [EvidenceOverrides, string, Hex, Hex][]) {
        const squatter = await makeAuthorized(fixture, p, overrides)
        const mismatch = [field(name), found, required]
        await refuses(fixture, () => authorize(fixture, squatter, thief), 'TermsMismatch', mismatch)
      }
      const destinationUser = padAddress(other)
      const squatter = await makeAuthorized(fixture, p, { attestation: { destinationUser } })
      const mismatch = [destinationUser, padAddress(recipient)]
      await refuses(fixture, () => authorize(fixture, squatter, thief), 'RecipientMismatch', mismatch)
    })

    for (const order of ['before', 'after'] as const) {
      it(`cannot shorten an authorization with a solver that stops sooner, ${order} the victim`, async () => {
        const { receiver, helpers } = fixture
        const stop = Number(await helpers.time.latest()) + 100
        await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop }])
        const { p, callHash } = await makeCall()
        const victim = await makeAuthorized(fixture, p)
        const squatter = await makeAuthorized(fixture, p, { signer: secondSolver })
        for (const evidence of order === 'before' ? [squatter, victim] : [victim, squatter]) {
          await authorize(fixture, evidence, thief)
        }
        expect(await receiver.read.authorization([callHash])).to.deep.equal([
          solver.address,
          await receiver.read.policyEpoch(),
        ])
        await helpers.time.increaseTo(stop + 1)
        const [event] = await eventsOf(fixture, await paysCall(p), receiver, 'FillAccepted')
        expect(event?.solver).to.equal(solver.address)
        expect(await receiver.read.isCallPaid([callHash])).to.equal(true)
      })

      it(`does no harm with a solver that outlasts the victim's, ${order} the victim`, async () => {
        const { receiver, helpers } = fixture
        const stop = Number(await helpers.time.latest()) + 100
        await receiver.write.setSolver([{ solver: solver.address, start: 0, stop }])
        await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
        const { p, callHash } = await makeCall()
        const victim = await makeAuthorized(fixture, p)
        const squatter = await makeAuthorized(fixture, p, { signer: secondSolver })
        for (const evidence of order === 'before' ? [squatter, victim] : [victim, squatter]) {
          await authorize(fixture, evidence, thief)
        }
        expect(await receiver.read.authorization([callHash])).to.deep.equal([
          secondSolver.address,
          await receiver.read.policyEpoch(),
        ])
        await helpers.time.increaseTo(stop + 1)
        const [event] = await eventsOf(fixture, await paysCall(p), receiver, 'FillAccepted')
        expect(event).to.include({ id: callHash, recipient, amount: fillAmount })
        expect(await receiver.read.isCallPaid([callHash])).to.equal(true)
      })
    }

    it('cannot block the victim with a revoked solver', async () => {
      const { receiver, helpers } = fixture
      const stop = Number(await helpers.time.latest()) + 1000
      await receiver.write.setSolver([{ solver: solver.address, start: 0, stop }])
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      const { p } = await makeCall()
      const victim = await makeAuthorized(fixture, p)
      const squatter = await makeAuthorized(fixture, p, { signer: secondSolver })
      await authorize(fixture, victim)
      await authorize(fixture, squatter, thief)
      await receiver.write.revokeSolver([secondSolver.address])
      await refuses(fixture, () => payAuthorized(p), 'UnknownSolver', [secondSolver.address, 0, 0])
      await refuses(fixture, () => authorize(fixture, squatter, thief), 'UnknownSolver', [
        secondSolver.address,
        0,
        0,
      ])
      await authorize(fixture, victim)
      const [event] = await eventsOf(fixture, await paysCall(p), receiver, 'FillAccepted')
      expect(event?.solver).to.equal(solver.address)
    })

    it('cannot block a prolonged solver with one whose window ended', async () => {
      const { receiver, helpers } = fixture
      const stop = Number(await helpers.time.latest()) + 100
      const window = { start: 0, stop }
      await receiver.write.setSolver([{ solver: solver.address, ...window }])
      await receiver.write.setSolver([{ solver: secondSolver.address, ...window, stop: stop + 1 }])
      const { p } = await makeCall()
      const victim = await makeAuthorized(fixture, p)
      await authorize(fixture, victim)
      await authorize(fixture, await makeAuthorized(fixture, p, { signer: secondSolver }), thief)
      await receiver.write.setSolver([{ solver: solver.address, start: 0, stop: 0 }])
      await helpers.time.increaseTo(stop + 1)
      await refuses(fixture, () => payAuthorized(p), 'UnknownSolver', [secondSolver.address, 0, stop + 1])
      await authorize(fixture, victim)
      await paysCall(p)
    })
  })

  describe('a thief who copies a payment', () => {
    for (const way of ways) {
      for (const currency of ['native currency', 'a token'] as const) {
        it(`by ${way} in ${currency} pays with its own money, once`, async () => {
          const { token, receiver } = fixture
          const parameters = currency === 'a token' ? { token: token.address, amount } : { amount }
          const prepared = await prepare(fixture, way, parameters)
          await token.write.mint([thief, amount])
          await token.write.approve([receiver.address, amount], { account: thief })
          const before = await token.read.balanceOf([thief])
          const native = await balanceOf(fixture, zeroAddress, thief)
          const paid = await token.read.balanceOf([payer])
          const hash = await pays(fixture, prepared, { received: amount, account: thief })
          const { gasUsed, effectiveGasPrice } = await fixture.publicClient.getTransactionReceipt({ hash })
          const spent = gasUsed * effectiveGasPrice
          const isToken = currency === 'a token'
          expect(await token.read.balanceOf([thief])).to.equal(isToken ? before - amount : before)
          expect(await balanceOf(fixture, zeroAddress, thief)).to.equal(
            native - spent - (isToken ? 0n : amount),
          )

          await refuses(fixture, () => prepared.pay(), 'RequestAlreadyPaid', [prepared.id])
          expect(await token.read.balanceOf([payer])).to.equal(paid)
        })
      }
    }

    it('fails with a changed attestation: it recovers another signer', async () => {
      const { receiver } = fixture
      const { attestation, signature, proof, id } = await makeDirect(fixture)
      const changes: Partial<typeof attestation>[] = [
        { requestId: pad('0x01', { size: 32 }) },
        { originChainId: originChainId + 1 },
        { originUser: padAddress(payer) },
        { originCurrency: padAddress(payer) },
        { originAmount: fillAmount + 1n },
        { destinationChainId: 1 },
        { destinationUser: padAddress(thief) },
      ]
      expect(changes.flatMap((change) => Object.keys(change))).to.deep.equal(
        Object.keys(toStruct(attestation)),
      )
      for (const change of changes) {
        const changed = { ...attestation, ...change }
        const signer = await recoverSolver({ attestation: changed, signature })
        await refuses(
          fixture,
          () =>
            receiver.write.fill([toStruct(changed), signature, proof, [], fillAmount], {
              account: thief,
              value: fillAmount,
            }),
          'UnknownSolver',
          [signer, 0, 0],
        )
      }
      expect(await receiver.read.isPaid([id])).to.equal(false)
    })

    it('fails with a changed recipient, minimum, deadline, call or fill contract: it is another order', async () => {
      const { receiver } = fixture
      const evidence = await makeDirect(fixture)
      const { a, signature, orderData, id } = evidence
      const [payment] = orderData.output.payments
      for (const output of [
        { payments: [{ ...payment!, recipient: thief }] },
        { payments: [{ ...payment!, minimumAmount: 1n }] },
        { payments: [{ ...payment!, currency: fixture.token.address }] },
        { deadline: orderData.output.deadline + 1 },
        { extraData: pad(thief, { size: 32 }) },
      ]) {
        const changed = await makeDirect(fixture, {
          order: { salt: orderData.salt, inputs: orderData.inputs },
          output: { ...orderData.output, ...output },
        })
        await refuses(
          fixture,
          () =>
            receiver.write.fill([a, signature, changed.proof, [], fillAmount], {
              account: thief,
              value: fillAmount,
            }),
          'OrderMismatch',
          [changed.id, id],
        )
      }
    })

    it('may pay more, not less', async () => {
      const { receiver } = fixture
      const { a, signature, proof, id } = await makeDirect(fixture)
      const fill = (stated: bigint, value = stated) =>
        receiver.write.fill([a, signature, proof, [], stated], { account: thief, value })
      await refuses(fixture, () => fill(fillAmount - 1n), 'PaymentTooLow', [fillAmount - 1n, fillAmount])
      await refuses(fixture, () => fill(fillAmount, 1n), 'UnexpectedValue', [1n, fillAmount])
      const before = await balanceOf(fixture, zeroAddress, recipient)
      await keepsBalances(fixture, [], () => fill(fillAmount + 1n))
      expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before + fillAmount + 1n)
      expect(await receiver.read.isPaid([id])).to.equal(true)
    })

    it('gains nothing by a recipient proof if the list needs none', async () => {
      const { receiver } = fixture
      const stranger = await makeDirect(fixture, {
        payment: { recipient: thief },
        attestation: { destinationUser: padAddress(thief) },
      })
      const { a, signature, proof } = stranger
      const args = [a, signature, proof, [padAddress(thief)], fillAmount] as const
      await refuses(
        fixture,
        () => receiver.write.fill(args, { account: thief, value: fillAmount }),
        'RecipientNotAllowed',
        [thief],
      )
    })
  })

  describe('a thief who uses evidence elsewhere', () => {
    it('is refused by a second receiver on the same chain', async () => {
      const { viem, implementation, config, receiver } = fixture
      const second = await deployReceiver(viem, implementation.address, config)
      const direct = await makeDirect(fixture)
      const { p } = await makeCall()
      const authorized = await makeAuthorized(fixture, p)
      const sent = { account: thief, value: fillAmount }
      const named = pad(receiver.address, { size: 32 })

      for (const [{ a, signature, proof }, extraData] of [
        [direct, named],
        [authorized, '0x'],
      ] as const) {
        const error = ['WrongFillContract', [extraData, 0n, second.address]] as const
        await refuses(fixture, () => second.write.fill([a, signature, proof, [], fillAmount], sent), ...error)
        await refuses(fixture, () => second.write.authorizeFill([a, signature, proof, []]), ...error)
      }

      await authorize(fixture, authorized)
      const callHash = await second.read.hashPayment([p])
      expect(callHash).to.not.equal(await receiver.read.hashPayment([p]))
      await refuses(fixture, () => second.write.payAuthorized([p], sent), 'NotAuthorized', [callHash])

      // The first takes both.
      const { a, signature, proof } = direct
      await keepsBalances(fixture, [], () =>
        receiver.write.fill([a, signature, proof, [], fillAmount], { account: payer, value: fillAmount }),
      )
      await paysCall(p)
    })

    it('has to pay each receiver that an order calls', async () => {
      const { viem, implementation, config, receiver } = fixture
      const second = await deployReceiver(viem, implementation.address, config)
      const { p } = await makeCall()
      const data = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
      const calls = [receiver, second].map(({ address }) => ({ to: address, data, value: fillAmount }))
      const { a, signature, proof } = await makeAuthorized(fixture, p, { calls })
      const before = await balanceOf(fixture, zeroAddress, recipient)
      for (const { write } of [receiver, second]) {
        await write.authorizeFill([a, signature, proof, []])
        await write.payAuthorized([p], { account: payer, value: fillAmount })
      }
      expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before + 2n * fillAmount)
    })

    it('cannot fill an authorized order directly, nor authorize a direct one', async () => {
      const { receiver } = fixture
      const direct = await makeDirect(fixture)
      const { p } = await makeCall()
      const { a, signature, proof } = await makeAuthorized(fixture, p)
      await refuses(
        fixture,
        () =>
          receiver.write.fill([a, signature, proof, [], fillAmount], { account: thief, value: fillAmount }),
        'WrongFillContract',
        ['0x', 1n, receiver.address],
      )
      await refuses(fixture, () => authorize(fixture, direct), 'WrongFillContract', [
        pad(receiver.address, { size: 32 }),
        0n,
        receiver.address,
      ])
    })

    it('cannot authorize two calls at once, a call beside a direct fill, or another router', async () => {
      const { receiver, router } = fixture
      const { p } = await makeCall()
      const { p: q } = await makeCall()
      const call = (terms: PaymentTerms): OrderCall => ({
        to: receiver.address,
        data: encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [terms] }),
        value: fillAmount,
      })
      const named = pad(receiver.address, { size: 32 })
      const unknown = pad(thief, { size: 32 })
      for (const [overrides, extraData, callsHere] of [
        [{ calls: [call(p), call(p)] }, '0x', 2n],
        [{ calls: [call(p), call(q)] }, '0x', 2n],
        [{ calls: [call(p), { to: receiver.address, data: '0x', value: 0n }] }, '0x', 2n],
        [{ output: { extraData: named } }, named, 1n],
        [{ output: { extraData: unknown } }, unknown, 1n],
        [{ output: { extraData: router.account.address } }, router.account.address, 1n],
        [{ calls: [] }, '0x', 0n],
        [{ calls: [{ ...call(p), data: '0x' }] }, '0x', 1n],
        [{ calls: [{ ...call(p), data: call(p).data.replace('0x', '0x00') as Hex }] }, '0x', 1n],
      ] as [EvidenceOverrides, Hex, bigint][]) {
        const evidence = await makeAuthorized(fixture, p, overrides)
        await refuses(fixture, () => authorize(fixture, evidence, thief), 'WrongFillContract', [
          extraData,
          callsHere,
          receiver.address,
        ])
      }
      const routed = await makeAuthorized(fixture, p, {
        output: { extraData: pad(router.account.address, { size: 32 }) },
      })
      await authorize(fixture, routed)
      await paysCall(p)
    })
  })

  describe('a thief who mixes attestations and orders', () => {
    it('is refused in every combination', async () => {
      const { receiver, token } = fixture
      const { p } = await makeCall()
      const { p: q } = await makeCall({ minimum: 1n, maximum: 1n })
      const all = [
        await makeDirect(fixture),
        await makeDirect(fixture, { payment: { minimumAmount: 1n } }),
        await makeDirect(fixture, { payment: { currency: token.address, minimumAmount: 1n } }),
        await makeAuthorized(fixture, p),
        await makeAuthorized(fixture, q),
      ]
      for (const attested of all) {
        for (const ordered of all) {
          if (attested === ordered) continue
          const mixed = { a: attested.a, signature: attested.signature, proof: ordered.proof }
          const error = ['OrderMismatch', [ordered.id, attested.id]] as const
          const args = [mixed.a, mixed.signature, mixed.proof, [], fillAmount] as const
          const sent = { account: thief, value: fillAmount }
          await refuses(fixture, () => receiver.write.fill(args, sent), ...error)
          await refuses(fixture, () => authorize(fixture, mixed, thief), ...error)

          // Nor does the signature of one help the attestation of the other.
          const signer = await recoverSolver({
            attestation: ordered.attestation,
            signature: attested.signature,
          })
          const forged = { a: ordered.a, signature: attested.signature, proof: ordered.proof }
          await refuses(fixture, () => authorize(fixture, forged, thief), 'UnknownSolver', [signer, 0, 0])
        }
      }
    })

    it("is refused with another solver's attestation of the same order", async () => {
      const { receiver } = fixture
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      const { p } = await makeCall()
      const evidence = await makeAuthorized(fixture, p, {
        signer: secondSolver,
        order: { solver: solver.address },
      })
      const words = [padAddress(solver.address), padAddress(secondSolver.address)]
      await refuses(fixture, () => authorize(fixture, evidence, thief), 'TermsMismatch', [
        field('solver'),
        ...words,
      ])
    })
  })

  describe('payAuthorized', () => {
    it('ignores bytes appended to its arguments, in the order and in the payment', async () => {
      const { receiver } = fixture
      for (const [inOrder, inPayment] of [
        ['0x', '0xdeadbeef'],
        ['0xdeadbeef', '0x'],
        [padAddress(thief), padAddress(payer)],
      ] as [Hex, Hex][]) {
        const { p } = await makeCall({ data: '0x1234' })
        const data = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
        const call = { to: receiver.address, data: concat([data, inOrder]), value: fillAmount }
        const evidence = await makeAuthorized(fixture, p, { calls: [call] })
        await authorize(fixture, evidence)
        const before = await balanceOf(fixture, zeroAddress, recipient)
        await keepsBalances(fixture, [], () =>
          fixture.payer.sendTransaction({
            to: receiver.address,
            data: concat([data, inPayment]),
            value: fillAmount,
          }),
        )
        expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before + fillAmount)
        expect(await receiver.read.isCallPaid([await receiver.read.hashPayment([p])])).to.equal(true)
      }
    })

    it('is made by an unmodified solver through a router', async () => {
      const { receiver, token, viem } = fixture
      const router = await viem.deployContract('MockMetadataRouter')
      await receiver.write.setRouter([router.address, true])
      const call3 = (target: Address, callData: Hex, value = 0n) => ({
        target,
        allowFailure: false,
        value,
        callData,
      })
      for (const currency of [zeroAddress, token.address] as const) {
        const { p } = await makeCall({ token: currency, minimum: amount, maximum: 2n * amount })
        const extraData = pad(router.address, { size: 32 })
        await authorize(fixture, await makeAuthorized(fixture, p, { output: { extraData } }))
        const data = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
        const brought = amount + 500n
        const approve = (allowance: bigint) =>
          encodeFunctionData({
            abi: token.abi,
            functionName: 'approve',
            args: [receiver.address, allowance],
          })
        const isNative = currency === zeroAddress
        const calls = isNative
          ? [call3(receiver.address, concat([data, '0xabcd']), brought)]
          : [
              call3(token.address, approve(0n)),
              call3(token.address, approve(p.maximum)),
              call3(receiver.address, concat([data, '0xabcd'])),
              call3(token.address, approve(0n)),
            ]
        if (!isNative) await token.write.transfer([router.address, brought], { account: payer })
        const before = await balanceOf(fixture, currency, recipient)
        const hash = await keepsBalances(fixture, [], () =>
          router.write.multicall([calls, zeroAddress, zeroAddress, '0x'], {
            account: payer,
            value: isNative ? brought : 0n,
          }),
        )
        expect(await balanceOf(fixture, currency, recipient)).to.equal(before + brought)
        const [event] = await eventsOf(fixture, hash, receiver, 'FillAccepted')
        expect(event).to.include({ payer: getAddress(router.address), amount: brought })
        expect(await token.read.allowance([router.address, receiver.address])).to.equal(0n)
      }
    })

    it('is authorized by several orders, paid once, and then by none', async () => {
      const { receiver } = fixture
      const { p, callHash } = await makeCall()
      const first = await makeAuthorized(fixture, p)
      const second = await makeAuthorized(fixture, p)
      const third = await makeAuthorized(fixture, p)
      for (const evidence of [first, second]) await authorize(fixture, evidence)
      expect(await receiver.read.isPaid([callHash])).to.equal(false)
      await paysCall(p)
      expect(await receiver.read.isPaid([callHash])).to.equal(true)
      for (const evidence of [first, second, third]) {
        expect(await receiver.read.isPaid([evidence.id])).to.equal(false)
        await refuses(fixture, () => authorize(fixture, evidence), 'RequestAlreadyPaid', [callHash])
      }
    })

    it('cannot be blocked by paying its order in another way', async () => {
      // The order of an authorized call is no direct fill, so that nothing but the call itself marks it paid.
      const { p } = await makeCall()
      const direct = await prepare(fixture, 'fill')
      await authorize(fixture, await makeAuthorized(fixture, p))
      await pays(fixture, direct, { received: fillAmount })
      await paysCall(p)
    })

    it('takes a fixed native amount exactly', async () => {
      const { p } = await makeCall()
      await authorize(fixture, await makeAuthorized(fixture, p))
      const [low, high] = [fillAmount - 1n, fillAmount + 1n]
      await refuses(fixture, () => payAuthorized(p, { value: low }), 'PaymentTooLow', [low, fillAmount])
      await refuses(fixture, () => payAuthorized(p, { value: high }), 'PaymentTooHigh', [high, fillAmount])
      await paysCall(p)
    })

    it('takes no native value with a token', async () => {
      const prepared = await prepare(fixture, 'payAuthorized', { token: fixture.token.address, amount })
      await staysPayable(fixture, prepared, 'UnexpectedValue', [1n, 0n], { value: 1n })
      await pays(fixture, prepared, { received: amount })
    })

    describe('after its authorization', () => {
      const represent = (prepared: Prepared) => () => authorize(fixture, prepared.evidence)

      it('is refused permanently if the policy excludes it', async () => {
        const { receiver, router } = fixture
        const origin = { chainId: BigInt(originChainId), currency: padAddress(zeroAddress) }
        const extraData = pad(router.account.address, { size: 32 })
        for (const [narrow, error, args] of [
          [() => receiver.write.removeRecipient([recipient]), 'RecipientNotAllowed', [recipient]],
          [() => receiver.write.setReserved([recipient, true]), 'InvalidRecipient', [padAddress(recipient)]],
          [
            () => receiver.write.setRoute([{ ...origin, min: routeMin, max: fillAmount - 1n }]),
            'AmountOutOfRange',
            [fillAmount, routeMin, fillAmount - 1n],
          ],
          [
            () => receiver.write.setRoute([{ ...origin, min: 0n, max: 0n }]),
            'OriginNotAccepted',
            [origin.chainId, origin.currency],
          ],
          [() => receiver.write.setToken([zeroAddress, 0n, 0n]), 'TokenNotAccepted', [zeroAddress]],
          [
            () => receiver.write.setToken([zeroAddress, fillAmount + 1n, tokenMax]),
            'TokenAmountOutOfRange',
            [zeroAddress, fillAmount, fillAmount + 1n, tokenMax],
          ],
          [
            () => receiver.write.setRouter([router.account.address, false]),
            'WrongFillContract',
            [extraData, 1n, receiver.address],
          ],
        ] as [() => Promise<unknown>, string, unknown[]][]) {
          const before = await fixture.helpers.takeSnapshot()
          const prepared = await prepare(fixture, 'payAuthorized', { overrides: { output: { extraData } } })
          const epoch = await receiver.read.policyEpoch()
          await narrow()
          await staysPayable(fixture, prepared, 'AuthorizationStale', [epoch, epoch + 1n])
          await refuses(fixture, represent(prepared), error, args)
          await staysPayable(fixture, prepared, 'AuthorizationStale', [epoch, epoch + 1n])
          await before.restore()
        }
      })
    })
  })

  describe('a thief who initializes a receiver', () => {
    it('comes too late for a proxy', async () => {
      const { receiver, config, stranger, viem, implementation } = fixture
      const own = { ...config, admin: thief }
      const initialize = (at: typeof receiver, account: Address) => at.write.initialize([own], { account })
      await refuses(
        fixture,
        () => initialize(receiver, stranger.account.address),
        'InvalidInitialization',
        [],
      )
      await refuses(fixture, () => initialize(receiver, config.admin), 'InvalidInitialization', [])
      const role = pad('0x', { size: 32 })
      expect(await receiver.read.hasRole([role, thief])).to.equal(false)

      const mine = await deployReceiver(viem, implementation.address, own)
      await refuses(fixture, () => initialize(mine, thief), 'InvalidInitialization', [])
      expect(await receiver.read.hasRole([role, thief])).to.equal(false)
    })

    it('cannot initialize the implementation', async () => {
      const { implementation, config } = fixture
      const own = { ...config, admin: thief }
      await refuses(
        fixture,
        () => implementation.write.initialize([own], { account: thief }),
        'InvalidInitialization',
        [],
      )
      await refuses(
        fixture,
        () => implementation.write.rescue([zeroAddress, thief, 0n], { account: thief }),
        'AccessControlUnauthorizedAccount',
        [thief, await implementation.read.RESCUE_ROLE()],
      )
    })
  })

  describe("a thief who wants a victim's approval", () => {
    /** The payer approved the receiver without limit; whatever the thief does, this stays. */
    async function leavesTheVictimAlone(run: () => Promise<unknown>) {
      const { token, receiver } = fixture
      const held = await token.read.balanceOf([payer])
      const allowance = await token.read.allowance([payer, receiver.address])
      expect(allowance > 0n && held > 0n).to.equal(true)
      await keepsBalances(fixture, [], run)
      expect(await token.read.balanceOf([payer])).to.equal(held)
      expect(await token.read.allowance([payer, receiver.address])).to.equal(allowance)
    }

    it('has exactly these entry points', () => {
      const entries = fixture.receiver.abi.flatMap((item) =>
        item.type === 'function' && item.stateMutability !== 'view' ? [item.name] : [],
      )
      const moving = ['fill', 'authorizeFill', 'payAuthorized', 'rescue']
      const settings = [
        'setSolver',
        'setRoute',
        'setToken',
        'setRecipient',
        'setRecipientRoot',
        'setRouter',
        'setReserved',
      ]
      const endings = ['revokeSolver', 'removeRecipient', 'pause', 'unpause']
      const roles = ['grantRole', 'revokeRole', 'renounceRole']
      // A new one that moves anything wants a test below.
      expect(entries).to.have.members([...moving, 'initialize', ...settings, ...endings, ...roles])
    })

    it('gets nothing by fill: it takes from the caller', async () => {
      const { token, receiver } = fixture
      const prepared = await prepare(fixture, 'fill', { token: token.address, amount })
      const args = [token.address, thief, receiver.address, amount]
      await leavesTheVictimAlone(() =>
        staysPayable(fixture, prepared, 'TokenTransferFailed', args, { account: thief }),
      )
    })

    it('gets nothing by payAuthorized: it takes from the caller', async () => {
      const { token } = fixture
      const prepared = await prepare(fixture, 'payAuthorized', { token: token.address, amount })
      await leavesTheVictimAlone(() =>
        staysPayable(fixture, prepared, 'PaymentTooLow', [0n, amount], { account: thief }),
      )
    })

    it('gets nothing by authorizeFill: it takes nothing', async () => {
      const { token } = fixture
      const { p } = await makeCall({ token: token.address, minimum: amount, maximum: amount })
      const evidence = await makeAuthorized(fixture, p)
      await leavesTheVictimAlone(() => authorize(fixture, evidence, thief))
    })

    it("gets nothing by an order's calls: the receiver makes none", async () => {
      const { token, receiver } = fixture
      const pull = encodeFunctionData({
        abi: token.abi,
        functionName: 'transferFrom',
        args: [payer, thief, amount],
      })
      const rescue = encodeFunctionData({
        abi: receiver.abi,
        functionName: 'rescue',
        args: [token.address, thief, tokenDonation],
      })
      for (const call of [
        { to: token.address, data: pull, value: 0n },
        { to: receiver.address, data: rescue, value: 0n },
      ]) {
        for (const currency of [zeroAddress, token.address]) {
          const overrides = { calls: [call] }
          const prepared = await prepare(fixture, 'fill', { token: currency, amount, overrides })
          await leavesTheVictimAlone(() =>
            staysPayable(fixture, prepared, 'CallsNotSupported', [1n], { account: thief }),
          )
        }
      }
    })

    it('gets nothing by rescue: it needs the role and moves only what the receiver holds', async () => {
      const { token, receiver, config } = fixture
      const role = await receiver.read.RESCUE_ROLE()
      await leavesTheVictimAlone(() =>
        refuses(
          fixture,
          () => receiver.write.rescue([token.address, thief, 1n], { account: thief }),
          'AccessControlUnauthorizedAccount',
          [thief, role],
        ),
      )
      await leavesTheVictimAlone(() =>
        refuses(
          fixture,
          () => receiver.write.rescue([token.address, thief, tokenDonation + 1n], { account: config.admin }),
          'TokenTransferFailed',
          [token.address, receiver.address, thief, tokenDonation + 1n],
        ),
      )
    })

    it('gets nothing by a hook', async () => {
      const { token, receiver, viem } = fixture
      const hooked = await viem.deployContract('ScriptedRecipient')
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      const prepared = await prepare(fixture, 'fill', { recipient: hooked.address })
      const data = encodeFunctionData({
        abi: token.abi,
        functionName: 'transferFrom',
        args: [payer, thief, amount],
      })
      await hooked.write.arm(['0x00000000', token.address, 0n, data, false])
      await leavesTheVictimAlone(() =>
        pays(fixture, prepared, { received: fillAmount, recipient: hooked.address, account: thief }),
      )
      expect(await hooked.read.outcome()).to.equal(
        encodedError(tokenErrors, 'ERC20InsufficientAllowance', [hooked.address, 0n, amount]),
      )
    })

    it('gets nothing through a router that the receiver knows', async () => {
      const { token, receiver, viem } = fixture
      const router = await viem.deployContract('MockMetadataRouter')
      await receiver.write.setRouter([router.address, true])
      const prepared = await prepare(fixture, 'payAuthorized', { token: token.address, amount })
      const calls = [{ target: receiver.address, allowFailure: false, value: 0n, callData: prepared.data }]
      await leavesTheVictimAlone(() =>
        refuses(
          fixture,
          () => router.write.multicall([calls, zeroAddress, zeroAddress, '0x'], { account: thief }),
          'PaymentTooLow',
          [0n, amount],
        ),
      )
    })
  })
})
