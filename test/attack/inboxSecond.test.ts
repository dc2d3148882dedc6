// Attacks of a second attacker on the library's inboxes: nothing is shown, sent or called paid that should not be.
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { claimInboxes } from '../../src/cli/claim/claimInboxes.js'
import { readInboxes } from '../../src/cli/claim/readInboxes.js'
import { createInboxCall } from '../../src/client/inbox/inboxCall.js'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../src/client/index.js'
import type { ServiceClient } from '../../src/client/serviceClient.js'
import { claimMany, type InboxEvidence } from '../../src/contract/index.js'
import { type InboxTerms, inboxReceiverAbi } from '../../src/index.js'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import { keeper, open, type World } from '../client/inbox/world.js'
import { coherent, toNodes } from '../client/receiver/nodes.js'
import { balanceOf, clientOf, ether, type Quote, send, setUpMock } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { deployInboxes, entryOf, type Inboxes } from '../support/inboxes.js'
import { makeFolder, setUpFolder } from '../support/makeFolder.js'

describe('Attack: payments of inboxes', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  /** The parameters of a payment that someone else makes to a deposit address. Lists what is shown. */
  function addressed(changes: object = {}) {
    const { native, clients, payer, recipient } = world
    const { originClient, walletClient, ...rest } = clients()
    const { kept, keep } = keeper()
    const shown: unknown[] = []
    const parameters = {
      ...rest,
      ...native({ useDepositAddress: true, refundTo: payer }),
      ...{ payment: { recipient, refundTo: payer }, keep, timeoutMs: 500 },
      onProgress: (progress: { type: string }) => {
        if (progress.type === 'depositAddress') shown.push(progress)
      },
      ...changes,
    } as PayInboxParameters
    return { parameters, kept, keep, shown }
  }

  it('a service that quotes an order again does not sell an earlier fill twice', async () => {
    const { client, native, clients, destination, recipient } = world
    const before = await balanceOf(destination, zeroAddress, recipient)
    let first: ReturnType<ServiceClient['getQuote']> | undefined
    const service: ServiceClient = {
      ...client,
      getQuote: (...parameters) => {
        first ??= client.getQuote(...parameters)
        return first
      },
    }
    const { claims } = await payReceiver(service, { ...clients(), ...native(), keep: () => {} })
    expect(claims).to.have.length(1)
    const { kept, keep } = keeper()
    const again = () => payReceiver(service, { ...clients(), ...native(), keep, timeoutMs: 3000 })
    expect((await thrown(again)).name).to.equal('InboxPaymentUnknownError')
    expect(kept.at(-1)!.state).to.equal('depositing')
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(before + ether)
  })

  for (const [name, path, change] of [
    ['no address', 'steps', undefined],
    ['no order', 'protocol.v2.orderData', (v2: Record<string, unknown>) => delete v2.orderData],
  ] as const) {
    it(`a deposit address with ${name} is not shown`, async () => {
      const { client } = world
      const service: ServiceClient = {
        ...client,
        getQuote: async ({ useDepositAddress, ...request }, options) => {
          if (!change) return client.getQuote(request as typeof request & { user: string }, options)
          const quote = await client.getQuote({ ...request, useDepositAddress } as never, options)
          if (useDepositAddress) {
            const v2 = quote.protocol!.v2 as Record<string, unknown>
            delete v2.orderSignature
            change(v2)
          }
          return quote
        },
      }
      const { parameters, kept, shown } = addressed()
      const error = await thrown(() => payReceiver(service, parameters))
      expect(error, error.message).to.include({ name: 'StepMismatchError', path })
      expect(shown).to.deep.equal([])
      expect(kept.map(({ state }: InboxCall) => state)).to.deep.equal(['opened'])
    })
  }

  it('a claimer on another chain is refused before anything is stored or deposited', async () => {
    const { client, native, clients, walletOn, origin, nonceOf } = world
    const nonce = await nonceOf()
    const { kept, keep } = keeper()
    const claimer = walletOn(origin)
    const error = await thrown(() => payReceiver(client, { ...clients(), ...native(), claimer, keep }))
    expect(error).to.include({ name: 'StepOptionError', option: 'claimer' })
    expect([kept.length, await nonceOf()]).to.deep.equal([0, nonce])
  })

  it('a service that names many transactions does not hold the payment up', async () => {
    const { client, native, clients } = world
    const txHashes = Array.from({ length: 5000 }, (_, index) => numberToHex(index, { size: 32 }))
    const service: ServiceClient = {
      ...client,
      executeSteps: async (...parameters) => {
        const ended = await client.executeSteps(...parameters)
        return { ...ended, outcome: { ...ended.outcome!, txHashes } }
      },
    }
    const { request } = coherent(world.destination.rpcUrl)
    let asked = 0
    const destinationClient = toNodes(async (args) => {
      if (args.method === 'eth_getTransactionByHash') asked += 1
      await sleep(args.method === 'eth_getTransactionByHash' ? 20 : 0)
      return request(args)
    }).client
    const parameters = { ...clients(), ...native(), destinationClient, keep: () => {}, timeoutMs: 3000 }
    const error = await thrown(() => payReceiver(service, parameters))
    expect(error.name).to.equal('InboxPaymentUnknownError')
    expect(asked).to.be.lessThan(txHashes.length)
  })
})

