import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { payReceiver, type ReceiverCall, readReceiverCall } from '../../../src/client/index.js'
import { type CallEvent, callMoves, stepCall } from '../../../src/client/receiver/stepCall.js'
import { entryOf } from '../../../src/client/receiver/stepDeposit.js'
import { complete } from '../../support/complete.js'
import { keeper, open, type World } from './world.js'

const states = ['quoted', 'authorized', 'depositing', 'paid', 'returned', 'notPaid'] as const
const deposit = { fromBlock: '7', nonce: 3, isNonceFixed: true }
const txHash = `0x${'ab'.repeat(32)}` as const
const events: { [type in CallEvent['type']]: Extract<CallEvent, { type: type }> } = {
  authorized: { type: 'authorized' },
  ran: { type: 'ran', run: { 'steps[0].items[0]': { state: 'asked' } } },
  depositAsked: { type: 'depositAsked', deposit },
  depositFound: { type: 'depositFound', txHash },
  depositFreed: { type: 'depositFreed', nonce: 4 },
  depositDropped: { type: 'depositDropped' },
  paid: { type: 'paid' },
  returned: { type: 'returned' },
  notPaid: { type: 'notPaid' },
  kept: { type: 'kept' },
}

function freeze<value>(value: value): value {
  if (typeof value === 'object' && value) Object.values(Object.freeze(value)).forEach(freeze)
  return value
}

describe('stepCall', () => {
  let world: World
  /** What was kept of a call that was paid. */
  let kept: ReceiverCall[]

  before(async () => {
    world = await open()
    const store = keeper()
    await payReceiver(world.client, { ...world.clients(), ...world.native(), keep: store.keep })
    kept = store.kept
  })
  after(() => world.mock.close())

  it('default: a call that is paid', () => {
    const changes = kept.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1])
    expect(changes).deep.equal(['quoted', 'authorized', 'depositing', 'paid'])
    expect(kept.map(({ revision }) => revision)).deep.equal(kept.map((_, index) => index + 1))
  })

  it('behavior: matches the table in the documentation', async () => {
    const page = await readFile('docs/client.md', 'utf8')
    const rows = page
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    const head = rows.find((cells) => cells[1] === 'event')!.slice(2, -1)
    expect(head).deep.equal(states)
    const documented = Object.keys(events).map((type) => {
      const cells = complete(
        rows.find((row) => row[1]?.startsWith(`${type}:`) && row.length === head.length + 3),
      )
      return [type, Object.fromEntries(head.map((state, index) => [state, cells[index + 2] || state]))]
    })
    const moves = Object.keys(events).map((type) => [
      type,
      Object.fromEntries(
        states.map((state) => [state, callMoves[type as CallEvent['type']]?.[state] ?? state]),
      ),
    ])
    expect(documented).deep.equal(moves)
  })

  it('behavior: every event in every state returns a changed copy, which is a valid call', () => {
    const calls = kept.flatMap((call) => states.map((state) => freeze({ ...call, state, deposit })))
    for (const call of calls) {
      for (const event of Object.values(events)) {
        const next = stepCall(call, freeze(event))
        expect(next).not.equal(call)
        expect(next.state).equal(callMoves[event.type]?.[call.state] ?? call.state)
        expect(readReceiverCall(JSON.parse(JSON.stringify(next)))).deep.equal(next)
        const { state, run, deposit, revision, ...terms } = next
        expect(call).deep.include(terms)
      }
    }
  })

  it('behavior: each event changes only its own fields', () => {
    for (const call of kept) {
      const changed = (type: CallEvent['type']) => stepCall(call, events[type])
      expect(changed('kept').revision).equal(call.revision + 1)
      expect(changed('ran').run).equal(events.ran.run)
      expect(changed('depositAsked').deposit).equal(deposit)
      expect(entryOf(changed('depositFound'))).deep.equal({ state: 'done', txHash })
      expect(entryOf(stepCall(call, { type: 'depositFound' }))).deep.equal({ state: 'done' })
      expect(entryOf(changed('depositFreed'))).equal(undefined)
      expect(changed('depositFreed').deposit).deep.equal(call.deposit && { ...call.deposit, nonce: 4 })
      expect(stepCall(call, { type: 'depositFreed' }).deposit).deep.equal(call.deposit)
      expect(entryOf(changed('depositDropped'))).equal(undefined)
      expect(changed('depositDropped')).not.property('deposit')
    }
  })

  it('behavior: the other items of a run stay unchanged', () => {
    const { quote } = complete(kept[0])
    const steps = [{ ...quote.steps[0], id: 'approve' }, ...quote.steps]
    const run = {
      'steps[0].items[0]': { state: 'done' },
      'steps[1].items[0]': { state: 'sent', txHash },
    } as const
    const call = freeze({ ...kept[0], quote: { ...quote, steps }, run, deposit } as ReceiverCall)
    expect(entryOf(call)).equal(run['steps[1].items[0]'])
    const { 'steps[0].items[0]': approved } = run
    for (const type of ['depositDropped', 'depositFreed'] as const) {
      expect(stepCall(call, events[type]).run).deep.equal({ 'steps[0].items[0]': approved })
    }
    expect(stepCall(call, events.depositFound).run).deep.equal({
      'steps[0].items[0]': approved,
      'steps[1].items[0]': { state: 'done', txHash },
    })
  })

  it('behavior: a store that throws stops the call, and the next run keeps the same revision', async () => {
    for (const at of kept.keys()) {
      const store = keeper()
      const keep = (call: ReceiverCall) => {
        if (store.kept.length === at) throw new Error('killed')
        store.keep(call)
      }
      const parameters = { ...world.clients(), keep }
      await payReceiver(world.client, { ...parameters, ...world.native() }).then(
        () => expect.fail('paid'),
        (error: Error) => expect(error.message).equal('killed'),
      )
      const last = store.kept.at(-1)
      if (!last) continue
      const before = await world.nonceOf()
      const again = keeper()
      await payReceiver(world.client, { ...world.clients(), keep: again.keep, call: last })
      expect(again.kept[0]?.revision).equal(last.revision + 1)
      expect(again.kept.at(-1)?.state).equal('paid')
      expect((await world.nonceOf()) - before).at.most(1)
    }
  })
})
