import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type Address, encodeFunctionData, getAddress, zeroAddress } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { proveOrderOutput, toContractAttestation } from '../../src/index.js'
import type { Finding } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import {
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { answer, drop, startHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callWatch } from './callWatch.js'
import { quoteFill, readAttestation, readLines, startFront } from './support.js'

describe('fillproof watch: honest fills', () => {
  const { mock } = setUpMock({ pollingIntervalMs: 20 })
  const folder = setUpFolder()

  const watch = (...more: string[]) =>
    callCommand([
      ...['watch', '--profile', 'mock', '--url', mock.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
      ...['--receiver', chainsOf(mock)[1].receiver, '--until-block', 'latest', '--grace', '5', ...more],
    ])

  const inToken = () => ({
    originCurrency: tokenOf(chainsOf(mock)[0]),
    destinationCurrency: tokenOf(chainsOf(mock)[1]),
    amount: `${20n * usdc}`,
  })

  const kept: Quote[] = []

  async function complete(quote: Quote): Promise<void> {
    kept.push(quote)
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
  }

  /** A call of the receiver in the order, which the solver makes through its router. */
  async function completeAuthorized(token: Address, minimum: bigint, fields: object): Promise<void> {
    const [origin, destination] = chainsOf(mock)
    const [user, recipient] = [mock.accounts[1]!.address, mock.accounts[3]!.address]
    const originCurrency = token === zeroAddress ? token : tokenOf(origin)
    const { txs } = await prepareCall(mock, { originCurrency, token, recipient, minimum })
    const quote = await getQuote(mock, {
      user,
      recipient,
      tradeType: 'EXACT_OUTPUT',
      amount: `${minimum}`,
      ...fields,
      txs,
    })
    const { orderId, orderData } = quote.protocol.v2
    const attestation = await readAttestation(mock, orderId)
    const data = encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'authorizeFill',
      args: [toContractAttestation(attestation), attestation.signature, proveOrderOutput(orderData), []],
    })
    await send(mock, destination, mock.accounts[2]!.address, { to: destination.receiver, data })
    await complete(quote)
  }

  it('default: fully checks both ways and both kinds of currency, without a contradiction', async () => {
    const { receiver } = chainsOf(mock)[1]
    await complete(await quoteFill(mock, receiver))
    await complete(await quoteFill(mock, receiver, inToken()))
    const { amount: _, ...currencies } = inToken()
    await completeAuthorized(zeroAddress, ether, {})
    await completeAuthorized(tokenOf(chainsOf(mock)[1]), 3n * usdc, currencies)

    const { status, stderr, findings, summary } = await callWatch({
      ...{ url: mock.url, ...chainsOf(mock)[1], db: folder.path('a.sqlite'), args: ['--grace', '5'] },
    })
    expect(stderr).to.equal('')
    expect(findings).to.deep.equal([])
    const { scannedTo, ...rest } = summary
    expect(rest).to.deep.equal({ fills: 4, checked: 4, waiting: 0, returned: 0, unchecked: {}, findings: {} })
    expect(scannedTo).to.be.a('number')
    expect(status).to.equal(0)
  })

  it('behavior: prints text, repeats it in a second run, and refuses a foreign database', async () => {
    const [, { rpcUrl }] = chainsOf(mock)
    const database = folder.path('b.sqlite')
    const { status, stdout } = await watch('--from-block', '1', '--db', `sqlite:${database}`)
    expect(stdout).to.match(
      /^Blocks 1 to \d+: 4 fills, 4 checked, 0 to be checked\.\n✔ Nothing contradicts\.\n$/,
    )
    expect(status).to.equal(0)
    expect(await watch('--from-block', '1', '--db', database)).to.deep.include({ status: 0, stdout })
    const other = await watch('--from-block', '1', '--db', database, '--url', rpcUrl)
    expect(other).to.include({ status: 2, stdout: '' })
    expect(other.stderr).to.match(/The database watches 0x\w+ on chain \d+ with service/)
    const unknown = await watch('--from-block', '1', '--db', 'mysql://user:word@host/db')
    expect(unknown).to.include({ status: 2 })
    expect(unknown.stderr).to.include('mysql').not.include('word')
  })

  it('behavior: trusts only the named solvers, and reports others to the webhook', async () => {
    const alarms = await startHttpServer()
    alarms.respondWith(answer(204, ''))
    const stranger = freshAddress()
    const { status, stdout } = await watch(
      ...[
        '--from-block',
        '1',
        '--db',
        folder.path('c.sqlite'),
        '--webhook',
        alarms.url,
        '--solver',
        stranger,
      ],
    )
    await alarms.close()
    expect(status).to.equal(1)
    expect(alarms.requests).to.have.length(4)
    for (const { body } of alarms.requests) {
      const { data } = body as { data: Finding }
      expect(data.kind).to.equal('solverMismatch')
      expect(stdout).to.include(data.id)
    }
    expect(stdout)
      .to.include(`expected     ${getAddress(stranger)}`)
      .include(`found        ${mock.solver}`)
    expect(stdout).to.include('✘ 4 contradictions: 4 solverMismatch.\n')
  })

  it('error: a service that does not answer ends with 3, and the next run resumes', async () => {
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    const front = await startFront(mock)
    const [database, url] = [folder.path('d.sqlite'), front.url]
    const run = () =>
      callCommand([
        ...['watch', '--profile', 'mock', '--url', url, '--rpc-url', rpcUrl, '--receiver', receiver],
        ...['--from-block', '1', '--until-block', 'latest', '--db', database, '--json', '--patience', '2'],
      ])
    front.respondWith(drop())
    const broken = await run()
    expect(broken).to.include({ status: 3, stdout: '' })
    expect(broken.stderr).to.include('The progress is kept')
    front.restore()
    const { status, stdout } = await run()
    await front.close()
    expect(status).to.equal(0)
    expect(readLines(stdout)[0]).to.include({ fills: 4, checked: 4, waiting: 0 })
  })

  it('behavior: an authorization before the first block is reported as unchecked', async () => {
    const [, destination] = chainsOf(mock)
    const [log] = await clientOf(destination).getContractEvents({
      abi: attestedOrderReceiverAbi,
      address: destination.receiver,
      eventName: 'FillAuthorized',
      fromBlock: 0n,
    })
    const quotes = folder.path('quotes.ndjson')
    await writeFile(quotes, kept.map((quote) => JSON.stringify(quote)).join('\n'))
    const { status, stdout } = await watch(
      ...['--from-block', String(log!.blockNumber + 1n), '--lookback', '0', '--json'],
      ...['--db', folder.path('e.sqlite'), '--order', quotes],
    )
    const [summary] = readLines(stdout) as [{ unchecked: object }]
    expect(summary.unchecked).to.deep.equal({
      'the call was authorized before the first block that is looked at': 1,
    })
    expect(status).to.equal(0)
  })

  it('behavior: without an end it runs until it is stopped, and reports its results', async () => {
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    const out = folder.path('f.ndjson')
    const running = startCli([
      ...['watch', '--profile', 'mock', '--url', mock.url, '--rpc-url', rpcUrl, '--receiver', receiver],
      ...['--from-block', '1', '--confirmations', '0', '--solver', freshAddress(), '--poll-interval', '0.05'],
      ...['--db', folder.path('f.sqlite'), '--out', out, '--json'],
    ])
    await running.firstLine
    running.child.kill('SIGTERM')
    const { status, stdout, stderr } = await running.ended
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '' })
    const lines = readLines(stdout) as Record<string, unknown>[]
    expect(lines.at(-1)).to.include.keys('scannedTo', 'fills', 'findings')
    expect(await readFile(out, 'utf8')).to.include(JSON.stringify(lines[0]))
  })
})
