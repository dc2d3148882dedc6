// What a mistake in the client that pays would do: each of these was noticed by no other test.
import { expect } from 'chai'
import { type Client, createPublicClient, custom, type Hex, numberToHex, pad, zeroHash } from 'viem'
import { findNonceBlock } from '../../src/client/receiver/findNonceBlock.js'
import { awaitReceipt } from '../../src/client/steps/awaitTransaction.js'
import { startRun } from '../../src/client/steps/stepRun.js'
import { hashOrder } from '../../src/index.js'
import { coherent, staying, toNodes } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { freshAddress, send } from '../mock/helpers.js'
import { complete } from '../support/complete.js'
import { thrown } from '../support/errors.js'
import { fake } from '../support/fake.js'
import {
  type Args,
  browserWallet,
  countDeposits,
  Killed,
  keeping,
  raw,
  startServiceProxy,
} from './clientSupport.js'
import { killIn, setUpAttack } from './setUpAttack.js'

describe('Attack: mistakes in the paying client', () => {
  let world: World
  const { pay } = setUpAttack((opened) => {
    world = opened
  })

  const killed = async (isToken = false) => {
    const store = keeping()
    await thrown(() => pay({ keep: killIn('depositing', store) }, undefined, { isToken }))
    return store
  }

  it('findDeposit: native currency with the id and amount of a token order is not a deposit', async () => {
    const { mock, origin } = world
    const store = await killed(true)
    const { orderData } = complete(store.kept!.quote).protocol.v2
    const data = `0x49290c1c${pad(freshAddress()).slice(2)}${hashOrder(orderData).slice(2)}` as Hex
    const value = BigInt(orderData.inputs[0]!.payment.amount)
    await send(mock, origin, mock.accounts[4]!.address, { to: origin.depository, data, value })
    expect(await countDeposits(world, store.kept!)).equal(1)
    const types: string[] = []
    await thrown(() => pay({ keep: store.keep, onProgress: ({ type }) => types.push(type) }, store.read()))
    expect(types).include('transactionConfirmed')
  })

  it('findNonceBlock: another account has a transaction with that nonce in the block', async () => {
    const [address, stranger] = [freshAddress(), freshAddress()]
    const clientOf = (from: Hex) => {
      const block = {
        number: '0x5',
        hash: zeroHash,
        transactions: [{ nonce: '0x7', from }],
        timestamp: '0x1',
      }
      const request = async ({ method }: { method: string }) => {
        if (method === 'eth_getBlockByNumber') return block
        throw Object.assign(new Error('missing trie node'), { code: -32000 })
      }
      return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
    }
    const find = (from: Hex) =>
      findNonceBlock(clientOf(from), { address, nonce: 7 }, { fromBlock: 1n, toBlock: 5n })
    const block = { number: 5n, timestamp: 1n }
    expect([await find(address), await find(stranger)]).deep.equal([{ ...block, hash: zeroHash }, block])
  })

  it('settleDeposit: the first search begins at the block of the prompt, later ones cover the newest 1000 blocks', async () => {
    const store = await killed()
    for (let left = 1500; left > 0; left--) await raw(world.origin, 'evm_mine')
    const { request } = coherent(world.origin.rpcUrl)
    const starts: bigint[] = []
    const originClient = toNodes(async (args) => {
      if (args.method === 'eth_getLogs')
        starts.push(BigInt((args.params as [{ fromBlock: Hex }])[0].fromBlock))
      return request(args)
    }).client
    // This wallet chooses its nonces, so that it looks for a while.
    store.kept!.deposit!.isNonceFixed = false
    const head = BigInt((await raw(world.origin, 'eth_blockNumber')) as Hex)
    await thrown(() => pay({ keep: store.keep, originClient, timeoutMs: 300 }, store.read()))
    expect(starts[0]).equal(BigInt(store.kept!.deposit!.fromBlock))
    expect(starts.at(-1)).equal(head - 1000n)
  }).timeout(120_000)

  for (const [name, status, isTold] of [
    ['the service has seen a deposit', 'pending', false],
    ['nobody has seen one', 'waiting', true],
  ] as const) {
    it(`the final report for a call that someone else paid: ${name}`, async () => {
      const { mock, destination } = world
      const proxy = await startServiceProxy(mock.url, (path, answer) =>
        path.startsWith('/intents/status') ? { ...(answer as object), status, inTxHashes: [] } : undefined,
      )
      try {
        const store = keeping()
        const walletClient = browserWallet(world.payer, async (args: Args) =>
          args.method === 'eth_sendTransaction'
            ? `0x${'12'.repeat(32)}`
            : coherent(world.origin.rpcUrl).request(args),
        )
        const onProgress = async ({ type }: { type: string }) => {
          if (type !== 'transactionSent') return
          const { request, payment } = store.kept!
          const call = request.txs.find(({ to }) => to.toLowerCase() === destination.receiver.toLowerCase())!
          const from = mock.accounts[3]!.address
          await send(mock, destination, from, {
            to: destination.receiver,
            data: call.data as Hex,
            value: BigInt(payment.minimum),
          })
        }
        const end = await pay({ keep: store.keep, walletClient, onProgress }, undefined, {
          client: proxy.client,
        }).then(
          ({ txHashes }) => txHashes,
          ({ name }) => name,
        )
        // What the wallet told of its deposit.
        expect(end).deep.equal(isTold ? [] : [`0x${'12'.repeat(32)}`])
      } finally {
        await proxy.close()
      }
    })
  }

  it('countPending: pending transactions on another chain do not count', async () => {
    const { origin, destination, payer } = world
    const store = await killed()
    store.kept!.deposit!.isNonceFixed = false
    await raw(destination, 'hardhat_setNonce', [payer, numberToHex(500)])
    const walletClient = browserWallet(payer, (args) => coherent(destination.rpcUrl).request(args))
    const error = await thrown(() => pay({ keep: store.keep, walletClient, timeoutMs: 300 }, store.read()))
    expect(error.name).equal('DepositUnknownError')
    expect(origin.id).not.equal(destination.id)
  })

  it('authorizeCall: an existing authorization also waits for its confirmations', async () => {
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'authorized') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress, confirmations: 1 }))
    const call = { ...store.read(), state: 'quoted' as const }
    const error = await thrown(() => pay({ keep: store.keep, confirmations: 3, timeoutMs: 500 }, call))
    expect(error).include({ name: 'CallNotPayableError', state: 'unauthorized' })
  })

  it('awaitReceipt: a sped-up transaction counts as the original', async () => {
    const { origin, payer } = world
    const wallet = world.walletOn(origin)
    const fees = (one: bigint) => ({ maxFeePerGas: one * 10n ** 12n, maxPriorityFeePerGas: one * 10n ** 11n })
    const nonce = await world.nonceOf()
    const transaction = { to: payer, value: 1n, nonce, gas: 21_000n, chain: null }
    await raw(origin, 'evm_setAutomine', [false])
    const txHash = await wallet.sendTransaction({ ...transaction, ...fees(1n) })
    const planned = { path: 'steps[0]', step: { id: 'approve', requestId: null } }
    const runner = startRun({ 'steps[0]': { state: 'sent', txHash } }, [planned])
    const { signal } = new AbortController()
    const wait = { chainId: origin.id, timeoutMs: 9000, signal, runner }
    const going = awaitReceipt(wallet, fake(planned), wait)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const faster = await wallet.sendTransaction({ ...transaction, ...fees(9n) })
    await raw(origin, 'evm_mine')
    expect(await going).equal(faster)
  })

  it('requireOpen: an expired order is refused before the prompt is stored', async () => {
    const { origin } = world
    const store = keeping()
    const types: string[] = []
    const onProgress = async ({ type }: { type: string }) => {
      types.push(type)
      if (type !== 'authorized') return
      const deadline = Number(complete(store.kept!.quote).protocol.v2.orderData.output.deadline)
      await raw(origin, 'evm_setNextBlockTimestamp', [numberToHex(deadline + 10)])
      await raw(origin, 'evm_mine')
    }
    const error = await thrown(() => pay({ keep: store.keep, onProgress }))
    expect(error).include({ name: 'StepMismatchError' })
    expect(error.message)
      .include('The wallet was not asked for the payment.')
      .not.include('Nothing was signed')
    expect(types).not.include('transactionRequested')
    expect(store.kept!.state).equal('authorized')
  })

  it('a destination node that briefly lags behind the authorization does not stop the deposit', async () => {
    const { destination, mock } = world
    await mock.control.resumeSolver()
    let head: bigint | undefined
    const { client: destinationClient } = staying(destination.rpcUrl, () => head)
    const store = keeping()
    const onProgress = async ({ type }: { type: string }) => {
      if (type !== 'authorized') return
      head = BigInt((await raw(destination, 'eth_blockNumber')) as Hex) - 1n
      setTimeout(() => {
        head = undefined
      }, 1500)
    }
    await pay({
      keep: store.keep,
      destinationClient: destinationClient as Client,
      onProgress,
      timeoutMs: 9000,
    })
    expect(await countDeposits(world, store.kept!)).equal(1)
  })
})
