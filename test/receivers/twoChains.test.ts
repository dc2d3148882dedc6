// Two chains with a receiver at the same address. Whatever anybody presents where, and however often a chain loses its
// last blocks: a payment counts on the chain that its evidence names, once in that chain's history, and nowhere else.
import { expect } from 'chai'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { hashPayment } from '../../src/protocol/payment/hashPayment.js'
import { count } from '../support/deep.js'
import { fillAmount, type PaymentTerms } from './support/fixture.js'
import {
  callOf,
  deploySubject,
  type Kind,
  kinds,
  present,
  prove,
  type Subject,
  waysOf,
} from './support/receivers.js'

type Deal = { home: Side; deadline: number; data: Hex; payment?: PaymentTerms; paidId: Hex }
type History = { authorized: Set<Deal>; paid: Set<Deal> }
type Snapshot = { restore(): Promise<void> }
type Saved = { snapshot: Snapshot; history: History }
type Side = Subject & { before: bigint; start: Snapshot; history: History; saved: Saved }
type Draw = (below: number) => number
type World = { sides: readonly [Side, Side]; deals: Deal[]; draw: Draw; outcomes: Set<string> }

const runs = count({ normal: 3, deep: 100 })
const length = count({ normal: 40, deep: 120 })
/** Seconds by which a chain's next block may be later than its last. */
const lag = 60

for (const kind of kinds) {
  describe(`two chains with a ${kind} at one address`, () => {
    let sides: readonly [Side, Side]
    before(async () => {
      sides = [await startSide(kind, 8453, 'destination'), await startSide(kind, 10, 'optimism')]
    })
    after(() => Promise.all(sides.map(({ fixture }) => fixture.connection.close())))

    it('attack: evidence and calls of one chain are worthless on the other, and a removed block has no effect', async () => {
      const [here, there] = sides
      expect(here.fixture.receiver.address).to.equal(there.fixture.receiver.address)
      const outcomes = new Set<string>()
      const seeds = fc.infiniteStream(fc.nat())
      await fc.assert(
        fc.asyncProperty(seeds, async (stream) => {
          for (const side of sides) await begin(side)
          const draw = (below: number) => stream.next().value! % below
          const world: World = { sides, deals: [], draw, outcomes }
          for (let step = 0; step < length; step++) await actions[draw(actions.length)]!(world)
          await checkAll(world)
        }),
        { numRuns: runs, seed: 1, unbiased: true, endOnFailure: true, includeErrorInReport: true },
      )
      expect([...outcomes].sort()).to.deep.equal([
        'authorize accepted',
        'authorize refused',
        ...(waysOf[kind].includes('fill') ? ['fill accepted', 'fill refused'] : []),
        'pay accepted',
        'pay refused',
      ])
    }).timeout(count({ normal: 120_000, deep: 3_600_000 }))
  })
}

const actions = [
  offerCall,
  offerFill,
  authorize,
  authorize,
  pay,
  pay,
  pay,
  fill,
  fill,
  save,
  lose,
  narrow,
  wait,
]

async function startSide(kind: Kind, chainId: number, name: string): Promise<Side> {
  const subject = await deploySubject(kind, chainId, name)
  const { publicClient, helpers, recipient } = subject.fixture
  const before = await publicClient.getBalance({ address: recipient.account.address })
  const start = await helpers.takeSnapshot()
  const history = emptyHistory()
  return { ...subject, before, start, history, saved: { snapshot: start, history } }
}

const emptyHistory = (): History => ({ authorized: new Set(), paid: new Set() })
const copy = ({ authorized, paid }: History): History => ({
  authorized: new Set(authorized),
  paid: new Set(paid),
})

/** Sends the chain back to where it started. */
async function begin(side: Side): Promise<void> {
  side.history = emptyHistory()
  await side.start.restore()
  await remember(side)
}

async function offerCall({ sides, deals, draw }: World): Promise<void> {
  const home = sides[draw(2)]!
  const payment = await home.payment()
  const { data } = await prove(home, payment)
  const { chainId, receiver } = home.fixture
  const paidId = hashPayment({ chainId, receiver: receiver.address, payment })
  deals.push({ home, deadline: payment.deadline, data, payment, paidId })
}

