// Attacks of a second attacker on the library's inboxes: nothing is shown, sent or called paid that should not be.
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint128,
  numberToHex,
  parseAbi,
  size,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { claimInboxes } from '../../src/cli/claim/claimInboxes.js'
import { readInboxes } from '../../src/cli/claim/readInboxes.js'
import { createInboxCall } from '../../src/client/inbox/inboxCall.js'
import { readOutcome } from '../../src/client/inbox/readOutcome.js'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../src/client/index.js'
import type { ServiceClient } from '../../src/client/serviceClient.js'
import { encodeClaim } from '../../src/contract/evidence.js'
import { claimMany, type InboxEvidence } from '../../src/contract/index.js'
import {
  hashInboxTerms,
  hashOrder,
  type InboxTerms,
  inboxReceiverAbi,
  type OrderData,
} from '../../src/index.js'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import { lying } from '../client/inbox/lies.js'
import { keeper, open, type World } from '../client/inbox/world.js'
import { coherent, toNodes } from '../client/receiver/nodes.js'
import { balanceOf, clientOf, ether, type Quote, send, setUpMock, tokenOf } from '../mock/helpers.js'
import { deployFixture, type Fixture, fillAmount, restoreAfterEach } from '../receivers/support/fixture.js'
import { selectors } from '../receivers/support/hostile.js'
import { deployInboxFixture, type InboxFixture } from '../receivers/support/inboxFixture.js'
import { thrown } from '../support/errors.js'
import { deployInboxes, entryOf, type Inboxes } from '../support/inboxes.js'
import { makeFolder, setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'

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
    const again = async (of: ServiceClient, name: string, state: InboxCall['state']) => {
      const { kept, keep } = keeper()
      const pay = () => payReceiver(of, { ...clients(), ...native(), keep, timeoutMs: 3000 })
      expect((await thrown(pay)).name).to.equal(name)
      expect(kept.at(-1)!.state).to.equal(state)
    }
    // The service reports the earlier deposit: nothing is deposited. If it lies, the deposit is made, and is not called paid.
    await again(service, 'StepMismatchError', 'opened')
    const getStatus = () => Promise.resolve({ status: 'waiting' } as const)
    await again({ ...service, getStatus }, 'InboxPaymentUnknownError', 'depositing')
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(before + ether)
  })

  type Change = (quote: Awaited<ReturnType<ServiceClient['getQuote']>>) => void
  /** A service whose quotes for deposit addresses have no signature, and are changed. */
  const unsigned = (service: ServiceClient, change: Change = () => {}): ServiceClient => ({
    ...service,
    getQuote: async (request, options) => {
      const quote = await service.getQuote(request, options)
      if (!request.useDepositAddress) return quote
      delete quote.protocol!.v2!.orderSignature
      change(quote)
      return quote
    },
  })

  const ordinary = (service: ServiceClient): ServiceClient => ({
    ...service,
    getQuote: (request, options) => service.getQuote({ ...request, useDepositAddress: false }, options),
  })

  for (const [name, path, lie] of [
    ['no address', 'steps', ordinary],
    [
      'no order',
      'protocol.v2.orderData',
      (service) => unsigned(service, ({ protocol }) => delete protocol!.v2!.orderData),
    ],
  ] satisfies [string, string, (service: ServiceClient) => ServiceClient][]) {
    it(`a deposit address with ${name} is not shown`, async () => {
      const service = lie(world.client)
      const { parameters, kept, shown } = addressed()
      const error = await thrown(() => payReceiver(service, parameters))
      expect(error, error.message).to.include({ name: 'StepMismatchError', path })
      expect(shown).to.deep.equal([])
      expect(kept.map(({ state }: InboxCall) => state)).to.deep.equal(['opened'])
    })
  }

  it('the key of a deposit address is an ordinary quote, without what only addresses have', async () => {
    const { client, native, payer } = world
    const asked: object[] = []
    const getQuote: ServiceClient['getQuote'] = (...parameters) => {
      asked.push(parameters[0])
      return client.getQuote(...parameters)
    }
    const service = unsigned({ ...client, getQuote })
    const { request } = native({ useDepositAddress: true, refundTo: payer })
    const { parameters } = addressed({ request: { ...request, strict: true, recoveryAddress: payer } })
    await thrown(() => payReceiver(service, parameters))
    expect(asked).to.have.length(2)
    expect(asked[0]).to.include.keys('useDepositAddress', 'strict', 'recoveryAddress')
    expect(asked[1]).not.to.have.any.keys('useDepositAddress', 'strict', 'recoveryAddress')
  })

  it('an address whose fill is above what one claim takes is not shown, whatever its key promises', async () => {
    const { client, native, payer, admin } = world
    const [less, promised] = [String(ether / 4n), { minimum: '' }]
    const keyed = lying(client, ({ output: { payments } }, { useDepositAddress }) => {
      promised.minimum = String(payments[0]!.minimumAmount)
      if (!useDepositAddress) payments[0]!.minimumAmount = less
    })
    const getQuote: ServiceClient['getQuote'] = async (request, options) => {
      const quote = await keyed.getQuote(request, options)
      if (request.useDepositAddress) return quote
      return JSON.parse(JSON.stringify(quote).replaceAll(promised.minimum, less))
    }
    const service = unsigned({ ...keyed, getQuote })
    await admin('setToken', [zeroAddress, 1n, ether / 2n])
    try {
      const { request } = native({ useDepositAddress: true, refundTo: payer, tradeType: 'EXACT_INPUT' })
      const { parameters, shown } = addressed({ request })
      const error = await thrown(() => payReceiver(service, parameters))
      expect(error.message).to.include(`at most ${ether / 2n}`)
      expect(shown).to.deep.equal([])
    } finally {
      await admin('setToken', [zeroAddress, 1n, maxUint128])
    }
  })

  it('asks a service whose orders open nothing for one other order only', async () => {
    const { client, native, clients, admin, mock } = world
    const { claimer, ...rest } = clients()
    const { kept, keep } = keeper()
    const payment = { ...native().payment, salt: numberToHex(1, { size: 32 }) }
    await thrown(() => payReceiver(client, { ...rest, ...native(), payment, keep, timeoutMs: 3000 }))
    let asked = 0
    const getQuote: ServiceClient['getQuote'] = (...parameters) => {
      asked += 1
      return client.getQuote(...parameters)
    }
    await admin('revokeSolver', [mock.solver])
    try {
      const again = { ...rest, claimer, call: kept.at(-1)!, timeoutMs: 1500 }
      const error = await thrown(() => payReceiver({ ...client, getQuote }, again))
      expect(error.name).to.equal('InboxWaitingError')
      expect(asked).to.equal(1)
    } finally {
      await admin('setSolver', [{ solver: mock.solver, start: 0, stop: 0 }])
    }
  })

  it('a node that fails does not take the fill back: the service is not asked again', async () => {
    const { client, native, clients, destination } = world
    const { kept, keep } = keeper()
    await payReceiver(client, { ...clients(), ...native(), keep })
    const { request } = coherent(destination.rpcUrl)
    const destinationClient = toNodes(async (args) => {
      if (args.method === 'eth_getTransactionReceipt') throw new Error('busy')
      return request(args)
    }).client
    const waitForRequest = () => Promise.reject(new Error('asked again'))
    const resumed = { ...clients(), destinationClient, call: kept.at(-1)!, timeoutMs: 500 }
    const error = await thrown(() => payReceiver({ ...client, waitForRequest }, resumed))
    expect(error.name).to.equal('InboxPaymentUnknownError')
  })

  it('a transaction that pays too little, or for nobody, is no fill', async () => {
    const { client, native, token, clients, mock, destination, payer } = world
    const usdc = tokenOf(destination)
    const transfer = (to: Address) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 9n] })
    for (const [call, lie] of [
      [native(), (to: Address, id: Hex) => ({ to, data: id, value: 1n })],
      [token(), (to: Address) => ({ to: usdc, data: transfer(to) })],
    ] as const) {
      const { kept, keep } = keeper()
      const service: ServiceClient = {
        ...client,
        executeSteps: async (...parameters) => {
          const ended = await client.executeSteps(...parameters)
          const { inbox, quote } = kept.at(-1)!
          const id = hashOrder(quote!.protocol!.v2!.orderData as OrderData)
          const hash = await send(mock, destination, payer, lie(inbox, id))
          return { ...ended, outcome: { ...ended.outcome!, txHashes: [hash] } }
        },
        getStatus: async (...rest) => ({ ...(await client.getStatus(...rest)), txHashes: [] }),
      }
      const error = await thrown(() => payReceiver(service, { ...clients(), ...call, keep, timeoutMs: 3000 }))
      expect(error.name).to.equal('InboxPaymentUnknownError')
    }
  })

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

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

