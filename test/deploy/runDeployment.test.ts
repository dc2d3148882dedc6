import { expect } from 'chai'
import {
  concatHex,
  encodeFunctionData,
  getAddress,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedLegacy,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { FillRevertedError } from '../../src/contract/errors.js'
import { ChainUnreachableError } from '../../src/contract/rpc/errors.js'
import { DeploymentError } from '../../src/deploy/errors.js'
import { estimateDeployment } from '../../src/deploy/estimateDeployment.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { receiverFactoryAbi } from '../../src/generated/abi/receiverFactory.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { thrown } from '../support/errors.js'
import { lagNonce, startRpcProxy } from '../support/rpcProxy.js'
import {
  admin,
  allSteps,
  chainIds,
  clientOf,
  configOf,
  connect,
  deployer,
  minedSteps,
  recipient,
  restoreAfterEach,
  run,
  solver,
  startServers,
} from './support.js'

describe('runDeployment', () => {
  let servers: ChainServer[]
  let rpcUrl: string
  before(async () => {
    servers = await startServers(chainIds)
    rpcUrl = servers[0]!.rpcUrl
  })
  restoreAfterEach(() => rpcUrl)
  after(() => Promise.all(servers.map((server) => server.close())))

  it('default: deploys a receiver as configured, at the address of the plan and the factory', async () => {
    const chain = await connect(rpcUrl)
    const plan = planDeployment(configOf(chain.id), deployer.address)
    const { found, transactions } = await run(chain)
    expect({ found, steps: minedSteps({ transactions }) }).to.deep.equal({ found: [], steps: allSteps })
    const receiver = { abi: attestedOrderReceiverAbi, address: plan.receiver.address } as const
    const read = clientOf(rpcUrl).readContract
    expect(await read({ ...receiver, functionName: 'isSolverActive', args: [solver] })).to.equal(true)
    expect(await read({ ...receiver, functionName: 'recipientStatus', args: [recipient] })).to.deep.equal([
      true,
      true,
    ])
    for (const [account, isAdmin] of [
      [admin.address, true],
      [deployer.address, false],
      [plan.factory.address, false],
    ] as const) {
      expect(await read({ ...receiver, functionName: 'hasRole', args: [zeroHash, account] })).to.equal(
        isAdmin,
      )
    }
    const predicted = await read({
      abi: receiverFactoryAbi,
      address: plan.factory.address,
      functionName: 'predictReceiver',
      args: [plan.implementation.address, deployer.address, plan.receiver.salt],
    })
    expect(predicted).to.equal(plan.receiver.address)
  })

  it('default: a second run sends nothing', async () => {
    await run(await connect(rpcUrl))
    const { found, transactions } = await run(await connect(rpcUrl))
    expect(transactions).to.deep.equal([])
    expect(found).to.deep.equal(['installProxy', 'implementation', 'factory', 'receiver'])
  })

  it('default: the same addresses on two chains, whatever their configuration', async () => {
    const urls = servers.map((server) => server.rpcUrl)
    const plans = await Promise.all(
      urls.map(async (url) => {
        const chain = await connect(url)
        await run(chain)
        return planDeployment(configOf(chain.id), deployer.address)
      }),
    )
    expect(plans[0]!.receiver.initialization).not.to.equal(plans[1]!.receiver.initialization)
    const addresses = plans.map(({ implementation, factory, receiver }) =>
      [implementation, factory, receiver].map(({ address }) => address),
    )
    expect(addresses[0]).to.deep.equal(addresses[1])
    for (const url of urls) {
      for (const address of addresses[0]!)
        expect(await clientOf(url).getCode({ address })).not.to.equal(undefined)
    }
  })

  it('behavior: after a kill at any point, the next run resumes and does nothing twice', async () => {
    // Two events for each transaction, when it is signed and when it is mined.
    const client = clientOf(rpcUrl)
    const plan = planDeployment(configOf(31101), deployer.address)
    for (let cut = 0; cut < 2 * allSteps.length; cut++) {
      const start = await client.snapshot()
      const error = await thrown(async () => run(await connect(rpcUrl), { cut }))
      expect(error.message).to.equal('killed')
      const rest = await run(await connect(rpcUrl))
      // One transaction of the deployer for each step but the proxy's own.
      expect(await client.getTransactionCount({ address: deployer.address }), `cut ${cut}`).to.equal(4)
      expect(await client.getCode({ address: plan.receiver.address }), `cut ${cut}`).not.to.equal(undefined)
      expect(minedSteps(rest).length, `cut ${cut}`).to.be.at.most(allSteps.length - Math.floor(cut / 2))
      expect(minedSteps(await run(await connect(rpcUrl)))).to.deep.equal([])
      await client.revert({ id: start })
    }
  })

  it("behavior: waits for an earlier run's pending transactions and does not send them again", async () => {
    await run(await connect(rpcUrl), { cut: 4 }).catch(() => {})
    const client = clientOf(rpcUrl)
    await client.setAutomine(false)
    const chain = await connect(rpcUrl)
    // Sent, and nobody waits for it.
    const { implementation } = planDeployment(configOf(31101), deployer.address)
    const data = concatHex([implementation.salt, implementation.initCode])
    await chain.client.sendTransaction({ to: deterministicProxy.address, data })
    const before = await client.getTransactionCount({ address: deployer.address })
    const stuck = await thrown(() => run(chain, { pendingTimeoutMs: 60 }))
    expect(stuck).instanceOf(DeploymentError)
    expect(stuck.message).to.include('are pending')
    const running = run(chain)
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    const { found, transactions } = await running
    expect(found).to.deep.equal(['installProxy', 'implementation'])
    expect(minedSteps({ transactions })).to.deep.equal(['factory', 'receiver'])
    expect(await client.getTransactionCount({ address: deployer.address })).to.equal(before + 3)
  })

  it('behavior: if answers are lost, the next run finds the results, and nothing is paid twice', async () => {
    let lost = 0
    const proxy = await startRpcProxy(rpcUrl, async ({ method, forward }) => {
      const answer = await forward()
      if (method !== 'eth_sendRawTransaction' || 'error' in (answer as object)) return answer
      lost += 1
      return 'break'
    })
    try {
      for (let tries = 0; tries < 10; tries++) {
        const error = await run(await connect(proxy.url)).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (error === undefined) break
        expect(error).instanceOf(ChainUnreachableError)
      }
      expect(lost).to.equal(allSteps.length)
      expect(await clientOf(rpcUrl).getTransactionCount({ address: deployer.address })).to.equal(4)
    } finally {
      await proxy.close()
    }
  })

  it('behavior: accepts contracts that someone else deployed meanwhile', async () => {
    const proxied = await startRpcProxy(rpcUrl, async ({ method, count, forward }) => {
      if (method === 'eth_call' && count === 1) await run(await connect(rpcUrl, admin))
      return forward()
    })
    try {
      // The admin's run puts the implementation there right after this one looked for it.
      const chain = await connect(proxied.url)
      await thrown(() => run(chain))
      const { found, transactions } = await run(chain)
      expect(found).to.include.members(['implementation', 'factory'])
      expect(minedSteps({ transactions })).to.deep.equal(['receiver'])
    } finally {
      await proxied.close()
    }
  })

  it('behavior: retries a node that has a block before its receipts', async () => {
    const proxied = await startRpcProxy(rpcUrl, async ({ method, count, forward }) =>
      method === 'eth_getTransactionReceipt' && count < 4 ? { result: null } : forward(),
    )
    try {
      expect(minedSteps(await run(await connect(proxied.url)))).to.deep.equal(allSteps)
    } finally {
      await proxied.close()
    }
  })

  it("behavior: counts its own transactions if the node's nonce is one too low", async () => {
    for (const account of [deployer, deployer.address]) {
      const client = clientOf(rpcUrl)
      const id = await client.snapshot()
      const proxied = await startRpcProxy(rpcUrl, lagNonce(2))
      try {
        expect(minedSteps(await run(await connect(proxied.url, account)))).to.deep.equal(allSteps)
        expect(await client.getTransactionCount({ address: deployer.address })).to.equal(4)
      } finally {
        await proxied.close()
        await client.revert({ id })
      }
    }
  })

  it('error: after a kill, names a lagging node, and the next run resumes', async () => {
    await run(await connect(rpcUrl), { cut: 6 }).catch(() => {})
    const proxied = await startRpcProxy(rpcUrl, lagNonce(5))
    try {
      const error = await thrown(async () => run(await connect(proxied.url)))
      expect(error).instanceOf(ChainUnreachableError)
      expect(error.message).to.include('is behind').and.include('refuses the nonce')
    } finally {
      await proxied.close()
    }
    const { found, transactions } = await run(await connect(rpcUrl))
    expect([...found, ...minedSteps({ transactions })]).to.deep.equal(allSteps.slice(1))
    expect(await clientOf(rpcUrl).getTransactionCount({ address: deployer.address })).to.equal(4)
  })

  it('behavior: an account of the node', async () => {
    const { transactions } = await run(await connect(rpcUrl, deployer.address))
    expect(minedSteps({ transactions })).to.deep.equal(allSteps)
  })

  it('behavior: uses an existing proxy and does not fund its sender again', async () => {
    const client = clientOf(rpcUrl)
    await client.setBalance({ address: deterministicProxy.sender, value: deterministicProxy.cost })
    const { transactions } = await run(await connect(rpcUrl))
    expect(minedSteps({ transactions })).to.deep.equal(allSteps.slice(1))
    const { code, hash } = {
      code: await client.getCode({ address: deterministicProxy.address }),
      hash: transactions[0]!.hash,
    }
    expect(code).to.equal(deterministicProxy.runtimeCode)
    expect((await client.getTransactionReceipt({ hash })).contractAddress).to.equal(
      deterministicProxy.address.toLowerCase(),
    )
  })

  it('behavior: the proxy’s transaction has the documented sender and cost, and no chain id', async () => {
    const serializedTransaction = deterministicProxy.transaction as TransactionSerializedLegacy
    expect(await recoverTransactionAddress({ serializedTransaction })).to.equal(deterministicProxy.sender)
    const { gas, gasPrice, chainId } = parseTransaction(serializedTransaction)
    expect({ cost: gas! * gasPrice!, chainId }).to.deep.equal({
      cost: deterministicProxy.cost,
      chainId: undefined,
    })
  })

  it('error: a chain that refuses transactions without a chain id costs nothing', async () => {
    const proxy = await startRpcProxy(rpcUrl, ({ method, forward }) =>
      method === 'eth_sendRawTransaction'
        ? Promise.resolve({
            error: { code: -32000, message: 'only replay-protected (EIP-155) transactions allowed over RPC' },
          })
        : forward(),
    )
    try {
      const error = await thrown(async () => run(await connect(proxy.url)))
      expect(error).instanceOf(DeploymentError)
      expect(error.message).to.include("can't be installed").and.include('EIP-155').and.include('Ignition')
      const client = clientOf(rpcUrl)
      expect(await client.getTransactionCount({ address: deployer.address })).to.equal(0)
      expect(await client.getBalance({ address: deterministicProxy.sender })).to.equal(0n)
    } finally {
      await proxy.close()
    }
  })

  it('error: the proxy’s transaction is spent, or other code is at its address', async () => {
    const client = clientOf(rpcUrl)
    await client.setNonce({ address: deterministicProxy.sender, nonce: 1 })
    expect((await thrown(async () => run(await connect(rpcUrl)))).message).to.include('was used and failed')
    await client.setCode({ address: deterministicProxy.address, bytecode: '0x00' })
    expect((await thrown(async () => run(await connect(rpcUrl)))).message).to.include('other code than')
    expect(await client.getTransactionCount({ address: deployer.address })).to.equal(0)
  })

  it('error: reports a failing initialization with its reason before sending it', async () => {
    const wanted = configOf(31101)
    // The contract refuses what the reader of configurations would: the check of the chain itself is seen.
    const bad = { ...wanted, config: { ...wanted.config, solvers: [{ solver, start: 9, stop: 8 }] } }
    const error = await thrown(async () => run(await connect(rpcUrl), { wanted: bad }))
    expect(error).instanceOf(FillRevertedError)
    expect(error).to.include({ functionName: 'deployReceiver', errorName: 'InvalidConfig' })
    expect(await clientOf(rpcUrl).getTransactionCount({ address: deployer.address })).to.equal(3)
    const { found } = await run(await connect(rpcUrl))
    expect(found).to.deep.equal(['installProxy', 'implementation', 'factory'])
  })

  it("error: reports an unfunded deployer's balance, and shows the key in no message", async () => {
    await run(await connect(rpcUrl), { cut: 4 }).catch(() => {})
    await clientOf(rpcUrl).setBalance({ address: deployer.address, value: 1n })
    const error = await thrown(async () => run(await connect(rpcUrl)))
    expect(error).instanceOf(DeploymentError)
    expect(error.message).to.include(deployer.address).and.include("can't pay for the step implementation")
  })

  it('error: a chain that does not answer, without the key in its URL', async () => {
    const error = await thrown(() => connect('http://127.0.0.1:1/v2/secret-key'))
    expect(error).instanceOf(ChainUnreachableError).and.include({ origin: 'http://127.0.0.1:1' })
    expect(error.message + error.stack).not.to.include('secret-key')
    const proxy = await startRpcProxy(rpcUrl, ({ forward }) => forward())
    const chain = await connect(proxy.url)
    await proxy.close()
    expect(await thrown(() => run(chain))).instanceOf(ChainUnreachableError)
  })

  it('behavior: estimateDeployment sends nothing and is close to the cost', async () => {
    const chain = await connect(rpcUrl)
    const plan = planDeployment(configOf(chain.id), deployer.address)
    const before = await estimateDeployment(chain, plan)
    expect(before.map(({ step, isDone }) => [step, isDone])).to.deep.equal(
      allSteps.map((step) => [step, false]),
    )
    expect(await clientOf(rpcUrl).getTransactionCount({ address: deployer.address })).to.equal(0)
    const { transactions } = await run(chain)
    for (const { step, gas } of before) {
      if (gas === undefined) continue
      const used = Number(transactions.find((sent) => sent.step === step && sent.gasUsed)!.gasUsed)
      expect(Number(gas) / used, step).to.be.within(0.95, 1.6)
    }
    const after = await estimateDeployment(chain, plan)
    expect(after.map(({ step, isDone, gas }) => [step, isDone, gas])).to.deep.equal(
      allSteps.slice(1).map((step) => [step, true, undefined]),
    )
    // With the factory there, the receiver's gas is known too.
    const other = planDeployment(configOf(chain.id, { salt: `0x${'01'.repeat(32)}` }), deployer.address)
    const [receiver] = (await estimateDeployment(chain, other)).slice(-1)
    expect(receiver!.gas).to.be.a('bigint')
    expect(other.receiver.address).not.to.equal(plan.receiver.address)
    expect(getAddress(receiver!.to)).to.equal(plan.factory.address)
  })

  it('behavior: nobody takes the planned address before its deployer', async () => {
    const chain = await connect(rpcUrl)
    await run(chain, { cut: 8 }).catch(() => {})
    const plan = planDeployment(configOf(chain.id), deployer.address)
    const squatter = await connect(rpcUrl, admin)
    await squatter.client.sendTransaction({ to: plan.factory.address, data: plan.receiver.data })
    expect(await chain.client.getCode({ address: plan.receiver.address })).to.equal(undefined)
    const { transactions } = await run(chain)
    expect(minedSteps({ transactions })).to.deep.equal(['receiver'])
    const initialize = encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'initialize',
      args: [configOf(chain.id).config],
    })
    expect(initialize).to.equal(plan.receiver.initialization)
    expect(
      await thrown(() => squatter.client.call({ to: plan.receiver.address, data: initialize })),
    ).instanceOf(Error)
  })
})