async function offerFill({ sides, deals, draw }: World): Promise<void> {
  const home = sides[draw(2)]!
  const deadline = (await now(home)) + 3600
  if (!waysOf[home.kind].includes('fill')) return
  const evidence = await home.evidence('fill', await home.payment({ deadline }))
  deals.push({ home, deadline, data: present(home, 'fill', evidence), paidId: evidence.id })
}

async function authorize(world: World): Promise<void> {
  const found = await drawDeal(world, ({ payment }) => payment !== undefined)
  if (!found) return
  const { deal, side, mayCount } = found
  await expectOutcome(world, 'authorize', side, deal.data, 0n, mayCount)
  if (mayCount) side.history.authorized.add(deal)
}

async function pay(world: World): Promise<void> {
  const found = await drawDeal(world, ({ payment }) => payment !== undefined)
  if (!found) return
  const { deal, side } = found
  const mayCount = found.mayCount && side.history.authorized.has(deal)
  await expectOutcome(world, 'pay', side, callOf(side, deal.payment!), fillAmount, mayCount)
  if (mayCount) side.history.paid.add(deal)
}

async function fill(world: World): Promise<void> {
  const found = await drawDeal(world, ({ payment }) => payment === undefined)
  if (!found) return
  const { deal, side, mayCount } = found
  await expectOutcome(world, 'fill', side, deal.data, fillAmount, mayCount)
  if (mayCount) side.history.paid.add(deal)
}

/** Remembers a chain as it is. */
async function save({ sides, draw }: Pick<World, 'sides' | 'draw'>): Promise<void> {
  await remember(sides[draw(2)]!)
}

async function remember(side: Side): Promise<void> {
  side.saved = { snapshot: await side.fixture.helpers.takeSnapshot(), history: copy(side.history) }
}

/** Takes from a chain all blocks since it was last remembered. */
async function lose(world: World): Promise<void> {
  const side = world.sides[world.draw(2)]!
  await side.saved.snapshot.restore()
  side.history = copy(side.saved.history)
}

/** A recipient is removed for a moment, so what was authorized before counts no more. */
async function narrow({ sides, draw }: World): Promise<void> {
  const { fixture, history } = sides[draw(2)]!
  const recipient = fixture.recipient.account.address
  await fixture.receiver.write.removeRecipient([recipient])
  await fixture.receiver.write.setRecipient([{ recipient, hook: false }])
  history.authorized.clear()
}

async function wait({ sides, draw }: World): Promise<void> {
  await sides[draw(2)]!.fixture.helpers.time.increase(900 + draw(1800))
}

/** A deal, where somebody presents it, and whether it may count there by all but a missing authorization. */
async function drawDeal({ sides, deals, draw }: World, isWanted: (deal: Deal) => boolean) {
  const wanted = deals.filter(isWanted)
  const deal = wanted[draw(Math.max(1, wanted.length))]
  if (!deal) return undefined
  const side = draw(3) === 0 ? sides[draw(2)]! : deal.home
  const left = deal.deadline - (await now(side))
  if (left > 0 && left < lag) return undefined
  return { deal, side, mayCount: side === deal.home && left > 0 && !side.history.paid.has(deal) }
}

async function expectOutcome(
  { outcomes }: World,
  action: string,
  { fixture: { payer, receiver } }: Side,
  data: Hex,
  value: bigint,
  mayCount: boolean,
): Promise<void> {
  const outcome = await payer.sendTransaction({ to: receiver.address, data, value }).then(
    () => 'accepted',
    (error: unknown) => {
      expect(String(error)).to.match(/revert/)
      return 'refused'
    },
  )
  expect(outcome, action).to.equal(mayCount ? 'accepted' : 'refused')
  outcomes.add(`${action} ${outcome}`)
}

async function checkAll({ sides, deals }: World): Promise<void> {
  for (const { fixture, before, history } of sides) {
    const { publicClient, receiver, recipient } = fixture
    for (const deal of deals) {
      expect(await receiver.read.isPaid([deal.paidId])).to.equal(history.paid.has(deal))
    }
    const balance = await publicClient.getBalance({ address: recipient.account.address })
    expect(balance - before).to.equal(BigInt(history.paid.size) * fillAmount)
    expect(await publicClient.getBalance({ address: receiver.address })).to.equal(0n)
  }
}

async function now({ fixture }: Side): Promise<number> {
  return Number(await fixture.helpers.time.latest())
}
