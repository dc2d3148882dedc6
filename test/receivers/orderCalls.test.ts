// What orders may have besides their call: which router they name, whom they pay, and what else they call.
import { expect } from 'chai'
import { type Address, concat, type Hex, pad, slice, stringToHex, toHex, zeroAddress, zeroHash } from 'viem'
import { encodeOrderCall, type OrderCall, type OrderProof, padAddress } from '../../src/index.js'
import {
  type Evidence as Attested,
  attestProof,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  type PaymentTerms,
  restoreAfterEach,
} from './support/fixture.js'
import { refuses as refusesRun } from './support/hostile.js'
import { authorize, type Changes, callOf, deploySubject, prove, type Subject } from './support/receivers.js'
import { accepts, isPaid, refusesCall } from './support/returns.js'

type Output = Pick<OrderProof, 'output'>

const field = (name: string) => stringToHex(name, { size: 32 })

for (const kind of ['AttestedOrderReceiver', 'SignedOrderReceiver'] as const) {
  describe(`Orders with calls: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let router: Address
    let stranger: Address
    let p: PaymentTerms

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      router = fixture.router.account.address
      stranger = fixture.stranger.account.address
    })
    restoreAfterEach(() => fixture)
    beforeEach(async () => {
      p = await subject.payment()
    })

    type Order = { payments?: readonly Address[]; extraData?: Hex; calls?: readonly OrderCall[] }

    const callHere = (terms: PaymentTerms): OrderCall => ({
      to: fixture.receiver.address,
      data: callOf(subject, terms),
      value: terms.token === zeroAddress ? terms.minimum : 0n,
    })

    /** An order of `terms` that pays the router which it names, unless told otherwise. */
    const changesOf = (
      { payments = [router], extraData = padAddress(router), calls = [callHere(p)] }: Order = {},
      terms = p,
    ): Changes => ({
      calls: [...calls],
      output: {
        extraData,
        payments: payments.map((recipient) => ({
          recipient,
          currency: terms.token,
          minimumAmount: terms.minimum,
          expectedAmount: terms.minimum,
        })),
      },
    })

    const authorizes = (order?: Order, terms = p) => authorize(subject, terms, changesOf(order, terms))

    async function takes(order: Order = {}, terms = p) {
      await authorizes(order, terms)
      await accepts(subject, terms)
    }

    /** Authorizing reverts with exactly this error, and the call stays unauthorized. */
    async function refusesChanges(changes: Changes, error: string, args: readonly unknown[], terms = p) {
      await refusesRun(fixture, () => authorize(subject, terms, changes), error, args, { abi: subject.abi })
      await refusesCall(subject, terms, 'NotAuthorized', [await fixture.receiver.read.hashPayment([terms])])
    }

    const refuses = (order: Order, error: string, args: readonly unknown[], terms = p) =>
      refusesChanges(changesOf(order, terms), error, args, terms)

    const wrongFillContract = (extraData: Hex, callsHere = 1n) =>
      [extraData, callsHere, fixture.receiver.address] as const

    const mismatch = (found: Address, recipient: Address = p.recipient) =>
      [field('recipient'), padAddress(recipient), padAddress(found)] as const

    it('are accepted if they name a configured router', () => takes())

    it('are accepted in a token too', async () => {
      const ofToken = await subject.payment({ token: fixture.token.address })
      await takes({ calls: [callHere(ofToken)] }, ofToken)
    })

    it('are accepted with payments to both, in any order, and with many', async () => {
      const { recipient } = p
      for (const payments of [[recipient], [router, recipient], [recipient, router, router], []]) {
        const terms = await subject.payment()
        await takes({ payments, calls: [callHere(terms)] }, terms)
      }
    })

    it('are refused when they pay a router that they do not name, configured or not', async () => {
      const other = stranger
      await fixture.receiver.write.setRouter([other, true])
      await refuses({ payments: [other] }, 'TermsMismatch', mismatch(other))
      await refuses({ payments: [router], extraData: padAddress(other) }, 'TermsMismatch', mismatch(router))
      await takes({ payments: [other], extraData: padAddress(other) })
    })

    it('are refused if they name no fill contract and pay a router', () =>
      refuses({ extraData: '0x' }, 'TermsMismatch', mismatch(router)))

    it('are refused if the router is not configured, whoever is paid', async () => {
      const extraData = padAddress(stranger)
      for (const payments of [[stranger], [p.recipient], []]) {
        await refuses({ payments, extraData }, 'WrongFillContract', wrongFillContract(extraData))
      }
    })

    it('are refused if they also pay someone else, at any place of the list', async () => {
      for (const payments of [
        [router, stranger],
        [stranger, router],
        [router, stranger, p.recipient],
        [router, p.recipient, stranger],
      ]) {
        await refuses({ payments }, 'TermsMismatch', mismatch(stranger))
      }
    })

    it('are refused if they pay no one, the receiver or an address with dirty bytes', async () => {
      for (const extraData of ['0x', padAddress(router)] as const) {
        await refuses({ payments: [zeroAddress], extraData }, 'TermsMismatch', mismatch(zeroAddress))
        const here = fixture.receiver.address
        await refuses({ payments: [here], extraData }, 'TermsMismatch', mismatch(here))
      }
    })

    it('are refused if they name the router in another encoding', async () => {
      const word = padAddress(router)
      for (const extraData of [
        router,
        `0x01${word.slice(4)}`,
        `0x${word.slice(2, 24)}01${word.slice(26)}`,
        concat([word, zeroHash]),
        concat([zeroHash, word]),
        concat([word, '0x00']),
        pad(router, { dir: 'right', size: 32 }),
      ] as Hex[]) {
        await refuses({ extraData }, 'WrongFillContract', wrongFillContract(extraData))
        await refuses(
          { extraData, payments: [p.recipient] },
          'WrongFillContract',
          wrongFillContract(extraData),
        )
      }
    })

    it('are refused if they name zero, the receiver, the recipient, or a reserved address', async () => {
      const { receiver } = fixture
      await receiver.write.setReserved([stranger, true])
      for (const named of [zeroAddress, p.recipient, stranger]) {
        const extraData = padAddress(named)
        await refuses({ extraData, payments: [named] }, 'WrongFillContract', wrongFillContract(extraData))
      }
      const extraData = padAddress(receiver.address)
      await refuses({ extraData, payments: [p.recipient] }, 'WrongFillContract', wrongFillContract(extraData))
    })

    it('are refused when the recipient of the call is the router itself', async () => {
      const terms = await subject.payment({ recipient: router })
      await fixture.receiver.write.setRecipient([{ recipient: router, hook: false }])
      await refuses({ calls: [callHere(terms)] }, 'InvalidRecipient', [padAddress(router)], terms)
    })

    it('call the receiver once, and may call others before and after', async () => {
      const other: OrderCall = { to: stranger, data: '0x12345678', value: 1n }
      const elsewhere = { ...callHere(p), to: router }
      const q = await subject.payment()
      await refuses(
        { calls: [callHere(p), callHere(p)] },
        'WrongFillContract',
        wrongFillContract(padAddress(router), 2n),
      )
      await refuses(
        { calls: [callHere(q), callHere(p)] },
        'WrongFillContract',
        wrongFillContract(padAddress(router), 2n),
      )
      for (const calls of [[], [elsewhere], [other]]) {
        await refuses({ calls }, 'WrongFillContract', wrongFillContract(padAddress(router), 0n))
      }
      await takes({ calls: [other, elsewhere, callHere(p), elsewhere, other] })
    })

    it('authorize only the refundTo of their call', async () => {
      await authorizes()
      const q = { ...p, refundTo: stranger }
      const before = await fixture.publicClient.getBalance({ address: stranger })
      await fixture.receiver.write.payAuthorized([q], { value: q.minimum, account: fixture.payer.account })
      expect(await fixture.publicClient.getBalance({ address: stranger })).to.equal(before + q.minimum)
      expect(await isPaid(subject, q)).to.equal(false)
      expect(await isPaid(subject, p)).to.equal(false)
      await accepts(subject, p)
    })

    it('send the value that their call takes', async () => {
      const q = await subject.payment({ maximum: fillAmount + 10n })
      const bringing = (value: bigint) => ({ calls: [{ ...callHere(q), value }] })
      const [low, high] = [fillAmount - 1n, fillAmount + 11n]
      await refuses(bringing(low), 'PaymentTooLow', [low, fillAmount], q)
      await refuses(bringing(high), 'PaymentTooHigh', [high, q.maximum], q)
      for (const value of [fillAmount, fillAmount + 10n]) await authorizes(bringing(value), q)
      const ofToken = await subject.payment({ token: fixture.token.address })
      const withValue = { calls: [{ ...callHere(ofToken), value: 1n }] }
      await refuses(withValue, 'UnexpectedValue', [1n, 0n], ofToken)
    })

    describe('encoded by hand', () => {
      /** Authorizes an order whose proof was changed into what the library would not encode. */
      async function authorizeProof(change: (proof: Output) => Partial<OrderProof['output']>) {
        const { receiver } = fixture
        const to = receiver.address
        if (kind === 'SignedOrderReceiver') {
          const { data } = await prove(subject, p, {
            change: (proof) => ({ ...proof, output: { ...proof.output, ...change(proof) } }),
          })
          return fixture.payer.sendTransaction({ to, data })
        }
        const made: Attested = await makeAuthorized(fixture, p)
        const output = { ...made.proof.output, ...change(made.proof) }
        const { a, signature, proof } = await attestProof(made, { ...made.proof, output })
        return receiver.write.authorizeFill([a, signature, proof, []])
      }

      const refusesProof = (
        change: Parameters<typeof authorizeProof>[0],
        error: string,
        args: readonly unknown[],
      ) => refusesRun(fixture, () => authorizeProof(change), error, args)

      it('are accepted only with addresses of 20 bytes in every payment', async () => {
        for (const name of ['currency', 'recipient'] as const) {
          const sound = name === 'currency' ? zeroAddress : p.recipient
          for (const value of [
            '0x',
            slice(sound, 0, 19),
            concat([sound, '0x00']),
            concat(['0x00', sound]),
            padAddress(sound),
          ] as Hex[]) {
            for (const index of [0, 1, 2]) {
              const change = ({ output: { payments } }: Output) => {
                const [one] = payments
                const list = [one!, one!, one!]
                return { payments: list.with(index, { ...one!, [name]: value }) }
              }
              await refusesProof(change, 'InvalidOrderAddress', [value])
            }
          }
        }
        await authorizeProof(() => ({}))
      })

      it('are accepted only with canonically encoded calls', async () => {
        const call = encodeOrderCall({ to: stranger, data: '0x', value: 0n })
        for (const blob of ['0x', toHex(0, { size: 160 }), concat([call, '0x00'])] as Hex[]) {
          const change = ({ output }: Output) => ({ calls: [output.calls[0]!, blob] })
          await refusesProof(change, 'InvalidOrderCall', [1n, blob])
        }
        await authorizeProof(({ output }) => ({ calls: [output.calls[0]!, call] }))
      })
    })

    it('are part of the order id: changing any of them changes it', async () => {
      const [first, second] = [callHere(p), { to: stranger, data: '0x1234', value: 1n } as const]
      const { args } = await subject.evidence('payAuthorized', p, changesOf({ calls: [first, second] }))
      const at = kind === 'SignedOrderReceiver' ? 0 : 2
      const changed = leavesOf(args[at])
      for (const name of [
        'salt',
        'feesHash',
        'versionHash',
        'solverChainIdHash',
        'expectedAmount',
        'extraData',
      ]) {
        expect(changed.map(([path]) => path).join()).to.include(name)
      }
      // Those of what is read before the id is compared have errors of their own.
      const errors = /UnknownSolver|OrderMismatch|TermsMismatch|WrongDestinationChain|OriginNotAccepted/
      const { publicClient, receiver, payer } = fixture
      const call = (proof: unknown) =>
        publicClient.simulateContract({
          address: receiver.address,
          abi: subject.abi,
          functionName: 'authorizeFill',
          args: args.with(at, proof),
          account: payer.account,
        })
      await call(args[at])
      for (const [path, proof] of changed) {
        const error = await call(proof).then(
          () => 'accepted',
          (failure: Error) => failure.message,
        )
        expect(error, path).to.match(kind === 'SignedOrderReceiver' ? /UnknownSolver/ : errors)
      }
    })

    if (kind === 'AttestedOrderReceiver') {
      describe('of a direct fill', () => {
        const fill = async (changes: Parameters<typeof makeDirect>[1], value = fillAmount) => {
          const { a, signature, proof } = await makeDirect(fixture, changes)
          return fixture.receiver.write.fill([a, signature, proof, [], fillAmount], { value })
        }
        const refusesFill = (changes: Parameters<typeof makeDirect>[1], error: string, args: unknown[]) =>
          refusesRun(fixture, () => fill(changes), error, args)

        it('are refused, whoever they call and however they are encoded', async () => {
          const here = { to: fixture.receiver.address, data: '0x', value: 0n } as const
          const other = { ...here, to: stranger }
          for (const calls of [[other], [other, other], [here], [callHere(p)]] as OrderCall[][]) {
            await refusesFill({ calls }, 'CallsNotSupported', [BigInt(calls.length)])
          }
          const direct = await makeDirect(fixture)
          for (const blob of ['0x', toHex(0, { size: 160 })] as const) {
            const output = { ...direct.proof.output, calls: [blob] }
            const { a, signature, proof } = await attestProof(direct, { ...direct.proof, output })
            const args = [a, signature, proof, [], fillAmount] as const
            const run = () => fixture.receiver.write.fill(args, { value: fillAmount })
            await refusesRun(fixture, run, 'CallsNotSupported', [1n])
          }
        })

        it('must name this receiver byte for byte and have one payment', async () => {
          const named = pad(fixture.receiver.address, { size: 32 })
          for (const extraData of [
            padAddress(stranger),
            '0x',
            fixture.receiver.address,
            `${named}00`,
            named.replace('0x000000', '0x010000'),
            pad(fixture.receiver.address, { size: 32, dir: 'right' }),
          ] as Hex[]) {
            const args = [extraData, 0n, fixture.receiver.address]
            await refusesFill({ output: { extraData } }, 'WrongFillContract', args)
          }
          const { orderData } = await makeDirect(fixture)
          const [one] = orderData.output.payments
          for (const payments of [[], [one!, one!]]) {
            const args = [BigInt(payments.length), 0n, 2n ** 256n - 1n]
            await refusesFill({ output: { payments } }, 'UnsupportedOutput', args)
          }
        })

        it('are accepted only with addresses of 20 bytes', async () => {
          const direct = await makeDirect(fixture)
          for (const [name, value] of [
            ['recipient', padAddress(stranger)],
            ['recipient', '0x'],
            ['currency', zeroHash],
            ['currency', toHex(0, { size: 19 })],
            ['currency', '0x'],
          ] as const) {
            const payments = [{ ...direct.proof.output.payments[0]!, [name]: value }]
            const output = { ...direct.proof.output, payments }
            const { a, signature, proof } = await attestProof(direct, { ...direct.proof, output })
            const args = [a, signature, proof, [], fillAmount] as const
            const run = () => fixture.receiver.write.fill(args, { value: fillAmount })
            await refusesRun(fixture, run, 'InvalidOrderAddress', [value])
          }
        })
      })
    }
  })
}

/** A value with each of its leaves changed, and each list with one item more and one less. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value === 'bigint') return [[path, value ^ 1n]]
  if (typeof value === 'number') return [[path, value ^ 1]]
  if (typeof value === 'string') {
    if (!value.startsWith('0x'))
      return [
        [path, `${value}x`],
        [path, value.toUpperCase()],
      ]
    if (value === '0x') return [[path, '0x00']]
    const last = Number.parseInt(value.slice(-1), 16) ^ 1
    return [[path, `${value.slice(0, -1)}${last.toString(16)}`.toLowerCase()]]
  }
  const inside = Object.entries(value as object).flatMap(([key, item]) =>
    leavesOf(item, `${path}.${key}`).map(([at, changed]): [string, unknown] => [
      at,
      Array.isArray(value) ? value.with(Number(key), changed) : { ...(value as object), [key]: changed },
    ]),
  )
  if (!Array.isArray(value)) return inside
  return [[`${path}+`, [...value, ...value.slice(-1)]], [`${path}-`, value.slice(1)], ...inside]
}
