import { expect } from 'chai'
import { type Address, encodeFunctionData } from 'viem'
import { readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { attestedOrderReceiverAbi as abi } from '../../src/generated/abi/attestedOrderReceiver.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import {
  admin,
  adminKey,
  clientOf,
  configOf,
  connect,
  deployDepository,
  deployer,
  deployerKey,
  file,
  restoreAfterEach,
  run,
  startServers,
} from '../deploy/support.js'
import { setUpFolder } from '../support/makeFolder.js'
import { writeKeystore } from '../support/makeKeystore.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callCommand } from './callCommand.js'
import { runCli } from './helpers.js'

describe('fillproof pause, unpause and status', () => {
  const folder = setUpFolder()
  let server: ChainServer
  let contracts: Record<'receiver' | 'guard', Address>
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    const depository = await deployDepository(server.rpcUrl)
    const { solvers, chains } = file
    const fields = { kind: 'paymentGuard', admin: admin.address, solvers, chains, depository }
    const guard = readDeployConfig({ file: fields, chainId: 31101 })
    const chain = await connect(server.rpcUrl)
    await run(chain)
    await run(chain, { wanted: guard })
    const addressOf = (wanted: Parameters<typeof planDeployment>[0]) =>
      planDeployment(wanted, deployer.address).receiver.address
    contracts = { receiver: addressOf(configOf(31101)), guard: addressOf(guard) }
  })
  after(() => server?.close())
  restoreAfterEach(() => server.rpcUrl)

  const call = async (command: string, of: Address, args: string[] = [], key = '') => {
    const env = { FILLPROOF_PRIVATE_KEY: key }
    const outcome = await callCommand(
      [command, '--rpc-url', `${server.rpcUrl}/?key=secret`, '--receiver', of, ...args],
      env,
    )
    for (const secret of ['secret', ...(key ? [key.slice(2)] : [])])
      expect(outcome.stdout + outcome.stderr).not.to.include(secret)
    return outcome
  }
  const json = async (...parameters: Parameters<typeof call>) => {
    const [command, of, args = [], key] = parameters
    const { status, stdout } = await call(command, of, [...args, '--json'], key)
    return { status, ...JSON.parse(stdout) }
  }

  for (const name of ['receiver', 'guard'] as const) {
    it(`default: a ${name} is paused and unpaused, and a dry run sends nothing`, async () => {
      const of = contracts[name]
      const kind = name === 'guard' ? 'paymentGuard' : 'attestedOrderReceiver'
      const { block: _, ...state } = await json('status', of)
      expect(state).to.deep.equal({
        ...{ status: 0, chainId: 31101, receiver: of, kind, paused: false },
        ...(name === 'receiver' && { policyEpoch: state.policyEpoch }),
      })
      const dry = await json('pause', of)
      const transaction = {
        role: 'guardian',
        to: of,
        value: '0',
        data: encodeFunctionData({ abi, functionName: 'pause' }),
      }
      expect(dry).to.deep.include({
        status: 'planned',
        paused: false,
        transaction: { step: 'pause', ...transaction },
      })
      expect(await call('status', of)).to.include({ status: 0, stderr: '' })

      const sent = await call('pause', of, ['--send'], adminKey)
      expect(sent.status, sent.stderr).to.equal(0)
      expect(sent.stderr).to.match(/^Sent 0x[0-9a-f]{64}, waiting for its receipt\.\n$/)
      expect(sent.stdout).to.include('paused: every payment is rejected').and.include('fillproof unpause')
      expect((await call('status', of)).status).to.equal(1)
      expect(await json('pause', of, ['--send'], adminKey)).to.include({ status: 'unneeded' })

      expect(await json('unpause', of, ['--send'], adminKey)).to.include({ status: 'sent', paused: false })
      expect((await call('status', of)).status).to.equal(0)
    })
  }

  it('behavior: a key shows the roles of its account', async () => {
    const { account } = await json('status', contracts.receiver, [], adminKey)
    expect(account).to.deep.equal({
      address: admin.address,
      roles: ['admin', 'policy', 'guardian', 'rescue'],
    })
    const other = await call('pause', contracts.receiver, [], deployerKey)
    expect(other.stdout).to.include(deployer.address).and.include('no role').and.include('Nothing was sent')
  })

  it('behavior: --keystore sends, and the output names its account', async () => {
    const keystore = await writeKeystore(folder, adminKey)
    // The option wins over the environment, as --unlocked does.
    const sent = await call('pause', contracts.receiver, ['--send', ...keystore], deployerKey)
    expect(sent.status, sent.stderr).to.equal(0)
    expect(sent.stderr).to.include(`The address of the keystore is ${admin.address}.`)
    expect(sent.stdout).to.include('paused: every payment is rejected').and.include(admin.address)
  })

  it('error: a keystore that cannot be opened, before anything is sent', async () => {
    const block = await clientOf(server.rpcUrl).getBlockNumber()
    const wrong = await writeKeystore(folder, adminKey, 'another password')
    const [, path = ''] = wrong
    for (const [args, problem] of [
      [['--send', ...wrong], 'The password does not open'],
      [['--send', '--keystore', folder.path('none')], '--keystore must be a file that can be read'],
      [['--send', '--keystore', adminKey], '--keystore must be a file, found 32 bytes of hex'],
      [['--send', '--password-file', path], '--password-file needs --keystore'],
      [
        ['--send', '--keystore', path, '--unlocked', admin.address],
        '--keystore and --unlocked exclude each other',
      ],
      [wrong, '--keystore needs --send'],
    ] as const) {
      const { status, stdout, stderr } = await call('pause', contracts.receiver, [...args], adminKey)
      expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(problem)
    }
    const target = [
      '--rpc-url',
      server.rpcUrl,
      '--receiver',
      contracts.receiver,
      '--send',
      '--keystore',
      path,
    ]
    const { status, stderr } = await runCli(['pause', ...target])
    expect(status).to.equal(2)
    expect(stderr)
      .to.include('There is no terminal to ask for the password.')
      .and.include('--password-file FILE')
    expect(await clientOf(server.rpcUrl).getBlockNumber()).to.equal(block)
  })

  it('behavior: --safe prints a batch that names the method', async () => {
    const { status, stdout, stderr } = await call('pause', contracts.guard, ['--safe'])
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    const [{ to, contractMethod, contractInputsValues }] = JSON.parse(stdout).transactions
    expect({ to, contractMethod, contractInputsValues }).to.deep.equal({
      to: contracts.guard,
      contractMethod: { inputs: [], name: 'pause', payable: false },
      contractInputsValues: {},
    })
  })

  it('behavior: retries a node that has a block before its receipts', async () => {
    const proxied = await startRpcProxy(server.rpcUrl, async ({ method, count, forward }) =>
      method === 'eth_getTransactionReceipt' && count < 4 ? { result: null } : forward(),
    )
    try {
      const args = ['pause', '--rpc-url', proxied.url, '--receiver', contracts.receiver, '--send']
      const { status, stdout, stderr } = await callCommand(args, { FILLPROOF_PRIVATE_KEY: adminKey })
      expect(status, stderr).to.equal(0)
      expect(stdout).to.include('paused: every payment is rejected')
    } finally {
      await proxied.close()
    }
  })

  it('error: an account without the role, before anything is sent', async () => {
    const block = await clientOf(server.rpcUrl).getBlockNumber()
    const { status, stdout, stderr } = await call('pause', contracts.receiver, ['--send'], deployerKey)
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' })
    expect(stderr).to.include('lacks the role guardian')
    expect(await clientOf(server.rpcUrl).getBlockNumber()).to.equal(block)
  })

  it('error: a transaction that the node refuses', async () => {
    const error = { code: -32000, message: 'insufficient funds for gas * price + value' }
    const proxied = await startRpcProxy(server.rpcUrl, async ({ method, forward }) =>
      method === 'eth_sendRawTransaction' ? { error } : forward(),
    )
    try {
      const args = ['pause', '--rpc-url', proxied.url, '--receiver', contracts.receiver, '--send']
      const { status, stderr } = await callCommand(args, { FILLPROOF_PRIVATE_KEY: adminKey })
      expect({ status, line: stderr.split('\n')[0] }).to.deep.equal({
        status: 1,
        line: `error: The chain at ${proxied.url} refused the transaction: ${error.message}`,
      })
    } finally {
      await proxied.close()
    }
  })

  it('error: wrong usage, no contract, and an unreachable chain', async () => {
    for (const [command, of, args, status, message] of [
      ['pause', contracts.receiver, ['--send'], 2, '--send needs an account'],
      ['pause', contracts.receiver, ['--unlocked', admin.address], 2, '--unlocked needs --send'],
      ['pause', contracts.receiver, ['--send', '--safe'], 2, 'exclude each other'],
      ['unpause', contracts.receiver, ['--safe'], 2, 'not paused already'],
      ['status', admin.address, [], 2, 'There is no receiver or guard'],
      ['pause', admin.address, [], 2, 'There is no receiver or guard'],
      ['status', contracts.receiver, ['--rpc-url', 'http://127.0.0.1:9'], 3, 'could not be read'],
    ] as const) {
      const outcome = await call(command, of, [...args])
      expect(outcome, outcome.stderr).to.include({ status, stdout: '' })
      expect(outcome.stderr).to.include(message)
    }
  })
})
