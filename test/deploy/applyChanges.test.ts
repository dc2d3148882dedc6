import { expect } from 'chai'
import { type Address, decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { FillRevertedError } from '../../src/contract/errors.js'
import { roleIds } from '../../src/contract/roleIds.js'
import { createSafeBatch, hashSafeBatch } from '../../src/deploy/apply/createSafeBatch.js'
import { planChanges } from '../../src/deploy/apply/planChanges.js'
import { sendChanges } from '../../src/deploy/apply/sendChanges.js'
import { comparePolicy } from '../../src/deploy/compare/comparePolicy.js'
import { readPolicy } from '../../src/deploy/compare/readPolicy.js'
import { type WantedPolicy, wantedPolicy } from '../../src/deploy/compare/wantedPolicy.js'
import { type DeployConfig, readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { mockDepositoryBytecode } from '../../src/generated/bytecode/mockDepository.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { thrown } from '../support/errors.js'
import {
  admin,
  clientOf,
  connect,
  deployer,
  depository,
  file,
  native,
  recipient,
  restoreAfterEach,
  router,
  run,
  solver,
  startServers,
} from './support.js'

const other: Address = '0x5555555555555555555555555555555555555555'
const root = `0x${'12'.repeat(32)}`
const route = { chainId: 1, currency: native, min: '1', max: '1000' }
const ethereum = { name: 'ethereum', chainId: 1, isEvm: true }
const chains = { 31101: { chainName: 'mockorigin' } }

describe('applying a configuration', () => {
  let server: ChainServer
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
  })
  restoreAfterEach(() => server.rpcUrl)
  after(() => server.close())

  const read = (fields: object) => readDeployConfig({ file: { ...file, chains, ...fields }, chainId: 31101 })
  const wantedOf = (config: DeployConfig): WantedPolicy => {
    const named = 'recipientRoot' in config.config ? config.config.recipientRoot : undefined
    return wantedPolicy(config, typeof named === 'string' ? named : undefined)
  }

  async function deploy(config: DeployConfig): Promise<Address> {
    await run(await connect(server.rpcUrl), { wanted: config })
    return planDeployment(config, deployer.address).receiver.address
  }

  async function plan(receiver: Address, wanted: WantedPolicy) {
    const chain = await connect(server.rpcUrl)
    const policy = await readPolicy({ chain, receiver, wanted, fromBlock: 0n })
    return planChanges({ receiver, chainId: 31101, policy, wanted })
  }

  /** Applies a configuration to a receiver of another; returns the steps, and what differs afterwards. */
  async function apply(receiver: Address, config: DeployConfig) {
    const wanted = wantedOf(config)
    const { changes, remaining } = await plan(receiver, wanted)
    const sent = await sendChanges({ chain: await connect(server.rpcUrl, admin), changes })
    expect(sent.map(({ step }) => step)).to.deep.equal(changes.map(({ step }) => step))
    const chain = await connect(server.rpcUrl)
    const policy = await readPolicy({ chain, receiver, wanted, fromBlock: 0n })
    expect(comparePolicy(policy, 31101, wanted), 'what remains, as planned').to.deep.equal(remaining)
    return { steps: changes.map(({ step }) => step), remaining }
  }

  /** Before, after, the steps, and whether they narrow what a call in flight was accepted by. */
  const cases: [string, object, object, readonly string[], isStale?: true][] = [
    ['nothing', {}, {}, []],
    ['a new solver', {}, { solvers: [solver, other] }, ['setSolver']],
    ['a revoked solver', { solvers: [solver, other] }, {}, ['revokeSolver']],
    ['a longer window', { solvers: [{ solver, stop: 2 ** 40 }] }, {}, ['setSolver']],
    ['a shorter window', {}, { solvers: [{ solver, stop: 2 ** 40 }] }, ['setSolver']],
    ['a new route', {}, { routes: [route, { ...route, chainId: 2 }] }, ['setRoute']],
    ['a wider route', {}, { routes: [{ ...route, max: '1001' }] }, ['setRoute']],
    ['a narrower route', {}, { routes: [{ ...route, min: '2' }] }, ['setRoute'], true],
    ['a removed route', {}, { routes: [] }, ['setRoute'], true],
    ['a new recipient', {}, { recipients: [...file.recipients, other] }, ['setRecipient']],
    ['another hook', {}, { recipients: [recipient] }, ['setRecipient'], true],
    ['a removed recipient', {}, { recipients: [] }, ['removeRecipient'], true],
    ['a first root', {}, { recipientRoot: root }, ['setRecipientRoot']],
    ['a new router, which is never paid', {}, { routers: [router, other] }, ['setRouter']],
    ['a removed router', {}, { routers: [] }, ['setRouter'], true],
    ['an address to reserve', {}, { reserved: [depository, other] }, ['setReserved']],
    ['an address to release', {}, { reserved: [] }, ['setReserved']],
    [
      'all of it: removals, then changes, then additions, then releases',
      { recipients: [router], routers: [], reserved: [depository, solver] },
      {
        solvers: [{ solver, start: 5 }, other],
        routes: [{ ...route, chainId: 2 }],
        recipients: [recipient],
        routers: [router],
        reserved: [depository, other],
      },
      [
        ...['setRoute', 'removeRecipient', 'setReserved'],
        'setSolver',
        ...['setSolver', 'setRoute', 'setRecipient', 'setRouter'],
        'setReserved',
      ],
      true,
    ],
  ]
  for (const [name, before, after, steps, isStale = false] of cases) {
    it(`behavior: ${name}`, async () => {
      const receiver = await deploy(read(before))
      const epoch = () =>
        clientOf(server.rpcUrl).readContract({
          abi: attestedOrderReceiverAbi,
          address: receiver,
          functionName: 'policyEpoch',
        })
      const earlier = await epoch()
      const applied = await apply(receiver, read(after))
      expect((await epoch()) > earlier, 'stale authorizations').to.equal(isStale)
      expect(applied.steps).to.deep.equal(steps)
      expect(applied.remaining).to.deep.equal([])
      expect((await plan(receiver, wantedOf(read(after)))).changes).to.deep.equal([])
    })
  }

  it('behavior: changes and removes a root', async () => {
    const receiver = await deploy(read({}))
    await apply(receiver, read({ recipientRoot: root }))
    const replaced = await plan(receiver, wantedOf(read({ recipientRoot: `0x${'13'.repeat(32)}` })))
    const added = await plan(
      receiver,
      wantedOf(read({ recipientRoot: root, recipients: [recipient, other] })),
    )
    const removed = await plan(receiver, wantedOf(read({})))
    expect(replaced.changes.map(({ step }) => step)).to.deep.equal(['setRecipientRoot'])
    // While there is a root, a recipient that is listed may be in the tree with another hook.
    expect(added.changes.map(({ step }) => step)).to.deep.equal(['setRecipient', 'setRecipient'])
    expect(removed.changes.map(({ step }) => step)).to.deep.equal(['setRecipientRoot'])
  })

  it('behavior: while a root is set, only a new recipient makes authorizations stale', async () => {
    const receiver = await deploy(read({}))
    await apply(receiver, read({ recipientRoot: root }))
    const recipients = [...file.recipients, other]
    const { changes } = await plan(receiver, wantedOf(read({ recipientRoot: root, recipients })))
    expect(changes.map(({ step }) => step)).to.deep.equal(['setRecipient'])
  })

  it('behavior: removes a root before changes, replaces it before additions, and adds it among them', async () => {
    const receiver = await deploy(read({}))
    const changed = { routes: [{ ...route, max: '1001' }], solvers: [solver, other] }
    const stepsTo = async (fields: object) =>
      (await plan(receiver, wantedOf(read({ ...changed, ...fields })))).changes.map(({ step }) => step)
    expect(await stepsTo({ recipientRoot: root })).to.deep.equal([
      ...['setRoute', 'setSolver'],
      'setRecipientRoot',
    ])
    await apply(receiver, read({ recipientRoot: root }))
    expect(await stepsTo({})).to.deep.equal(['setRecipientRoot', 'setRoute', 'setSolver'])
    expect(await stepsTo({ recipientRoot: `0x${'13'.repeat(32)}` })).to.deep.equal([
      ...['setRoute', 'setRecipientRoot'],
      'setSolver',
    ])
  })

  it("behavior: moves a chain's name by a removal and an addition", async () => {
    const of = (chainNames: object[]) => read({ kind: 'signedOrderReceiver', chainNames })
    const receiver = await deploy(of([ethereum, { name: 'a', chainId: 2, isEvm: true }]))
    const { steps, remaining } = await apply(
      receiver,
      of([
        { ...ethereum, chainId: 2 },
        { name: 'a', chainId: 1, isEvm: false },
      ]),
    )
    expect(steps).to.deep.equal(Array.from({ length: 4 }, () => 'setChain'))
    expect(remaining).to.deep.equal([])
  })

  it('behavior: changes the kind of a chain that keeps its name', async () => {
    const of = (isEvm: boolean) => read({ kind: 'signedOrderReceiver', chainNames: [{ ...ethereum, isEvm }] })
    const receiver = await deploy(of(true))
    const { steps, remaining } = await apply(receiver, of(false))
    expect([steps, remaining]).to.deep.equal([['setChain'], []])
  })

  it('behavior: registrars', async () => {
    const of = (registrars: Address[]) => read({ kind: 'registeredTermsReceiver', registrars })
    const receiver = await deploy(of([recipient]))
    const { changes } = await plan(receiver, wantedOf(of([other])))
    expect(changes.map(({ step, role }) => [step, role])).to.deep.equal([
      ['revokeRole', 'admin'],
      ['grantRole', 'admin'],
    ])
    expect((await apply(receiver, of([other]))).remaining).to.deep.equal([])
  })

  it('behavior: a guard', async () => {
    const client = clientOf(server.rpcUrl)
    const hash = await client.deployContract({
      account: deployer,
      chain: null,
      abi: [],
      bytecode: mockDepositoryBytecode,
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    const base = {
      kind: 'paymentGuard',
      admin: admin.address,
      solvers: [solver],
      chains,
      depository: contractAddress,
    }
    const of = (fields: object) => readDeployConfig({ file: { ...base, ...fields }, chainId: 31101 })
    const before = of({ chainNames: [ethereum], recipients: [{ chainId: 1, recipient }] })
    const guard = await deploy(before)
    const { steps, remaining } = await apply(
      guard,
      of({
        solvers: [other],
        chainNames: [{ name: 'solana', chainId: 9, isEvm: false }],
        recipients: [{ chainId: 9, recipient: `0x${'ab'.repeat(32)}` }],
      }),
    )
    expect(steps).to.deep.equal([
      ...['revokeSolver', 'setChain', 'setRecipient'],
      ...['setSolver', 'setChain', 'setRecipient'],
    ])
    expect(remaining).to.deep.equal([])
    // A guard keeps its pairs: nothing is planned for a configuration that moves one.
    for (const pair of [
      { name: 'solana', chainId: 10, isEvm: false },
      { name: 'other', chainId: 9, isEvm: false },
      { name: 'solana', chainId: 9, isEvm: true },
    ]) {
      const error = await thrown(() => plan(guard, wantedOf(of({ solvers: [other], chainNames: [pair] }))))
      expect(error).to.include({ name: 'DeploymentError', chainId: 31101 })
      expect(error.message).to.include('solana is chain 9, not of the EVM')
    }
  })

  it('behavior: keeps differences that no transaction can change, and neither repeats nor ends a pause', async () => {
    const receiver = await deploy(read({}))
    const client = clientOf(server.rpcUrl)
    const data = encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName: 'pause' })
    await client.sendTransaction({ account: admin, chain: null, to: receiver, data })
    const wanted = wantedOf(
      read({ routes: [], chains: { 31101: { chainName: 'renamed' } }, roles: { rescue: [other] } }),
    )
    const { changes, remaining } = await plan(receiver, wanted)
    expect(changes.map(({ step }) => step)).to.deep.equal(['setRoute'])
    expect(remaining.map(({ field }) => field)).to.deep.equal([
      'chain name',
      'paused',
      `role rescue ${other}`,
      `role rescue ${admin.address}`,
    ])
  })

  it('error: an account without the role sends nothing', async () => {
    const receiver = await deploy(read({}))
    const { changes } = await plan(receiver, wantedOf(read({ solvers: [other] })))
    const chain = await connect(server.rpcUrl)
    const nonce = await chain.client.getTransactionCount({ address: deployer.address })
    const error = await thrown(() => sendChanges({ chain, changes }))
    expect(error).instanceOf(FillRevertedError)
    expect(error).to.include({ functionName: 'revokeSolver', errorName: 'AccessControlUnauthorizedAccount' })
    expect(error.args).to.deep.equal([deployer.address, roleIds.guardian])
    expect(await chain.client.getTransactionCount({ address: deployer.address })).to.equal(nonce)
  })

  it("behavior: writes a Safe batch with the app's checksum", async () => {
    const receiver = await deploy(read({}))
    const { changes } = await plan(receiver, wantedOf(read({ solvers: [solver, other] })))
    const { meta, ...batch } = createSafeBatch({ chainId: 31101, changes, name: 'a', createdAt: 5 })
    expect(batch).to.deep.equal({
      version: '1.0',
      chainId: '31101',
      createdAt: 5,
      transactions: [
        {
          to: receiver,
          value: '0',
          data: changes[0]!.data,
          contractMethod: {
            inputs: attestedOrderReceiverAbi.find((item) => 'name' in item && item.name === 'setSolver')
              ?.inputs,
            name: 'setSolver',
            payable: false,
          },
          contractInputsValues: { config: JSON.stringify([other, '0', '0']) },
        },
      ],
    })
    const { checksum, ...rest } = meta
    expect(rest).to.deep.equal({ name: 'a', description: 'setSolver' })
    expect(checksum).to.equal(hashSafeBatch({ ...batch, meta: rest }))
    const abi = parseAbi(['function setSolver((address, uint48, uint48) config)'])
    expect(decodeFunctionData({ abi, data: changes[0]!.data }).args).to.deep.equal([[other, 0, 0]])
  })
})

