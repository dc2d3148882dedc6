import { expect } from 'chai'
import hre from 'hardhat'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readInboxEvidence } from '../../../src/client/inbox/inboxCall.js'
import { readMinimum } from '../../../src/client/inbox/quoteInbox.js'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { claim, refund } from '../../../src/contract/index.js'
import { hashOrder, type OrderData } from '../../../src/index.js'
import { solverKey } from '../../../src/mock/accounts.js'
import { accountOf, balanceOf, clientOf, ether, send, tokenOf, usdc } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { coherent, toNodes } from '../receiver/nodes.js'
import { lying } from './lies.js'
import { keeper, open, type World } from './world.js'

describe('payReceiver, for a receiver of inboxes: an open deposit address that gets another amount', () => {
  let world: World
  let salt = 0
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  type Options = {
    service?: ServiceClient
    /** Pays the address that is shown. */
    pay: (address: Address, amount: bigint) => unknown
    currency?: 'native' | 'token'
    payment?: object
    changes?: object
  }

  /** Opens an inbox of its own, and pays its open deposit address. */
  const start = ({ service = world.client, pay, currency = 'native', payment, changes }: Options) => {
    const { clients, payer, recipient } = world
    const { walletClient, originClient, ...rest } = clients()
    const { kept, keep } = keeper()
    const parameters = {
      ...rest,
      ...world[currency]({ tradeType: 'EXACT_INPUT', useDepositAddress: true, refundTo: payer }),
      payment: {
        recipient,
        refundTo: payer,
        salt: `0x${(++salt).toString(16).padStart(64, '0')}`,
        ...payment,
      },
      keep,
      timeoutMs: 4000,
      onProgress: (progress: { type: string; depositAddress?: Address; amount?: bigint }) =>
        progress.type === 'depositAddress' && pay(progress.depositAddress!, progress.amount!),
      ...changes,
    } as PayInboxParameters
    return { kept, keep, run: () => payReceiver(service, parameters) }
  }
  const mined = (hash: Hash) => clientOf(world.destination).waitForTransactionReceipt({ hash })
  const pay = (to: Address, value: bigint) =>
    send(world.mock, world.origin, world.mock.accounts[4]!.address, { to, value })
  const held = (token: Address) => balanceOf(world.destination, token, world.recipient)
  const orderOf = (call: InboxCall) => call.quote!.protocol!.v2!.orderData as OrderData
  const leastOf = (call: InboxCall) => BigInt(orderOf(call).output.payments[0]!.minimumAmount)

  it('default: more: claims with the order of the quote, and reports what was measured', async () => {
    const before = await held(zeroAddress)
    const { kept, run } = start({ pay: (address, amount) => pay(address, 2n * amount) })
    const { claims, txHashes, outcome, orderId } = await run()
    const arrived = (await held(zeroAddress)) - before
    const call = kept.at(-1)!
    expect([claims.map(({ credited }) => credited), txHashes, outcome]).to.deep.equal([
      [arrived],
      [],
      undefined,
    ])
    expect(arrived > leastOf(call)).to.equal(true)
    expect(orderId).to.equal(hashOrder(orderOf(call)))
    expect([call.state, call.evidence, call.fill!.transaction]).to.deep.equal([
      'claimed',
      undefined,
      undefined,
    ])
  })

  it('behavior: less, but as much as the terms accept: claims with an order for less', async () => {
    const before = await held(zeroAddress)
    const { kept, run } = start({ pay: (address, amount) => pay(address, amount / 2n) })
    const { claims } = await run()
    const arrived = (await held(zeroAddress)) - before
    const call = kept.at(-1)!
    expect(claims.map(({ credited }) => credited)).to.deep.equal([arrived])
    expect(arrived > 0n && arrived < leastOf(call)).to.equal(true)
    expect(BigInt(call.evidence!.orderData.output.payments[0]!.minimumAmount)).to.equal(arrived)
  })

  it('behavior: a token: more and less', async () => {
    const { mock, origin, payer, destination } = world
    const token = tokenOf(destination)
    const payToken = (to: Address, amount: bigint) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
      return send(mock, origin, payer, { to: tokenOf(origin), data })
    }
    for (const [part, whole] of [
      [3n, 2n],
      [1n, 2n],
    ] as const) {
      const before = await held(token)
      const { kept, run } = start({
        currency: 'token',
        pay: (address, amount) => payToken(address, (amount * part) / whole),
      })
      const { claims } = await run()
      const arrived = (await held(token)) - before
      expect(claims.map(({ credited }) => credited)).to.deep.equal([arrived])
      expect(arrived > leastOf(kept.at(-1)!)).to.equal(part > whole)
    }
  })

  for (const [units, fee] of [
    [100n * usdc, 2n * usdc],
    [50n * usdc, 5n],
  ] as const) {
    it(`behavior: a token that keeps ${fee} of each transfer: claims ${units} with an order for what arrives`, async () => {
      const { destination, walletOn, mock, payer } = world
      const [chain, token] = [clientOf(destination), tokenOf(destination)]
      const { abi, deployedBytecode } = await hre.artifacts.readArtifact('ScriptedToken')
      const owner = walletOn(destination, accountOf(mock, payer))
      const write = async (functionName: 'mint' | 'script', args: readonly unknown[]) => {
        const data = encodeFunctionData({ abi: abi as Abi, functionName, args })
        return mined(await owner.sendTransaction({ to: token, data, chain: null }))
      }
      const bytecode = (await chain.getCode({ address: token }))!
      await chain.setCode({ address: token, bytecode: deployedBytecode as Hex })
      const script = {
        takes: true,
        credits: true,
        extra: 0n,
        fee,
        bonus: 0n,
        answer: 1n,
        size: 32n,
        reverts: false,
      }
      try {
        const { kept, run } = start({
          currency: 'token',
          pay: async () => {
            await write('mint', [kept.at(-1)!.inbox, units])
            await write('script', [toFunctionSelector('transfer(address,uint256)'), script])
          },
        })
        expect((await run()).claims.map(({ credited }) => credited)).to.deep.equal([units - fee])
        expect(readMinimum(kept.at(-1)!.evidence!.orderData)).to.equal(units - fee)
      } finally {
        await chain.setCode({ address: token, bytecode })
      }
    })
  }

  it("error: less than the terms' minimum: the money waits, and more money mends it", async () => {
    const { client, clients, mock, destination } = world
    const minimum = ether / 2n
    const { kept, keep, run } = start({
      pay: (address, amount) => pay(address, amount / 4n),
      payment: { minimum },
    })
    const before = await held(zeroAddress)
    const error = await thrown(run)
    const { receiver, inbox, inboxHash, state } = kept.at(-1)!
    const balance = await balanceOf(destination, zeroAddress, inbox)
    expect(error, error.message).to.include({
      ...{ name: 'InboxWaitingError', receiver, inbox, inboxHash, token: zeroAddress, amount: balance },
    })
    expect([balance > 0n, balance < minimum, state]).to.deep.equal([true, true, 'depositing'])
    expect(error.blockNumber).to.be.a('bigint')
    expect((error.failures as { check: string }[]).map(({ check }) => check)).to.deep.equal(['payment'])
    expect((error.cause as Error).name).to.equal('RequestTimeoutError')
    expect(error.message).to.include('fillproof claim').and.to.include('refund')
    expect(await held(zeroAddress)).to.equal(before)

    await send(mock, destination, mock.accounts[4]!.address, { to: inbox, value: minimum })
    const { walletClient, originClient, ...rest } = clients()
    const { claims } = await payReceiver(client, { ...rest, call: kept.at(-1)!, keep, timeoutMs: 4000 })
    expect(claims.map(({ credited }) => credited)).to.deep.equal([balance + minimum])
  })

  it('behavior: exactly the amount: the request of the quote ends it', async () => {
    const { kept, run } = start({ pay })
    const { claims, outcome } = await run()
    expect([claims.length, outcome?.status]).to.deep.equal([1, 'success'])
    expect(kept.at(-1)!.fill!.transaction).to.match(/^0x/)
  })

  it('behavior: what lay there before does not count', async () => {
    const { mock, destination, payer } = world
    let isSeen = false
    const { kept, run } = start({
      pay: () => {
        isSeen = true
      },
      changes: {
        timeoutMs: 1000,
        keep: async (call: InboxCall) => {
          kept.push(call)
          if (call.state === 'opened')
            await send(mock, destination, payer, { to: call.inbox, value: 9n * ether })
        },
      },
    })
    const error = await thrown(run)
    expect([error.name, isSeen, kept.at(-1)!.state]).to.deep.equal([
      'RequestTimeoutError',
      true,
      'depositing',
    ])
    expect(kept.at(-1)!.quotedBalance).to.equal(String(9n * ether))
  })

  it('behavior: without a claimer the money waits, and a later run claims it', async () => {
    const { client, clients } = world
    const { kept, keep, run } = start({
      pay: (address, amount) => pay(address, amount * 2n),
      changes: { claimer: undefined },
    })
    const error = await thrown(run)
    expect(error, error.message).to.include({ name: 'InboxWaitingError' })
    const { walletClient, originClient, ...rest } = clients()
    const { claims } = await payReceiver(client, { ...rest, call: kept.at(-1)!, keep, timeoutMs: 4000 })
    expect(claims.map(({ credited }) => credited)).to.deep.equal([error.amount])
  })

  it('behavior: somebody claims or refunds while nobody looks', async () => {
    const { client, clients, mock, destination, receiver, walletOn, payer } = world
    for (const take of ['claim', 'refund'] as const) {
      const { kept, keep, run } = start({ pay: () => {}, changes: { timeoutMs: 400 } })
      await thrown(run)
      const call = kept.at(-1)!
      await send(mock, destination, payer, { to: call.inbox, value: 2n * ether })
      const evidence = {
        ...readInboxEvidence(call),
        receiver,
        evmChains: [world.origin.name, destination.name],
      }
      const owner = walletOn(destination, accountOf(mock, payer))
      if (take === 'claim') await mined(await claim(clients().claimer!, evidence))
      else await mined(await refund(owner, { receiver, terms: evidence.inboxTerms }))
      const { walletClient, originClient, ...rest } = clients()
      const resumed = () => payReceiver(client, { ...rest, call: kept.at(-1)!, keep, timeoutMs: 2000 })
      if (take === 'claim') {
        for (const _ of ['first', 'again']) {
          const { claims } = await resumed()
          expect(claims.map(({ credited }) => credited)).to.deep.equal([2n * ether])
          expect(kept.at(-1)!.state).to.equal('claimed')
        }
      } else {
        const error = await thrown(resumed)
        expect(error, error.message).to.include({ name: 'InboxRefundedError', amount: 2n * ether })
        expect(kept.at(-1)!.state).to.equal('refunded')
      }
    }
  })

  it('attack: a refund of another token is no money of this payment', async () => {
    const { mock, destination, receiver, walletOn, payer } = world
    const { kept, run } = start({
      pay: async () => {
        const { inbox, terms } = kept.at(-1)!
        const token = tokenOf(destination)
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [inbox, 9n] })
        const solver = walletOn(destination, privateKeyToAccount(solverKey))
        await mined(await solver.sendTransaction({ to: token, data, chain: null }))
        const owner = walletOn(destination, accountOf(mock, payer))
        const own = { ...terms, minimum: BigInt(terms.minimum) }
        await mined(await refund(owner, { receiver, terms: own, token }))
      },
      changes: { timeoutMs: 1000 },
    })
    expect((await thrown(run)).name).to.equal('RequestTimeoutError')
    expect(kept.at(-1)!.state).to.equal('depositing')
  })

  it('behavior: a reorganization removed the block in which the money was measured', async () => {
    const { client, clients, destination } = world
    const { kept, keep, run } = start({ pay: (address, amount) => pay(address, 2n * amount) })
    await run()
    const filled = kept.findLast(({ state }) => state === 'filled')!
    const gone = { ...filled, fill: { ...filled.fill!, blockHash: `0x${'0d'.repeat(32)}` as const } }
    const { walletClient, originClient, ...rest } = clients()
    const { claims } = await payReceiver(client, { ...rest, call: gone, keep, timeoutMs: 4000 })
    expect(claims).to.have.length(1)
    const { block, blockHash } = kept.at(-1)!.fill!
    const { hash } = await clientOf(destination).getBlock({ blockNumber: BigInt(block) })
    expect(blockHash).to.equal(hash)
  })

  it('attack: a service whose order for less needs more than what lies there', async () => {
    const { client } = world
    const service = lying(client, (order, asked) => {
      const [payment] = order.output.payments
      const { tradeType } = asked as { tradeType?: string }
      if (tradeType === 'EXACT_OUTPUT') payment!.minimumAmount = String(BigInt(payment!.minimumAmount) + 1n)
    })
    const { kept, run } = start({ service, pay: (address, amount) => pay(address, amount / 2n) })
    const error = await thrown(run)
    expect(error, error.message).to.include({ name: 'InboxWaitingError' })
    expect([kept.at(-1)!.state, kept.at(-1)!.evidence]).to.deep.equal(['filled', undefined])
  })

  it('behavior: the node answers only at the end of the wait', async () => {
    const { destination } = world
    const { request } = coherent(destination.rpcUrl)
    let isBusy = true
    const destinationClient = toNodes(async (args) => {
      // The wait asks for the number of the block first, and its end for the block.
      if (kept.at(-1)?.state === 'depositing') isBusy &&= args.method !== 'eth_getBlockByNumber'
      if (args.method === 'eth_blockNumber' && kept.at(-1)?.state === 'depositing' && isBusy)
        throw new Error('busy')
      return request(args)
    }).client
    const { kept, run } = start({
      pay: (address, amount) => pay(address, 2n * amount),
      changes: { destinationClient, timeoutMs: 1500 },
    })
    const { claims: made } = await run()
    expect([made.length, kept.at(-1)!.state]).to.deep.equal([1, 'claimed'])
  })

  it('attack: dust does not end the wait for a payment', async () => {
    const { mock, destination, payer } = world
    const { kept, run } = start({
      pay: async (address, amount) => {
        await send(mock, destination, payer, { to: kept.at(-1)!.inbox, value: ether / 2n - 1n })
        await new Promise((resolve) => setTimeout(resolve, 300))
        await pay(address, amount)
      },
      payment: { minimum: ether / 2n },
    })
    const { claims, outcome } = await run()
    expect([claims.length, outcome?.status]).to.deep.equal([1, 'success'])
  })

  it('behavior: the request ends without a fill, and the money is claimed or named', async () => {
    const { client } = world
    for (const [value, name] of [
      [2n * ether, undefined],
      [1n, 'InboxNotFilledError'],
    ] as const) {
      const { mock, destination, payer, clients, recipient } = world
      const { walletClient, originClient, ...rest } = clients()
      const { kept, keep } = keeper()
      const failing = {
        ...client,
        waitForRequest: (async () => {
          await send(mock, destination, payer, { to: kept.at(-1)!.inbox, value })
          return { status: 'failure', failReason: 'PROTOCOL_DEADLINE_EXPIRED' }
        }) as unknown as typeof client.waitForRequest,
        getStatus: (async () => ({
          status: kept.at(-1)!.state === 'opened' ? 'waiting' : 'failure',
        })) as unknown as typeof client.getStatus,
      }
      const run = () =>
        payReceiver(failing, {
          ...rest,
          ...world.native({ tradeType: 'EXACT_INPUT', useDepositAddress: true, refundTo: payer }),
          payment: {
            recipient,
            refundTo: payer,
            salt: `0x${'ee'.repeat(31)}0${value === 1n ? 1 : 2}`,
            minimum: ether / 2n,
          },
          keep,
        })
      if (name) {
        const error = await thrown(run)
        expect(error, error.message).to.include({ name, balance: value, token: zeroAddress })
        expect(error.blockNumber).to.be.a('bigint')
        expect(error.message).to.include(`${value} of token ${zeroAddress} wait there at block`)
        expect(error.message).to.include('fillproof claim')
      } else expect((await run()).claims.map(({ credited }) => credited)).to.deep.equal([value])
    }
  })
})
