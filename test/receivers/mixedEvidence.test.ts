// Evidence of two requests, and of two kinds, can not be mixed: every mixture is generated, and each is refused.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { type Abi, type Address, encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import {
  createRecipientTree,
  type OrderData,
  proveOrderOutput,
  proveSignedOrder,
  type RegisteredTerms,
  signOrder,
  signRegisteredTerms,
  toContractTerms,
} from '../../src/index.js'
import {
  deployFixture,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
  solver,
} from './support/fixture.js'

const kinds = ['AttestedOrderReceiver', 'SignedOrderReceiver', 'RegisteredTermsReceiver'] as const
type Kind = (typeof kinds)[number]
const ways = ['direct', 'authorized'] as const
type Way = (typeof ways)[number]
/** The public service's orders have one way. */
const waysOf = (kind: Kind) => (kind === 'SignedOrderReceiver' ? ways.slice(1) : ways)

const fills = kinds.flatMap((kind) => waysOf(kind).map((way) => ({ kind, way })))

/** The parts of each kind's evidence, as its functions take them. */
const partsOf = {
  AttestedOrderReceiver: ['attestation', 'signature', 'order', 'recipientProof'],
  SignedOrderReceiver: ['order', 'orderSignature', 'recipientProof'],
  RegisteredTermsReceiver: ['attestation', 'signature', 'terms', 'termsSignature', 'recipientProof'],
} as const satisfies Record<Kind, readonly string[]>

type Part = (typeof partsOf)[Kind][number]

/** A request's evidence of each kind; every receiver proves an order in its own form. */
type Request = {
  id: Hex
  orderData: OrderData
  payment: PaymentTerms
  values: Record<Exclude<Part, 'order'>, unknown>
}

/** A part, and where it is from. */
type Sourced = { name: string; value: unknown }

const signatures = ['signature', 'orderSignature', 'termsSignature'] as const satisfies Part[]
const isSignature = (part: Part) => signatures.some((name) => name === part)

/** Every choice of one item from each list. */
function product<item>(lists: readonly (readonly item[])[]): item[][] {
  return lists.reduce<item[][]>(
    (all, list) => all.flatMap((head) => list.map((item) => [...head, item])),
    [[]],
  )
}