describe('hashSafeBatch', () => {
  // The example in the tests of safe-global/safe-react-apps, apps/tx-builder/src/lib/checksum.ts.
  const address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
  const methodOf = (type: string, parameter: string, name: string) => ({
    inputs: [{ internalType: type, name: parameter, type }],
    name,
    payable: false,
  })
  const batch = {
    version: '1.0',
    chainId: '4',
    createdAt: 1646321521061,
    meta: {
      name: 'test batch file',
      txBuilderVersion: '1.4.0',
      checksum: '',
      createdFromSafeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
      createdFromOwnerAddress: address,
    },
    transactions: [
      {
        to: address,
        value: '0',
        contractMethod: methodOf('address', 'paramAddress', 'testAddress'),
        contractInputsValues: { paramAddress: address },
      },
      {
        to: address,
        value: '0',
        contractMethod: methodOf('bool', 'paramBool', 'testBool'),
        contractInputsValues: { paramAddress: '', paramBool: 'false' },
      },
      {
        to: address,
        value: '2000000000000000000',
        data: '0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6',
      },
    ],
  }

  it('default', () => {
    expect(hashSafeBatch(batch)).to.equal(
      '0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c',
    )
  })

  it('behavior: the name does not change the hash, the order of transactions does', () => {
    const renamed = { ...batch, meta: { ...batch.meta, name: 'b' } }
    expect(hashSafeBatch(renamed)).to.equal(hashSafeBatch(batch))
    const reversed = { ...batch, transactions: batch.transactions.toReversed() }
    expect(hashSafeBatch(reversed)).not.to.equal(hashSafeBatch(batch))
  })
})
