import { expect } from 'chai'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint128,
  zeroAddress,
  zeroHash,
} from 'viem'
import { authorizeFill, fill } from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { erc1967ProxyAbi } from '../../src/generated/abi/erc1967Proxy.js'
import { registeredTermsReceiverAbi } from '../../src/generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { erc1967ProxyBytecode } from '../../src/generated/bytecode/erc1967Proxy.js'
import { registeredTermsReceiverBytecode } from '../../src/generated/bytecode/registeredTermsReceiver.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import {
  createRecipientTree,
  fillChecks,
  parseAttestation,
  proveOrderOutput,
  type RegisteredTerms,
  signRegisteredTerms,
  toContractAttestation,
} from '../../src/index.js'
import { restoreAfterEach } from '../deploy/support.js'
import {
  accountOf,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  request,
  setUpMock,
  waitFor,
} from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { answer, startHttpServer } from '../support/httpServer.js'
import { resetMachineClock, setMachineClock } from '../support/machineClock.js'
import { setUpFolder } from '../support/makeFolder.js'
import { payAnyway } from '../support/payAnyway.js'
import { callCommand } from './callCommand.js'
import { rowOf } from './verifySupport.js'

describe('fillproof verify, with a receiver', () => {
  const { mock, destination, user } = setUpMock()
  const folder = setUpFolder()
  restoreAfterEach(() => destination.rpcUrl)

  type Report = {
    valid: boolean
    checks: { name: string; ok: boolean }[]
    order?: { source: string; evidence: string; deadline: number }
    onchain: {
      kind: string
      isPaid: boolean | null
      checks: { name: string; ok: boolean; message?: string }[]
      unknown: { name: string; needs: string }[]
      inspection?: { payer: string; amount: string; failed: string }
      payment?: Record<string, unknown>
      paymentNote?: string
      returned?: Record<string, unknown>
      settlement?: {
        transactionHash: string
        settled: boolean | null
        rows: { name: string; ok: boolean | null; message?: string }[]
      }
    }
  }

  const admin = () => accountOf(mock, mock.accounts[0]!.address)
  const orderIdOf = ({ protocol }: Quote) => protocol.v2.orderId
  const requestIdOf = ({ steps }: Quote) => steps[0]!.requestId
  const directQuote = (receiver = chainsOf(mock)[1].receiver) => getQuote(mock, { fillContract: receiver })
  const run = (id: Hex, args: string[], { receiver, rpcUrl } = chainsOf(mock)[1]) =>
    callCommand(
      [
        'verify',
        id,
        '--profile',
        'mock',
        '--url',
        mock.url,
        '--rpc-url',
        rpcUrl,
        '--receiver',
        receiver,
        ...args,
      ],
      { FILLPROOF_API_KEY: '' },
    )
  async function verify(id: Hex, args: string[] = [], at = chainsOf(mock)[1]) {
    const { status, stdout, stderr } = await run(id, [...args, '--json'], at)
    expect(stderr).to.equal('')
    const report: Report = JSON.parse(stdout)
    const failed = report.onchain.checks.filter(({ ok }) => !ok).map(({ name }) => name)
    const unknown = report.onchain.unknown.map(({ name }) => name)
    return { status, report, onchain: report.onchain, failed, unknown }
  }
  /** Administers a receiver, by default the mock's own. */
  async function administer(
    functionName: string,
    args: unknown[] = [],
    address = chainsOf(mock)[1].receiver,
  ) {
    const client = clientOf(chainsOf(mock)[1])
    const data = encodeFunctionData({ abi: signedOrderReceiverAbi as Abi, functionName, args })
    const hash = await client.sendTransaction({ account: admin(), to: address, data })
    expect((await client.waitForTransactionReceipt({ hash })).status).to.equal('success')
  }
  /** The receiver's row of a check; there are others of the same name above. */
  const checkOf = (stdout: string, name: string) => rowOf(stdout.slice(stdout.indexOf('inspectFill')), name)
  /** A quote that pays by a call, with the arguments that give it to `verify`. */
  type Call = Awaited<ReturnType<typeof prepareCall>>
  async function quoteCall({
    receiver,
    originUser = user,
    call,
  }: {
    receiver?: Address
    originUser?: Hex
    call?: Call
  } = {}) {
    const prepared = call ?? (await prepareCall(mock, { originUser, minimum: ether / 2n }, receiver))
    const quote = await getQuote(mock, {
      tradeType: 'EXACT_OUTPUT',
      amount: String(ether / 2n),
      txs: prepared.txs,
      includeProtocolData: true,
    })
    return { id: orderIdOf(quote), args: ['--order', await folder.write(quote)], quote, prepared }
  }
  const receiptOf = (hash: Hex) => clientOf(chainsOf(mock)[1]).waitForTransactionReceipt({ hash })

  describe('inspectFill', () => {
    it('default: lists every check by its name', async () => {
      const quote = await directQuote()
      const args = ['--order', await folder.write(quote), '--payer', mock.solver]
      const { status, onchain, failed, unknown } = await verify(orderIdOf(quote), args)
      expect({ status, failed, unknown }).to.deep.equal({ status: 0, failed: [], unknown: [] })
      expect(onchain.checks.map(({ name }) => name)).to.deep.equal(fillChecks)
      const amount = quote.details.currencyOut.minimumAmount
      expect(onchain.inspection).to.deep.equal({ payer: mock.solver, amount })
      const { stdout } = await run(orderIdOf(quote), args)
      for (const name of fillChecks) expect(checkOf(stdout, name)[1], name).to.equal('✔')
      expect(rowOf(stdout, 'chain')[2]).to.equal('31102 mockdestination')
      expect(rowOf(stdout, 'takes')[2]).to.equal('attested orders (AttestedOrderReceiver)')
      expect(rowOf(stdout, 'paid here')[2]).to.equal('no')
    })

    const client = () => clientOf(chainsOf(mock)[1])
    const originOf = () => ({ chainId: BigInt(chainsOf(mock)[0].id), currency: zeroHash })
    const refusals: [
      name: string,
      failed: string[],
      change: () => Promise<unknown>,
      text: string | RegExp,
    ][] = [
      ['paused', ['paused'], () => administer('pause'), 'The contract is paused.'],
      [
        'signature',
        ['signature'],
        () => administer('revokeSolver', [mock.solver]),
        /^Not signed by an active solver. Recovered: 0x\w{40}, which the contract does not list.$/,
      ],
      [
        'origin',
        ['origin'],
        () => administer('setRoute', [{ ...originOf(), min: 0n, max: 0n }]),
        'No route accepts',
      ],
      [
        'amountSent',
        ['amountSent'],
        () => administer('setRoute', [{ ...originOf(), min: 1n, max: ether - 1n }]),
        'The amount sent',
      ],
      [
        'expiry',
        ['expiry'],
        async () => {
          // An hour more than a day after the deadline: the chain's clock may be a little behind the service's.
          await client().increaseTime({ seconds: (8 * 24 + 1) * 3600 })
          await client().mine({ blocks: 1 })
        },
        /^expired .* \(\d days? ago\) by the chain's clock$/,
      ],
      ['recipient', ['recipient'], () => administer('removeRecipient', [user]), 'is not on the allowlist'],
    ]
    for (const [name, expected, change, text] of refusals) {
      it(`error: ${name}`, async () => {
        const quote = await directQuote()
        const args = ['--order', await folder.write(quote), '--payer', mock.solver]
        await change()
        const { status, failed } = await verify(orderIdOf(quote), args)
        expect({ status, failed }).to.deep.equal({ status: 1, failed: expected })
        const { stdout } = await run(orderIdOf(quote), args)
        expect(checkOf(stdout, name)[1]).to.equal('✘')
        expect(checkOf(stdout, name)[2]).to.match(new RegExp(text))
      })
    }

    it('error: destination, on another chain', async () => {
      const quote = await directQuote()
      const args = ['--order', await folder.write(quote), '--payer', mock.solver]
      const { status, failed } = await verify(orderIdOf(quote), args, chainsOf(mock)[0])
      expect(status).to.equal(1)
      expect(failed).to.include.members(['destination', 'origin', 'terms'])
    })

    it('error: requestId, with the order of another request', async () => {
      const [quote, another] = await Promise.all([directQuote(), directQuote()])
      const args = ['--order', await folder.write(another), '--payer', mock.solver]
      const { status, report, failed } = await verify(orderIdOf(quote), args)
      expect({ status, failed }).to.deep.equal({ status: 1, failed: ['requestId'] })
      expect(report.checks.find(({ name }) => name === 'orderId')).to.include({ ok: false })
    })

    it('error: terms, with an order for another receiver', async () => {
      const quote = await getQuote(mock)
      const args = ['--order', await folder.write(quote), '--payer', mock.solver]
      const { status, failed } = await verify(orderIdOf(quote), args)
      expect(status).to.equal(1)
      expect(failed).to.include('terms')
    })

    it('error: payment, for a payer without funds; unknown if no payer is named', async () => {
      const quote = await directQuote()
      const file = await folder.write(quote)
      const poor = await verify(orderIdOf(quote), ['--order', file, '--payer', freshAddress()])
      expect(poor).to.deep.include({ status: 1, failed: ['payment'] })
      await clientOf(chainsOf(mock)[1]).setBalance({ address: mock.solver, value: 0n })
      const open = await verify(orderIdOf(quote), ['--order', file])
      expect(open).to.deep.include({ status: 0, failed: [], unknown: ['payment'] })
      expect(open.onchain.unknown).to.deep.equal([{ name: 'payment', needs: 'the payer' }])
    })

    it('behavior: a recipient in a tree is unknown without its proof', async () => {
      const { receiver, id: chainId } = chainsOf(mock)[1]
      const tree = createRecipientTree({
        chainId,
        receiver,
        recipients: [{ address: user }, { address: freshAddress() }],
      })
      await administer('removeRecipient', [user])
      await administer('setRecipientRoot', [tree.root])
      const quote = await directQuote()
      const args = ['--order', await folder.write(quote)]
      const open = await verify(orderIdOf(quote), args)
      expect(open).to.deep.include({ status: 0, failed: [], unknown: ['recipient'] })
      expect((await verify(orderIdOf(quote))).unknown).to.include('recipient')
      const proof = { recipientProof: tree.prove(user).recipientProof }
      const proven = await verify(orderIdOf(quote), [...args, '--recipient-proof', await folder.write(proof)])
      expect(proven).to.deep.include({ status: 0, failed: [], unknown: [] })
      const wrong = await verify(orderIdOf(quote), [
        ...args,
        '--recipient-proof',
        await folder.write({ recipientProof: [] }),
      ])
      expect(wrong).to.deep.include({ status: 1, failed: ['recipient'] })
    })

    it('behavior: contracts do not take layout v2', async () => {
      const quote = await directQuote()
      const args = ['--layout', 'v2', '--order', await folder.write(quote)]
      const { status, failed, onchain } = await verify(orderIdOf(quote), args)
      expect({ status, failed }).to.deep.equal({ status: 1, failed: ['requestId'] })
      expect(onchain).not.to.have.property('inspection')
    })
  })

  describe('the payment', () => {
    it("default: shows the payment's time, transaction, payer and amount", async () => {
      const quote = await directQuote()
      const id = orderIdOf(quote)
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, id, 'success')
      const [, destination] = chainsOf(mock)
      const receipt = await receiptOf(txHashes[0]!)
      const { timestamp } = await clientOf(destination).getBlock({ blockNumber: receipt.blockNumber })
      const args = ['--order', await folder.write(quote)]
      const { status, report, onchain, failed } = await verify(id, args)
      // It was paid, and that is all that is wrong with paying it again.
      expect({ status, valid: report.valid, failed }).to.deep.equal({
        status: 0,
        valid: true,
        failed: ['duplicate'],
      })
      expect(onchain.isPaid).to.equal(true)
      expect(onchain.payment).to.deep.equal({
        id,
        block: String(receipt.blockNumber),
        timestamp: Number(timestamp),
        transactionHash: txHashes[0],
        payer: mock.solver,
        payerIs: 'solver',
        recipient: user,
        solver: mock.solver,
        token: zeroAddress,
        amount: quote.details.currencyOut.amount,
        symbol: 'ETH',
        decimals: 18,
      })
      const { stdout } = await run(id, args)
      expect(rowOf(stdout, 'duplicate')[1]).to.equal('-')
      expect(rowOf(stdout, 'paid here')[2]).to.match(/^yes, \d+ \w+ 20\d\d.* \(.+\)$/)
      expect(rowOf(stdout, 'transaction')[2]).to.equal(txHashes[0])
      expect(rowOf(stdout, 'block')[2]).to.equal(String(receipt.blockNumber))
      expect(rowOf(stdout, 'payer')[2]).to.equal(`${mock.solver}, the solver`)
      expect(rowOf(stdout, 'amount')[2]).to.match(/^[\d,]+ \(smallest unit\), 0\.\d+ ETH$/)
      expect(stdout).to.include('outcome: paid (measured)').and.include('next: Nothing')
    })

    it('behavior: without --order, reads the order from the calldata of the payment or its authorization', async () => {
      const quote = await directQuote()
      const id = orderIdOf(quote)
      const before = await verify(id)
      expect(before.report).not.to.have.property('order')
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, id, 'success')
      const { status, report, onchain } = await verify(id)
      expect(status).to.equal(0)
      const { deadline } = quote.protocol.v2.orderData.output
      expect(report.order).to.deep.equal({ orderId: id, source: 'calldata', evidence: 'attested', deadline })
      expect(report.checks.map(({ name, ok }) => (ok ? name : `${name} failed`))).to.deep.equal([
        'signature',
        'solver',
        'orderId',
        'orderSolver',
        'deadline',
      ])
      const { settlement } = onchain
      expect(settlement).to.include({ transactionHash: txHashes[0], settled: null })
      const given = (await verify(id, ['--order', await folder.write(quote)])).onchain.settlement
      const origin = ['onchainIds', 'orderSignature', 'deposits']
      expect(settlement?.rows.filter(({ ok }) => ok === null).map(({ name }) => name)).to.deep.equal(origin)
      const rest = (rows: { name: string }[] = []) => rows.filter(({ name }) => !origin.includes(name))
      expect(rest(settlement?.rows)).to.deep.equal(rest(given?.rows))
    })

    it('behavior: a payment made in time stays valid after its deadline', async () => {
      const quote = await directQuote()
      const client = clientOf(chainsOf(mock)[1])
      await pay(mock, quote)
      await waitFor(mock, orderIdOf(quote), 'success')
      await client.increaseTime({ seconds: 8 * 24 * 3600 })
      await client.mine({ blocks: 1 })
      const args = ['--order', await folder.write(quote)]
      const { status, failed } = await verify(orderIdOf(quote), args)
      expect({ status, failed }).to.deep.equal({ status: 0, failed: ['expiry', 'duplicate'] })
      try {
        setMachineClock(Date.now() / 1000 + 8 * 24 * 3600)
        const late = await verify(orderIdOf(quote), args)
        expect(late.report.checks.find(({ name }) => name === 'deadline')).to.include({ ok: false })
        expect(late.status).to.equal(0)
        expect((await run(orderIdOf(quote), args)).stdout).to.match(/deadline +│ - │ expired /)
        // Without the receiver it is the service's word.
        const alone = ['verify', orderIdOf(quote), '--profile', 'mock', '--url', mock.url, ...args]
        const said = await callCommand(alone)
        expect(said.status).to.equal(0)
        expect(said.stdout).to.include('outcome: settled (said)')
      } finally {
        resetMachineClock()
      }
      // Time and payment explain no other failure.
      await administer('pause')
      expect((await verify(orderIdOf(quote), args)).status).to.equal(1)
    })

    const resultsOf = ({ settlement }: Report['onchain']) =>
      Object.fromEntries(settlement!.rows.map(({ name, ok }) => [name, ok]))

    it('behavior: --origin-rpc-url reads the deposit that the service names', async () => {
      const quote = await directQuote()
      await pay(mock, quote)
      await waitFor(mock, orderIdOf(quote), 'success')
      const args = ['--order', await folder.write(quote)]
      expect(resultsOf((await verify(orderIdOf(quote), args)).onchain)).to.include({ deposits: null })
      const origin = ['--origin-rpc-url', chainsOf(mock)[0].rpcUrl]
      const { onchain } = await verify(orderIdOf(quote), [...args, ...origin])
      expect(resultsOf(onchain)).to.include({ deposits: true })
    })

    it('behavior: a returned payment is settled but not paid', async () => {
      const { id, args, quote, prepared } = await quoteCall()
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, id, 'success')
      const { status, report, onchain } = await verify(id, args)
      expect(status).to.equal(1)
      expect(report.valid).to.equal(false)
      expect(onchain).to.include({ isPaid: false })
      expect(onchain.returned).to.include({
        transactionHash: txHashes[0],
        callHash: prepared.callHash,
        refundTo: user,
        token: zeroAddress,
        amount: String(ether / 2n),
      })
      expect(onchain.settlement).to.include({ transactionHash: txHashes[0], settled: null })
      expect(resultsOf(onchain)).to.deep.equal({
        status: true,
        finality: true,
        onchainIds: null,
        orderSignature: true,
        deposits: null,
        deadline: true,
        orderId: true,
        transfers: true,
        nativeDirect: true,
        nativeTransfers: true,
        minimumAmounts: true,
        calls: true,
        called: true,
      })
      const { stdout } = await run(id, args)
      expect(rowOf(stdout, 'paid here').slice(1)).to.deep.equal(['✘', 'returned, but settled'])
      expect(rowOf(stdout, 'returned to')[2]).to.equal(user)
      expect(rowOf(stdout.slice(stdout.indexOf('settlement')), 'deposits')[1]).to.equal('?')
      expect(stdout).to.include(
        `outcome: returned, not paid (measured)\nnext: The receiver sent 0.5 ETH to ${user} on`,
      )

      // What the service says is the fill is enough, with a key.
      const byRecord = await callCommand(
        [
          ...['verify', id, '--profile', 'mock', '--url', mock.url, '--json'],
          ...['--rpc-url', chainsOf(mock)[1].rpcUrl, '--receiver', chainsOf(mock)[1].receiver],
        ],
        { FILLPROOF_API_KEY: mock.apiKey },
      )
      expect(byRecord.status).to.equal(1)
      expect(JSON.parse(byRecord.stdout).onchain.returned).to.deep.equal(onchain.returned)
    })

    it('behavior: a return that a stranger caused is not a fill and decides nothing', async () => {
      const [, destination] = chainsOf(mock)
      const { id, args, prepared } = await quoteCall()
      const account = accountOf(mock, mock.accounts[2]!.address)
      const call = { receiver: destination.receiver, account, payment: prepared.payment }
      await receiptOf(await payAnyway(clientOf(destination), call))
      const { status, onchain } = await verify(id, args)
      expect(status).to.equal(0)
      expect(onchain).not.to.have.any.keys('returned', 'settlement')
    })

    it('behavior: a fill that the service does not settle is still paid', async () => {
      const quote = await directQuote()
      const id = orderIdOf(quote)
      const args = ['--order', await folder.write(quote)]
      const attestation = parseAttestation({
        requestId: id,
        ...(await request(mock, `/requests/${id}/signature`)).body,
      })
      const { orderData } = quote.protocol.v2
      const account = accountOf(mock, user)
      const amount = BigInt(quote.details.currencyOut.minimumAmount)
      const client = clientOf(chainsOf(mock)[1])
      const { receiver } = chainsOf(mock)[1]
      const proof = proveOrderOutput(orderData)
      const data = encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'fill',
        args: [toContractAttestation(attestation), attestation.signature!, proof, [], amount],
      })
      const hash = await client.sendTransaction({ account, to: receiver, data, value: amount })
      await receiptOf(hash)
      const { blockNumber } = await receiptOf(hash)
      const lateArgs = [...args, '--from-block', String(blockNumber + 1n)]
      const late = await verify(id, lateArgs)
      expect(late.onchain).to.include({ isPaid: true }).and.not.have.property('payment')
      expect(late.onchain.paymentNote).to.include(`from block ${blockNumber + 1n} on`)
      expect((await run(id, lateArgs)).stdout).to.include('pass --from-block')
      const { status, onchain } = await verify(id, args)
      expect(status).to.equal(0)
      expect(onchain.settlement).to.include({ transactionHash: hash, settled: false })
      expect(resultsOf(onchain)).to.include({ orderId: false, nativeTransfers: true })
      const { stdout } = await run(id, args)
      const table = stdout.slice(stdout.indexOf('settlement'))
      expect(rowOf(table, 'orderId').slice(1)).to.deep.equal([
        '✘',
        "The transaction's calldata does not end with the order's id.",
      ])
      expect(rowOf(table, 'nativeTransfers')[1]).to.equal('✔')
    })

    /** Two orders with one call, which one transaction pays. */
    async function payShared(presented: 'one' | 'both', endsWith: 'first' | 'second' | 'none') {
      const client = clientOf(chainsOf(mock)[1])
      const first = await quoteCall()
      const second = await quoteCall({ call: first.prepared })
      const call = { receiver: chainsOf(mock)[1].receiver, account: accountOf(mock, user) }
      for (const { id, quote } of presented === 'both' ? [first, second] : [first]) {
        const { body } = await request(mock, `/requests/${id}/signature`)
        const attestation = parseAttestation({ requestId: id, ...body })
        const { orderData } = quote.protocol.v2
        await receiptOf(await authorizeFill(client, { ...call, attestation, orderData }))
      }
      const end = { first: first.id, second: second.id, none: undefined }[endsWith]
      const hash = await payAnyway(client, { ...call, payment: first.prepared.payment }, end)
      await receiptOf(hash)
      return { first, second, hash }
    }

    for (const [presented, endsWith, states] of [
      ['one', 'first', { first: true, second: false }],
      ['both', 'first', { first: true, second: false }],
      ['one', 'second', { first: false, second: true }],
      ['one', 'none', { first: true, second: false }],
      ['both', 'none', { first: null, second: null }],
    ] as const) {
      it(`behavior: a call of two orders, ${presented} presented, paid in a transaction that ends with ${endsWith}`, async () => {
        const { hash, ...orders } = await payShared(presented, endsWith)
        for (const name of ['first', 'second'] as const) {
          const { id, args, quote } = orders[name]
          const { status, report, onchain } = await verify(id, args)
          expect(onchain, name).to.include({ isPaid: true, isOwnFill: states[name] })
          if (states[name]) {
            expect(report).to.include({ outcome: 'paid', outcomeSource: 'measured' })
            expect(status).to.equal(0)
            continue
          }
          expect(report).to.include({ outcome: 'waiting', outcomeSource: 'said' })
          const { stdout } = await run(id, args)
          expect(stdout).to.include('next: Do not deposit: the call was already paid')
          expect(status).to.equal(1)
          if (states[name] === null) continue
          expect(rowOf(stdout, 'paid here')[2]).to.include('the call, but for another order')
          expect(stdout).to.include(`paid in ${hash}`)
          // The service refunds what comes all the same.
          await pay(mock, quote)
          await waitFor(mock, id, 'refund')
          expect((await verify(id, args)).report).to.include({ outcome: 'refunded', valid: false })
        }
      })
    }

    it('behavior: finds an authorized fill by the hash of its call', async () => {
      const [, destination] = chainsOf(mock)
      const { id, args, quote, prepared } = await quoteCall()
      expect(await verify(id, args)).to.deep.include({ status: 0, failed: [], unknown: [] })
      const { body } = await request(mock, `/requests/${id}/signature`)
      const attestation = parseAttestation({ requestId: id, ...body })
      const client = clientOf(destination)
      const account = accountOf(mock, user)
      const call = { receiver: destination.receiver, account }
      await receiptOf(
        await authorizeFill(client, { ...call, attestation, orderData: quote.protocol.v2.orderData }),
      )
      const hash = await payAnyway(client, { ...call, payment: prepared.payment }, orderIdOf(quote))
      await receiptOf(hash)
      const { status, onchain } = await verify(id, args)
      expect(status).to.equal(0)
      expect(onchain.payment).to.include({
        id: prepared.callHash,
        transactionHash: hash,
        payer: user,
        amount: String(ether / 2n),
      })
      const shown = await verify(id)
      expect(shown.report.order).to.include({ orderId: id, source: 'calldata', evidence: 'attested' })
      expect(shown.onchain.settlement).to.include({ transactionHash: hash })
    })
  })

  describe('the siblings of AttestedOrderReceiver', () => {
    const configOf = () => {
      const [origin, destination] = chainsOf(mock)
      return {
        admin: admin().address,
        guardian: admin().address,
        rescuer: admin().address,
        chainName: destination.name,
        solvers: [{ solver: mock.solver, start: 0, stop: 0 }],
        routes: [{ chainId: BigInt(origin.id), currency: zeroHash, min: 1n, max: maxUint128 }],
        tokens: [{ token: zeroAddress, min: 1n, max: maxUint128 }],
        recipients: [{ recipient: user, hook: false }],
        routers: [destination.router],
        reserved: [],
      }
    }
    async function deploy(abi: Abi, bytecode: Hex, last: unknown): Promise<Address> {
      const client = clientOf(chainsOf(mock)[1])
      const create = async (data: Hex) =>
        (await receiptOf(await client.sendTransaction({ account: admin(), data }))).contractAddress!
      const implementation = await create(bytecode)
      const data = encodeFunctionData({ abi, functionName: 'initialize', args: [configOf(), last] })
      return create(
        encodeDeployData({
          abi: erc1967ProxyAbi,
          bytecode: erc1967ProxyBytecode,
          args: [implementation, data],
        }),
      )
    }
    const targetOf = (receiver: Address) => ({ ...chainsOf(mock)[1], receiver })

    it('behavior: a SignedOrderReceiver takes the order that the solver signed', async () => {
      const [origin] = chainsOf(mock)
      const names = [{ name: origin.name, chainId: BigInt(origin.id), isEvm: true }]
      const receiver = await deploy(signedOrderReceiverAbi as Abi, signedOrderReceiverBytecode, names)
      const at = targetOf(receiver)
      const { id, args, quote, prepared } = await quoteCall({ receiver, originUser: zeroHash })

      const bare = await verify(id, [], at)
      expect(bare.onchain).to.include({ kind: 'signedOrderReceiver', isPaid: null })
      expect(bare.unknown).to.include.members(['signature', 'origin', 'terms', 'duplicate'])
      expect(bare.onchain.unknown[0]!.needs).to.include('orderSignature')

      const { orderData, orderSignature } = quote.protocol.v2
      expect(orderSignature).to.be.a('string')
      expect(await verify(id, args, at)).to.deep.include({ status: 0, failed: [], unknown: [] })
      const client = clientOf(at)
      const account = accountOf(mock, user)
      const evidence = { orderData, orderSignature: orderSignature! }
      await receiptOf(await authorizeFill(client, { receiver, ...evidence, account }))
      const hash = await payAnyway(client, { receiver, payment: prepared.payment, account }, orderIdOf(quote))
      await receiptOf(hash)
      const paid = await verify(id, args, at)
      expect(paid).to.deep.include({ status: 0, failed: ['duplicate'] })
      expect(paid.onchain.payment).to.include({ id: prepared.callHash, transactionHash: hash })
      await administer('revokeSolver', [mock.solver], receiver)
      expect(await verify(id, args, at)).to.deep.include({ status: 1, failed: ['signature', 'duplicate'] })
    })

    it("behavior: a RegisteredTermsReceiver takes a registrar's terms", async () => {
      const registrar = accountOf(mock, mock.accounts[2]!.address)
      const receiver = await deploy(registeredTermsReceiverAbi as Abi, registeredTermsReceiverBytecode, [
        registrar.address,
      ])
      const at = targetOf(receiver)
      const quote = await getQuote(mock)
      const id = requestIdOf(quote)
      const bare = await verify(id, [], at)
      expect(bare.onchain).to.include({ kind: 'registeredTermsReceiver', isPaid: false })
      expect(bare.failed).to.deep.equal([])
      expect(bare.onchain.unknown[0]!.needs).to.include('termsSignature')

      const { body } = await request(mock, `/requests/${id}/signature`)
      const attestation = parseAttestation({ requestId: id, ...body })
      const { timestamp } = await clientOf(at).getBlock()
      const terms: RegisteredTerms = {
        token: zeroAddress,
        minimum: ether / 2n,
        recipient: user,
        deadline: Number(timestamp) + 3600,
      }
      const sign = (account: typeof registrar) =>
        signRegisteredTerms({ attestation, terms, chainId: at.id, receiver, account })
      const termsSignature = await sign(registrar)
      const args = ['--order', await folder.write({ terms, termsSignature })]
      expect(await verify(id, args, at)).to.deep.include({ status: 0, failed: [], unknown: [] })
      expect(rowOf((await run(id, args, at)).stdout, 'deadline')[2]).to.include('only a receiver can trust')
      const forged = await folder.write({ terms, termsSignature: await sign(accountOf(mock, user)) })
      expect(await verify(id, ['--order', forged], at)).to.deep.include({ status: 1, failed: ['terms'] })

      const client = clientOf(at)
      const evidence = { attestation, terms, termsSignature }
      const payment = { receiver, amount: ether / 2n, account: accountOf(mock, user) }
      const hash = await fill(client, { ...payment, ...evidence })
      await receiptOf(hash)
      expect((await verify(id, args, at)).onchain.isPaid).to.equal(true)

      // A service that names this payment for another request.
      const other = requestIdOf(await getQuote(mock))
      const signed = await request(mock, `/requests/${other}/signature`)
      const stated = { status: 'success', inTxHashes: [], txHashes: [hash] }
      const liar = await startHttpServer()
      liar.respondWith((request, response) => {
        const { path } = request
        const body = path.endsWith('/signature') ? signed.body : path.includes('/status') ? stated : []
        answer(200, body)(request, response)
      })
      const lie = await verify(other, ['--url', liar.url], at)
      await liar.close()
      expect(lie.onchain).to.include({ isPaid: false }).and.not.have.property('payment')
    })
  })
})
