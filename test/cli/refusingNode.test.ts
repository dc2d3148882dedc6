import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { BaseError } from 'viem'
import { createNodeClient, explainNodeError, readNode } from '../../src/cli/node.js'
import { createChain } from '../../src/deploy/createChain.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import {
  admin,
  adminKey,
  clientOf,
  configOf,
  connect,
  deployer,
  deployerKey,
  file,
  restoreAfterEach,
  run,
  startServers,
} from '../deploy/support.js'
import { chainsOf, getQuote, setUpMock } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { hang, setUpHttpServer } from '../support/httpServer.js'
import { deployInboxes, entryOf } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { limitLogs, logRefusals, type RpcRule, refusals, startRpcProxy } from '../support/rpcProxy.js'
import { callCommand } from './callCommand.js'
import { keepReceiverCall } from './keepReceiverCall.js'

const receiver = planDeployment(configOf(31101), deployer.address).receiver.address

describe('commands with a node that does not answer', () => {
  const { mock } = setUpMock()
  const { mock: publicMock } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let server: ChainServer
  let commands: Record<string, { target: string; args: string[]; key?: string; needless?: string }>
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    await run(await connect(server.rpcUrl))
    const config = folder.path('receiver.json')
    writeFileSync(config, JSON.stringify(file))
    const { rpcUrl: target } = server
    const [, destination] = chainsOf(mock)
    const callFile = await keepReceiverCall(mock, (call) => folder.write(call))
    const at = ['--receiver', receiver]
    const atMock = ['--receiver', destination.receiver]
    const { steps } = await getQuote(mock, { fillContract: destination.receiver })
    const inboxes = await deployInboxes(publicMock)
    const terms = inboxes.termsOf()
    const entry = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    await inboxes.pay(terms)
    const claim = ['claim', entry, '--receiver', inboxes.receiver]
    const key = deployerKey
    const deploy = ['deploy', '--config', config]
    commands = {
      status: { target, args: ['status', ...at] },
      pause: { target, args: ['pause', ...at] },
      'pause --send': { target, args: ['pause', ...at, '--send'], key: adminKey },
      deploy: { target, args: deploy, key },
      'deploy --dry-run': { target, args: [...deploy, '--dry-run'], key },
      'deploy --check': { target, args: [...deploy, '--check'], key },
      'deploy --apply': { target, args: [...deploy, '--apply'], key },
      watch: {
        target,
        args: ['watch', ...at, '--from-block', '1', '--until-block', '2', '--patience', '2'],
      },
      claim: { target: inboxes.rpcUrl, args: claim },
      'claim --send': {
        target: inboxes.rpcUrl,
        args: [...claim, '--send'],
        key: inboxes.keeper.privateKey,
        // Without an estimate, a claim is sent with the highest limit.
        needless: 'eth_estimateGas',
      },
      authorize: { target: destination.rpcUrl, args: ['authorize', callFile, ...atMock] },
      verify: {
        target: destination.rpcUrl,
        args: ['verify', steps[0]!.requestId, '--profile', 'mock', '--url', mock.url, ...atMock],
      },
    }
  })
  after(() => server?.close())
  restoreAfterEach(() => server.rpcUrl)

  async function call(name: string, rule: RpcRule) {
    const { target, args, key = '' } = commands[name]!
    const proxy = await startRpcProxy(target, rule)
    try {
      const env = { FILLPROOF_PRIVATE_KEY: key, FILLPROOF_API_KEY: '' }
      const outcome = await callCommand([...args, '--rpc-url', `${proxy.url}/key-of-mine`], env)
      return { ...outcome, url: proxy.url }
    } finally {
      await proxy.close()
    }
  }

  const names = [
    'status',
    'pause',
    'pause --send',
    'deploy',
    'deploy --dry-run',
    'deploy --check',
    'claim',
    'claim --send',
  ]
  const all = [...names, 'deploy --apply', 'watch', 'authorize', 'verify']
  for (const name of all) {
    it(`error: ${name} exits with 3 and one message at each kind of refusal`, async () => {
      for (const [kind, { answer, says }] of Object.entries(refusals)) {
        const { status, stdout, stderr, url } = await call(name, () => answer)
        expect({ status, stdout }, `${kind}: ${stderr}`).deep.equal({ status: 3, stdout: '' })
        expect(stderr, kind).include(`error: The chain at ${url} could not be read: ${says}`)
        expect(stderr, kind).not.match(/key-of-mine|This is a bug|differs/)
      }
    }).timeout(120_000)
  }

  for (const name of names) {
    it(`error: ${name} exits with 3 whichever request is refused`, async () => {
      const client = clientOf(commands[name]!.target)
      const asked = new Set<string>()
      const id = await client.snapshot()
      const clean = await call(name, ({ method, forward }) => {
        asked.add(method)
        return forward()
      })
      await client.revert({ id })
      expect(clean.status, clean.stderr).equal(0)
      // viem goes on without them.
      for (const optional of ['eth_fillTransaction', 'eth_maxPriorityFeePerGas']) asked.delete(optional)
      for (const refused of asked) {
        const before = await client.snapshot()
        const { status, stderr, url } = await call(name, ({ method, forward }) =>
          method === refused ? refusals['-32005'].answer : forward(),
        )
        await client.revert({ id: before })
        const isNeedless = refused === commands[name]!.needless
        expect(status, `${refused}: ${stderr}`).equal(isNeedless ? 0 : 3)
        const fault = `The chain at ${url} could not be read: ${refusals['-32005'].says}`
        if (!isNeedless) expect(stderr, refused).include(fault)
      }
    }).timeout(120_000)
  }

  for (const [kind, refusal] of Object.entries(logRefusals)) {
    it(`default: deploy --check on a node that serves at most 10 blocks: ${kind}`, async () => {
      await clientOf(server.rpcUrl).mine({ blocks: 60 })
      const { status, stderr } = await call('deploy --check', limitLogs(10, refusal))
      expect(status, stderr).equal(0)
    }).timeout(30_000)
  }

  describe('with a silent node', () => {
    const node = setUpHttpServer()

    for (const name of all.filter((one) => one !== 'watch')) {
      it(`error: ${name} exits with 3`, async () => {
        const { setTimeout } = globalThis
        // What waits for a node for 15 s waits for 0.15 s.
        const shorten = (...[work, ms = 0, ...rest]: Parameters<typeof setTimeout>) =>
          setTimeout(work, ms < 10_000 ? ms : ms / 100, ...rest)
        globalThis.setTimeout = Object.assign(shorten, setTimeout)
        try {
          const { status, stdout, stderr } = await call(name, () => 'silence')
          expect({ status, stdout }, stderr).deep.equal({ status: 3, stdout: '' })
          expect(stderr).match(/could not be read: (The request timed out|No answer)/)
        } finally {
          globalThis.setTimeout = setTimeout
        }
      })
    }

    it('error: the command and deploy report the fault alike', async () => {
      node.respondWith(hang)
      const target = readNode(node.url)
      const transport = createNodeClient(target).transport
      expect(transport.timeout).equal(15_000)
      const error = await thrown(() => createChain({ rpcUrl: node.url, account: admin, timeoutMs: 50 }))
      expect(error).include({
        name: 'ChainUnreachableError',
        shortMessage: `The chain at ${node.url} could not be read: The request timed out.`,
      })
    })

    it('error: watch ends when its patience does', async () => {
      const { status, stderr } = await call('watch', () => 'silence')
      expect(status).equal(3)
      expect(stderr).match(/could not be read: No answer in 2 s/)
    })
  })

  it('error: a refused transaction exits with 1, an unanswered one with 3', async () => {
    for (const [message, name] of [
      ['insufficient funds for gas', 'TransactionRefusedError'],
      ['too many requests', 'UnreachableError'],
    ] as const) {
      const node = await startRpcProxy(server.rpcUrl, ({ method, forward }) =>
        method === 'eth_sendRawTransaction' ? { error: { code: -32000, message } } : forward(),
      )
      try {
        const target = readNode(node.url)
        const { client } = await connect(node.url)
        const error = await thrown<BaseError>(() => client.sendTransaction({ to: admin.address }))
        expect(error).instanceOf(BaseError)
        expect(explainNodeError(error, target).name, error.message).equal(name)
      } finally {
        await node.close()
      }
    }
  })
})
