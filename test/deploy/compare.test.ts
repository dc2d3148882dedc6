import { expect } from 'chai'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { roleIds } from '../../src/contract/roleIds.js'
import { comparePolicy, type Difference } from '../../src/deploy/compare/comparePolicy.js'
import { compareService, toDifferences } from '../../src/deploy/compare/compareService.js'
import type { Policy } from '../../src/deploy/compare/policy.js'
import { readHistory } from '../../src/deploy/compare/readHistory.js'
import { readPolicy } from '../../src/deploy/compare/readPolicy.js'
import { compareImplementation, readReceiver } from '../../src/deploy/compare/readReceiver.js'
import { wantedPolicy } from '../../src/deploy/compare/wantedPolicy.js'
import type { DeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { DeploymentError } from '../../src/deploy/errors.js'
import { bytecodes, encodeInitialize } from '../../src/deploy/kinds.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { erc1967ProxyAbi } from '../../src/generated/abi/erc1967Proxy.js'
import { erc1967ProxyBytecode } from '../../src/generated/bytecode/erc1967Proxy.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import type { ServiceProfile } from '../../src/service/profile/types.js'
import { thrown } from '../support/errors.js'
import { metadataRouter } from '../support/routerKinds.js'
import { limitLogs, startRpcProxy } from '../support/rpcProxy.js'
import {
  admin,
  clientOf,
  configOf,
  connect,
  deployer,
  depository,
  recipient,
  restoreAfterEach,
  router,
  run,
  solver,
  startServers,
} from './support.js'

const other: Address = '0x5555555555555555555555555555555555555555'
const zero = `0x${'00'.repeat(32)}` as const

describe('comparing a receiver', () => {
  let server: ChainServer
  const deployed = configOf(31101)
  const wanted = wantedPolicy(deployed, undefined)
  const { receiver, implementation } = planDeployment(deployed, deployer.address)
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    await run(await connect(server.rpcUrl))
  })
  restoreAfterEach(() => server.rpcUrl)
  after(() => server.close())

  async function policyOf(
    options: { fromBlock?: bigint | undefined; wanted?: typeof wanted } = {},
  ): Promise<Policy> {
    return readPolicy({
      chain: await connect(server.rpcUrl),
      receiver: receiver.address,
      wanted: options.wanted ?? wanted,
      fromBlock: 'fromBlock' in options ? options.fromBlock : 0n,
    })
  }

  async function differences(config = wanted): Promise<Difference[]> {
    return comparePolicy(await policyOf({ wanted: config }), 31101, config)
  }

  /** The admin changes the policy. */
  async function change(functionName: string, ...args: readonly unknown[]): Promise<void> {
    const data = encodeFunctionData({ abi: attestedOrderReceiverAbi as Abi, functionName, args })
    const client = clientOf(server.rpcUrl)
    const hash = await client.sendTransaction({ account: admin, chain: null, to: receiver.address, data })
    expect((await client.waitForTransactionReceipt({ hash })).status).to.equal('success')
  }

  it('default: a deployed receiver has no differences', async () => {
    expect(await differences()).to.deep.equal([])
    const chain = await connect(server.rpcUrl)
    expect(await compareImplementation(chain, receiver.address, implementation.address)).to.deep.equal({
      isCompared: true,
      differences: [],
    })
  })

  const field = { solver: `solver ${other}`, recipient: `recipient ${other}` }
  const changes: [string, () => Promise<void>, Difference[]][] = [
    [
      'a solver more',
      () => change('setSolver', { solver: other, start: 7, stop: 0 }),
      [{ field: field.solver, found: 'from 1970-01-01 00:00:07 UTC (7), no end', required: 'none' }],
    ],
    [
      'a solver without ends more',
      () => change('setSolver', { solver: other, start: 0, stop: 0 }),
      [{ field: field.solver, found: 'at once, no end', required: 'none' }],
    ],
    [
      'a revoked solver',
      () => change('revokeSolver', solver),
      [{ field: `solver ${solver}`, found: 'none', required: 'at once, no end' }],
    ],
    [
      'a solver with another window',
      () => change('setSolver', { solver, start: 0, stop: 9 }),
      [
        {
          field: `solver ${solver}`,
          found: 'at once, until 1970-01-01 00:00:09 UTC (9)',
          required: 'at once, no end',
        },
      ],
    ],
    [
      'a route more, and another range',
      async () => {
        await change('setRoute', { chainId: 5n, currency: zero, min: 0n, max: 4n })
        await change('setRoute', { chainId: 1n, currency: zero, min: 1n, max: 999n })
      },
      [
        { field: `route 1 ${zero}`, found: '1 to 999', required: '1 to 1000' },
        { field: `route 5 ${zero}`, found: '0 to 4', required: 'none' },
      ],
    ],
    [
      'a removed route',
      () => change('setRoute', { chainId: 1n, currency: zero, min: 0n, max: 0n }),
      [{ field: `route 1 ${zero}`, found: 'none', required: '1 to 1000' }],
    ],
    [
      'a recipient more, and one without its hook',
      async () => {
        await change('setRecipient', { recipient: other, hook: false })
        await change('setRecipient', { recipient, hook: false })
      },
      [
        { field: `recipient ${recipient}`, found: 'allowed', required: 'allowed, with a hook' },
        { field: field.recipient, found: 'allowed', required: 'none' },
      ],
    ],
    [
      'a removed recipient',
      () => change('removeRecipient', recipient),
      [{ field: `recipient ${recipient}`, found: 'none', required: 'allowed, with a hook' }],
    ],
    [
      'another router in the place of one',
      async () => {
        await change('setRouter', router, false)
        await change('setRouter', other, true)
      },
      [
        { field: `router ${router}`, found: 'none', required: 'allowed' },
        { field: `router ${other}`, found: 'allowed', required: 'none' },
      ],
    ],
    [
      'a released and another reserved address',
      async () => {
        await change('setReserved', depository, false)
        await change('setReserved', other, true)
      },
      [
        { field: `reserved ${depository}`, found: 'none', required: 'reserved' },
        { field: `reserved ${other}`, found: 'reserved', required: 'none' },
      ],
    ],
    ['a pause', () => change('pause'), [{ field: 'paused', found: 'yes', required: 'no' }]],
    [
      'roles given and taken',
      async () => {
        await change('grantRole', roleIds.guardian, other)
        await change('revokeRole', roleIds.rescue, admin.address)
      },
      [
        { field: `role guardian ${other}`, found: 'held', required: 'none' },
        { field: `role rescue ${admin.address}`, found: 'none', required: 'held' },
      ],
    ],
  ]
  for (const [name, act, expected] of changes) {
    it(`behavior: ${name}`, async () => {
      await act()
      expect(await differences()).to.deep.equal(expected)
    })
  }

  it('behavior: a setting that was set and reverted is no difference', async () => {
    await change('setSolver', { solver: other, start: 0, stop: 0 })
    await change('revokeSolver', other)
    await change('setRouter', other, true)
    await change('setRouter', other, false)
    await change('grantRole', roleIds.policy, other)
    await change('revokeRole', roleIds.policy, other)
    expect(await differences()).to.deep.equal([])
  })

  it('behavior: compares the configured roles', async () => {
    const shared = { ...wanted, roles: { ...wanted.roles, guardian: [admin.address, other] } }
    expect(await differences(shared)).to.deep.equal([
      { field: `role guardian ${other}`, found: 'none', required: 'held' },
    ])
    await change('grantRole', roleIds.guardian, other)
    expect(await differences(shared)).to.deep.equal([])
  })

  it('behavior: another name of the chain, or another chain', async () => {
    const renamed = { ...wanted, chainName: 'other' }
    const [name] = await differences(renamed)
    expect(name).to.include({ field: 'chain name', required: 'other' })
    const policy = { ...(await policyOf()), chainId: 7n }
    expect(comparePolicy(policy, 31101, wanted)).to.deep.equal([
      { field: 'chain id', found: '7', required: '31101' },
    ])
  })

  it('behavior: without history, finds missing entries but not added ones', async () => {
    await change('setSolver', { solver: other, start: 0, stop: 0 })
    await change('removeRecipient', recipient)
    const policy = await policyOf({ fromBlock: undefined })
    expect(comparePolicy(policy, 31101, wanted).map((difference) => difference.field)).to.deep.equal([
      `recipient ${recipient}`,
    ])
  })

  it('behavior: a receiver of other code, and an address without a receiver', async () => {
    const chain = await connect(server.rpcUrl)
    expect(await compareImplementation(chain, receiver.address, other)).to.deep.equal({
      isCompared: true,
      differences: [{ field: 'implementation', found: implementation.address, required: other }],
    })
    const error = await thrown(() => compareImplementation(chain, other, implementation.address))
    expect(error).instanceOf(DeploymentError)
    expect(error.message).to.include(`there is no receiver at ${other}`)
  })

  it('attack: a receiver of another kind behind a proxy of its own', async () => {
    const client = clientOf(server.rpcUrl)
    const put = async (data: Hex): Promise<Address> => {
      const hash = await client.sendTransaction({ account: admin, chain: null, data })
      return (await client.waitForTransactionReceipt({ hash })).contractAddress!
    }
    const deploy = async (config: DeployConfig) => {
      const args = [await put(bytecodes[config.kind]), encodeInitialize(config)] as const
      return put(encodeDeployData({ abi: erc1967ProxyAbi, bytecode: erc1967ProxyBytecode, args }))
    }
    const names = [{ name: 'ethereum', chainId: 1, isEvm: true }]
    const configs = {
      attestedOrderReceiver: deployed,
      registeredTermsReceiver: configOf(31101, {
        kind: 'registeredTermsReceiver',
        registrars: [other],
      }),
      signedOrderReceiver: configOf(31101, { kind: 'signedOrderReceiver', chainNames: names }),
    }
    const chain = await connect(server.rpcUrl)
    for (const [found, config] of Object.entries(configs)) {
      const at = await deploy(config)
      for (const [required, of] of Object.entries(configs)) {
        const { differences, codeCompared } = await readReceiver({
          chain,
          receiver: at,
          wanted: wantedPolicy(of),
          implementation: implementation.address,
        })
        const difference = { field: 'kind', found, required }
        expect(codeCompared).to.equal(false)
        if (found === required) expect(differences).to.deep.equal([])
        else expect(differences[0]).to.deep.equal(difference)
      }
    }
  })

  it('error: a history without the initialization', async () => {
    await change('setSolver', { solver: other, start: 0, stop: 0 })
    const head = await clientOf(server.rpcUrl).getBlockNumber()
    for (const fromBlock of [head, head + 1n, 99_999_999n]) {
      const error = await thrown(() => policyOf({ fromBlock }))
      expect(error).to.include({ name: 'DeployHistoryError', fromBlock })
    }
  })

  it('behavior: requests fewer blocks from a node that limits searches', async () => {
    await clientOf(server.rpcUrl).mine({ blocks: 40 })
    const proxy = await startRpcProxy(server.rpcUrl, limitLogs(3))
    try {
      const parameters = [receiver.address, 0n, 44n] as const
      const direct = await readHistory(await connect(server.rpcUrl), ...parameters)
      expect(direct.RoleGranted.length).to.be.greaterThan(1)
      expect(await readHistory(await connect(proxy.url), ...parameters)).to.deep.equal(direct)
    } finally {
      await proxy.close()
    }
  })

  describe('with the service’s listing', () => {
    const profile: ServiceProfile = { ...mockProfile, solvers: { evm: solver }, chains: [] }
    const own = {
      id: 31101,
      name: 'mockorigin',
      solverAddresses: [solver.toLowerCase()],
      contracts: { v3: { erc20Router: router.toLowerCase() } },
      protocol: { v2: { chainId: 'mockorigin', depository: depository.toLowerCase() } },
    }
    const origin = { id: 1, name: 'ethereum', depositEnabled: true, disabled: false }
    const compare = async (chains: readonly object[], as = profile) =>
      toDifferences(
        compareService({
          kind: 'attestedOrderReceiver',
          policy: await policyOf(),
          chainId: 31101,
          chains: chains,
          profile: as,
          now: 0,
        }),
      )

    it('default: no differences', async () => {
      expect(await compare([own, origin])).to.deep.equal([])
    })

    it('behavior: reports each difference from the service', async () => {
      expect(await compare([origin])).to.deep.equal([
        { field: 'service: chain 31101', found: 'not listed', required: 'listed' },
      ])
      const [name] = await compare([{ ...own, protocol: { v2: { chainId: 'new' } } }, origin])
      expect(name).to.include({ field: 'service: chain name', required: 'new' })
      const moved = { ...own, protocol: { v2: { chainId: 'mockorigin', depository: other } } }
      expect(await compare([moved, origin])).to.deep.equal([
        { field: `service: depository ${other}`, found: 'none', required: 'reserved' },
      ])
      const strangers = { ...own, solverAddresses: [other] }
      expect(await compare([strangers, origin], { ...profile, solvers: { evm: other } })).to.deep.equal([
        { field: `service: solver ${solver}`, found: 'trusted', required: 'not of the service' },
        { field: `service: solver ${other}`, found: 'none', required: 'signs' },
      ])
      expect(await compare([{ ...own, contracts: { erc20Router: other } }, origin])).to.deep.equal([
        { field: `service: router ${router}`, found: 'allowed', required: 'not of the service' },
        { field: `service: router ${other}`, found: 'none', required: 'in use' },
      ])
    })

    it("behavior: accepts the profile's routers and requires approval proxies to be reserved", async () => {
      const stranger = { ...own, contracts: { erc20Router: other } }
      const known = { address: router.toLowerCase() as Address, ...metadataRouter }
      const withRouter = (changes: object, id = 31101): ServiceProfile => ({
        ...profile,
        chains: [{ id, name: 'mockorigin', routers: [{ ...known, ...changes }] }],
      })
      const inUse = { field: `service: router ${other}`, found: 'none', required: 'in use' }
      expect(await compare([stranger, origin], withRouter({}))).to.deep.equal([inUse])
      expect(await compare([stranger, origin], withRouter({}, 31102))).to.deep.equal([
        { field: `service: router ${router}`, found: 'allowed', required: 'not of the service' },
        inUse,
      ])
      const proxy = { field: `service: approval proxy ${other}`, found: 'none', required: 'reserved' }
      expect(await compare([own, origin], withRouter({ approvalProxy: other }))).to.deep.equal([proxy])
      expect(await compare([own, origin], withRouter({ approvalProxy: depository }))).to.deep.equal([])
      expect(await compare([own, origin], withRouter({ approvalProxy: router }))).to.deep.equal([])
      const listed = { ...own, contracts: { ...own.contracts, approvalProxy: other } }
      expect(await compare([listed, origin])).to.deep.equal([proxy])
      const ofV3 = { ...own, contracts: { v3: { ...own.contracts.v3, approvalProxy: other } } }
      expect(await compare([ofV3, origin])).to.deep.equal([proxy])
    })

    it('behavior: origins that take no deposits', async () => {
      const field = 'service: origin 1'
      for (const [chains, found, required] of [
        [[own], 'not listed', 'listed'],
        [[own, { ...origin, disabled: true }], 'disabled', 'enabled'],
        [[own, { ...origin, depositEnabled: false }], 'takes no deposits', 'takes deposits'],
      ] as const) {
        expect(await compare(chains)).to.deep.equal([{ field, found, required }])
      }
    })
  })
})
