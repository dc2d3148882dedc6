// A receiver of inboxes needs their frozen code, which is deployed first.
import { expect } from 'chai'
import { keccak256 } from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { readReceiver } from '../../src/deploy/compare/readReceiver.js'
import { wantedPolicy } from '../../src/deploy/compare/wantedPolicy.js'
import { type DeployConfig, readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { estimateDeployment } from '../../src/deploy/estimateDeployment.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { inboxImplementation } from '../../src/protocol/inbox/inboxImplementation.js'
import { thrown } from '../support/errors.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import {
  allSteps,
  chainIds,
  clientOf,
  connect,
  deployer,
  file,
  minedSteps,
  restoreAfterEach,
  run,
  startServers,
} from './support.js'

const steps = [...allSteps.slice(0, 2), 'inbox', ...allSteps.slice(2)]
const configOf = (chainId: number): DeployConfig => {
  const chainNames = [{ name: 'ethereum', chainId: 1, isEvm: true }]
  return readDeployConfig({ file: { ...file, kind: 'inboxReceiver', chainNames }, chainId })
}

describe('the deployment of a receiver of inboxes', () => {
  let servers: ChainServer[]
  before(async () => {
    servers = await startServers(chainIds)
  })
  restoreAfterEach(() => servers[0]!.rpcUrl)
  after(() => Promise.all(servers.map((server) => server.close())))

  it('default: the code of inboxes first, everything at the same address on every chain', async () => {
    for (const [index, { rpcUrl }] of servers.entries()) {
      const chain = await connect(rpcUrl)
      const wanted = configOf(chainIds[index]!)
      const plan = planDeployment(wanted, deployer.address)
      expect(plan.inbox!.address).to.equal(inboxImplementation.address)
      const { transactions } = await run(chain, { wanted })
      expect(minedSteps({ transactions })).to.deep.equal(steps)
      const code = await clientOf(rpcUrl).getCode({ address: inboxImplementation.address })
      expect(keccak256(code!)).to.equal(inboxImplementation.codeHash)
      const { receiver, implementation } = plan
      const found = await readReceiver({
        chain,
        receiver: receiver.address,
        wanted: wantedPolicy(wanted, undefined),
        implementation: implementation.address,
      })
      expect(found).to.deep.include({ codeCompared: true, differences: [] })
      expect((await run(chain, { wanted })).found).to.deep.equal(steps.slice(1))
    }
  })

  it('behavior: a dry run estimates what is known before the steps, and between them', async () => {
    const chain = await connect(servers[0]!.rpcUrl)
    const wanted = configOf(chain.id)
    const plan = planDeployment(wanted, deployer.address)
    const before = await estimateDeployment(chain, plan)
    expect(before.map(({ step }) => step)).to.deep.equal(steps)
    // Without the code of inboxes the implementation's constructor reverts, so nothing estimates it.
    const unknown = before.filter(({ gas }) => gas === undefined)
    expect(unknown.map(({ step }) => step)).to.deep.equal(['implementation', 'receiver'])
    await run(chain, { wanted, cut: 5 }).catch(() => {})
    const between = await estimateDeployment(chain, plan)
    expect(between.filter(({ isDone }) => isDone).map(({ step }) => step)).to.include('inbox')
    expect(between.find(({ step }) => step === 'implementation')!.gas! > 3_000_000n).to.equal(true)
    await run(chain, { wanted })
    const after = await estimateDeployment(chain, plan)
    expect(after.every(({ isDone }) => isDone)).to.equal(true)
  })

  it('error: a chain without the proxy has no inboxes, and no other way is named', async () => {
    const { rpcUrl } = servers[0]!
    const [id] = chainIds
    const client = clientOf(rpcUrl)
    const refuse = async () =>
      (await thrown(async () => run(await connect(rpcUrl), { wanted: configOf(id) }))).message
    await client.setNonce({ address: deterministicProxy.sender, nonce: 1 })
    expect(await refuse())
      .to.include('was used and failed')
      .and.include('no inboxes')
      .and.not.include('Ignition')
    await client.setCode({ address: deterministicProxy.address, bytecode: '0x00' })
    expect(await refuse())
      .to.include('other code than')
      .and.include('no inboxes')
      .and.not.include('Ignition')
  })

  it('error: a chain with another CREATE2 has no inboxes', async () => {
    const { rpcUrl } = servers[0]!
    const [id] = chainIds
    const proxy = await startRpcProxy(rpcUrl, async ({ method, params, forward }) => {
      const isInbox =
        String((params as unknown[])?.[0]).toLowerCase() === inboxImplementation.address.toLowerCase()
      return method === 'eth_getCode' && isInbox ? { result: '0x' } : forward()
    })
    try {
      const chain = await connect(proxy.url)
      const { message } = await thrown(() => run(chain, { wanted: configOf(id) }))
      expect(message)
        .to.include('in another way than Ethereum')
        .and.include('no inboxes')
        .and.not.include('Ignition')
    } finally {
      await proxy.close()
    }
  })
})
