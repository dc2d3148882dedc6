import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type Hex, parseAbiItem, zeroHash } from 'viem'
import { type InboxEvent, inboxMoves, stepInbox } from '../../../src/client/inbox/stepInbox.js'
import { type InboxCall, payReceiver, readInboxCall } from '../../../src/client/index.js'
import { hashOrder, type OrderData } from '../../../src/index.js'
import { accountOf, clientOf } from '../../mock/helpers.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { keeper, open, type World } from './world.js'

const states = ['opened', 'quoted', 'depositing', 'filled', 'claimed', 'refunded', 'notFilled'] as const
const deposit = { fromBlock: '7', nonce: 3, isNonceFixed: true }
const txHash = `0x${'ab'.repeat(32)}` as const
const fill = { transaction: txHash, block: '9', balance: '5' }

describe('stepInbox', () => {
  let world: World
  /** What was kept of an inbox that was claimed. */
  let kept: InboxCall[]
  let events: { [type in InboxEvent['type']]: Extract<InboxEvent, { type: type }> }

  before(async () => {
    world = await open()
    const store = keeper()
    await payReceiver(world.client, { ...world.clients(), ...world.native(), keep: store.keep })
    kept = store.kept
    const orderData = kept.at(-1)!.quote!.protocol!.v2!.orderData as OrderData
    events = {
      quoted: {
        type: 'quoted',
        quote: kept.at(-1)!.quote!,
        quotedAtBlock: '5',
        quotedBalance: '0',
        quotedClaims: '0',
      },
      keyed: { type: 'keyed', evidence: { orderData, orderSignature: '0x12' } },
      addressShown: { type: 'addressShown' },
      ran: { type: 'ran', run: { 'steps[0].items[0]': { state: 'asked' } } },
      depositAsked: { type: 'depositAsked', deposit },
      depositFound: { type: 'depositFound', txHash },
      depositFreed: { type: 'depositFreed', nonce: 4 },
      depositDropped: { type: 'depositDropped' },
      filled: { type: 'filled', fill },
      claimed: { type: 'claimed' },
      refunded: { type: 'refunded' },
      notFilled: { type: 'notFilled' },
      kept: { type: 'kept' },
    }
  })
  after(() => world?.mock.close())

  it('default: an inbox that is claimed', () => {
    const changes = kept.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1])
    expect(changes).to.deep.equal(['opened', 'quoted', 'depositing', 'filled', 'claimed'])
    expect(kept.map(({ revision }) => revision)).to.deep.equal(kept.map((_, index) => index + 1))
  })

  it('behavior: matches the table in the documentation', async () => {
    const page = await readFile('docs/client.md', 'utf8')
    const rows = page
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    const head = rows.find((cells) => cells[1] === 'event' && cells[2] === 'opened')!.slice(2, -1)
    expect(head).to.deep.equal(states)
    const documented = Object.keys(events).map((type) => {
      const cells = complete(
        rows.find((row) => row[1]?.startsWith(`${type}:`) && row.length === head.length + 3),
      )
      return [type, Object.fromEntries(head.map((state, index) => [state, cells[index + 2] || state]))]
    })
    const moves = Object.keys(events).map((type) => [
      type,
      Object.fromEntries(
        states.map((state) => [state, inboxMoves[type as InboxEvent['type']]?.[state] ?? state]),
      ),
    ])
    expect(documented).to.deep.equal(moves)
  })

  it('behavior: every event in every state returns a changed copy, which is a valid call', () => {
    for (const call of kept) {
      for (const state of states) {
        if (state !== 'opened' && !call.quote) continue
        const whole = Object.freeze({ ...call, state, deposit, fill })
        for (const event of Object.values(events)) {
          if (state === 'opened' && event.type !== 'quoted' && event.type !== 'kept') continue
          const next = stepInbox(whole, event)
          expect(next).not.to.equal(whole)
          expect(next.state).to.equal(inboxMoves[event.type]?.[state] ?? state)
          expect(readInboxCall(JSON.parse(JSON.stringify(next)))).to.deep.equal(next)
          expect(next.terms).to.deep.equal(call.terms)
        }
      }
    }
  })

  it('attack: a second quote never replaces one that may have been paid', () => {
    for (const state of states.slice(1)) {
      const call = { ...kept.at(-1)!, state }
      const quote = { steps: [] }
      expect(
        stepInbox(call, { type: 'quoted', quote, quotedAtBlock: '5', quotedBalance: '0', quotedClaims: '0' })
          .quote,
      ).to.equal(call.quote)
    }
  })

  for (const currency of ['native', 'token'] as const) {
    it(`behavior: killed after each keep, resumes with one deposit: ${currency}`, async () => {
      const { client, clients, origin } = world
      const deposits = async (call: InboxCall) => {
        const orderId = hashOrder(call.quote!.protocol!.v2!.orderData as OrderData)
        const logs = await clientOf(origin).getLogs({
          address: origin.depository,
          events: [
            parseAbiItem('event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'),
            parseAbiItem('event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)'),
          ],
          fromBlock: 0n,
        })
        return logs.filter(({ args }) => args.id === orderId).length
      }
      let isOver = false
      for (let at = 1; !isOver; at++) {
        for (const isStored of [true, false]) {
          const store = keeper()
          let count = 0
          const keep = (call: InboxCall) => {
            count++
            if (count < at || isStored) store.keep(call)
            if (count === at) throw new Error('killed')
          }
          const first = await payReceiver(client, { ...clients(), ...world[currency](), keep }).then(
            () => undefined,
            (error: Error) => error,
          )
          isOver = first === undefined
          if (isOver) break
          expect(first!.message).to.equal('killed')
          const last = store.kept.at(-1)
          if (!last) continue
          const again = keeper()
          const { claims } = await payReceiver(client, { ...clients(), keep: again.keep, call: last })
          expect(claims.length).to.equal(1)
          expect(again.kept[0]!.revision).to.equal(last.revision + 1)
          expect(again.kept.at(-1)!.state).to.equal('claimed')
          expect(await deposits(again.kept.at(-1)!)).to.equal(1)
        }
      }
    })
  }

  it('error: another wallet resumes the deposit', async () => {
    const { client, clients, walletOn, origin, mock } = world
    const call = kept.find(({ state }) => state === 'quoted')!
    const walletClient = walletOn(origin, accountOf(mock, mock.accounts[4]!.address))
    const error = await thrown(() => payReceiver(client, { ...clients(), walletClient, call }))
    expect(error).to.include({ name: 'StepOptionError', option: 'walletClient' })
  })

  it('error: a stored call that was changed', () => {
    const call = kept.at(-1)!
    const other = `0x${'11'.repeat(20)}` as Hex
    for (const [field, changed] of [
      ['format', { ...call, format: 'fillproof-call-1' }],
      ['inbox', { ...call, inbox: other }],
      ['inbox', { ...call, receiver: other }],
      ['inbox', { ...call, terms: { ...call.terms, refundTo: other } }],
      ['terms.minimum', { ...call, terms: { ...call.terms, minimum: 1 } }],
      ['inboxHash', { ...call, inboxHash: zeroHash }],
      ['request.recipient', { ...call, request: { ...call.request, recipient: other } }],
      ['request.destinationChainId', { ...call, chainId: 1 }],
      [
        'request.txs',
        { ...call, request: { ...call.request, txs: [{ to: other, data: '0x', value: '0' }] } },
      ],
      ['quote', { ...call, quote: undefined }],
      ['deposit', { ...call, state: 'depositing', deposit: undefined }],
      ['fill', { ...call, fill: undefined }],
      ['quotedAtBlock', { ...call, quotedAtBlock: undefined }],
      ['quotedBalance', { ...call, quotedBalance: undefined }],
      ['quotedClaims', { ...call, quotedClaims: undefined }],
      ['fill.transaction', { ...call, fill: { ...call.fill, transaction: undefined } }],
      ['state', { ...call, state: 'paid' }],
      ['revision', { ...call, revision: -1 }],
    ] as const) {
      try {
        readInboxCall(changed)
        expect.fail(field)
      } catch (error) {
        expect((error as { name: string }).name, String(error)).to.equal('InboxCallError')
        expect((error as { field: string }).field).to.equal(field)
      }
    }
  })
})
