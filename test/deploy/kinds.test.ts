import { expect } from 'chai'
import { type Abi, type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { roleIds } from '../../src/contract/roleIds.js'
import { comparePolicy, type Difference } from '../../src/deploy/compare/comparePolicy.js'
import { compareService, toDifferences } from '../../src/deploy/compare/compareService.js'
import { readPolicy } from '../../src/deploy/compare/readPolicy.js'
import { compareImplementation } from '../../src/deploy/compare/readReceiver.js'
import { type WantedPolicy, wantedPolicy } from '../../src/deploy/compare/wantedPolicy.js'
import { type DeployConfig, readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { paymentGuardAbi } from '../../src/generated/abi/paymentGuard.js'
import { receiverAbis } from '../../src/generated/receiverAbis.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { thrown } from '../support/errors.js'
import {
  admin,
  clientOf,
  connect,
  deployDepository,
  deployer,
  file,
  recipient,
  restoreAfterEach,
  run,
  solver,
  startServers,
} from './support.js'

const other: Address = '0x5555555555555555555555555555555555555555'
const root = `0x${'ab'.repeat(32)}` as const
const account = `0x${'c0'.repeat(32)}` as const
const { tokens: _____, routes: _, recipients: __, routers: ___, reserved: ____, ...common } = file
const chainNames = [
  { name: 'ethereum', chainId: 1, isEvm: true },
  { name: 'solana', chainId: 792703809, isEvm: false },
]

describe('the kinds of deployments', () => {
  let server: ChainServer
  let depository: Address
  const wantedOf = (fields: object): DeployConfig => readDeployConfig({ file: fields, chainId: 31101 })
  const guardFile = () => ({
    ...common,
    kind: 'paymentGuard',
    depository,
    chainNames,
    recipients: [
      { chainId: 1, recipient },
      { chainId: 31101, recipient },
      { chainId: 792703809, recipient: account },
    ],
  })

  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    depository = await deployDepository(server.rpcUrl)
    const files = [
      { ...file, kind: 'signedOrderReceiver', chainNames },
      { ...file, kind: 'inboxReceiver', chainNames },
      registeredFile,
      guardFile(),
    ]
    for (const fields of files) await run(await connect(server.rpcUrl), { wanted: wantedOf(fields) })
  })
  restoreAfterEach(() => server.rpcUrl)
  after(() => server.close())

  const registeredFile = { ...file, kind: 'registeredTermsReceiver', registrars: [recipient] }

  /** Opens a contract as deployed, with its policy. */
  async function open(fields: object, as: Hex | undefined = undefined) {
    const chain = await connect(server.rpcUrl)
    const deployed = wantedOf(fields)
    const { receiver, implementation } = planDeployment(deployed, deployer.address)
    const wanted = wantedPolicy(deployed, as)
    const abi: Abi = { ...receiverAbis, paymentGuard: paymentGuardAbi }[deployed.kind]
    const policyOf = (fromBlock: bigint | undefined = 0n, of: WantedPolicy = wanted) =>
      readPolicy({ chain, receiver: receiver.address, wanted: of, fromBlock })
    return {
      wanted,
      policyOf,
      code: () => compareImplementation(chain, receiver.address, implementation.address),
      differences: async (of = wanted) => comparePolicy(await policyOf(0n, of), 31101, of),
      change: async (functionName: string, ...args: readonly unknown[]) => {
        const data = encodeFunctionData({ abi, functionName, args })
        const client = clientOf(server.rpcUrl)
        const hash = await client.sendTransaction({
          account: admin,
          chain: null,
          to: receiver.address,
          data,
        })
        expect((await client.waitForTransactionReceipt({ hash })).status).to.equal('success')
      },
    }
  }

  const shared: [string, unknown[], Difference][] = [
    [
      'setSolver',
      [{ solver: other, start: 0, stop: 0 }],
      { field: `solver ${other}`, found: 'at once, no end', required: 'none' },
    ],
    ['revokeSolver', [solver], { field: `solver ${solver}`, found: 'none', required: 'at once, no end' }],
    ['pause', [], { field: 'paused', found: 'yes', required: 'no' }],
    [
      'grantRole',
      [roleIds.rescue, other],
      { field: `role rescue ${other}`, found: 'held', required: 'none' },
    ],
  ]
  const ofReceivers: typeof shared = [
    [
      'setRoute',
      [{ chainId: 5n, currency: zeroHash, min: 0n, max: 4n }],
      { field: `route 5 ${zeroHash}`, found: '0 to 4', required: 'none' },
    ],
    [
      'setRecipient',
      [{ recipient: other, hook: true }],
      { field: `recipient ${other}`, found: 'allowed, with a hook', required: 'none' },
    ],
    ['setRouter', [other, true], { field: `router ${other}`, found: 'allowed', required: 'none' }],
    ['setReserved', [other, true], { field: `reserved ${other}`, found: 'reserved', required: 'none' }],
    ['setRecipientRoot', [root], { field: 'recipient root', found: root, required: 'none' }],
  ]
  const ofChainNames: typeof shared = [
    [
      'setChain',
      [{ name: 'base', chainId: 8453n, isEvm: true }],
      { field: 'name of a chain base', found: '8453, of the EVM', required: 'none' },
    ],
    [
      'setChain',
      [{ name: 'ethereum', chainId: 1n, isEvm: false }],
      { field: 'name of a chain ethereum', found: '1, not of the EVM', required: '1, of the EVM' },
    ],
    [
      'setChain',
      [{ name: 'solana', chainId: 0n, isEvm: false }],
      { field: 'name of a chain solana', found: 'none', required: '792703809, not of the EVM' },
    ],
  ]
  const planted: [string, () => object, typeof shared][] = [
    [
      'signedOrderReceiver',
      () => ({ ...file, kind: 'signedOrderReceiver', chainNames }),
      [...shared, ...ofReceivers, ...ofChainNames],
    ],
    [
      'inboxReceiver',
      () => ({ ...file, kind: 'inboxReceiver', chainNames }),
      [...shared, ...ofReceivers, ...ofChainNames],
    ],
    [
      'registeredTermsReceiver',
      () => registeredFile,
      [
        ...shared,
        ...ofReceivers,
        [
          'grantRole',
          [roleIds.registrar, other],
          { field: `role registrar ${other}`, found: 'held', required: 'none' },
        ],
        [
          'revokeRole',
          [roleIds.registrar, recipient],
          { field: `role registrar ${recipient}`, found: 'none', required: 'held' },
        ],
      ],
    ],
    [
      'paymentGuard',
      guardFile,
      [
        ...shared,
        // A guard's name keeps its pair.
        ...ofChainNames.filter(([, , { found }]) => !found.startsWith('1,')),
        [
          'setRecipient',
          [1n, other, true],
          { field: `recipient 1 ${other}`, found: 'allowed', required: 'none' },
        ],
        [
          'setRecipient',
          [792703809n, account, false],
          { field: `recipient 792703809 ${account}`, found: 'none', required: 'allowed' },
        ],
      ],
    ],
  ]
  for (const [kind, fileOf, changes] of planted) {
    it(`default: a ${kind} has no differences as deployed, and each change is found`, async () => {
      const { differences, change, code } = await open(fileOf())
      expect(await code()).to.deep.equal({ isCompared: true, differences: [] })
      expect(await differences()).to.deep.equal([])
      for (const [functionName, args, difference] of changes) {
        const before = await clientOf(server.rpcUrl).snapshot()
        await change(functionName, ...args)
        expect(await differences(), functionName).to.deep.equal([difference])
        await clientOf(server.rpcUrl).revert({ id: before })
      }
    })

    it(`behavior: a ${kind} with another name of its chain`, async () => {
      const { wanted, differences } = await open(fileOf())
      const [name, ...more] = await differences({ ...wanted, chainName: 'other' })
      expect(name).to.include({ field: 'chain name', required: 'other' })
      expect(more).to.deep.equal([])
    })
  }

  it('behavior: finds an extra root and a missing one', async () => {
    const { differences, change } = await open(registeredFile, root)
    const found = await differences()
    expect(found).to.deep.equal([{ field: 'recipient root', found: 'none', required: root }])
    await change('setRecipientRoot', root)
    expect(await differences()).to.deep.equal([])
    await change('setRecipientRoot', zeroHash)
    expect(await differences()).to.deep.equal(found)
  })

  it('behavior: a guard with another depository', async () => {
    const { wanted, differences } = await open(guardFile())
    expect(await differences({ ...wanted, depository: other })).to.deep.equal([
      { field: 'depository', found: depository, required: other },
    ])
  })

  it('behavior: a guard and the service’s listing', async () => {
    const { policyOf } = await open(guardFile())
    const own = { id: 31101, protocol: { v2: { chainId: 'mockorigin', depository } } }
    const listed = [
      { id: 1, protocol: { v2: { chainId: 'ethereum' } } },
      { id: 792703809, protocol: { v2: { chainId: 'solana' } } },
    ]
    const profile = { ...mockProfile, solvers: { evm: solver } }
    const policy = await policyOf()
    const compare = (chains: readonly object[]) =>
      toDifferences(
        compareService({
          kind: 'paymentGuard',
          policy,
          chainId: 31101,
          chains: chains,
          profile,
          now: 0,
        }),
      )
    expect(compare([own, ...listed])).to.deep.equal([])
    const moved = { ...own, protocol: { v2: { ...own.protocol.v2, depository: other } } }
    const renamed = { id: 1, protocol: { v2: { chainId: 'mainnet' } } }
    expect(compare([moved, renamed])).to.deep.equal([
      { field: 'service: depository', found: depository, required: other },
      { field: 'service: name of chain 1', found: 'ethereum', required: 'mainnet' },
      { field: 'service: name of chain 792703809', found: 'solana', required: 'no name, not listed' },
    ])
  })

  it('error: a guard whose depository does not exist', async () => {
    const wanted = wantedOf({ ...guardFile(), depository: other, salt: `0x${'01'.repeat(32)}` })
    const error = await thrown(async () => run(await connect(server.rpcUrl), { wanted }))
    expect(error.message).to.include('deployReceiver reverted').and.include('depository')
  })
})
