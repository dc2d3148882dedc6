// What every receiver refuses, whatever its evidence and the way in which it is paid.
import { expect } from 'chai'
import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  maxUint128,
  maxUint256,
  pad,
  parseSignature,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { padAddress } from '../../src/index.js'
import { toCompact } from '../support/toCompact.js'
import {
  acceptToken,
  type Fixture,
  fillAmount,
  originChainId,
  ownChainId,
  ownName,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
  secondSolver,
  solver,
} from './support/fixture.js'
import { balanceOf, keepsBalances, refuses as refusesRun } from './support/hostile.js'
import {
  authorize,
  type Changes,
  callOf,
  combinations,
  deploySubject,
  type Evidence,
  type Kind,
  pay,
  present,
  type Subject,
} from './support/receivers.js'
import { refusesCall } from './support/returns.js'
import { secondChainId } from './support/signedFixture.js'

/** The first slot of the ERC-7201 storage: the own chain, the epoch, the pause. */
const firstSlot = '0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300'
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const someone: Address = '0x00000000000000000000000000000000000000bb'
const native = padAddress(zeroAddress)
const field = (name: string) => stringToHex(name, { size: 32 })
const word = (value: number | bigint) => toHex(value, { size: 32 })

type Case = {
  p?: Partial<PaymentTerms>
  changes?: Changes
  /** For a direct fill. */
  amount?: bigint
  value?: bigint
  tamper?: (args: readonly unknown[]) => readonly unknown[]
}
type Refusal = [what: Case, error: string, args: readonly unknown[]]
type Row = {
  of?: readonly Kind[]
  by?: 'fill' | 'payAuthorized'
  cases: () => Refusal[] | Promise<Refusal[]>
}

const orders: readonly Kind[] = ['AttestedOrderReceiver', 'SignedOrderReceiver']
const attestations: readonly Kind[] = ['AttestedOrderReceiver', 'RegisteredTermsReceiver']