describe('Attack: the lists of fillproof claim', () => {
  const { mock, destination } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let inboxes: Inboxes
  before(async () => {
    inboxes = await deployInboxes(mock)
  })

  const at = () => ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver]
  const run = (path: string, args: string[] = ['--json']) => callCommand(['claim', path, ...at(), ...args])
  /** An inbox with money, and its entry. */
  async function paid(changes: Partial<InboxTerms> = {}) {
    const terms = inboxes.termsOf(changes)
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    return { terms, quote, entry: entryOf(terms, quote) }
  }
  const evidenceOf = (inboxTerms: InboxTerms, { protocol: { v2 } }: Quote) =>
    ({ inboxTerms, ...v2, evmChains: [destination.name, mock.chains[0]!.name] }) as unknown as InboxEvidence
  const statusesOf = (stdout: string) =>
    JSON.parse(stdout).inboxes.map(({ status }: { status: string }) => status)

  it('an entry for another receiver is not an empty inbox', async () => {
    const { entry } = await paid()
    const other = inboxes.termsOf()
    const receiver = inboxes.token
    const kept = createInboxCall(other, {
      ...{ chainId: destination.id, receiver, bounds: {} },
      request: { destinationChainId: destination.id, amount: '1' } as InboxCall['request'],
    })
    const request = { ...kept.request, recipient: kept.inbox }
    const { inboxTerms } = entryOf(other, await inboxes.quote(other))
    for (const foreign of [
      { ...entry, inboxTerms },
      { ...kept, request },
    ]) {
      const { status, stdout, stderr } = await run(await folder.write(foreign))
      expect(status, stderr).to.equal(1)
      expect(JSON.parse(stdout)).to.include({ status: 'unreadable' })
      expect(JSON.parse(stdout).reason).to.include('Check --receiver')
    }
  })

  it('what is no entry does not hide the others: links, folders, huge files, broken lines', async () => {
    const [{ entry: one }, { entry: other }] = [await paid(), await paid()]
    const inner = await makeFolder()
    await writeFile(inner.path('a.ndjson'), `garbage\n\n${JSON.stringify(one)}\n`)
    await symlink('/nowhere/at/all', inner.path('b.json'))
    await mkdir(inner.path('c.json'))
    await writeFile(inner.path('d.json'), 'x'.repeat(17 * 2 ** 20))
    await symlink('/dev/zero', inner.path('e.json'))
    await writeFile(inner.path('f.json'), JSON.stringify(other))
    const { status, stdout, stderr } = await run(inner.path())
    expect(status, stderr).to.equal(1)
    expect(statusesOf(stdout)).to.deep.equal(['claimable', 'claimable', ...Array(5).fill('unreadable')])
    expect(stdout).to.include('a.ndjson:3')
  })

  it('--follow goes on while a file of the folder can not be read', async () => {
    const inner = await makeFolder()
    const { entry } = await paid()
    await symlink('/nowhere/at/all', inner.path('a.json'))
    const cli = startCli(
      ['claim', inner.path(), ...at(), '--json', '--follow', '--poll-interval', '0.05'],
      {},
    )
    await cli.firstLine
    const printed = new Promise<void>((resolve) =>
      cli.child.stdout!.on('data', (chunk) => String(chunk).includes('claimable') && resolve()),
    )
    await writeFile(inner.path('b.json'), JSON.stringify(entry))
    await printed
    cli.child.kill('SIGINT')
    expect((await cli.ended).status).to.equal(1)
  })

  it('names the claimer that alone can claim', async () => {
    const { entry } = await paid({ claimer: inboxes.owner.address })
    const { status, stdout } = await run(await folder.write(entry), [])
    expect(status).to.equal(0)
    expect(stdout).to.include(`Claimer    ${inboxes.owner.address}, which alone can send the claim`)
  })

  it('an order that replaces another is looked at, though the number of orders is the same', async () => {
    const { terms, quote, entry } = await paid()
    const memory = new Map()
    const look = async (listed: object) => {
      const { inboxes: all } = await readInboxes(await folder.write(listed), inboxes.receiver)
      const client = createPublicClient({ transport: http(inboxes.rpcUrl) })
      const given = { receiver: inboxes.receiver, inboxes: all, sender: undefined, batcher: undefined }
      const outcomes = await claimInboxes(client, { ...given, memory, onSent: () => {} })
      return [...outcomes.values()].map(({ status }) => status)
    }
    const { orderSignature } = (await inboxes.quote(inboxes.termsOf())).protocol.v2
    expect(await look({ ...entry, orderSignature })).to.deep.equal(['waiting'])
    expect(await look(entryOf(terms, quote))).to.deep.equal(['claimable'])
  })

  it('two entries of one inbox report the same claim, also from two batches', async () => {
    const { terms, quote } = await paid()
    const evidence = evidenceOf(terms, quote)
    const account = privateKeyToAccount(inboxes.keeper.privateKey)
    const wallet = createWalletClient({ account, transport: http(inboxes.rpcUrl), pollingInterval: 20 })
    const claims = [evidence, evidence]
    const results = await claimMany(wallet, { receiver: inboxes.receiver, claims, batchSize: 1 })
    expect(results[0]).to.include({ status: 'claimed' })
    expect(results[1]).to.deep.equal(results[0])
  })

  it('the words of a recipient that refuses are shown without control characters', async () => {
    const words = '\u001b[2JClaimed.\n\u009b31m\u202eToo Many Requests'
    const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [words] })
    const length: Hex = `0x61${size(data).toString(16).padStart(4, '0')}`
    // CODECOPY and REVERT of what follows the first 12 bytes.
    const bytecode = concatHex([length, '0x600c5f39', length, '0x5ffd', data])
    const recipient = '0x00000000000000000000000000000000000bad01'
    await clientOf(destination).setCode({ address: recipient, bytecode })
    const call = { functionName: 'setRecipient', args: [{ recipient, hook: false }] } as const
    const to = inboxes.receiver
    await send(mock, destination, mock.accounts[0]!.address, {
      to,
      data: encodeFunctionData({ abi: inboxReceiverAbi, ...call }),
    })
    const { entry } = await paid({ recipient })
    const { status, stdout } = await run(await folder.write(entry), [])
    expect(status).to.equal(1)
    expect(stdout).to.include('Too Many Requests')
    for (const line of stdout.split('\n')) expect(line).not.to.match(/\p{C}|^Claimed/u)
  })
})