describe('Attack: what became of a filled inbox, in one block', () => {
  let fixture: Fixture
  let inboxes: InboxFixture
  before(async () => {
    fixture = await deployFixture()
    inboxes = await deployInboxFixture(fixture)
    await setMost(fillAmount)
  })
  restoreAfterEach(() => fixture)

  const setMost = (most: bigint, gasPrice?: { maxPriorityFeePerGas: bigint }, token: Address = zeroAddress) =>
    inboxes.contract.write.setToken([token, 1n, most], { account: fixture.admin.account, ...gasPrice })

  type Later = { gas: bigint; maxPriorityFeePerGas: bigint }
  /** A token to fill with, and how to move money to an inbox without an event of that token. */
  type Filled = { token: Address; put(inbox: Address, amount: bigint): Promise<Hex> }

  /** Fills an inbox, then mines a claim and what follows it in one block. Reads the outcome as after a fill that `kept` states. */
  async function outcomeOf(
    filled: bigint,
    follows: (terms: InboxTerms, later: Later) => Promise<Hex>,
    { kept, filled: other, first }: { kept?: object; filled?: Filled; first?: typeof follows } = {},
  ) {
    const { connection, payer, publicClient } = fixture
    const { contract, receiver } = inboxes
    const terms = inboxes.termsOf(other && { token: other.token })
    const inbox = inboxes.inboxOf(terms)
    const mined = (hash: Hex) => publicClient.waitForTransactionReceipt({ hash })
    const evidence = await inboxes.evidenceOf(terms)
    const { transactionHash, blockNumber } = other
      ? await mined(await other.put(inbox, filled))
      : await inboxes.pay(terms, filled)
    if (first) await mined(await first(terms, { gas: 500_000n, maxPriorityFeePerGas: 1n }))
    await connection.provider.request({ method: 'evm_setAutomine', params: [false] })
    const args = encodeClaim(evidence, receiver)
    const claimed = await contract.write.claim(args, { account: payer.account, gas: 1_000_000n })
    const last = await follows(terms, { gas: 500_000n, maxPriorityFeePerGas: 1n })
    await connection.provider.request({ method: 'evm_mine', params: [] })
    await connection.provider.request({ method: 'evm_setAutomine', params: [true] })
    for (const hash of [claimed, last]) expect((await mined(hash)).status).to.equal('success')
    const outcome = await readOutcome(publicClient, {
      ...{ receiver, inbox, inboxHash: hashInboxTerms(terms) },
      terms: { ...terms, minimum: String(terms.minimum) },
      fill: { transaction: transactionHash, block: `${blockNumber}`, balance: `${filled}`, ...kept },
    })
    return outcome.state
  }

  /**
   * Deploys a token, and lists a second address of it, which moves the same money. Only a transfer at the second address emits its
   * events, as with the ERC-20 view of a native currency. That transfer keeps `fee`, which no event states.
   */
  async function listView(fee = 0n) {
    const own = await fixture.viem.deployContract('ScriptedToken')
    const token: Address = '0x0000000000000000000000000000000000002add'
    const [seize, mint] = ['function seize(address,uint256)', 'function mint(address,uint256)'].map((each) =>
      toFunctionSelector(each),
    ) as [Hex, Hex]
    const call = concatHex(['0x5f5f6044601c5f73', own.address, '0x5af150'])
    const arrives = concatHex(['0x60', numberToHex(fee, { size: 1 }), '0x60243503604052'])
    const code = concatHex([
      ...(['0x5f3560e01c63', selectors.balanceOf, '0x1460a557'] as const),
      // seize(caller, amount), then mint(to, amount - fee)
      ...(['0x63', seize, '0x5f52', '0x33602052', '0x602435604052', call] as const),
      ...(['0x63', mint, '0x5f52', '0x600435602052', arrives, call] as const),
      // Transfer(caller, to, amount - fee), and true
      ...(['0x60043533', '0x7f', transferTopic, '0x60206040a3', '0x60015f5260205ff3'] as const),
      // The balance of the token
      ...(['0x5b365f5f37', '0x60205f365f73', own.address, '0x5afa50', '0x60205ff3'] as const),
    ])
    await fixture.helpers.setCode(token, code)
    await setMost(fillAmount + fee, undefined, token)
    const put = (inbox: Address, amount: bigint) => own.write.mint([inbox, amount])
    return { own: own.address, filled: { token, put } }
  }
  const refund = (terms: InboxTerms, token: Address, later: object) => {
    const { account } = fixture.stranger
    return inboxes.contract.write.refund([terms, token, account.address], { account, ...later })
  }
  const nothing = (_: InboxTerms, later: object) =>
    fixture.stranger.sendTransaction({ to: zeroAddress, ...later })

  it('a claim of a part and a refund of the rest are no claim of all', async () => {
    const refunds = (terms: InboxTerms, later: object) => refund(terms, zeroAddress, later)
    expect(await outcomeOf(2n * fillAmount, refunds)).to.equal('refunded')
  })

  it('a claim of a part is no claim of all, if the list takes more behind it', async () => {
    const raises = (_: InboxTerms, later: { maxPriorityFeePerGas: bigint }) => setMost(9n * fillAmount, later)
    expect(await outcomeOf(2n * fillAmount, raises)).to.equal('waiting')
  })

  it('a fill that a reorganization moved is measured again', async () => {
    const dust = (terms: InboxTerms, later: object) =>
      fixture.stranger.sendTransaction({ to: inboxes.inboxOf(terms), value: 1n, ...later })
    const kept = { block: '1', balance: `${9n * fillAmount}` }
    expect(await outcomeOf(fillAmount, dust, { kept })).to.equal('claimed')
  })

  it('a claim of a part is no claim of all, if the token keeps a fee that its event leaves out', async () => {
    const { filled } = await listView(5n)
    expect(await outcomeOf(2n * fillAmount, nothing, { filled })).to.equal('waiting')
    // The same claim of all: what arrived is less than what lay there.
    expect(await outcomeOf(fillAmount + 5n, nothing, { filled })).to.equal('claimed')
  })

  it('a token with two addresses: a refund at the other address is no claim of the rest', async () => {
    const { own, filled } = await listView()
    const refunds = (terms: InboxTerms, later: object) => refund(terms, own, later)
    expect(await outcomeOf(fillAmount, nothing, { filled })).to.equal('claimed')
    expect(await outcomeOf(2n * fillAmount, refunds, { filled })).to.equal('unknown')
    // A refund of all, then later money, which is claimed.
    const replaces = async (terms: InboxTerms, later: object) => {
      await refund(terms, own, later)
      return filled.put(inboxes.inboxOf(terms), fillAmount)
    }
    expect(await outcomeOf(2n * fillAmount, nothing, { filled, first: replaces })).to.equal('unknown')
  })

  it('a refund of another token, by anyone, does not make a claim of all unpaid', async () => {
    const { filled } = await listView(5n)
    const other = await fixture.viem.deployContract('ScriptedToken')
    const dusts = async (terms: InboxTerms) => {
      await other.write.mint([inboxes.inboxOf(terms), 1n])
      const { payer } = fixture
      const args = [terms, other.address, terms.refundTo] as const
      return inboxes.contract.write.refund(args, { account: payer.account })
    }
    expect(await outcomeOf(fillAmount + 5n, nothing, { filled, first: dusts })).to.equal('claimed')
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

  it('--follow goes on after a node that reverted the views of the receiver', async () => {
    const { entry } = await paid()
    const path = await folder.write(entry)
    let isBroken = false
    const proxy = await startRpcProxy(inboxes.rpcUrl, ({ method, params, forward }) => {
      const { to } = (params?.[0] ?? {}) as { to?: string }
      const isView = method === 'eth_call' && to?.toLowerCase() === inboxes.receiver.toLowerCase()
      if (!isBroken || !isView) return forward()
      return { error: { code: -32000, message: 'execution reverted: Too Many Requests' } }
    })
    const place = ['--rpc-url', proxy.url, '--receiver', inboxes.receiver]
    const cli = startCli(['claim', path, ...place, '--json', '--follow', '--poll-interval', '0.05'], {})
    const told = (word: string) =>
      new Promise<void>((resolve) =>
        cli.child.stdout!.on('data', (chunk) => String(chunk).includes(word) && resolve()),
      )
    await told('"claimable"')
    isBroken = true
    const [refused, back] = [told('"unreadable"'), told('"claimable"')]
    await clientOf(destination).mine({ blocks: 1 })
    await refused
    isBroken = false
    await clientOf(destination).mine({ blocks: 1 })
    await back
    cli.child.kill('SIGINT')
    expect((await cli.ended).status).to.equal(0)
    await proxy.close()
  })

  it('names the claimer that alone can claim', async () => {
    const { entry } = await paid({ claimer: inboxes.owner.address })
    const { status, stdout } = await run(await folder.write(entry), [])
    expect(status).to.equal(0)
    expect(stdout).to.include(`Claimer    ${inboxes.owner.address}, which alone can send the claim`)
    const refused = await paid({ claimer: inboxes.owner.address, recipient: inboxes.owner.address })
    const { stdout: reasons } = await run(await folder.write(refused.entry))
    expect(JSON.parse(reasons).failing).to.deep.equal(['recipient'])
  })

  it('a refusal is looked at again if the balance rose, or if another order replaces the first', async () => {
    const memory = new Map()
    const poor = inboxes.termsOf()
    const listed = entryOf(poor, await inboxes.quote(poor))
    await inboxes.pay(poor, 1n)
    const look = async (listed: object) => {
      const { inboxes: all } = await readInboxes(await folder.write(listed), inboxes.receiver)
      const client = createPublicClient({ transport: http(inboxes.rpcUrl) })
      const given = { receiver: inboxes.receiver, inboxes: all, sender: undefined, batcher: undefined }
      const outcomes = await claimInboxes(client, { ...given, memory, onSent: () => {} })
      return [...outcomes.values()].map(({ status }) => status)
    }
    expect(await look(listed)).to.deep.equal(['waiting'])
    await inboxes.pay(poor)
    expect(await look(listed)).to.deep.equal(['claimable'])
    const { terms, quote, entry } = await paid()
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
