import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Address, getAddress } from 'viem'
import { writeStandardInputs } from '../../scripts/writeStandardInputs.js'
import { deploy as deployCommand } from '../../src/cli/commands/deploy.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { mockDepositoryBytecode } from '../../src/generated/bytecode/mockDepository.js'
import { createRecipientTree } from '../../src/index.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { startExplorer } from '../deploy/explorer.js'
import {
  admin,
  adminKey,
  allSteps,
  chainIds,
  clientOf,
  configOf,
  deployer,
  deployerKey,
  depository,
  file,
  recipient,
  solver,
  startServers,
} from '../deploy/support.js'
import { setUpFolder } from '../support/makeFolder.js'
import { writeKeystore } from '../support/makeKeystore.js'
import { metadataRouter } from '../support/routerKinds.js'
import { callCommand } from './callCommand.js'
import { type Outcome, startCli } from './helpers.js'

const key = { FILLPROOF_PRIVATE_KEY: deployerKey }
const roles = {
  guardian: '0x6666666666666666666666666666666666666666',
  rescuer: '0x7777777777777777777777777777777777777777',
}

describe('fillproof deploy', () => {
  let servers: ChainServer[]
  let urls: string[]
  const folder = setUpFolder()
  let config: string
  before(async () => {
    servers = await startServers(chainIds)
    urls = servers.map(({ rpcUrl }) => rpcUrl)
    config = folder.path('receiver.json')
    await writeStandardInputs()
    writeFileSync(config, JSON.stringify({ ...file, ...roles }))
  })
  after(() => Promise.all(servers.map((server) => server.close())))

  const onBoth = () => urls.flatMap((url) => ['--rpc-url', url])
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
  const hidesKey = (outcome: Outcome): Outcome => {
    expect(outcome.stdout + outcome.stderr, 'the key').not.to.include(deployerKey.slice(2))
    return outcome
  }
  const deploy = async (args: readonly string[], env: Record<string, string> = key) =>
    hidesKey(await callCommand(['deploy', ...args], env))

  it('default: a dry run, a deployment on two chains with records, and a second run that changes nothing', async () => {
    const dry = await deploy([...onBoth(), '--config', config, '--dry-run', '--json'])
    expect(dry.status).to.equal(0)
    const unfilled =
      'the profile relay has no routers and no reserved accounts for this chain: only your own entries are set.'
    expect(linesOf(dry.stderr)).to.have.members(chainIds.map((id) => `warning: chain ${id}: ${unfilled}`))
    const { dryRuns } = JSON.parse(dry.stdout)
    expect(
      dryRuns.map(({ steps }: { steps: { step: string }[] }) => steps.map(({ step }) => step)),
    ).to.deep.equal([allSteps, allSteps])
    for (const url of urls) expect(await clientOf(url).getBlockNumber()).to.equal(0n)

    const records = folder.path('records')
    const first = await deploy([...onBoth(), '--config', config, '--record', records, '--json'])
    expect(first.status, first.stderr).to.equal(0)
    expect(first.stderr).to.include('chain 31102: receiver mined in block 5')
    const { deployments } = JSON.parse(first.stdout)
    for (const [index, deployment] of deployments.entries()) {
      const { receiver, implementation, factory } = dryRuns[index]
      expect(deployment).to.include({ chainId: chainIds[index], receiver, implementation, factory })
      expect(deployment.receiver).to.equal(deployments[0].receiver)
      const record = JSON.parse(readFileSync(deployment.record, 'utf8'))
      expect(record).to.deep.include({
        format: 'fillproof-deployment-1',
        kind: 'attestedOrderReceiver',
        chainId: chainIds[index],
        deployer: deployer.address,
        transactions: deployment.transactions,
      })
      expect(record.receiver).to.include({ address: receiver, initialization: dryRuns[index].initialization })
      expect(record.receiver.arguments).to.include({ admin: admin.address, ...roles })
      expect(record.implementation.initCodeHash).to.equal(dryRuns[index].initCodeHashes.implementation)
      expect(record.compiler).to.deep.include({ version: '0.8.35+commit.47b9dedd' })
    }
    expect(readdirSync(records)).to.have.length(2)

    const before = readFileSync(deployments[0].record, 'utf8')
    const second = await deploy([...onBoth(), '--config', config, '--record', records, '--json'])
    expect(JSON.parse(second.stdout).deployments[0]).to.deep.include({
      found: allSteps.slice(1),
      transactions: [],
    })
    expect(readFileSync(deployments[0].record, 'utf8')).to.equal(before)

    // One folder for two chains, with the administrator's key.
    for (const mode of ['--check', '--apply']) {
      const args = [...onBoth(), '--config', config, mode, '--record', records]
      const both = await deploy(args, { FILLPROOF_PRIVATE_KEY: adminKey })
      expect(both.status, both.stderr).to.equal(0)
      for (const { receiver } of deployments) expect(both.stdout).to.include(receiver)
    }

    const check = ['--rpc-url', urls[0]!, '--config', config, '--check']
    const same = await deploy([...check, '--record', deployments[0].record], {})
    expect(same).to.include({ status: 0 })
    expect(same.stdout).to.include('same').and.include(deployments[0].receiver)
    const other = folder.path('other.json')
    writeFileSync(other, JSON.stringify({ ...file, ...roles, recipients: [solver] }))
    const different = await deploy([
      ...['--rpc-url', urls[0]!, '--config', other, '--check', '--json'],
      ...['--receiver', deployments[0].receiver],
    ])
    expect(different.status).to.equal(1)
    const { same: isSame, comparisons } = JSON.parse(different.stdout)
    expect(isSame).to.equal(false)
    expect(comparisons[0].differences).to.deep.equal([
      { field: `recipient ${solver}`, found: 'none', required: 'allowed' },
      { field: `recipient ${recipient}`, found: 'allowed, with a hook', required: 'none' },
    ])
    const again = await deploy(['--rpc-url', urls[0]!, '--config', other])
    expect(again).to.include({ status: 1, stdout: '' })
    expect(again.stderr).to.include('differs from its configuration').and.include('another --salt')
  })

  it('behavior: --keystore deploys, and a dry run shows its address', async () => {
    const keystore = await writeKeystore(folder, deployerKey)
    const args = [
      '--rpc-url',
      urls[0]!,
      '--config',
      config,
      '--salt',
      `0x${'5e'.repeat(32)}`,
      '--json',
      ...keystore,
    ]
    const dry = await deploy([...args, '--dry-run'], {})
    expect(dry.status, dry.stderr).to.equal(0)
    const [{ receiver, deployer: found }] = JSON.parse(dry.stdout).dryRuns
    expect(found).to.equal(deployer.address)
    const { status, stdout, stderr } = await deploy(args, {})
    expect(status, stderr).to.equal(0)
    expect(JSON.parse(stdout).deployments[0]).to.include({ receiver })
  })

  it('behavior: short options, a table, an account of the node, and the chain’s name from the profile', async () => {
    const { status, stdout, stderr } = await deploy(
      [
        ...['--rpc-url', urls[0]!, '--profile', 'mock', '--unlocked', deployer.address.toLowerCase()],
        ...['--admin', admin.address, '--solver', solver, '--salt', `0x${'07'.repeat(32)}`],
        ...['--kind', 'attestedOrderReceiver', '--token', 'native=1..1000'],
        ...['--route', '1:native:1:1000', '--recipient', `${recipient}:hook`],
      ],
      {},
    )
    expect(status, stderr).to.equal(0)
    for (const text of ['chain 31101', 'mockorigin', 'receiver', 'transaction: receiver'])
      expect(stdout).to.include(text)
  })

  it('behavior: killed while a transaction is pending, the same command resumes and records it', async () => {
    const client = clientOf(urls[1]!)
    const records = folder.path('killed')
    const args = [
      ...['deploy', '--rpc-url', urls[1]!, '--config', config, '--salt', `0x${'08'.repeat(32)}`],
      ...['--record', records, '--json'],
    ]
    // Whatever ran before, all but this receiver is there.
    await deploy(['--rpc-url', urls[1]!, '--config', config])
    await client.setAutomine(false)
    const { child, ended, told } = startCli(args, key)
    await told('receiver sent, 0x')
    while (
      (await client.getTransactionCount({ address: deployer.address, blockTag: 'pending' })) ===
      (await client.getTransactionCount({ address: deployer.address }))
    )
      await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    hidesKey(await ended)
    const running = deploy(args.slice(1))
    setTimeout(() => client.setAutomine(true).then(() => client.mine({ blocks: 1 })), 200)
    const { status, stdout, stderr } = await running
    expect(status, stderr).to.equal(0)
    const [deployment] = JSON.parse(stdout).deployments
    expect(deployment).to.deep.include({ transactions: [], found: allSteps.slice(1) })
    const record = JSON.parse(readFileSync(deployment.record, 'utf8'))
    expect(record.transactions).to.have.length(1)
    expect(record.transactions[0]).to.include({ step: 'receiver' })
    expect(record.transactions[0].block).to.match(/^\d+$/)
  })

  it('behavior: a root is pending until the admin sets it', async () => {
    const [rpcUrl] = urls as [string]
    const salt = `0x${'0a'.repeat(32)}`
    const planned = planDeployment(configOf(31101, { salt }), deployer.address).receiver.address
    const dump = folder.path('tree.json')
    const rooted = folder.path('rooted.json')
    writeFileSync(rooted, JSON.stringify({ ...file, salt, recipientRoot: dump }))
    const args = ['--rpc-url', rpcUrl, '--config', rooted, '--json']
    const build = (receiver: string) =>
      writeFileSync(
        dump,
        JSON.stringify(
          createRecipientTree({
            chainId: 31101,
            receiver: receiver as Address,
            recipients: [{ address: recipient }],
          }).dump(),
        ),
      )
    expect(await deploy(args)).to.include({ status: 2 })
    build(solver)
    const wrong = await deploy(args)
    expect(wrong).to.include({ status: 2, stdout: '' })
    expect(wrong.stderr).to.include('belongs to the receiver').and.include(`--receiver ${planned}`)

    build(planned)
    const { root } = JSON.parse(readFileSync(dump, 'utf8'))
    const [dry] = JSON.parse((await deploy([...args, '--dry-run'])).stdout).dryRuns
    const records = folder.path('rooted')
    const first = await deploy([...args, '--record', records])
    expect(first.status, first.stderr).to.equal(0)
    const [{ pending, record }] = JSON.parse(first.stdout).deployments
    expect(pending).to.deep.equal(dry.pending)
    const [{ data, ...transaction }] = pending
    expect(transaction).to.deep.equal({ step: 'setRecipientRoot', from: admin.address, to: planned })
    const written = JSON.parse(readFileSync(record, 'utf8'))
    expect(written).to.deep.include({ pending })
    expect(written.receiver.arguments).to.include({ recipientRoot: root })
    const table = await deploy(args.slice(0, -1))
    expect(table.stdout).to.include('pending').and.include(data)

    const check = () => deploy([...args, '--check'])
    const [{ differences }] = JSON.parse((await check()).stdout).comparisons
    expect(differences).to.deep.equal([{ field: 'recipient root', found: 'none', required: root }])
    const client = clientOf(rpcUrl)
    const hash = await client.sendTransaction({ account: admin, chain: null, to: planned, data })
    await client.waitForTransactionReceipt({ hash })
    expect(await check()).to.include({ status: 0 })
    const again = await deploy([...args, '--record', records])
    expect(JSON.parse(again.stdout).deployments[0]).not.to.have.property('pending')
    expect(JSON.parse(readFileSync(record, 'utf8'))).not.to.have.property('pending')

    // A root that was replaced is nothing that is left to do: it differs.
    writeFileSync(rooted, JSON.stringify({ ...file, salt, recipientRoot: `0x${'12'.repeat(32)}` }))
    const replaced = await deploy(args)
    expect(replaced).to.include({ status: 1, stdout: '' })
    expect(replaced.stderr).to.include('recipient root').and.include('differs from its configuration')
  })

  it("behavior: a dry run shows the profile's values, the cost and the differences", async () => {
    const [rpcUrl] = urls as [string]
    const profile = folder.path('profile.json')
    const [proxy, usedRouter] = [`0x${'77'.repeat(20)}`, `0x${'66'.repeat(20)}`]
    const routers = [{ address: usedRouter, ...metadataRouter, approvalProxy: proxy }]
    writeFileSync(
      profile,
      JSON.stringify({ ...mockProfile, chains: [{ id: 31101, name: 'mockorigin', routers }] }),
    )
    const { routers: _, chains: __, ...own } = file
    const reviewed = folder.path('reviewed.json')
    const solvers = [{ solver, start: 1_800_000_000, stop: 0 }]
    writeFileSync(reviewed, JSON.stringify({ ...own, solvers, salt: `0x${'cd'.repeat(32)}` }))
    const args = ['--profile', profile, '--rpc-url', rpcUrl, '--config', reviewed, '--record', folder.path()]
    const dry = await deploy([...args, '--dry-run', '--json'])
    expect(dry.status, dry.stderr).to.equal(0)
    const [{ review, cost, comparison }] = JSON.parse(dry.stdout).dryRuns
    expect(review).to.deep.include({
      admin: admin.address,
      chainName: { name: 'mockorigin', fromProfile: true },
      solvers,
      routers: [{ address: getAddress(usedRouter), fromProfile: true }],
      reserved: [
        { address: getAddress(depository), fromProfile: false, isGuard: false },
        { address: getAddress(proxy), fromProfile: true, isGuard: false },
      ],
    })
    expect(comparison).to.equal(undefined)
    expect(BigInt(cost.total)).to.equal(BigInt(cost.gas) * BigInt(cost.gasPrice) + BigInt(cost.proxyFunds))
    const sheet = await callCommand(['deploy', ...args, '--dry-run'], key, 80)
    expect(sheet.stdout.replace(/[\s│]+/g, ' '))
      .to.include('from 2027-01-15 08:00:00 UTC (1800000000), no end')
      .and.include(', from the profile')
      .and.include('No solver is accepted now.')
      .and.include('of the native currency')
      .and.include('of its smallest unit')
      .and.match(
        /the native currency, 1 to 1,000 wei, 0\.000000000000000001 to 0\.000000000000001 whole units/,
      )
      .and.include('Nothing was sent.')

    expect(await deploy(args)).to.include({ status: 0 })
    writeFileSync(reviewed, JSON.stringify({ ...own, salt: `0x${'cd'.repeat(32)}` }))
    const later = await deploy([...args, '--dry-run', '--json'])
    const [again] = JSON.parse(later.stdout).dryRuns
    expect(again.comparison.differences.map(({ field }: { field: string }) => field)).to.deep.equal([
      `solver ${solver}`,
    ])
    expect(again.cost).to.include({ gas: '0', total: '0' })
  })

  it('behavior: an interruption reports at once what it waits for', async () => {
    const [server] = (await startServers()) as [ChainServer]
    try {
      const client = clientOf(server.rpcUrl)
      await client.setAutomine(false)
      const record = folder.path('interrupted.json')
      const args = ['deploy', '--rpc-url', server.rpcUrl, '--config', config, '--record', record]
      const { child, ended, told } = startCli(args, key)
      await told('fundProxyDeployer sent')
      child.kill('SIGINT')
      await told('Ctrl-C again stops now, the record has it.')
      const [{ hash }] = JSON.parse(readFileSync(record, 'utf8')).transactions
      await client.mine({ blocks: 1 })
      const { status, stderr } = await ended
      expect(status).to.equal(130)
      expect(stderr).to.include(`Waiting for ${hash};`).and.include('Interrupted.')
    } finally {
      await server.close()
    }
  })

  it('behavior: each empty list warns in a dry run, a deployment and a comparison', async () => {
    const [rpcUrl] = urls as [string]
    const { routers: _, reserved: __, routes: ___, recipients: ____, ...rest } = file
    for (const [kind, lists] of [
      ['signedOrderReceiver', ['routes', 'recipients', 'chainNames', 'routers', 'reserved accounts']],
      ['attestedOrderReceiver', ['routes', 'recipients', 'routers', 'reserved accounts']],
      ['registeredTermsReceiver', ['routes', 'recipients', 'registrars', 'reserved accounts']],
    ] as const) {
      const empty = folder.path('empty.json')
      writeFileSync(empty, JSON.stringify({ ...rest, kind, salt: `0x${'1e'.repeat(32)}` }))
      for (const mode of ['--dry-run', '--json', '--check']) {
        const { status, stderr } = await deploy(['--rpc-url', rpcUrl, '--config', empty, mode])
        expect(status, stderr).to.equal(0)
        const found = [...stderr.matchAll(/^warning: chain 31101: no ([\w ]+), so /gm)].map(
          ([, name]) => name,
        )
        expect(found, `${kind} ${mode}`).to.have.members(lists)
        expect(stderr).to.include('the profile relay has no routers and no reserved accounts for this chain')
        if (kind === 'signedOrderReceiver')
          expect(stderr).to.include('fill contract is refused, which orders of the public service do')
      }
    }
  })

  it('behavior: a guard in one command, and its missing fields', async () => {
    const [rpcUrl] = urls as [string]
    const client = clientOf(rpcUrl)
    const hash = await client.deployContract({
      account: deployer,
      chain: null,
      abi: [],
      bytecode: mockDepositoryBytecode,
    })
    const { contractAddress: place } = await client.waitForTransactionReceipt({ hash })
    const guard = folder.path('guard.json')
    const { admin: by, solvers, chains } = file
    const fields = { kind: 'paymentGuard', admin: by, solvers, chains, depository: place }
    writeFileSync(guard, JSON.stringify(fields))
    const args = ['--rpc-url', rpcUrl, '--config', guard, '--json']
    const { status, stdout, stderr } = await deploy(args)
    expect(status, stderr).to.equal(0)
    expect(stderr).to.include('no recipients, so every payment is refused')
    expect(stderr).to.include(`${by} is admin and guardian and rescuer: one key`)
    const [{ receiver }] = JSON.parse(stdout).deployments
    expect(await deploy([...args, '--check', '--receiver', receiver])).to.include({ status: 0 })
    writeFileSync(guard, JSON.stringify({ ...fields, recipients: [{ chainId: 2, recipient }] }))
    const unknown = await deploy(args)
    expect(unknown).to.include({ status: 2, stdout: '' })
    expect(unknown.stderr).to.include('recipients.0.chainId')
  })

  it('behavior: --verify publishes every contract, even of a complete deployment', async () => {
    const explorer = await startExplorer(urls[0]!, 'the key of the explorer')
    const args = ['--rpc-url', urls[0]!, '--config', config, '--json', '--verify', explorer.url]
    const verify = (env: Record<string, string>, ...more: string[]) =>
      deploy([...args, ...more], { ...key, ...env })
    try {
      explorer.script.push(
        ...Array.from({ length: 2 }, () => ({
          status: 200,
          body: { status: '0', result: 'Already Verified' },
        })),
      )
      const { status, stdout, stderr } = await verify({ ETHERSCAN_API_KEY: 'the key of the explorer' })
      expect(status, stderr).to.equal(0)
      const [{ verified, implementation, factory }] = JSON.parse(stdout).deployments
      expect(verified.map(({ contract }: { contract: string }) => contract)).to.deep.equal([
        'AttestedOrderReceiver',
        'ReceiverFactory',
      ])
      expect(verified.map(({ address }: { address: string }) => address)).to.deep.equal([
        implementation,
        factory,
      ])
      const refused = await verify({ OTHER_KEY: 'a wrong key of 23 bytes' }, '--verify-key-env', 'OTHER_KEY')
      expect(refused).to.include({ status: 1, stdout: '' })
      expect(refused.stderr).to.include('Invalid API Key [key]').and.include('deployment is complete')
    } finally {
      await explorer.close()
    }
  })

  it('behavior: stopped by a signal between two transactions', async () => {
    const client = clientOf(urls[0]!)
    const sent = await client.getTransactionCount({ address: deployer.address })
    const options = { rpcUrl: [urls[0]!], config, salt: `0x${'09'.repeat(32)}`, unlocked: deployer.address }
    const globals = { profile: 'relay', profileGiven: false, json: true }
    expect(await deployCommand({ ...globals, ...options }, AbortSignal.abort())).to.equal(130)
    expect(await client.getTransactionCount({ address: deployer.address })).to.equal(sent)
  })

  it('error: wrong usage sends nothing and shows the remedy', async () => {
    const blocks = await Promise.all(urls.map((url) => clientOf(url).getBlockNumber()))
    const one = ['--rpc-url', urls[0]!, '--config', config]
    const broken = folder.path('broken.json')
    writeFileSync(broken, '{')
    const cases: [readonly string[], string, Record<string, string>?][] = [
      [['--config', config], 'Pass --rpc-url'],
      [one, 'There is no deployer', {}],
      [one, 'FILLPROOF_PRIVATE_KEY must be a private key', { FILLPROOF_PRIVATE_KEY: `0x${'77'.repeat(31)}` }],
      [[...one, '--rpc-url', urls[0]!], 'Two of --rpc-url lead to chain 31101'],
      [[...one, '--rpc-url', urls[1]!, '--chain-name', 'a'], '--chain-name names one chain'],
      [['--rpc-url', urls[0]!, '--config', broken], 'is not JSON'],
      [['--rpc-url', urls[0]!, '--solver', solver], 'kind must be signedOrderReceiver (the public service)'],
      [['--rpc-url', urls[0]!, '--kind', 'signedOrderReceiver'], 'admin must be an address'],
      [[...one, '--token', 'native=5'], '--token must be'],
      [[...one, '--route', '1:0x12'], '--route must be CHAIN:CURRENCY:MIN:MAX'],
      [[...one, '--recipient', `${recipient}:hooked`], '--recipient must be ADDRESS or ADDRESS:hook'],
      [[...one, '--dry-run', '--check'], 'exclude each other'],
      [[...one, '--from-block', '1', '--dry-run'], '--from-block and --dry-run exclude each other'],
      [
        [...one, '--verify', 'https://x.example', '--verify-key-env', 'FILLPROOF_PRIVATE_KEY'],
        "must not name the deployer's key",
      ],
      [['--rpc-url', urls[0]!, '--config', config, '--check'], 'The receiver is unknown', {}],
      [[...one, '--record', config], 'is not the record of a deployment'],
    ]
    for (const [args, problem, env] of cases) {
      const { status, stdout, stderr } = await deploy(args, env)
      expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(problem)
    }
    expect(await Promise.all(urls.map((url) => clientOf(url).getBlockNumber()))).to.deep.equal(blocks)
  })

  it('error: an unreachable chain, and an unreachable service', async () => {
    const gone = 'http://127.0.0.1:1/secret-path'
    const chain = await deploy(['--rpc-url', urls[0]!, '--rpc-url', gone, '--config', config])
    const service = await deploy(['--rpc-url', urls[0]!, '--config', config, '--check', '--url', gone])
    for (const { status, stdout, stderr } of [chain, service]) {
      expect({ status, stdout }, stderr).to.deep.equal({ status: 3, stdout: '' })
      expect(stderr).to.include('http://127.0.0.1:1').and.not.include('secret-path')
    }
  })
})
