// Attacks on how a payment ends: what was not seen is not told, and what was told can be gone on with.
import { expect } from 'chai'
import { createWalletClient, type Hex, http } from 'viem'
import { createNonceManager, privateKeyToAccount } from 'viem/accounts'
import { jsonRpc } from 'viem/nonce'
import { createServiceClient, mockProfile, type ReceiverCall } from '../../src/client/index.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import { staying } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { freshAddress, send } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { type Args, countDeposits, Killed, keeping, raw, startServiceProxy } from './clientSupport.js'
import { endOf, killIn, setUpAttack } from './setUpAttack.js'

describe('Attack: how a payment ends', () => {
  let world: World
  const { pay, nodeWith, wallet } = setUpAttack((opened) => {
    world = opened
  })

  const resume = () => world.mock.control.resumeSolver()
  const expectPaidOnce = async (call: ReceiverCall) =>
    expect([await countDeposits(world, call), await world.paid(call.callHash)]).deep.equal([1, true])
  const never = new Promise<never>(() => {})
  describe('the service reports success', () => {
    it("the destination's node lags: the outcome is unknown, and the next run finds it", async () => {
      const { destination } = world
      await resume()
      const store = keeping()
      let head: bigint | undefined
      const { client: destinationClient } = staying(destination.rpcUrl, () => head)
      const onProgress = async ({ type }: { type: string }) => {
        if (type === 'transactionSent') head = BigInt((await raw(destination, 'eth_blockNumber')) as Hex)
      }
      const error = await thrown(() =>
        pay({ keep: store.keep, destinationClient, onProgress, timeoutMs: 9000 }),
      )
      expect([error.name, store.kept?.state]).deep.equal(['CallPaymentUnknownError', 'depositing'])
      head = undefined
      await pay({ keep: store.keep, destinationClient }, store.read())
      await expectPaidOnce(store.kept!)
    })

    for (const [name, answers, expected] of [
      ['with a fill that pays another', ['fill'], ['CallNotPaidError', 'notPaid']],
      [
        'with a fill that the chain does not have',
        [`0x${'ab'.repeat(32)}`],
        ['CallPaymentUnknownError', 'depositing'],
      ],
      ['and names no fill, then a page', [], ['CallPaymentUnknownError', 'depositing']],
    ] as const) {
      it(name, async () => {
        const { mock, destination } = world
        const foreign = await send(mock, destination, mock.accounts[4]!.address, {
          to: freshAddress(),
          value: 1n,
        })
        let asked = 0
        const proxy = await startServiceProxy(mock.url, (path, answer) => {
          if (!path.startsWith('/intents/status')) return undefined
          if (answers.length === 0 && ++asked > 1) return { nothing: true }
          const txHashes = answers.map((one) => (one === 'fill' ? foreign : one))
          return { ...(answer as object), status: 'success', txHashes }
        })
        try {
          const store = keeping()
          const error = await thrown(() => pay({ keep: store.keep }, undefined, { client: proxy.client }))
          expect([error.name, store.kept?.state]).deep.equal(expected)
        } finally {
          await proxy.close()
        }
      })
    }
  })

  for (const status of ['failure', 'refund']) {
    it(`the service reports ${status} while the deposit is unmined: the payment is pending, and made once`, async () => {
      const { mock, origin } = world
      let isOver = true
      const proxy = await startServiceProxy(mock.url, (path, answer) =>
        isOver && path.startsWith('/intents/status') ? { ...(answer as object), status } : undefined,
      )
      try {
        const store = keeping()
        await raw(origin, 'evm_setAutomine', [false])
        const sent = wallet((args, send) => (args.method === 'eth_sendTransaction' ? send() : undefined))
        const { client } = proxy
        const error = await thrown(() => pay({ keep: store.keep, walletClient: sent }, undefined, { client }))
        expect([error.name, store.kept?.state]).deep.equal(['DepositPendingError', 'depositing'])
        isOver = false
        await raw(origin, 'evm_mine')
        await raw(origin, 'evm_setAutomine', [true])
        await resume()
        await pay({ keep: store.keep, walletClient: sent }, store.read(), { client })
        await expectPaidOnce(store.kept!)
      } finally {
        await proxy.close()
      }
    })
  }

  it('the service reports failure, and the deposit is mined a little later: the client keeps following the request', async () => {
    const { mock, origin } = world
    let isOver = true
    const proxy = await startServiceProxy(mock.url, (path, answer) =>
      isOver && path.startsWith('/intents/status') ? { ...(answer as object), status: 'failure' } : undefined,
    )
    try {
      const store = keeping()
      await raw(origin, 'evm_setAutomine', [false])
      const going = pay({ keep: store.keep, timeoutMs: 20_000 }, undefined, { client: proxy.client })
      setTimeout(async () => {
        isOver = false
        await resume()
        await raw(origin, 'evm_mine')
        await raw(origin, 'evm_setAutomine', [true])
      }, 4000)
      expect((await going).outcome.status).equal('success')
      await expectPaidOnce(store.kept!)
    } finally {
      await proxy.close()
    }
  })

  it('a wallet names a successful transaction without the deposit: nothing is confirmed, and resend sends the deposit', async () => {
    const { mock, origin, payer } = world
    const store = keeping()
    const types: string[] = []
    const onProgress = ({ type }: { type: string }) => types.push(type)
    const walletClient = wallet(({ method }) =>
      method === 'eth_sendTransaction'
        ? send(mock, origin, mock.accounts[4]!.address, { to: payer })
        : undefined,
    )
    const error = await thrown(() => pay({ keep: store.keep, walletClient, onProgress }))
    expect(error.name).equal('DepositPendingError')
    expect(types).not.include('transactionConfirmed')
    // Whoever takes it for the deposit all the same can still send it.
    const call = store.read()
    call.run = { 'steps[0].items[0]': { ...call.run['steps[0].items[0]'], state: 'done' } }
    await resume()
    await pay({ keep: store.keep, walletClient: wallet(() => undefined) }, call, { resend: true })
    await expectPaidOnce(store.kept!)
  })

  describe("a stored nonce that is not the account's next", () => {
    /** Of an account that signs here, with a manager of its own. */
    const managedWallet = () => {
      const { privateKey } = world.mock.accounts[1]!
      const account = privateKeyToAccount(privateKey, {
        nonceManager: createNonceManager({ source: jsonRpc() }),
      })
      const transport = http(world.origin.rpcUrl)
      return createWalletClient({ account, transport, pollingInterval: 20 })
    }

    it('behavior: the earlier transactions were dropped: resend uses the next nonce', async () => {
      const store = keeping()
      await thrown(() => pay({ keep: killIn('depositing', store) }))
      store.kept!.deposit!.nonce += 2
      const error = await thrown(() => pay({ keep: store.keep }, store.read()))
      expect(error.name).equal('DepositUnknownError')
      expect(error.message).include('resend: true')
      await resume()
      await pay({ keep: store.keep }, store.read(), { resend: true })
      await expectPaidOnce(store.kept!)
    })

    it("behavior: if the store fails, the account's nonce manager gives out no nonce", async () => {
      await resume()
      const walletClient = managedWallet()
      const store = keeping()
      const keep = (call: ReceiverCall) => {
        if (call.state === 'depositing') throw new Killed()
        store.keep(call)
      }
      await thrown(() => pay({ keep, walletClient }))
      await pay({ keep: store.keep, walletClient }, store.read())
      await expectPaidOnce(store.kept!)
    })

    it('behavior: two concurrent calls of one account, with its nonce manager, deposit once each', async () => {
      await resume()
      const walletClient = managedWallet()
      // viem's manager takes no note of the nonce 0.
      await walletClient.sendTransaction({ to: freshAddress(), chain: null })
      const stores = [keeping(), keeping()]
      // Both have asked for the nonce before one takes it.
      let left = 2
      const together = async () => {
        left--
        while (left > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      }
      const authorizers = [3, 4].map((one) =>
        world.walletOn(world.destination, privateKeyToAccount(world.mock.accounts[one]!.privateKey)),
      )
      await Promise.all(
        stores.map((store, place) => {
          const keep = async (call: ReceiverCall) => {
            store.keep(call)
            if (call.state === 'depositing' && left > 0) await together()
          }
          return pay({ keep, walletClient, authorizer: authorizers[place]!, timeoutMs: 20_000 })
        }),
      )
      for (const { kept } of stores) await expectPaidOnce(kept!)
      expect(new Set(stores.map(({ kept }) => kept!.deposit!.nonce)).size).equal(2)
    })

    it('behavior: the client retries the nonce after a node fails once', async () => {
      await resume()
      const plain = managedWallet()
      await plain.sendTransaction({ to: freshAddress(), chain: null })
      const request = async (args: Args) => {
        if (args.method === 'eth_sendRawTransaction') throw new Error('down')
        return askOf(plain)(args)
      }
      const store = keeping()
      const failing = { ...plain, request } as unknown as typeof plain
      const error = await thrown(() => pay({ keep: store.keep, walletClient: failing }))
      expect(error.name).equal('DepositUnknownError')
      // Another transaction of the account in the same process takes the nonce that was not used.
      await plain.sendTransaction({ to: freshAddress(), chain: null })
      expect(await world.nonceOf()).equal(store.kept!.deposit!.nonce + 1)
    })
  })

  describe('requests without an answer', () => {
    it('a wallet that stops responding after it sent: the status ends the run', async () => {
      await resume()
      let hasSent = false
      const walletClient = wallet(async ({ method }, send) => {
        if (method === 'eth_sendTransaction') {
          const hash = await send()
          hasSent = true
          return hash
        }
        return hasSent ? never : undefined
      })
      expect(await endOf(pay({ walletClient, timeoutMs: 30_000 }), 28_000)).equal('paid')
    })

    for (const [chain, method, expected] of [
      ['origin', 'eth_getLogs', 'DepositUnknownError'],
      ['origin', 'eth_getCode', 'DepositUnknownError'],
      ['destination', 'eth_call', 'TimeoutError'],
    ] as const) {
      it(`a resumed run with a node of the ${chain} that never answers ${method}`, async () => {
        const store = keeping()
        await thrown(() => pay({ keep: killIn('depositing', store) }))
        const silent = nodeWith(world[chain].rpcUrl, (args, ask) => (args.method === method ? never : ask()))
        const going = pay({ keep: store.keep, timeoutMs: 500, [`${chain}Client`]: silent }, store.read())
        const name = await endOf(going, 25_000)
        expect(
          name === 'TimeoutError' || name === 'ContractFunctionExecutionError' ? 'TimeoutError' : name,
        ).equal(expected)
      })
    }

    it('a wallet that never answers eth_getTransactionCount before the prompt', async () => {
      await resume()
      const walletClient = wallet(({ method }) => (method === 'eth_getTransactionCount' ? never : undefined))
      expect(await endOf(pay({ walletClient, timeoutMs: 8000 }), 25_000)).equal('paid')
    })

    it('a slow node that serves ten blocks at once: the search ends and reports it', async () => {
      const store = keeping()
      await thrown(() => pay({ keep: killIn('depositing', store) }))
      for (let left = 2000; left > 0; left--) await raw(world.origin, 'evm_mine')
      const slow = nodeWith(world.origin.rpcUrl, async ({ method, params }, ask) => {
        if (method !== 'eth_getLogs') return ask()
        const [{ fromBlock, toBlock }] = params
        if (BigInt(toBlock) - BigInt(fromBlock) >= 10n) {
          throw Object.assign(new Error('block range is too large'), { code: -32600 })
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
        return ask()
      })
      const going = pay({ keep: store.keep, timeoutMs: 1000, originClient: slow }, store.read())
      expect(await endOf(going, 30_000)).equal('DepositUnknownError')
    }).timeout(120_000)
  })

  it('a wallet that sends and answers null is not prompted again', async () => {
    let asked = 0
    const walletClient = wallet(async ({ method }, send) => {
      if (method !== 'eth_sendTransaction') return undefined
      asked++
      await send()
      return null
    })
    await resume()
    const store = keeping()
    await pay({ walletClient, keep: store.keep, timeoutMs: 9000 })
    expect(asked).equal(1)
    await expectPaidOnce(store.kept!)
  })

  it('a pending approval: the resumed run waits for it and reports no missing allowance', async () => {
    const { origin } = world
    await resume()
    const store = keeping()
    await raw(origin, 'evm_setAutomine', [false])
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }, undefined, { isToken: true }))
    const going = pay({ keep: store.keep, timeoutMs: 30_000 }, store.read())
    setTimeout(() => raw(origin, 'evm_setAutomine', [true]).then(() => raw(origin, 'evm_mine')), 5000)
    await going
    expect(await world.paid(store.kept!.callHash)).equal(true)
  })

  it('a receiver deployed within the confirmations is not authorized yet', async () => {
    const error = await thrown(() => pay({ confirmations: 10_000, timeoutMs: 500 }))
    expect(error).include({ name: 'CallNotPayableError', state: 'unauthorized' })
  })

  it('a mined deposit is followed with a profile that no longer lists the router', async () => {
    await resume()
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    const chains = mockProfile.chains!.map((chain) => ({ ...chain, routers: [] }))
    const client = createServiceClient({ profile: { ...mockProfile, chains }, baseUrl: world.mock.url })
    await pay({ keep: store.keep, timeoutMs: 9000 }, store.read(), { client })
    await expectPaidOnce(store.kept!)
  })

  it("a deposit that the receiver's own call proves counts, even if the service reports none", async () => {
    const { mock } = world
    let isSilent = false
    const proxy = await startServiceProxy(mock.url, (path, answer) =>
      isSilent && path.startsWith('/intents/status')
        ? { ...(answer as object), status: 'waiting', inTxHashes: [] }
        : undefined,
    )
    try {
      await resume()
      const store = keeping()
      const { client } = proxy
      await pay({ keep: store.keep, timeoutMs: 9000 }, undefined, { client })
      isSilent = true
      const { txHashes } = await pay({ keep: store.keep }, store.read(), { client })
      expect(txHashes.length).equal(1)
    } finally {
      await proxy.close()
    }
  })

  it("the wallet reports a mined deposit that the origin's node does not show: it stays the deposit", async () => {
    const { origin, mock } = world
    const store = keeping()
    const blind = nodeWith(origin.rpcUrl, async ({ method }, ask) =>
      method === 'eth_getTransactionReceipt' ? null : ask(),
    )
    // Somebody else pays the call, and the service shows no deposit.
    const proxy = await startServiceProxy(mock.url, (path, answer) =>
      path.startsWith('/intents/status')
        ? { ...(answer as object), status: 'waiting', inTxHashes: [] }
        : undefined,
    )
    try {
      await resume()
      const { txHashes } = await pay({ keep: store.keep, originClient: blind, timeoutMs: 3000 }, undefined, {
        client: proxy.client,
      })
      expect(txHashes.length).equal(1)
      await expectPaidOnce(store.kept!)
    } finally {
      await proxy.close()
    }
  })
})
