// Attacks on money that is measured in an inbox: nothing is called paid, waiting or refunded that is not.
import { expect } from 'chai'
import { type Address, type Hash, numberToHex, zeroAddress } from 'viem'
import { readInboxCall, readInboxEvidence } from '../../src/client/inbox/inboxCall.js'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../src/client/index.js'
import type { ServiceClient } from '../../src/client/serviceClient.js'
import { claim, refund } from '../../src/contract/index.js'
import { keeper, open, type World } from '../client/inbox/world.js'
import { coherent, staying, toNodes } from '../client/receiver/nodes.js'
import { accountOf, balanceOf, clientOf, ether, send } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

type Shown = { type: string; depositAddress: Address; amount: bigint }

describe('Attack: money that is measured in an inbox', () => {
  let world: World
  let salt = 0
  /** Below what the quote promises, so that the quote passes. */
  const least = ether / 2n
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  const mined = (hash: Hash) => clientOf(world.destination).waitForTransactionReceipt({ hash })
  const ownerOf = () => world.walletOn(world.destination, accountOf(world.mock, world.payer))
  const give = (to: Address, value: bigint) =>
    send(world.mock, world.destination, world.mock.accounts[4]!.address, { to, value })
  const creditsOf = ({ claims }: { claims: { credited: bigint }[] }) =>
    claims.map(({ credited }) => String(credited))

  /** The parameters of a payment that someone else makes to an open deposit address. */
  function addressed(changes: object = {}) {
    const { clients, native, payer, recipient } = world
    const { walletClient, originClient, ...rest } = clients()
    const { kept, keep } = keeper()
    const { payment, before = 0n, ...others } = changes as { payment?: object; before?: bigint }
    const parameters = {
      ...rest,
      ...native({ tradeType: 'EXACT_INPUT', useDepositAddress: true, refundTo: payer }),
      payment: { recipient, refundTo: payer, salt: numberToHex(++salt, { size: 32 }), ...payment },
      keep: async (call: InboxCall) => {
        keep(call)
        if (call.state === 'opened' && before > 0n) await give(call.inbox, before)
      },
      ...{ timeoutMs: 3000, ...others },
    } as PayInboxParameters
    return { parameters, kept, keep }
  }

  /** Shows a deposit address that nobody pays, and ends. What follows happens while nobody looks. */
  async function shown(changes: object = {}) {
    const { kept, keep, parameters } = addressed({ timeoutMs: 300, ...changes })
    await thrown(() => payReceiver(world.client, parameters))
    const call = kept.at(-1)!
    expect(call.state).to.equal('depositing')
    const { walletClient, originClient, ...rest } = world.clients()
    const evidence = {
      ...readInboxEvidence(call),
      ...{ receiver: world.receiver, evmChains: [world.origin.name, world.destination.name] },
    }
    return {
      ...{ call, kept },
      give: (value: bigint) => give(call.inbox, value),
      claim: async () => void (await mined(await claim(rest.claimer!, evidence))),
      refund: async () =>
        void (await mined(await refund(ownerOf(), { receiver: world.receiver, terms: evidence.inboxTerms }))),
      resume: (more: object = {}, service: ServiceClient = world.client) =>
        payReceiver(service, { ...rest, call: kept.at(-1)!, keep, timeoutMs: 2000, ...more }),
      left: () => balanceOf(world.destination, zeroAddress, call.inbox),
    }
  }

  for (const end of ['waits', 'is refunded'] as const) {
    it(`dust that a stranger adds after the claim, and that ${end}, does not make it unpaid`, async () => {
      const one = await shown({ minimumAmountOut: least })
      await one.give(2n * ether)
      await one.claim()
      await one.give(1n)
      if (end === 'is refunded') await one.refund()
      for (const _ of ['first', 'again']) {
        expect(creditsOf(await one.resume({ claimer: undefined }))).to.deep.equal([2n * ether].map(String))
        expect(one.kept.at(-1)!.state).to.equal('claimed')
      }
    })
  }

  for (const later of [ether / 4n, 2n * ether]) {
    it(`a refund that took the money ends the payment, whatever comes later: ${later}`, async () => {
      const one = await shown({ minimumAmountOut: least })
      await one.give(2n * ether)
      await one.refund()
      await one.give(later)
      const error = await thrown(() => one.resume())
      expect([error.name, error.amount].map(String)).to.deep.equal(['InboxRefundedError', String(2n * ether)])
      expect([one.kept.at(-1)!.state, await one.left()].map(String)).to.deep.equal([
        'refunded',
        String(later),
      ])
    })
  }

  it('a refund of too little does not end the wait, and does not count for what comes later', async () => {
    const one = await shown({ minimumAmountOut: least })
    await one.give(ether / 4n)
    await one.refund()
    await one.give((ether * 3n) / 8n)
    expect((await thrown(() => one.resume())).name).to.equal('InboxWaitingError')
    await one.give(ether / 8n)
    expect(creditsOf(await one.resume())).to.deep.equal([least].map(String))
  })

  it('the claims of an earlier payment and of this one, while nobody looks: only the second is reported', async () => {
    const one = await shown({ minimumAmountOut: least, before: 3n * ether })
    await one.claim()
    await one.give(2n * ether)
    await one.claim()
    expect(creditsOf(await one.resume())).to.deep.equal([2n * ether].map(String))
  })

  it('the claim of an earlier payment, which a reorganization moves behind the quote, pays nothing', async () => {
    const chain = clientOf(world.destination)
    const same = { payment: { salt: numberToHex(10_002, { size: 32 }) } }
    const first = await shown(same)
    await first.give(2n * ether)
    const id = await chain.snapshot()
    await first.claim()
    const second = await shown(same)
    await chain.revert({ id })
    await chain.mine({ blocks: 4 })
    await first.claim()
    expect((await thrown(() => second.resume({ timeoutMs: 400 }))).name).to.equal('RequestTimeoutError')
    await second.give(ether)
    expect(creditsOf(await second.resume())).to.deep.equal([String(ether)])
  })

  it('claims before the measured block count, if the list has a most', async () => {
    const { admin } = world
    const one = await shown({ minimumAmountOut: least })
    await one.give(3n * ether)
    await admin('setToken', [zeroAddress, 1n, 2n * ether])
    try {
      await one.claim()
      expect(creditsOf(await one.resume())).to.deep.equal([2n * ether, ether].map(String))
    } finally {
      await admin('setToken', [zeroAddress, 1n, 2n ** 128n - 1n])
    }
  })

  it('a node that lags behind the measured block does not take a paid call back', async () => {
    const one = await shown()
    await one.give(2n * ether)
    const head = await clientOf(world.destination).getBlockNumber()
    expect(creditsOf(await one.resume())).to.deep.equal([2n * ether].map(String))
    const destinationClient = staying(world.destination.rpcUrl, () => head - 1n).client
    const error = await thrown(() => one.resume({ destinationClient }))
    expect(error, error.message).to.include({ name: 'InboxPaymentUnknownError' })
    expect(creditsOf(await one.resume())).to.deep.equal([2n * ether].map(String))
  })

  it('money of an earlier payment that its owner refunds is no refund of this one', async () => {
    const one = await shown({ minimumAmountOut: least, before: 3n * ether })
    await one.refund()
    await one.give(2n * ether)
    expect(creditsOf(await one.resume())).to.deep.equal([String(2n * ether)])
  })

  it('a service that says waiting after its own fill: one claim, as measured, and no outcome', async () => {
    const { client, mock, origin } = world
    const service: ServiceClient = {
      ...client,
      getStatus: () => Promise.resolve({ status: 'waiting' }),
      waitForRequest: ({ signal }) =>
        new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
    }
    const { parameters, kept, keep } = addressed({
      onProgress: ({ type, depositAddress: to, amount: value }: Shown) =>
        type === 'depositAddress' && send(mock, origin, mock.accounts[4]!.address, { to, value }),
    })
    const paid = await payReceiver(service, parameters)
    expect([paid.claims.length, paid.outcome]).to.deep.equal([1, undefined])
    const { walletClient, originClient, ...rest } = world.clients()
    const again = await payReceiver(client, { ...rest, call: kept.at(-1)!, keep })
    expect(again.claims.map(({ id }) => id)).to.deep.equal(paid.claims.map(({ id }) => id))
  })

  it('a donation of exactly the least ends the wait once, and later money is no second payment', async () => {
    const one = await shown({ minimumAmountOut: least })
    await one.give(least)
    const first = await one.resume()
    expect(creditsOf(first)).to.deep.equal([String(least)])
    await one.give(2n * ether)
    expect((await one.resume()).claims).to.deep.equal(first.claims)
    expect(await one.left()).to.equal(2n * ether)
    await one.claim()
    expect((await one.resume()).claims).to.deep.equal(first.claims)
  })

  it('two calls with the same salt, at once: one claim, whose id both report', async () => {
    const same = { payment: { salt: numberToHex(10_001, { size: 32 }) } }
    const calls = [await shown(same), await shown(same)] as const
    await calls[0].give(2n * ether)
    const [one, other] = await Promise.all([calls[0].resume(), calls[1].resume({ claimer: ownerOf() })])
    expect(one.claims).to.have.length(1)
    expect(other.claims).to.deep.equal(one.claims)
  })

  it('a kept call without the balance before its quote is refused, before anybody is asked', async () => {
    const { call } = await shown()
    const { quotedBalance: _, ...old } = call
    expect(() => readInboxCall(old)).to.throw('quotedBalance of the call must be')
    for (const quotedBalance of ['-1', '1.5', '0x0', '', 0, null])
      expect(() => readInboxCall({ ...call, quotedBalance })).to.throw('quotedBalance')
  })

  it('killed after each keep, with money that was measured: one claim, never a second', async () => {
    let kills = 0
    for (let at = 1; ; at++) {
      const { parameters, kept, keep } = addressed()
      const paid = await payReceiver(world.client, {
        ...parameters,
        keep: async (call: InboxCall) => {
          keep(call)
          if (
            call.state === 'depositing' &&
            (await balanceOf(world.destination, zeroAddress, call.inbox)) === 0n
          )
            await give(call.inbox, ether / 3n)
          if (kept.length === at) throw new Error('killed')
        },
      } as PayInboxParameters).catch((error: Error) => error)
      if (!(paid instanceof Error)) break
      kills++
      expect(paid.message).to.equal('killed')
      const call = kept.at(-1)!
      if (call.state === 'opened' || call.state === 'quoted') continue
      const { walletClient, originClient, ...rest } = world.clients()
      const resumed = { ...rest, keep, timeoutMs: 3000 }
      const first = await payReceiver(world.client, { ...resumed, call })
      expect(creditsOf(first)).to.deep.equal([String(ether / 3n)])
      expect((await payReceiver(world.client, { ...resumed, call })).claims).to.deep.equal(first.claims)
    }
    expect(kills).to.be.greaterThan(4)
  })

  it('a reorganization that removes the money, or the claim, takes back what was reported', async () => {
    const chain = clientOf(world.destination)
    const one = await shown({ minimumAmountOut: least })
    const id = await chain.snapshot()
    await one.give(2n * ether)
    expect((await thrown(() => one.resume({ claimer: undefined }))).name).to.equal('InboxWaitingError')
    const measured = await chain.snapshot()
    expect(creditsOf(await one.resume())).to.deep.equal([String(2n * ether)])
    await chain.revert({ id: measured })
    await chain.mine({ blocks: 3 })
    expect((await thrown(() => one.resume({ claimer: undefined }))).name).to.equal('InboxWaitingError')
    await chain.revert({ id })
    await chain.mine({ blocks: 5 })
    expect((await thrown(() => one.resume({ timeoutMs: 400 }))).name).to.equal('RequestTimeoutError')
  })

  it('a node that counts a claim but leaves out its logs: nothing is claimed or called paid', async () => {
    const one = await shown()
    await one.give(2n * ether)
    await one.claim()
    await one.give(ether)
    const { request } = coherent(world.destination.rpcUrl)
    const answer: typeof request = async (args) => (args.method === 'eth_getLogs' ? [] : request(args))
    const resumed = { destinationClient: toNodes(answer).client, timeoutMs: 400 }
    expect((await thrown(() => one.resume(resumed))).name).to.equal('RequestTimeoutError')
    expect(await one.left()).to.equal(ether)
    expect(creditsOf(await one.resume())).to.deep.equal([String(2n * ether)])
  })

  it('a service that says refund after its own fill: no second deposit', async () => {
    const { client, clients, native, nonceOf } = world
    const { kept, keep } = keeper()
    const { claimer, ...rest } = clients()
    const payment = { ...native().payment, salt: numberToHex(10_003, { size: 32 }) }
    const lie = (record: object) => ({ ...record, status: 'refund' }) as never
    const service: ServiceClient = {
      ...client,
      executeSteps: async (...parameters) => {
        const ended = await client.executeSteps(...parameters)
        return { ...ended, outcome: lie(ended.outcome!) }
      },
      waitForRequest: async (...parameters) => lie(await client.waitForRequest(...parameters)),
    }
    const pay = { ...rest, ...native(), payment, keep }
    expect((await thrown(() => payReceiver(service, pay))).name).to.equal('InboxNotFilledError')
    const nonce = await nonceOf()
    const again = () => payReceiver(service, { ...clients(), call: kept.at(-1)!, keep })
    expect((await thrown(again)).name).to.equal('InboxNotFilledError')
    const paid = await payReceiver(client, { ...clients(), call: kept.at(-1)!, keep })
    expect([creditsOf(paid), await nonceOf()].map(String)).to.deep.equal([ether, nonce].map(String))
  })
})
