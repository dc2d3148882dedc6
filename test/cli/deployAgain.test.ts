import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Abi, type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { describeComparison } from '../../src/cli/deploy/describe.js'
import { hashSafeBatch } from '../../src/deploy/apply/createSafeBatch.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import {
  admin,
  adminKey,
  clientOf,
  configOf,
  deployer,
  deployerKey,
  depository,
  file,
  recipient,
  restoreAfterEach,
  router,
  solver,
  startServers,
} from '../deploy/support.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callCommand } from './callCommand.js'

const other: Address = '0x5555555555555555555555555555555555555555'
const { address: receiver } = planDeployment(configOf(31101), deployer.address).receiver

describe('fillproof deploy, again', () => {
  let server: ChainServer
  const folder = setUpFolder()
  let config: string
  let record: string
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    config = folder.path('receiver.json')
    record = folder.path('record.json')
    writeFileSync(config, JSON.stringify(file))
    const { status, stderr } = await deploy(['--record', record])
    expect(status, stderr).to.equal(0)
  })
  restoreAfterEach(() => server.rpcUrl)
  after(() => server.close())

  const deploy = (args: readonly string[], key?: Hex, of = config) => {
    const env = { FILLPROOF_PRIVATE_KEY: key ?? deployerKey }
    return callCommand(['deploy', '--rpc-url', server.rpcUrl, '--config', of, ...args], env)
  }

  /** The admin changes the policy. */
  async function change(functionName: string, ...args: readonly unknown[]): Promise<void> {
    const data = encodeFunctionData({ abi: attestedOrderReceiverAbi as Abi, functionName, args })
    const client = clientOf(server.rpcUrl)
    const hash = await client.sendTransaction({ account: admin, chain: null, to: receiver, data })
    expect((await client.waitForTransactionReceipt({ hash })).status).to.equal('success')
  }

  const writeConfig = (changes: object): string => {
    const path = folder.path('other.json')
    writeFileSync(path, JSON.stringify({ ...file, ...changes }))
    return path
  }

  const changes: [string, readonly unknown[], string][] = [
    ['setSolver', [{ solver: other, start: 0, stop: 0 }], `solver ${other}`],
    ['setRecipient', [{ recipient: other, hook: false }], `recipient ${other}`],
    ['setRoute', [{ chainId: 1n, currency: zeroHash, min: 1n, max: 2000n }], `route 1 ${zeroHash}`],
    ['setRoute', [{ chainId: 7n, currency: zeroHash, min: 1n, max: 2n }], `route 7 ${zeroHash}`],
    ['setToken', [other, 1n, 2n], `token ${other}`],
    ['setRouter', [other, true], `router ${other}`],
    ['setReserved', [other, true], `reserved ${other}`],
    ['setRecipientRoot', [`0x${'12'.repeat(32)}`], 'recipient root'],
    ['pause', [], 'paused'],
    ['grantRole', [zeroHash, other], `role admin ${other}`],
  ]
  for (const [functionName, args, field] of changes) {
    it(`error: ${functionName} since then, with and without a record: ${field.slice(0, 20)}`, async () => {
      expect(await deploy([])).to.include({ status: 0 })
      await change(functionName, ...args)
      for (const options of [[], ['--record', record], ['--json']]) {
        const { status, stdout, stderr } = await deploy(options)
        expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' })
        expect(stderr).to.include(field).and.include('differs from its configuration').and.include('--apply')
      }
    })
  }

  for (const list of ['solvers', 'routes', 'recipients'] as const) {
    it(`error: a configuration without ${list} for a receiver that has some`, async () => {
      const { status, stdout, stderr } = await deploy([], deployerKey, writeConfig({ [list]: [] }))
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' })
      expect(stderr)
        .to.include(`${list.slice(0, -1)} `)
        .and.include('differs from its configuration')
    })
  }

  it('error: --check cannot compare if the history begins too late', async () => {
    await change('setSolver', { solver: other, start: 0, stop: 0 })
    const late = folder.path('late.json')
    const content = JSON.parse(readFileSync(record, 'utf8'))
    for (const transaction of content.transactions) transaction.block = '99999'
    writeFileSync(late, JSON.stringify(content))
    for (const args of [
      ['--from-block', '99999'],
      ['--record', late],
    ]) {
      const { status, stdout, stderr } = await deploy(['--check', ...args])
      expect({ status, stdout }).to.deep.equal({ status: 3, stdout: '' })
      expect(stderr).to.include('do not show the initialization').and.include('leave --from-block')
    }
    for (const args of [[], ['--from-block', '0'], ['--record', record]]) {
      const { status, stdout } = await deploy(['--check', ...args])
      expect(status).to.equal(1)
      expect(stdout).to.include(`solver ${other}`)
    }
  })

  it('behavior: a comparison reports that the code was left out', () => {
    const comparison = { chainId: 31101, receiver, block: 1n, same: true, differences: [] }
    expect(describeComparison({ ...comparison, codeCompared: false })).to.include('The code was not compared')
    expect(describeComparison({ ...comparison, codeCompared: true })).not.to.include('code')
  })

  it('error: --check of a guard in place of a receiver', async () => {
    const guard = { kind: 'paymentGuard', admin: admin.address, chainName: 'mockorigin', depository }
    const path = folder.path('guard.json')
    writeFileSync(path, JSON.stringify(guard))
    const { status, stderr } = await deploy(['--check', '--receiver', receiver], deployerKey, path)
    expect(status).to.equal(1)
    expect(stderr).to.include('is a attestedOrderReceiver, not a paymentGuard')
  })

  it('default: --apply prints the transactions as calldata, and sends nothing', async () => {
    const wanted = writeConfig({ solvers: [other], recipients: [] })
    const block = await clientOf(server.rpcUrl).getBlockNumber()
    const { status, stdout, stderr } = await deploy(['--apply'], deployerKey, wanted)
    expect(status, stderr).to.equal(0)
    const { same, plans } = JSON.parse(stdout)
    expect(same).to.equal(false)
    expect(plans).to.have.length(1)
    const [{ transactions, differences, remaining, ...rest }] = plans
    expect(rest).to.deep.equal({
      chainId: 31101,
      receiver,
      block: String(block),
      same: false,
      codeCompared: true,
    })
    expect(differences).to.have.length(3)
    expect(remaining).to.deep.equal([])
    const encode = (functionName: string, ...args: readonly unknown[]) =>
      encodeFunctionData({ abi: attestedOrderReceiverAbi as Abi, functionName, args })
    const to = { to: receiver, value: '0' }
    expect(transactions).to.deep.equal([
      { step: 'revokeSolver', role: 'guardian', ...to, data: encode('revokeSolver', solver) },
      { step: 'removeRecipient', role: 'policy', ...to, data: encode('removeRecipient', recipient) },
      {
        step: 'setSolver',
        role: 'policy',
        ...to,
        data: encode('setSolver', { solver: other, start: 0, stop: 0 }),
      },
    ])
    expect(await clientOf(server.rpcUrl).getBlockNumber()).to.equal(block)
  })

  it('behavior: --apply safe prints a batch', async () => {
    const wanted = writeConfig({ solvers: [solver, other] })
    const { status, stdout } = await deploy(['--apply', 'safe', '--record', record], undefined, wanted)
    const { meta, createdAt, ...batch } = JSON.parse(stdout)
    const { checksum, ...named } = meta
    expect({ status, ...named }).to.deep.equal({
      status: 0,
      name: `fillproof: ${receiver} on chain 31101`,
      description: 'setSolver',
    })
    expect(createdAt).to.be.closeTo(Date.now(), 60_000)
    expect(batch).to.include({ version: '1.0', chainId: '31101' })
    expect(batch.transactions).to.have.length(1)
    expect(batch.transactions[0]).to.include({ to: receiver, value: '0' })
    expect(checksum).to.equal(hashSafeBatch({ ...batch, createdAt, meta: named }))
  })

  it("behavior: --apply send sends with the admin's key, and the next deployment finds no difference", async () => {
    const wanted = writeConfig({ solvers: [solver, other] })
    const send = ['--apply', 'send', '--record', record]
    const { status, stdout, stderr } = await deploy([...send, '--json'], adminKey, wanted)
    expect(status, stderr).to.equal(0)
    const { same, plans } = JSON.parse(stdout)
    expect(same).to.equal(true)
    expect(plans[0]).to.deep.include({ chainId: 31101, receiver, same: true, differences: [] })
    expect(plans[0].transactions).to.have.length(1)
    const [{ step, hash }] = plans[0].transactions
    expect(step).to.equal('setSolver')
    expect(stderr).to.include(`setSolver sent, ${hash}`)
    expect(await deploy([], deployerKey, wanted)).to.include({ status: 0 })
    const again = await deploy(send, adminKey, wanted)
    expect(again.status).to.equal(0)
    expect(again.stdout).to.include('Nothing was sent.').and.include('same')
  })

  it('behavior: --apply send neither pauses nor unpauses a receiver that it narrows', async () => {
    const wanted = writeConfig({ routes: [] })
    const send = ['--apply', 'send', '--receiver', receiver]
    const { status, stdout, stderr } = await deploy(send, adminKey, wanted)
    expect(status, stderr).to.equal(0)
    expect(stdout).to.include('setRoute').and.not.include('pause')
    await change('pause')
    const paused = await deploy(send, adminKey, wanted)
    expect(paused.status).to.equal(1)
    expect(paused.stderr).to.include(
      `fillproof unpause --rpc-url URL_OF_CHAIN_31101 --receiver ${receiver} --send`,
    )
  })

  it('error: a sender without the role, and differences that no transaction can change', async () => {
    const narrowed = writeConfig({ routes: [] })
    const refused = await deploy(['--apply', 'send'], deployerKey, narrowed)
    expect(refused).to.include({ status: 1, stdout: '' })
    expect(refused.stderr).to.include('setRoute reverted').and.include('lacks the role policy')
    const renamed = writeConfig({ chains: { 31101: { chainName: 'renamed' } } })
    for (const form of ['calldata', 'safe', 'send']) {
      const { status, stdout, stderr } = await deploy(
        ['--apply', form, '--receiver', receiver],
        adminKey,
        renamed,
      )
      expect(status, form).to.equal(1)
      expect(stdout + stderr).to.include('chain name')
    }
  })

  it('error: a transaction that the node refuses is not reported as sent', async () => {
    const proxy = await startRpcProxy(server.rpcUrl, ({ method, forward }) =>
      method === 'eth_sendRawTransaction'
        ? Promise.resolve({ error: { code: -32000, message: 'gas price too low' } })
        : forward(),
    )
    const options = ['--config', writeConfig({ salt: `0x${'05'.repeat(32)}` }), '--record', folder.path()]
    try {
      const { status, stdout, stderr } = await callCommand(['deploy', '--rpc-url', proxy.url, ...options], {
        FILLPROOF_PRIVATE_KEY: deployerKey,
      })
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' })
      expect(stderr).to.include('gas price too low').and.not.include('sent')
    } finally {
      await proxy.close()
    }
  })

  it('error: the service for the comparison does not answer, before anything is sent', async () => {
    const block = await clientOf(server.rpcUrl).getBlockNumber()
    const salted = writeConfig({ salt: `0x${'06'.repeat(32)}` })
    const outcome = await deploy(['--url', 'http://127.0.0.1:1'], deployerKey, salted)
    expect(outcome).to.include({ status: 3, stdout: '' })
    expect(await clientOf(server.rpcUrl).getBlockNumber()).to.equal(block)
  })

  describe("reads the record, with the administrator's key", () => {
    /** A folder with the receiver's record, and copies of it as others. */
    const makeRecords = (...others: Record<string, unknown>[]) => {
      const records = mkdtempSync(folder.path('records-'))
      const content = JSON.parse(readFileSync(record, 'utf8'))
      for (const [index, fields] of [{}, ...others].entries()) {
        writeFileSync(join(records, `${index}.json`), JSON.stringify({ ...content, ...fields }))
      }
      writeFileSync(join(records, 'notes.json'), '[]')
      return records
    }
    const elsewhere = { chainId: 31102 }
    const another = { receiver: { address: other } }
    const modes = [
      ['--check'],
      ['--apply'],
      ['--apply', 'calldata'],
      ['--apply', 'safe'],
      ['--apply', 'send'],
    ]

    for (const mode of modes) {
      it(`behavior: ${mode.join(' ')} takes the receiver from a record's file or folder`, async () => {
        const named = ['--receiver', receiver]
        for (const args of [
          ['--record', record],
          ['--record', record, ...named],
          ['--record', makeRecords()],
          ['--record', makeRecords(elsewhere)],
          ['--record', makeRecords(another), ...named],
        ]) {
          for (const key of [adminKey, deployerKey]) {
            const { status, stdout, stderr } = await deploy([...mode, ...args], key)
            expect(status, stderr).to.equal(0)
            expect(stdout).to.include(receiver)
          }
        }
        // The deployer's own is the planned one.
        const own = await deploy([...mode, '--record', makeRecords(another)], deployerKey)
        expect(own, own.stderr).to.include({ status: 0 })
        expect(own.stdout).to.include(receiver)
      })

      it(`error: ${mode.join(' ')} with several records, none, or another's`, async () => {
        for (const [args, ...parts] of [
          [['--record', makeRecords(another)], `${receiver} in 0.json, ${other} in 1.json`, '--receiver'],
          [['--record', mkdtempSync(folder.path('none-'))], 'has none of chain 31101.'],
          [['--record', folder.path('nowhere.json')], 'does not exist.'],
          [['--record', record, '--receiver', other], `belongs to the receiver ${receiver} on chain 31101.`],
          [['--record', makeRecords(), '--receiver', other], 'and this receiver, only', receiver],
        ] as const) {
          const { status, stdout, stderr } = await deploy([...mode, ...args], adminKey)
          expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
          for (const part of parts) expect(stderr).to.include(part)
        }
      })
    }
  })

  it('behavior: a configuration and a record with a byte order mark', async () => {
    const [marked, recorded] = [folder.path('marked.json'), folder.path('marked-record.json')]
    writeFileSync(marked, `\uFEFF${readFileSync(config, 'utf8')}`)
    writeFileSync(recorded, `\uFEFF${readFileSync(record, 'utf8')}`)
    const { status, stderr } = await deploy(['--check', '--record', recorded], deployerKey, marked)
    expect(status, stderr).to.equal(0)
  })

  it('behavior: warns about recipients that are never paid', async () => {
    const { stderr } = await deploy(
      ['--dry-run'],
      deployerKey,
      writeConfig({ recipients: [depository, router, recipient] }),
    )
    expect(stderr.split('\n').filter((line) => line.includes('never paid'))).to.deep.equal([
      `warning: chain 31101: the recipient ${depository} is also reserved, so it is never paid.`,
      `warning: chain 31101: the recipient ${router} is also a router, so it is never paid.`,
    ])
  })

  it('error: conflicting options', async () => {
    for (const [args, problem] of [
      [['--apply', '--check'], '--check and --apply exclude each other'],
      [['--apply', '--dry-run'], '--dry-run and --apply exclude each other'],
      [['--apply', '--verify', 'https://x.example'], '--verify needs a deployment, not --apply'],
      [['--apply', '--url', 'https://x.example'], '--url needs --check or a deployment'],
      [['--apply', 'json'], '--apply must be calldata, safe or send'],
      [['--receiver', receiver], '--receiver needs --check or --apply'],
    ] as const) {
      const { status, stdout, stderr } = await deploy(args)
      expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(problem)
    }
  })
})