for (const [kind, way] of combinations) {
  describe(`Refusals: ${kind} by ${way}`, () => {
    let subject: Subject
    let fixture: Fixture
    let recipient: Address
    let stranger: Address

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      recipient = getAddress(fixture.recipient.account.address)
      stranger = getAddress(fixture.stranger.account.address)
    })
    restoreAfterEach(() => fixture)

    async function make({ p: terms, changes, tamper }: Case = {}) {
      const p = await subject.payment(terms)
      const evidence = await subject.evidence(way, p, changes)
      const callHash = await fixture.receiver.read.hashPayment([p])
      const paidId = way === 'fill' ? evidence.id : callHash
      return {
        p,
        evidence: tamper ? { ...evidence, args: tamper(evidence.args) } : evidence,
        callHash,
        paidId,
      }
    }
    type Made = Awaited<ReturnType<typeof make>>

    const send = ({ p, evidence }: { p: PaymentTerms; evidence: Evidence }, { amount, value }: Case = {}) => {
      const paid = amount ?? p.minimum
      const brought = value ?? (way === 'fill' && p.token === zeroAddress ? paid : 0n)
      const data = present(subject, way, evidence, paid)
      return fixture.payer.sendTransaction({ to: fixture.receiver.address, data, value: brought })
    }

    const isPaid = ({ paidId }: Made) => fixture.receiver.read.isPaid([paidId])

    /** The evidence reverts with exactly this error; nothing moves, and nothing is paid or authorized. */
    async function refuses(made: Made, what: Case, error: string, args: readonly unknown[]) {
      const before = await fixture.receiver.read.authorization([made.callHash])
      await refusesRun(fixture, () => send(made, what), error, args, { abi: subject.abi })
      expect(await fixture.receiver.read.authorization([made.callHash])).to.deep.equal(before)
      return made
    }

    /** The evidence holds: the recipient gets the amount. */
    async function accepts(what: Case = {}, made?: Made) {
      const sound = made ?? (await make(what))
      const { p } = sound
      const before = await balanceOf(fixture, p.token, p.recipient)
      await keepsBalances(fixture, [], async () => {
        await send(sound, what)
        if (way === 'payAuthorized') await pay(subject, p)
      })
      const received = way === 'fill' ? (what.amount ?? p.minimum) : p.minimum
      if (p.token === zeroAddress) {
        expect(await balanceOf(fixture, p.token, p.recipient)).to.equal(before + received)
      }
      expect(await isPaid(sound)).to.equal(true)
      return sound
    }

    /** An origin as this kind of evidence says it. */
    function from({
      chainId = originChainId,
      currency = zeroAddress,
      amount = fillAmount,
    }: {
      chainId?: number
      currency?: Address
      amount?: bigint
    }): Case {
      if (kind === 'SignedOrderReceiver') {
        const name = chainId === originChainId ? 'origin' : 'second'
        return { changes: { inputs: [{ chainId: name, currency, amount }] } }
      }
      const words = {
        originChainId: chainId,
        originCurrency: padAddress(currency),
        originAmount: amount,
      }
      return { changes: { attestation: words } }
    }

    const storeFirst = async (change: (found: bigint) => bigint) => {
      const { helpers, publicClient, receiver } = fixture
      const found = BigInt(
        (await publicClient.getStorageAt({ address: receiver.address, slot: firstSlot })) ?? 0,
      )
      await helpers.setStorageAt(receiver.address, firstSlot, change(found))
      return found
    }

    const token = () => fixture.token.address
    const mismatch = (name: string, found: Hex, required: Hex) => [field(name), found, required] as const

    const rows: Record<string, Row> = {
      "a stranger's signature": {
        cases: () => [[{ changes: { signer: secondSolver } }, 'UnknownSolver', [secondSolver.address, 0, 0]]],
      },
      'an order of another solver than its signer': {
        of: orders,
        cases: async () => {
          await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
          const args = mismatch('solver', padAddress(secondSolver.address), padAddress(solver.address))
          return [[{ changes: { order: { solver: secondSolver.address } } }, 'TermsMismatch', args]]
        },
      },
      'an attestation for another chain': {
        of: attestations,
        cases: () => [
          [
            { changes: { attestation: { destinationChainId: 10 } } },
            'WrongDestinationChain',
            [10n, BigInt(ownChainId)],
          ],
        ],
      },
      'another name of the chain, byte for byte': {
        of: orders,
        cases: () =>
          ['Destination', 'destination ', 'origin'].map((chainId) => [
            { changes: { output: { chainId } } },
            'WrongDestinationChain',
            [0n, BigInt(ownChainId)],
          ]),
      },
      'a chain that took another id': {
        cases: async () => {
          await storeFirst((found) => ((found >> 64n) << 64n) | 31337n)
          return [[{}, 'WrongDestinationChain', [31337n, BigInt(ownChainId)]]]
        },
      },
      'an origin without a route: half a route does not count': {
        cases: () => [
          [from({ chainId: secondChainId }), 'OriginNotAccepted', [BigInt(secondChainId), native]],
          [from({ currency: someone }), 'OriginNotAccepted', [BigInt(originChainId), padAddress(someone)]],
        ],
      },
      "an amount outside the route's range": {
        cases: () =>
          [0n, routeMin - 1n, routeMax + 1n, maxUint256].map((amount) => [
            from({ amount }),
            'AmountOutOfRange',
            [amount, routeMin, routeMax],
          ]),
      },
      'the request id zero': {
        of: attestations,
        cases: () => [[{ changes: { requestId: zeroHash } }, 'InvalidRequestId', [zeroHash]]],
      },
      'a token that is not on the list, the native currency too': {
        cases: async () => {
          for (const removed of [zeroAddress, token()]) await acceptToken(fixture, removed, 0n, 0n)
          return [zeroAddress, token(), someone].map((found) => [
            { p: { token: found } },
            'TokenNotAccepted',
            [found],
          ])
        },
      },
      "a call whose range leaves the list's": {
        by: 'payAuthorized',
        cases: async () => {
          await acceptToken(fixture, token(), 10n, 20n)
          await acceptToken(fixture, zeroAddress, 10n, maxUint128)
          const args = (found: bigint) => [token(), found, 10n, 20n]
          return [
            [{ p: { token: token(), minimum: 9n, maximum: 20n } }, 'TokenAmountOutOfRange', args(9n)],
            [{ p: { token: token(), minimum: 10n, maximum: 21n } }, 'TokenAmountOutOfRange', args(21n)],
            [
              { p: { minimum: 10n, maximum: maxUint128 + 1n } },
              'TokenAmountOutOfRange',
              [zeroAddress, maxUint128 + 1n, 10n, maxUint128],
            ],
          ]
        },
      },
      'an amount that the list does not take, as it came': {
        by: 'fill',
        cases: async () => {
          await acceptToken(fixture, token(), 10n, 20n)
          await acceptToken(fixture, zeroAddress, 10n, 20n)
          return [zeroAddress, token()].flatMap((found) =>
            [9n, 21n].map(
              (amount): Refusal => [
                { p: { token: found, minimum: 1n, maximum: 30n }, amount },
                'TokenAmountOutOfRange',
                [found, amount, 10n, 20n],
              ],
            ),
          )
        },
      },
      'a minimum of zero, and an empty range': {
        cases: () => {
          // An order of a direct fill has no maximum.
          const isOpen = way === 'fill' && kind === 'AttestedOrderReceiver'
          const ranges = [[0n, 5n], [0n, 0n], ...(isOpen ? [] : [[6n, 5n]])] as [bigint, bigint][]
          return ranges.map(([minimum, maximum]) => [
            { p: { minimum, maximum } },
            'UnsupportedOutput',
            [1n, minimum, isOpen ? maxUint256 : maximum],
          ])
        },
      },
      'an attested recipient with upper bytes': {
        of: attestations,
        cases: () =>
          [1n << 160n, 1n << 248n].map((dirt) => {
            const destinationUser = word(BigInt(recipient) | dirt)
            return [{ changes: { attestation: { destinationUser } } }, 'InvalidRecipient', [destinationUser]]
          }),
      },
      'another attested recipient, or none': {
        of: attestations,
        cases: () =>
          [padAddress(stranger), zeroHash, word(1)].map((destinationUser) => [
            { changes: { attestation: { destinationUser } } },
            'RecipientMismatch',
            [destinationUser, padAddress(recipient)],
          ]),
      },
      'no recipient': {
        cases: () =>
          [zeroAddress, token()].map((found) => [
            { p: { recipient: zeroAddress, token: found } },
            'InvalidRecipient',
            [zeroHash],
          ]),
      },
      'a recipient that is not on the list': {
        cases: () => [[{ p: { recipient: stranger } }, 'RecipientNotAllowed', [stranger]]],
      },
      'everybody when the list is empty': {
        cases: async () => {
          await fixture.receiver.write.removeRecipient([recipient])
          return [[{}, 'RecipientNotAllowed', [recipient]]]
        },
      },
      'who must never be paid, though it is listed': {
        cases: async () => {
          const { receiver, router } = fixture
          await receiver.write.setReserved([someone, true])
          const forbidden = [receiver.address, router.account.address, someone, permit2]
          for (const listed of [...forbidden, token()]) {
            await receiver.write.setRecipient([{ recipient: listed, hook: false }])
          }
          return [
            ...forbidden.map(
              (found): Refusal => [{ p: { recipient: found } }, 'InvalidRecipient', [padAddress(found)]],
            ),
            [{ p: { recipient: token(), token: token() } }, 'InvalidRecipient', [padAddress(token())]],
          ]
        },
      },
      'words of the call that differ from the evidence': {
        by: 'payAuthorized',
        cases: async () => {
          const { deadline, originUser } = await subject.payment()
          const other = padAddress(someone)
          const shorter = deadline - 1
          const ended = { output: { deadline: shorter }, terms: { deadline: shorter } }
          const user = kind === 'SignedOrderReceiver' ? padAddress(fixture.user) : zeroHash
          return [
            [
              { p: { originChainId: 1n } },
              'TermsMismatch',
              mismatch('originChainId', word(1), word(originChainId)),
            ],
            [
              { p: { originChainId: 0n } },
              'TermsMismatch',
              mismatch('originChainId', word(0), word(originChainId)),
            ],
            [{ p: { originUser: other } }, 'TermsMismatch', mismatch('originUser', other, originUser)],
            [{ p: { originUser: user } }, 'TermsMismatch', mismatch('originUser', user, originUser)],
            [{ p: { originCurrency: other } }, 'TermsMismatch', mismatch('originCurrency', other, native)],
            [
              { p: { deadline }, changes: ended },
              'TermsMismatch',
              mismatch('deadline', word(deadline), word(shorter)),
            ],
          ]
        },
      },
      'value that differs from the stated amount, and value with a token': {
        by: 'fill',
        cases: () => [
          ...[1n, fillAmount - 1n, fillAmount + 1n].map(
            (value): Refusal => [{ value }, 'UnexpectedValue', [value, fillAmount]],
          ),
          [{ p: { token: token() }, value: 1n }, 'UnexpectedValue', [1n, 0n]],
        ],
      },
      'less than the minimum': {
        by: 'fill',
        cases: () =>
          [zeroAddress, token()].map((found) => [
            { p: { token: found }, amount: fillAmount - 1n },
            'PaymentTooLow',
            [fillAmount - 1n, fillAmount],
          ]),
      },
      'more than the maximum': {
        of: ['RegisteredTermsReceiver'],
        by: 'fill',
        cases: () => [[{ amount: fillAmount + 1n }, 'PaymentTooHigh', [fillAmount + 1n, fillAmount]]],
      },
      'evidence of the other way': {
        of: attestations,
        cases: async () => {
          const other = way === 'fill' ? 'payAuthorized' : 'fill'
          const { args } = await subject.evidence(other, await subject.payment())
          const here = fixture.receiver.address
          const named = kind === 'AttestedOrderReceiver' && way === 'payAuthorized' ? padAddress(here) : '0x'
          return [[{ tamper: () => args }, 'WrongFillContract', [named, way === 'fill' ? 1n : 0n, here]]]
        },
      },
    }

    for (const [what, { of, by, cases }] of Object.entries(rows)) {
      if ((of && !of.includes(kind)) || (by && by !== way)) continue
      it(`refuses ${what}`, async () => {
        for (const [wrong, error, args] of await cases()) {
          const made = await refuses(await make(wrong), wrong, error, args)
          expect(await isPaid(made)).to.equal(false)
        }
      })
    }

    it('accepts valid evidence, once', async () => {
      const made = await accepts()
      await refuses(made, {}, 'RequestAlreadyPaid', [made.paidId])
      if (way === 'payAuthorized') await refusesCall(subject, made.p, 'RequestAlreadyPaid', [made.callHash])
      // The same terms in other evidence are another direct payment, and the same call.
      const again = await make({ p: { salt: made.p.salt, deadline: made.p.deadline } })
      if (way === 'fill') await accepts({}, again)
      else await refuses(again, {}, 'RequestAlreadyPaid', [made.callHash])
    })

    it("accepts both ends of the route's range, and a minimum of 1", async () => {
      for (const amount of [routeMin, routeMin + 1n, routeMax - 1n, routeMax]) await accepts(from({ amount }))
      await accepts({ p: { minimum: 1n, maximum: 1n } })
    })

    it("accepts both ends of the list's range", async () => {
      for (const found of [zeroAddress, token()]) {
        await acceptToken(fixture, found, 10n, 20n)
        for (const amount of [10n, 20n])
          await accepts({ p: { token: found, minimum: amount, maximum: amount } })
        await accepts({ p: { token: found, minimum: 10n, maximum: 20n }, amount: 15n })
      }
    })

    it('accepts an order of an ether for a wei only if the list allows it', async () => {
      // What the evidence asks for: an order's payments are not compared with its call.
      const cheap: Case = { p: { minimum: 1n, maximum: 1n }, amount: 1n }
      if (way === 'payAuthorized' && kind !== 'RegisteredTermsReceiver') {
        cheap.changes = { payment: { minimumAmount: fillAmount } }
      }
      const [min, max] = [fillAmount / 100n, maxUint128]
      await acceptToken(fixture, zeroAddress, min, max)
      await refuses(await make(cheap), cheap, 'TokenAmountOutOfRange', [zeroAddress, 1n, min, max])
      await acceptToken(fixture, zeroAddress, 1n, max)
      await accepts(cheap)
    })

    it("checks the solver's window at the time of use, both ends", async () => {
      const now = Number(await fixture.helpers.time.latest())
      const [start, stop] = [now + 100, now + 200]
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start, stop }])
      const args = [secondSolver.address, start, stop]
      for (const [time, ok] of [
        [start - 1, false],
        [start, true],
        [stop - 1, true],
        [stop, false],
      ] as const) {
        const made = await make({ changes: { signer: secondSolver } })
        await fixture.helpers.time.setNextBlockTimestamp(time)
        if (ok) await send(made)
        else await refuses(made, {}, 'UnknownSolver', args)
      }
      await fixture.receiver.write.revokeSolver([solver.address])
      await refuses(await make(), {}, 'UnknownSolver', [solver.address, 0, 0])
    })

    it('accepts a signature only in its two forms', async () => {
      const made = await make()
      const good = made.evidence.args[1] as Hex
      const { r, s, yParity } = parseSignature(good)
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const join = (high: Hex, v: number) => concat([r, high, toHex(v, { size: 1 })])
      const signedAs = (signature: Hex): Made => ({
        ...made,
        evidence: { ...made.evidence, args: made.evidence.args.with(1, signature) },
      })
      const digest = keccak256(concat([toHex('\x19Ethereum Signed Message:\n32'), await messageOf(made)]))
      for (const signature of [
        '0x',
        slice(good, 0, 63),
        concat([good, '0x00']),
        join(s, yParity),
        join(s, 29),
        join(word(order - BigInt(s)), 28 - yParity),
        pad('0x', { size: 65 }),
      ] as Hex[]) {
        await refuses(signedAs(signature), {}, 'InvalidSignature', [digest, signature])
      }
      await accepts({}, signedAs(toCompact(good)))
    })

    it("accepts no signature over another kind's digest", async () => {
      const [made, other] = [await make(), await make()]
      const message = await messageOf(made)
      const sign = (raw: Hex) => solver.signMessage({ message: { raw } })
      for (const signature of [
        other.evidence.args[1] as Hex,
        await sign(made.evidence.id === message ? keccak256(message) : made.evidence.id),
        await sign(zeroHash),
        await solver.sign({ hash: message }),
        await solver.signMessage({ message }),
      ]) {
        const forged = {
          ...made,
          evidence: { ...made.evidence, args: made.evidence.args.with(1, signature) },
        }
        await fixture.assertions.revertWithCustomError(send(forged), fixture.receiver, 'UnknownSolver')
      }
      await accepts({}, made)
    })

    it('pays nothing while paused, but accepts evidence for later', async () => {
      const made = await make()
      await fixture.receiver.write.pause()
      if (way === 'fill') await refuses(made, {}, 'EnforcedPause', [])
      else {
        await send(made)
        await refusesCall(subject, made.p, 'EnforcedPause', [])
      }
      await fixture.receiver.write.unpause()
      if (way === 'fill') await accepts({}, made)
      else await pay(subject, made.p)
    })

    it('is valid until the deadline and no longer', async () => {
      for (const [after, ok] of [
        [-1, true],
        [0, true],
        [1, false],
      ] as const) {
        const made = await make()
        const { deadline } = made.p
        await fixture.helpers.time.setNextBlockTimestamp(deadline + after)
        if (ok) await send(made)
        else await refuses(made, {}, 'RequestExpired', [BigInt(deadline + after), BigInt(deadline)])
      }
    })

    if (orders.includes(kind)) {
      it('refuses a name whose hash differs in any stored byte', async () => {
        const made = await make()
        const found = await storeFirst((one) => one)
        expect(toHex(found >> 136n, { size: 15 })).to.equal(slice(keccak256(stringToHex(ownName)), 0, 15))
        for (let place = 136n; place < 256n; place += 8n) {
          await storeFirst(() => found ^ (1n << place))
          await refuses(made, {}, 'WrongDestinationChain', [0n, BigInt(ownChainId)])
        }
        await storeFirst(() => found)
        await accepts({}, made)
      })
    }

    if (way === 'payAuthorized') {
      it('pays only the authorized call, word for word', async () => {
        const p = await subject.payment({ maximum: fillAmount + 5n, data: '0x1234' })
        await authorize(subject, p)
        const changes: Partial<PaymentTerms>[] = [
          { originChainId: 1n },
          { originUser: padAddress(someone) },
          { originCurrency: padAddress(token()) },
          { token: token() },
          { minimum: 1n },
          { maximum: maxUint256 },
          { recipient: stranger },
          { refundTo: zeroAddress },
          { deadline: p.deadline + 1 },
          { salt: zeroHash },
          { data: '0x123400' },
        ]
        expect(changes.flatMap(Object.keys)).to.have.members(Object.keys(p))
        for (const change of changes.filter(({ refundTo }) => !refundTo)) {
          const callHash = await fixture.receiver.read.hashPayment([{ ...p, ...change }])
          await refusesCall(subject, { ...p, ...change }, 'NotAuthorized', [callHash], { value: fillAmount })
        }
        const [low, high] = [fillAmount - 1n, fillAmount + 6n]
        await refusesCall(subject, p, 'PaymentTooLow', [low, fillAmount], { value: low })
        await refusesCall(subject, p, 'PaymentTooHigh', [high, fillAmount + 5n], { value: high })
        await pay(subject, p, { value: fillAmount + 5n })
      })

      it("pays until the call's deadline, which may precede the evidence's", async () => {
        const { time } = fixture.helpers
        const p = await subject.payment()
        const later = { output: { deadline: p.deadline + 9 }, terms: { deadline: p.deadline + 9 } }
        const q = { ...p, salt: word(1) }
        for (const call of [p, q]) await authorize(subject, call, later)
        await time.setNextBlockTimestamp(p.deadline)
        await pay(subject, p)
        await time.setNextBlockTimestamp(p.deadline + 1)
        await refusesCall(subject, q, 'RequestExpired', [BigInt(p.deadline + 1), BigInt(p.deadline)])
      })

      it('authorizes only a well-formed call of payAuthorized', async () => {
        const p = await subject.payment({ data: '0x1122' })
        const data = callOf(subject, p)
        const replaced = (index: number, value: bigint) =>
          concat([slice(data, 0, 4 + index * 32), word(value), slice(data, 36 + index * 32)])
        const dirty = 1n << 160n
        const broken: Record<string, Hex> = {
          'one byte': '0x00',
          'other selector': concat(['0xdeadbeef', slice(data, 4)]),
          short: slice(data, 0, 419),
          'other offset of the argument': replaced(0, 0x40n),
          'dirty token': replaced(4, dirty),
          'dirty recipient': replaced(7, dirty),
          'dirty refundTo': replaced(8, dirty),
          'dirty deadline': replaced(9, 1n << 48n),
          'other offset of data': replaced(11, 0x180n),
          'data past the end': replaced(12, 33n),
          'endless data': replaced(12, maxUint256),
        }
        for (const bytes of Object.values(broken)) await refuses(await bearing(bytes), {}, ...wrongCall())
        // Services append ids to calls; the arguments are what counts.
        await send(await bearing(concat([data, pad('0x1234'), '0xff'])))
        await pay(subject, p)

        async function bearing(bytes: Hex) {
          const call = { to: fixture.receiver.address, data: bytes, value: fillAmount }
          const changes: Changes =
            kind === 'RegisteredTermsReceiver' ? { terms: { authorizedCall: bytes } } : { calls: [call] }
          return make({ p, changes })
        }
        function wrongCall() {
          return ['WrongFillContract', ['0x', 1n, fixture.receiver.address]] as const
        }
      })

      it('reports each successful authorization and keeps the first', async () => {
        const { receiver, assertions } = fixture
        const made = await make()
        for (let times = 0; times < 2; times++) {
          const args = [made.evidence.id, made.callHash, made.p.deadline] as const
          await assertions.emitWithArgs(send(made), receiver, 'FillAuthorized', [...args])
          expect(await receiver.read.authorization([made.callHash])).to.deep.equal([solver.address, 1n])
        }
        await pay(subject, made.p)
        expect(await receiver.read.isCallPaid([made.callHash])).to.equal(true)
        // A registrar's request is paid too; an order is not, whose call others may have.
        const isRequest = kind === 'RegisteredTermsReceiver'
        expect(await receiver.read.isPaid([made.evidence.id])).to.equal(isRequest)
        expect(await receiver.read.isCallPaid([made.evidence.id])).to.equal(false)
      })
    }

    /** Returns the message that the solver signed: the order's id, or the hash of the attestation. */
    async function messageOf({ evidence }: Made): Promise<Hex> {
      if (kind === 'SignedOrderReceiver') return evidence.id
      const a = evidence.args[0] as Record<string, Hex | bigint>
      const words = [
        'requestId',
        'originChainId',
        'originUser',
        'originCurrency',
        'originAmount',
        'destinationChainId',
        'destinationUser',
      ].map((name) => (typeof a[name] === 'bigint' ? word(a[name]) : (a[name] as Hex)))
      return keccak256(concat(words))
    }
  })
}