describe('evidence of two requests', () => {
  let fixture: Fixture
  let receivers: Record<Kind, Address>
  let recipients: [Address, Address]
  let requests = 0
  const trees = {} as Record<Kind, ReturnType<typeof createRecipientTree>>
  const abis = {} as Record<Kind, Abi>

  before(async () => {
    fixture = await deployFixture()
    const { viem, config } = fixture
    recipients = [fixture.recipient.account.address, fixture.stranger.account.address]
    receivers = {} as Record<Kind, Address>
    // The solver is the registrar too, so that its signatures differ in what they cover alone.
    const lists = {
      AttestedOrderReceiver: [],
      SignedOrderReceiver: [[{ name: 'origin', chainId: config.routes[0]!.chainId, isEvm: true }]],
      RegisteredTermsReceiver: [[solver.address]],
    }
    for (const kind of kinds) {
      const { abi, address } = await viem.deployContract(kind)
      abis[kind] = abi
      const args = [{ ...config, recipients: [] }, ...lists[kind]]
      const data = encodeFunctionData({ abi: abis[kind], functionName: 'initialize', args })
      receivers[kind] = (await viem.deployContract('ERC1967Proxy', [address, data])).address
      // Recipients are allowed by their proofs alone, so that a proof is a part of the evidence.
      const list = recipients.map((recipient) => ({ address: recipient }))
      trees[kind] = createRecipientTree({ chainId: ownChainId, receiver: receivers[kind], recipients: list })
      const receiver = await viem.getContractAt('AttestedOrderReceiver', receivers[kind])
      await receiver.write.setRecipientRoot([trees[kind].root])
    }
  })
  restoreAfterEach(() => fixture)

  /** A sound request of a kind, with every signature that any kind has: all of them genuine. */
  async function makeRequest(kind: Kind, way: Way, which: 0 | 1): Promise<Request> {
    const [receiver, recipient] = [receivers[kind], recipients[which]]
    const here = { ...fixture, receiver: { ...fixture.receiver, address: receiver } as Fixture['receiver'] }
    // Each request ends at another time, so that no two terms are the same.
    const deadline = Number(await fixture.helpers.time.latest()) + 3600 + ++requests
    const originUser = kind === 'SignedOrderReceiver' ? { originUser: zeroHash } : {}
    const payment = makePayment(here, deadline, { recipient, ...originUser })
    const attestation = { destinationUser: `0x${recipient.slice(2).padStart(64, '0')}` as Hex }
    const made =
      way === 'direct'
        ? await makeDirect(here, { payment: { recipient }, attestation })
        : await makeAuthorized(here, payment)
    const terms: RegisteredTerms = {
      token: zeroAddress,
      minimum: fillAmount,
      recipient,
      deadline,
      ...(way === 'authorized' && { authorizedCall: payment }),
    }
    const scope = { chainId: ownChainId, receiver }
    return {
      id: made.id,
      orderData: made.orderData,
      payment,
      values: {
        attestation: made.a,
        signature: made.signature,
        orderSignature: await signOrder({ orderData: made.orderData, account: solver }),
        terms: toContractTerms(terms),
        termsSignature: await signRegisteredTerms({
          ...scope,
          attestation: made.attestation,
          terms,
          account: solver,
        }),
        recipientProof: trees[kind].prove(recipient).recipientProof,
      },
    }
  }

  /** Returns `part` of a request in the form of a receiver of `kind`. */
  function partFor({ orderData, values }: Request, part: Part, kind: Kind): unknown {
    if (part !== 'order') return values[part]
    return kind === 'SignedOrderReceiver' ? proveSignedOrder(orderData) : proveOrderOutput(orderData)
  }

  const calldata = (kind: Kind, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: abis[kind], functionName, args })

  async function call(kind: Kind, functionName: string, args: readonly unknown[], value = 0n) {
    const { result } = await fixture.publicClient.simulateContract({
      address: receivers[kind],
      abi: abis[kind],
      functionName,
      args,
      account: fixture.payer.account.address,
      value,
    })
    return result
  }

  const send = (kind: Kind, functionName: string, args: readonly unknown[], value = 0n) =>
    fixture.payer.sendTransaction({ to: receivers[kind], data: calldata(kind, functionName, args), value })

  /** The name of the receiver's own error with which a call fails, or that it succeeds. */
  async function outcome(attempt: Promise<unknown>): Promise<string> {
    try {
      await attempt
      return 'accepted'
    } catch (error) {
      const cause = (error as { walk?: (match: (e: unknown) => boolean) => unknown }).walk?.(
        (inner) => (inner as { name: string }).name === 'ContractFunctionRevertedError',
      )
      return (cause as { data?: { errorName: string } })?.data?.errorName ?? String(error)
    }
  }

  /** Presents evidence in a way: what fails when it is used. */
  async function present(kind: Kind, way: Way, args: readonly unknown[]): Promise<string> {
    const used =
      way === 'direct'
        ? call(kind, 'fill', [...args, fillAmount], fillAmount)
        : call(kind, 'authorizeFill', args)
    return outcome(used)
  }

  // Every error that a mixture may meet: each says that the parts do not belong together.
  const refusals = [
    'UnknownSolver',
    'OrderMismatch',
    'TermsMismatch',
    'RecipientMismatch',
    'RecipientNotAllowed',
    'InvalidTermsSignature',
    'WrongFillContract',
  ]

  async function refuses(kind: Kind, way: Way, args: readonly unknown[], name: string) {
    const error = await present(kind, way, args)
    expect(refusals, `${name}: ${error}`).to.include(error)
  }

  async function isPaid(kind: Kind, way: Way, { id, payment }: Request) {
    const paid = way === 'direct' ? id : await call(kind, 'hashPayment', [payment])
    return call(kind, 'isPaid', [paid])
  }
  const balances = () =>
    Promise.all(
      [...recipients, ...Object.values(receivers)].map((address) =>
        fixture.publicClient.getBalance({ address }),
      ),
    )

  for (const kind of kinds) {
    describe(`for ${kind}`, () => {
      const parts = partsOf[kind]
      const argsOf = (choice: readonly Request[]) =>
        parts.map((part, index) => partFor(choice[index]!, part, kind))
      const nameOf = (choice: readonly Request[], a: Request) =>
        parts.map((part, index) => `${part} of ${choice[index] === a ? 'A' : 'B'}`).join(', ')

      for (const way of waysOf(kind)) {
        it(`are not mixed, ${way}: every choice of parts`, async () => {
          const [a, b] = [await makeRequest(kind, way, 0), await makeRequest(kind, way, 1)]
          const before = await balances()
          const choices = product(parts.map(() => [a, b]))
          const mixed = choices.filter((choice) => new Set(choice).size === 2)
          expect(mixed).to.have.length(2 ** parts.length - 2)
          for (const choice of mixed) {
            await refuses(kind, way, argsOf(choice), nameOf(choice, a))
            if (way === 'direct') continue
            // What was not authorized is not paid, whichever payment is made.
            for (const { payment } of [a, b]) {
              expect(await outcome(call(kind, 'payAuthorized', [payment], fillAmount))).to.equal(
                'NotAuthorized',
              )
            }
          }
          expect(await balances()).to.deep.equal(before)

          for (const pure of [a, b]) {
            const other = pure === a ? b : a
            expect(await isPaid(kind, way, pure)).to.equal(false)
            const args = argsOf(parts.map(() => pure))
            expect(await present(kind, way, args)).to.equal('accepted')
            if (way === 'direct') {
              await send(kind, 'fill', [...args, fillAmount], fillAmount)
            } else {
              await send(kind, 'authorizeFill', args)
              if (pure === a) {
                const early = call(kind, 'payAuthorized', [other.payment], fillAmount)
                expect(await outcome(early)).to.equal('NotAuthorized')
              }
              await send(kind, 'payAuthorized', [pure.payment], fillAmount)
            }
            expect(await isPaid(kind, way, pure)).to.equal(true)
            if (pure === a) expect(await isPaid(kind, way, other)).to.equal(false)
          }
        })

        it(`are not mixed, ${way}: every field`, async () => {
          const [a, b] = [await makeRequest(kind, way, 0), await makeRequest(kind, way, 1)]
          for (const [own, foreign] of [
            [a, b],
            [b, a],
          ] as const) {
            const sound = argsOf(parts.map(() => own))
            const swaps = parts.flatMap((part, index) =>
              swapsOf(sound[index], partFor(foreign, part, kind), part).map(
                ([path, value]) => [path, sound.with(index, value)] as const,
              ),
            )
            expect(swaps.length).to.be.greaterThan(parts.length)
            for (const [path, args] of swaps) await refuses(kind, way, args, path)
          }
        })
      }
    })
  }

  describe('of two kinds', () => {
    for (const way of ways) {
      it(`are not mixed, ${way}: every choice of parts of the same type`, async () => {
        const made = {} as Record<Kind, Request>
        for (const kind of kinds) made[kind] = await makeRequest(kind, way, 0)
        const before = await balances()
        for (const { kind } of fills.filter((one) => one.way === way)) {
          const parts = partsOf[kind]
          const sound = parts.map((part) => partFor(made[kind], part, kind))
          const partsFrom = (from: Kind, part: Part): Sourced[] =>
            (isSignature(part) ? signatures : [part]).map((source) => ({
              name: `${source} for ${from} as ${part}`,
              value: partFor(made[from], source, kind),
            }))
          const isForeign = (choice: readonly Sourced[]) =>
            choice.some(({ value }, index) => !isDeepStrictEqual(value, sound[index]))

          // One part from anywhere.
          for (const [index, part] of parts.entries()) {
            const all = kinds.flatMap((from) => partsFrom(from, part))
            const foreign = all.filter(({ value }) => !isDeepStrictEqual(value, sound[index]))
            expect(foreign).to.have.length(all.length - 1)
            for (const { name, value } of foreign) await refuses(kind, way, sound.with(index, value), name)
          }
          // Every choice of this kind's parts and another's.
          const another = kinds[(kinds.indexOf(kind) + 1) % kinds.length]!
          const lists = parts.map((part) => [...partsFrom(kind, part), ...partsFrom(another, part)])
          for (const choice of product(lists).filter(isForeign)) {
            const args = choice.map(({ value }) => value)
            await refuses(kind, way, args, choice.map(({ name }) => name).join(', '))
          }
          expect(await present(kind, way, sound)).to.equal('accepted')
        }
        expect(await balances()).to.deep.equal(before)
      })
    }

    it('are refused by the functions of another kind', async () => {
      for (const { kind, way } of fills) {
        const request = await makeRequest(kind, way, 0)
        const args = partsOf[kind].map((part) => partFor(request, part, kind))
        const data =
          way === 'direct'
            ? calldata(kind, 'fill', [...args, fillAmount])
            : calldata(kind, 'authorizeFill', args)
        const value = way === 'direct' ? fillAmount : 0n
        const account = fixture.payer.account.address
        for (const other of kinds) {
          const attempt = fixture.publicClient.call({ account, to: receivers[other], data, value })
          const accepted = await attempt.then(
            () => true,
            () => false,
          )
          expect(accepted, `${way} of ${kind} at ${other}`).to.equal(other === kind)
        }
      }
    })

    it('authorize a payment only at their own receiver', async () => {
      for (const kind of kinds) {
        const request = await makeRequest(kind, 'authorized', 0)
        await send(
          kind,
          'authorizeFill',
          partsOf[kind].map((part) => partFor(request, part, kind)),
        )
        for (const other of kinds) {
          const paid = await outcome(call(other, 'payAuthorized', [request.payment], fillAmount))
          expect(paid, `${kind} at ${other}`).to.equal(other === kind ? 'accepted' : 'NotAuthorized')
        }
      }
    })
  })
})

/** The first value with each of its leaves that differ replaced by the second value's. */
function swapsOf(own: unknown, foreign: unknown, path: string): [string, unknown][] {
  if (typeof own !== 'object' || own === null) return own === foreign ? [] : [[path, foreign]]
  return Object.entries(own).flatMap(([key, item]) => {
    const other = (foreign as Record<string, unknown>)[key]
    return swapsOf(item, other, `${path}.${key}`).map(([at, value]): [string, unknown] => [
      at,
      Array.isArray(own) ? own.with(Number(key), value) : { ...own, [key]: value },
    ])
  })
}
