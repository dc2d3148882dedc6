import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Address, createPublicClient, createWalletClient, type Hex, http, pad } from 'viem'
import { createServiceClient, type InboxCall, payReceiver } from '../../src/client/index.js'
import { inboxReceiverAbi } from '../../src/generated/abi/inboxReceiver.js'
import {
  accountOf,
  balanceOf,
  chainsOf,
  clientOf,
  nativeRequest,
  pay,
  setUpMock,
  waitFor,
} from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { deployInboxes, entryOf, type Inboxes, inboxAmount } from '../support/inboxes.js'
import { makeFolder, setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callCommand } from './callCommand.js'
import { type Outcome, startCli } from './helpers.js'

describe('fillproof claim', () => {
  const { mock, origin, destination } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let inboxes: Inboxes
  let env: Record<string, string>
  before(async () => {
    inboxes = await deployInboxes(mock)
    env = { FILLPROOF_PRIVATE_KEY: inboxes.keeper.privateKey }
  })

  const at = (receiver: Address = inboxes.receiver) => ['--rpc-url', inboxes.rpcUrl, '--receiver', receiver]
  const run = (path: string, args: string[] = []) =>
    callCommand(['claim', path, ...at(), '--json', ...args], args.includes('--send') ? env : {})
  const read = ({ stdout }: Outcome) => JSON.parse(stdout)
  const statusesOf = (outcome: Outcome) =>
    read(outcome).inboxes.map(({ status }: { status: string }) => status)
  const recipientBalance = (token: Address) => balanceOf(destination, token, inboxes.recipient)
  const ndjson = (entries: readonly unknown[]) =>
    folder.write(entries.map((entry) => JSON.stringify(entry)).join('\n'), 'ndjson')

  for (const currency of ['native currency', 'a token'] as const) {
    it(`claims what the solver paid, with --send only: ${currency}`, async () => {
      const { token } = inboxes
      const terms = inboxes.termsOf(currency === 'a token' ? { token } : {})
      const quote = await inboxes.quote(terms, currency === 'a token' ? { amount: '2000000' } : {})
      const path = await folder.write(entryOf(terms, quote))
      const before = await run(path)
      expect(before.status, before.stderr).to.equal(0)
      expect(read(before)).to.include({ status: 'empty', balance: '0', inbox: inboxes.inboxOf(terms) })

      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      const dry = await run(path)
      expect(dry.status).to.equal(0)
      const amount = currency === 'a token' ? '2000000' : String(inboxAmount)
      expect(read(dry)).to.include({ status: 'claimable', balance: amount })

      const balance = await recipientBalance(terms.token)
      const sent = await run(path, ['--send'])
      expect(sent.status, sent.stderr).to.equal(0)
      expect(read(sent)).to.include({ status: 'claimed', credited: amount, balance: '0' })
      expect(await recipientBalance(terms.token)).to.equal(balance + BigInt(amount))
      expect(read(await run(path, ['--send'])).status).to.equal('empty')
    })
  }

  it('takes a whole quote in place of the order', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const { inboxTerms } = entryOf(terms, quote)
    expect(read(await run(await folder.write({ inboxTerms, quote }))).status).to.equal('claimable')
  })

  it('takes the call that payReceiver kept, with its quote or with its terms alone', async () => {
    const kept: InboxCall[] = []
    const transport = http(inboxes.rpcUrl)
    const walletClient = createWalletClient({
      account: accountOf(mock, mock.accounts[1]!.address),
      transport: http(origin.rpcUrl),
    })
    const error = await thrown(() =>
      payReceiver(createServiceClient({ profile: 'mock', baseUrl: mock.url }), {
        receiver: inboxes.receiver,
        request: { ...nativeRequest([origin, destination]), amount: inboxAmount },
        payment: { recipient: inboxes.recipient, refundTo: inboxes.owner.address, salt: pad('0xff') },
        maximumAmountIn: 2n * inboxAmount,
        walletClient,
        originClient: clientOf(origin),
        destinationClient: createPublicClient({ transport }),
        keep: (call: InboxCall) => {
          kept.push(structuredClone(call))
          if (call.state === 'quoted') throw new Error('stopped by the test')
        },
      }),
    )
    expect(error.message).to.equal('stopped by the test')
    const { terms } = kept[0]!
    await inboxes.pay({ ...terms, minimum: BigInt(terms.minimum) })
    const alone = await run(await folder.write(kept[0]))
    expect(read(alone)).to.include({ status: 'waiting', balance: String(inboxAmount) })
    expect(read(alone).missing).to.deep.equal(['orderData', 'orderSignature'])
    const request = { ...kept[0]!.request, destinationChainId: origin.id }
    const elsewhere = await run(await folder.write({ ...kept[0], chainId: origin.id, request }))
    expect([elsewhere.status, read(elsewhere).status]).to.deep.equal([1, 'unreadable'])
    const where = `It is for chain ${origin.id}, and the receiver at --rpc-url is on chain ${destination.id}.`
    expect(read(elsewhere).reason).to.equal(where)
    expect(read(await run(await folder.write(kept.at(-1)), ['--send']))).to.include({ status: 'claimed' })
  })

  it('claims a folder in one transaction, and reports what waits and why', async () => {
    const batcher = await inboxes.deployBatcher()
    const stranger = inboxes.owner.address
    const all = [
      inboxes.termsOf(),
      inboxes.termsOf({ token: inboxes.token }),
      inboxes.termsOf(),
      inboxes.termsOf({ claimer: stranger }),
      inboxes.termsOf({ recipient: stranger }),
    ]
    const entries = []
    for (const [index, terms] of all.entries()) {
      const amount = index === 1 ? '2000000' : String(inboxAmount)
      entries.push(entryOf(terms, await inboxes.quote(terms, { amount })))
      if (index !== 2) await inboxes.pay(terms, BigInt(amount))
    }
    const lost = inboxes.termsOf()
    await inboxes.pay(lost)
    const inner = await makeFolder()
    const first = await inner.write(entries[0])
    const lines = [...entries.slice(1), { inboxTerms: entryOf(lost, await inboxes.quote(lost)).inboxTerms }]
    const listed = await inner.write(lines.map((line) => JSON.stringify(line)).join('\n'), 'ndjson')
    const broken = await inner.write({ inboxTerms: { ...entries[0]!.inboxTerms, minimum: -1 } })

    const sent = await run(inner.path(), ['--send', '--batcher', batcher])
    expect(sent.status, sent.stderr).to.equal(1)
    const found = new Map<string, Record<string, unknown>>(
      read(sent).inboxes.map((one: { file: string }) => [one.file, one]),
    )
    expect(found.get(first)).to.include({ status: 'claimed' })
    expect(found.get(`${listed}:1`)).to.include({ status: 'claimed', credited: '2000000' })
    expect(found.get(`${listed}:2`)).to.include({ status: 'empty' })
    expect(found.get(`${listed}:3`)).to.include({ status: 'waiting', balance: String(inboxAmount) })
    expect(found.get(`${listed}:3`)?.reason).to.include('may claim this inbox')
    expect(found.get(`${listed}:4`)?.failing).to.deep.equal(['recipient'])
    expect(found.get(`${listed}:4`)?.remedy).to.include('setRecipient')
    expect(found.get(`${listed}:5`)?.missing).to.deep.equal(['orderData', 'orderSignature'])
    expect(found.get(broken)).to.include({ status: 'unreadable' })
    expect(found.get(broken)?.reason).to.include('minimum')
    expect(sent.stderr.match(/^Sent 0x/gm)).to.have.length(1)
    expect(found.get(first)?.transaction).to.equal(found.get(`${listed}:1`)?.transaction)
  })

  it('reads all balances in one call, and one by one without a batcher', async () => {
    const batcher = await inboxes.deployBatcher()
    const all = Array.from({ length: 5 }, () => inboxes.termsOf())
    const entries = []
    for (const terms of all) {
      entries.push(entryOf(terms, await inboxes.quote(terms)))
      await inboxes.pay(terms)
    }
    const path = await ndjson(entries)
    const methods: string[] = []
    const proxy = await startRpcProxy(inboxes.rpcUrl, ({ method, params, forward }) => {
      const { to } = (params?.[0] ?? {}) as { to?: Address }
      if (method === 'eth_getBalance' || to?.toLowerCase() === batcher) methods.push(method)
      return forward()
    })
    const through = (args: string[]) =>
      callCommand(['claim', path, '--rpc-url', proxy.url, '--receiver', inboxes.receiver, '--json', ...args])
    expect((await through(['--batcher', batcher])).status).to.equal(0)
    expect(methods.filter((method) => method === 'eth_call')).to.have.length(1)
    expect((await through([])).status).to.equal(0)
    await proxy.close()
    const sent = await run(path, ['--send'])
    expect(statusesOf(sent)).to.deep.equal(Array(5).fill('claimed'))
  })

  it('claims the others if a token does not answer', async () => {
    const [terms, odd] = [inboxes.termsOf(), inboxes.termsOf({ token: inboxes.owner.address })]
    const order = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const ofOdd = structuredClone(order)
    const pays = { recipient: inboxes.inboxOf(odd), currency: odd.token }
    Object.assign(ofOdd.protocol.v2.orderData.output.payments[0]!, pays)
    const sent = await run(await ndjson([entryOf(odd, ofOdd), entryOf(terms, order)]), ['--send'])
    expect(statusesOf(sent)).to.deep.equal(['unreadable', 'claimed'])
    expect(sent.status).to.equal(1)
  })

  it('opens an inbox with another order once one has expired', async () => {
    const terms = inboxes.termsOf()
    const [old, fresh] = [await inboxes.quote(terms), await inboxes.quote(terms)]
    await inboxes.pay(terms)
    const expired = entryOf(terms, old)
    expired.orderData = {
      ...old.protocol.v2.orderData,
      output: { ...old.protocol.v2.orderData.output, deadline: 1 },
    }
    const alone = await run(await folder.write(expired))
    expect(alone.status).to.equal(1)
    expect(read(alone)).to.include({ status: 'waiting' })
    expect(read(alone).failing).to.include('expiry')
    const both = read(await run(await ndjson([expired, entryOf(terms, fresh)])))
    expect(both.inboxes).to.have.length(1)
    expect(both.inboxes[0]).to.include({ status: 'claimable' })
    // Of several orders that open nothing, the latest gives the reason.
    const late = structuredClone(entryOf(terms, fresh))
    late.orderData.output.deadline += 1
    const early = { ...expired, orderData: structuredClone(late.orderData) }
    early.orderData.output.deadline -= 100
    early.orderData.inputs = []
    const none = read(await run(await ndjson([early, late])))
    expect(none.inboxes[0].failing).to.deep.equal(['signature', 'terms'])
  })

  it('says that the rest waits if the list takes less', async () => {
    const terms = inboxes.termsOf()
    const path = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    await inboxes.pay(terms, 11n * 10n ** 18n)
    const sent = await callCommand(['claim', path, ...at(), '--send'], env)
    expect(sent.status).to.equal(1)
    expect(sent.stdout).to.include('The rest waits for another claim.')
    expect(sent.stdout).to.include('1 inbox: 1 claimed.')
    expect((await run(path, ['--send'])).status).to.equal(0)
  })

  it('does not send a claim that needs more than --max-gas, and says why it waits', async () => {
    const terms = inboxes.termsOf()
    const path = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    await inboxes.pay(terms)
    const tight = await run(path, ['--send', '--max-gas', '50000'])
    expect(tight.status, tight.stderr).to.equal(1)
    expect(read(tight)).to.include({ status: 'waiting', balance: String(inboxAmount) })
    expect(read(tight).reason).to.match(/^The claim needs \d+ gas, and maxGas is 50000\.$/)
    expect((await run(path, ['--max-gas', '0'])).status).to.equal(2)
    expect(read(await run(path, ['--send', '--max-gas', '500000'])).status).to.equal('claimed')
  })

  it('follows new money and new entries until a signal', async () => {
    const inner = await makeFolder()
    const terms = inboxes.termsOf()
    await inner.write(entryOf(terms, await inboxes.quote(terms)))
    const follow = ['claim', inner.path(), ...at(), '--json', '--send', '--follow', '--poll-interval', '0.05']
    const cli = startCli(follow, env)
    const printed = new Promise<void>((resolve) => {
      let text = ''
      cli.child.stdout!.on('data', (chunk) => {
        text += chunk
        if (text.includes('"waiting"') && text.includes('"claimed"')) resolve()
      })
    })
    await sleep(1500)
    await inboxes.pay(terms)
    const later = inboxes.termsOf({ recipient: inboxes.owner.address })
    await inner.write(entryOf(later, await inboxes.quote(later)))
    await inboxes.pay(later)
    await printed
    cli.child.kill('SIGINT')
    const { status, stdout } = await cli.ended
    expect(status).to.equal(1)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.slice(0, -1).map((line) => [line.inbox, line.status])).to.deep.include.members([
      [inboxes.inboxOf(terms), 'claimed'],
      [inboxes.inboxOf(later), 'waiting'],
    ])
    expect(lines.at(-1)).to.include({ inboxes: 2, waiting: 1 })
  })

  it('behavior: --follow asks a node that fails again', async () => {
    const terms = inboxes.termsOf()
    const path = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    let isBroken = false
    let onLook = () => {}
    const looked = new Promise<void>((resolve) => {
      onLook = resolve
    })
    const proxy = await startRpcProxy(inboxes.rpcUrl, ({ method, forward }) => {
      if (method === 'eth_getBlockByNumber') onLook()
      return isBroken ? 'break' : forward()
    })
    const place = ['--rpc-url', proxy.url, '--receiver', inboxes.receiver]
    const cli = startCli(
      ['claim', path, ...place, '--json', '--send', '--follow', '--poll-interval', '0.05'],
      env,
    )
    await looked
    isBroken = true
    await cli.told('Trying again')
    await inboxes.pay(terms)
    isBroken = false
    expect(JSON.parse((await cli.firstLine).split('\n')[0]!)).to.include({ status: 'claimed' })
    cli.child.kill('SIGTERM')
    expect((await cli.ended).status).to.equal(0)
    await proxy.close()
  })

  it('error: an entry for another chain, whose receiver has the same address', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const entry = entryOf(terms, quote)
    const { orderData } = entry as unknown as { orderData: { output: object } }
    const output = { ...orderData.output, chainId: origin.name }
    const foreign = { ...entry, orderData: { ...orderData, output } }
    const outcome = await run(await folder.write(foreign))
    expect(outcome.status).to.equal(1)
    expect(read(outcome).status).to.equal('unreadable')
    expect(read(outcome).reason).to.equal(
      `Its order pays on the chain ${origin.name}, and the receiver at --rpc-url is on chain ${destination.id}, which has another name.`,
    )
    // It stops no other entry of the same inbox.
    const both = await run(await ndjson([foreign, entry]))
    expect(statusesOf(both)).to.deep.equal(['claimable', 'unreadable'])
    // Terms alone name no chain.
    const { inboxTerms } = entry
    expect(read(await run(await folder.write({ inboxTerms }))).status).to.equal('waiting')
  })

  it('error: wrong usage, another receiver, and a node that does not answer', async () => {
    const terms = inboxes.termsOf()
    const path = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    const { receiver: other } = chainsOf(mock)[1]
    const kind = await callCommand(['claim', path, ...at(other)])
    expect(kind.status).to.equal(2)
    expect(kind.stderr).to.include('has no inboxes').and.include('fillproof authorize')
    const nobody = await callCommand(['claim', path, ...at(inboxes.owner.address)])
    expect(nobody.status).to.equal(2)
    expect(nobody.stderr).to.include('There is no receiver')
    const away = ['--rpc-url', 'http://127.0.0.1:9', '--receiver', inboxes.receiver]
    expect((await callCommand(['claim', path, ...away])).status).to.equal(3)
    expect((await run(path, ['--poll-interval', '1'])).status).to.equal(2)
    expect((await run(path, ['--batcher', inboxes.owner.address])).status).to.equal(2)
    const back = await callCommand(['authorize', path, ...at()])
    expect(back.status).to.equal(2)
    expect(back.stderr).to.include('fillproof claim')
    const claims = await clientOf(destination).readContract({
      ...{ abi: inboxReceiverAbi, address: inboxes.receiver, functionName: 'claims' },
      args: [`0x${'00'.repeat(32)}` as Hex],
    })
    expect(claims).to.equal(0n)
  })
})
