import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  maxUint128,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { findFill } from '../../../src/client/inbox/findFill.js'
import type { QuotedInboxCall } from '../../../src/client/inbox/inboxCall.js'
import { readOutcome } from '../../../src/client/inbox/readOutcome.js'
import {
  type InboxCall,
  type PayInboxParameters,
  payReceiver,
  readInboxEvidence,
} from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { claim, getInbox, refund } from '../../../src/contract/index.js'
import { hashOrder } from '../../../src/index.js'
import { solverKey } from '../../../src/mock/accounts.js'
import { accountOf, balanceOf, clientOf, ether, send, tokenOf } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { coherent, toNodes } from '../receiver/nodes.js'
import { keeper, open, type World } from './world.js'

describe('payReceiver, for a receiver of inboxes: what becomes of the money', () => {
  let world: World
  let salt = 0
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  /** A payment of an inbox of its own, without a claimer unless one is given. */
  const paymentOf = (changes: object = {}) => {
    const { clients, native, recipient } = world
    const { claimer, ...rest } = clients()
    const { kept, keep } = keeper()
    const own = { recipient, salt: `0x${(++salt).toString(16).padStart(64, '0')}` }
    const parameters = {
      ...rest,
      ...native(),
      payment: own,
      keep,
      timeoutMs: 1500,
      ...changes,
    } as PayInboxParameters
    return { parameters, kept, keep, claimer: claimer! }
  }
  const evidenceOf = (call: InboxCall) => ({
    ...readInboxEvidence(call),
    receiver: world.receiver,
    evmChains: [world.origin.name, world.destination.name],
  })
  const mined = (hash: Hash) => clientOf(world.destination).waitForTransactionReceipt({ hash })

  it('error: nobody claims: money waits, and a later run with a claimer claims it', async () => {
    const { client, nonceOf } = world
    const { parameters, kept, keep, claimer } = paymentOf()
    const error = await thrown(() => payReceiver(client, parameters))
    const { inbox, inboxHash } = kept.at(-1)!
    expect(error, error.message).to.include({
      name: 'InboxWaitingError',
      inbox,
      inboxHash,
      amount: ether,
      token: zeroAddress,
    })
    expect([error.failures, kept.at(-1)!.state]).to.deep.equal([[], 'filled'])
    const nonce = await nonceOf()
    const { walletClient, originClient, ...rest } = world.clients()
    const paid = await payReceiver(client, { ...rest, call: kept.at(-1)!, keep, claimer })
    expect([paid.claims[0]!.credited, paid.outcome]).to.deep.equal([ether, undefined])
    expect([await nonceOf(), kept.at(-1)!.state]).to.deep.equal([nonce, 'claimed'])
  })

  it('error: what is in the way is named', async () => {
    const { client, admin } = world
    const { parameters } = paymentOf({ claimer: world.clients().claimer })
    const error = await thrown(() =>
      payReceiver(client, {
        ...parameters,
        onProgress: async ({ type }) => {
          if (type === 'filled') await admin('pause')
        },
      } as PayInboxParameters),
    ).finally(() => admin('unpause'))
    expect(error, error.message).to.include({ name: 'InboxWaitingError', amount: ether })
    expect((error.failures as { check: string }[])[0]!.check).to.equal('paused')
    expect(error.message).to.include('paused (EnforcedPause)')
  })

  it('behavior: somebody else claims', async () => {
    const { client } = world
    const { parameters, kept, claimer } = paymentOf()
    const { claims } = await payReceiver(client, {
      ...parameters,
      onProgress: async ({ type }) => {
        if (type === 'filled') await mined(await claim(claimer, evidenceOf(kept.at(-1)!)))
      },
    } as PayInboxParameters)
    expect(claims.map(({ credited }) => credited)).to.deep.equal([ether])
  })

  it('behavior: earlier and later money is claimed too', async () => {
    const { client, mock, destination, payer } = world
    const { parameters, kept } = paymentOf({ claimer: world.clients().claimer })
    const pay = (value: bigint) => send(mock, destination, payer, { to: kept[0]!.inbox, value })
    const { claims } = await payReceiver(client, {
      ...parameters,
      onProgress: async ({ type }) => {
        if (type === 'quoted') await pay(5n)
        if (type === 'filled') await pay(7n)
      },
    } as PayInboxParameters)
    expect(claims.map(({ credited }) => credited)).to.deep.equal([ether + 12n])
  })

  it("behavior: the list's most is below what lies there: claims until all is taken", async () => {
    const { client, admin } = world
    const { parameters } = paymentOf({ claimer: world.clients().claimer })
    const { claims } = await payReceiver(client, {
      ...parameters,
      onProgress: async ({ type }) => {
        if (type === 'filled') await admin('setToken', [zeroAddress, 1n, ether])
      },
      keep: async (call: InboxCall) => {
        if (call.state === 'opened')
          await send(world.mock, world.destination, world.payer, { to: call.inbox, value: ether })
      },
    } as PayInboxParameters).finally(() => admin('setToken', [zeroAddress, 1n, maxUint128]))
    expect(claims.map(({ credited }) => credited)).to.deep.equal([ether, ether])
  })

  it('error: only a part was claimed: the rest waits', async () => {
    const { client, admin, mock, destination, payer } = world
    const { parameters, kept, claimer } = paymentOf()
    const error = await thrown(() =>
      payReceiver(client, {
        ...parameters,
        onProgress: async ({ type }) => {
          if (type === 'quoted') await send(mock, destination, payer, { to: kept[0]!.inbox, value: 9n })
          if (type !== 'filled') return
          await admin('setToken', [zeroAddress, 1n, ether])
          await mined(await claim(claimer, evidenceOf(kept.at(-1)!)))
        },
      } as PayInboxParameters),
    ).finally(() => admin('setToken', [zeroAddress, 1n, maxUint128]))
    expect(error, error.message).to.include({ name: 'InboxWaitingError', amount: 9n })
  })

  it('error: the owner refunds in front of the claim', async () => {
    const { client, mock, destination, walletOn, payer } = world
    const { parameters, kept } = paymentOf()
    const to = mock.accounts[4]!.address
    let transaction: Hash | undefined
    const error = await thrown(() =>
      payReceiver(client, {
        ...parameters,
        onProgress: async ({ type }) => {
          if (type !== 'filled') return
          const { terms, receiver } = kept.at(-1)!
          const owner = walletOn(destination, accountOf(mock, payer))
          transaction = await refund(owner, {
            receiver,
            terms: { ...terms, minimum: BigInt(terms.minimum) },
            to,
          })
          await mined(transaction)
          // Later money that is claimed does not make up for it.
          await send(mock, destination, payer, { to: kept.at(-1)!.inbox, value: ether })
          await mined(await claim(world.clients().claimer!, evidenceOf(kept.at(-1)!)))
        },
      } as PayInboxParameters),
    )
    expect(error, error.message).to.include({ name: 'InboxRefundedError', amount: ether, to, transaction })
    expect(kept.at(-1)!.state).to.equal('refunded')
    const again = await thrown(() => payReceiver(client, { ...world.clients(), call: kept.at(-1)! }))
    expect(again.name).to.equal('InboxRefundedError')
  })

  it('attack: a claim before the fill does not count', async () => {
    const { client, mock, destination, payer } = world
    const { parameters, kept, claimer } = paymentOf()
    const error = await thrown(() =>
      payReceiver(client, {
        ...parameters,
        onProgress: async ({ type }) => {
          if (type !== 'quoted') return
          await send(mock, destination, payer, { to: kept.at(-1)!.inbox, value: 2n * ether })
          await mined(await claim(claimer, evidenceOf(kept.at(-1)!)))
        },
      } as PayInboxParameters),
    )
    expect(error, error.message).to.include({ name: 'InboxWaitingError', amount: ether })
  })

  it('attack: a claim of another inbox, or of another receiver, does not count', async () => {
    const { client } = world
    const { parameters, kept } = paymentOf()
    await thrown(() => payReceiver(client, parameters))
    const other = paymentOf({ claimer: world.clients().claimer })
    await payReceiver(client, other.parameters)
    const call = kept.at(-1)!
    const found = await readOutcome(clientOf(world.destination), { ...call, fill: call.fill! })
    expect(found).to.include({ state: 'waiting', amount: ether })
  })

  it('behavior: in the block of the fill, only what comes after the fill counts', async () => {
    const { admin, client, mock, destination, payer, receiver, walletOn } = world
    const { parameters, kept, claimer } = paymentOf({ claimer: world.clients().claimer })
    await payReceiver(client, parameters)
    const call = kept.at(-1)!
    const chain = clientOf(destination)
    const pay = (maxPriorityFeePerGas: bigint) => {
      const fees = { maxPriorityFeePerGas, maxFeePerGas: 10n ** 11n }
      return chain.sendTransaction({ to: call.inbox, value: ether, account: accountOf(mock, payer), ...fees })
    }
    const { inboxTerms: terms } = evidenceOf(call)
    const takes = {
      claim: (fees: object) => claim(claimer, { ...evidenceOf(call), ...fees }),
      refund: (fees: object) =>
        refund(walletOn(destination, accountOf(mock, payer)), { receiver, terms, ...fees }),
    }
    for (const [take, priority, max, state] of [
      ['claim', 10n ** 8n, maxUint128, 'waiting'],
      ['claim', 10n ** 10n, maxUint128, 'claimed'],
      ['claim', 10n ** 10n, ether, 'waiting'],
      ['refund', 10n ** 8n, maxUint128, 'waiting'],
    ] as const) {
      await admin('setToken', [zeroAddress, 1n, max])
      await mined(await pay(10n ** 9n))
      await chain.setAutomine(false)
      try {
        const fees = { maxPriorityFeePerGas: 10n ** 9n, maxFeePerGas: 10n ** 11n, gas: 500_000n }
        const taken = await takes[take](fees)
        const transaction = await pay(priority)
        await chain.mine({ blocks: 1 })
        const [{ blockNumber }, other] = [await mined(transaction), await mined(taken)]
        expect([other.blockNumber, other.status]).to.deep.equal([blockNumber, 'success'])
        const balance = String(await chain.getBalance({ address: call.inbox, blockNumber }))
        const fill = { transaction, block: String(blockNumber), balance }
        expect((await readOutcome(chain, { ...call, fill })).state).to.equal(state)
        if (balance === '0') continue
        // Measured at the end of the block, after a quote before it: what was taken lay there at the quote.
        const earlier = blockNumber - 1n
        const lay = await chain.getBalance({ address: call.inbox, blockNumber: earlier })
        const { claims } = await getInbox(chain, { receiver, terms, blockNumber: earlier })
        const quoted = {
          ...call,
          quotedAtBlock: String(earlier),
          quotedBalance: String(lay),
          quotedClaims: String(claims),
        }
        const measured = { blockHash: zeroHash, block: String(blockNumber), balance }
        expect((await readOutcome(chain, { ...quoted, fill: measured })).state).to.equal('waiting')
      } finally {
        await chain.setAutomine(true)
        await admin('setToken', [zeroAddress, 1n, maxUint128])
      }
    }
  })

  it('attack: a refund of another token in the block of the fill may have taken the money', async () => {
    const { client, mock, destination, payer, receiver, walletOn } = world
    const { parameters, kept, claimer } = paymentOf({ claimer: world.clients().claimer })
    await payReceiver(client, parameters)
    const call = kept.at(-1)!
    const token = tokenOf(destination)
    const chain = clientOf(destination)
    const { inboxTerms: terms } = evidenceOf(call)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [call.inbox, 5n] })
    const solver = walletOn(destination, privateKeyToAccount(solverKey))
    await mined(await solver.sendTransaction({ to: token, data, chain: null }))
    const feesOf = (priority: bigint) => ({
      ...{ maxPriorityFeePerGas: priority * 10n ** 9n, maxFeePerGas: 10n ** 11n, gas: 500_000n },
    })
    // The node of the claimer simulates before it sends, so the inbox must have money before.
    await send(mock, destination, payer, { to: call.inbox, value: ether })
    await chain.setAutomine(false)
    try {
      const account = accountOf(mock, payer)
      const fill = await chain.sendTransaction({ to: call.inbox, value: ether, account, ...feesOf(9n) })
      const owner = walletOn(destination, accountOf(mock, payer))
      const refunded = await refund(owner, { receiver, terms, token, ...feesOf(5n) })
      const claimed = await claim(claimer, { ...evidenceOf(call), ...feesOf(3n) })
      // As much as before the block: the balances do not show that something was taken.
      const later = await chain.sendTransaction({ to: call.inbox, value: ether, account, ...feesOf(1n) })
      await chain.mine({ blocks: 1 })
      const receipts = await Promise.all([fill, refunded, claimed, later].map(mined))
      expect(receipts.map(({ status }) => status)).to.deep.equal(Array(4).fill('success'))
      expect(receipts.map(({ transactionIndex }) => transactionIndex)).to.deep.equal([0, 1, 2, 3])
      const { blockNumber } = receipts[0]!
      expect(await chain.getBalance({ address: call.inbox, blockNumber })).to.equal(ether)
      const found = {
        ...call,
        fill: { transaction: fill, block: String(blockNumber), balance: String(ether) },
      }
      expect((await readOutcome(chain, found)).state).to.equal('waiting')
    } finally {
      await chain.setAutomine(true)
    }
  })

  it('error: a request that ends without a fill', async () => {
    const { client, mock, nonceOf } = world
    for (const [fault, status] of [
      ['fallback', 'refund'],
      ['failedRefund', 'failure'],
    ] as const) {
      const { parameters, kept } = paymentOf({ timeoutMs: 20_000 })
      mock.control.faults.set(fault)
      const error = await thrown(() => payReceiver(client, parameters)).finally(() =>
        mock.control.faults.clear(),
      )
      expect(error, error.message).to.include({ name: 'InboxNotFilledError', status })
      expect(kept.at(-1)!.state).to.equal('notFilled')
      const nonce = await nonceOf()
      const again = await thrown(() => payReceiver(client, { ...world.clients(), call: kept.at(-1)! }))
      expect(again.name).to.equal('InboxNotFilledError')
      expect(await nonceOf()).to.equal(nonce)
    }
  })

  it('behavior: the order ends before the claim: another order opens the inbox', async () => {
    const other = await open({ idForm: 'public', orderLifetime: 600 })
    try {
      const { client, clients, native, destination } = other
      const { kept, keep } = keeper()
      const { orderId, claims } = await payReceiver(client, {
        ...{ ...clients(), ...native(), keep },
        onProgress: async ({ type }) => {
          if (type !== 'filled') return
          await clientOf(destination).increaseTime({ seconds: 3600 })
          await clientOf(destination).mine({ blocks: 1 })
        },
      })
      expect(claims.map(({ credited }) => credited)).to.deep.equal([ether])
      const { evidence } = kept.at(-1)!
      expect(hashOrder(evidence!.orderData)).not.to.equal(orderId)
    } finally {
      await other.mock.close()
    }
  })

  it('behavior: a reorganization moved the fill to another transaction', async () => {
    const { client, clients, native } = world
    const { kept, keep } = keeper()
    await payReceiver(client, { ...clients(), ...native(), keep })
    const call = kept.findLast(({ state }) => state === 'filled')!
    const gone = { ...call, fill: { ...call.fill!, transaction: `0x${'0d'.repeat(32)}` as const } }
    const again = keeper()
    const { walletClient, originClient, ...rest } = clients()
    const { claims } = await payReceiver(client, { ...rest, call: gone, keep: again.keep })
    expect(claims).to.have.length(1)
    expect(again.kept.at(-1)!.fill).to.deep.equal(call.fill)
  })

  it('behavior: a duplicate fill is claimed too, and is no second payment of this one', async () => {
    const { client, mock } = world
    mock.control.faults.set('duplicateFill', { times: 1 })
    const { parameters } = paymentOf({ claimer: world.clients().claimer })
    const { claims } = await payReceiver(client, parameters).finally(() => mock.control.faults.clear())
    expect(claims[0]!.credited >= ether).to.equal(true)
  })

  it('attack: a fill from before the quote is that of an earlier payment', async () => {
    const { client } = world
    const { parameters, kept } = paymentOf({ claimer: world.clients().claimer })
    await payReceiver(client, parameters)
    const call = kept.at(-1)! as QuotedInboxCall
    const { transaction, block } = call.fill!
    const outcome = { status: 'success', txHashes: [transaction!] }
    const clients = { ...world.clients(), timeoutMs: 300, pollingIntervalMs: 20 }
    const find = (quotedAtBlock: string) => findFill(client, clients, { ...call, quotedAtBlock }, outcome)
    expect((await find(String(BigInt(block) - 1n))).transaction).to.equal(transaction)
    const error = await thrown(() => find(block))
    expect(error, error.message).to.include({ name: 'InboxPaymentUnknownError' })
  })

  it('attack: the service names a transaction that does not pay the order', async () => {
    const { client, mock, destination, payer } = world
    const { parameters, kept } = paymentOf({ claimer: world.clients().claimer })
    const service: ServiceClient = {
      ...client,
      executeSteps: async (...rest) => {
        const ended = await client.executeSteps(...rest)
        const hash = await send(mock, destination, payer, { to: kept[0]!.inbox, value: ether })
        return { ...ended, outcome: { ...ended.outcome!, txHashes: [hash] } }
      },
      getStatus: async (...rest) => ({ ...(await client.getStatus(...rest)), txHashes: [] }),
    }
    const error = await thrown(() => payReceiver(service, parameters))
    expect(error, error.message).to.include({ name: 'InboxPaymentUnknownError' })
    expect(kept.at(-1)!.state).to.equal('depositing')
  })

  it('attack: a node that fails or lags is neither success nor loss', async () => {
    const { client, clients } = world
    const { parameters, kept, claimer } = paymentOf()
    await thrown(() => payReceiver(client, parameters))
    const call = kept.at(-1)!
    await mined(await claim(claimer, evidenceOf(call)))
    for (const method of ['eth_getLogs', 'eth_getTransactionReceipt', 'eth_getBalance']) {
      const { request } = coherent(world.destination.rpcUrl)
      const destinationClient = toNodes(async (args) => {
        if (args.method === method) throw new Error('busy')
        return request(args)
      }).client
      const { walletClient, originClient, ...rest } = clients()
      const read = () => payReceiver(client, { ...rest, destinationClient, call, timeoutMs: 300 })
      if (method === 'eth_getBalance') {
        // The balance after the fill was kept.
        expect((await read()).claims).to.have.length(1)
      } else expect((await thrown(read)).name).to.equal('InboxPaymentUnknownError')
    }
  })

  it('behavior: a recipient is paid exactly once for each deposit', async () => {
    const { client, clients, native, destination, recipient } = world
    const held = () => balanceOf(destination, zeroAddress, recipient as Address)
    const before = await held()
    const { kept, keep } = keeper()
    await payReceiver(client, { ...clients(), ...native(), keep })
    for (const call of kept) {
      if (call.state === 'opened' || call.state === 'quoted') continue
      const { claims } = await payReceiver(client, { ...clients(), call })
      expect(claims.length).to.be.greaterThan(0)
    }
    expect((await held()) - before).to.equal(ether)
  })
})
