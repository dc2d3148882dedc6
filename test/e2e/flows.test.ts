import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  http,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  createServiceClient,
  type Quote,
  type QuoteRequest,
  type ServiceClient,
} from '../../src/client/index.js'
import { fillproofActions, prepareAuthorizedCall } from '../../src/contract/index.js'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { mockSmartAccountAbi } from '../../src/generated/abi/mockSmartAccount.js'
import { mockSmartAccountBytecode } from '../../src/generated/bytecode/mockSmartAccount.js'
import { type MockChain, type MockService, startMockService } from '../../src/mock/index.js'
import { balanceOf, chainsOf, clientOf, ether, freshAddress, tokenOf, usdc } from '../mock/helpers.js'
import { complete } from '../support/complete.js'
import { expectStatuses, startRecorder } from './support/recordStatuses.js'

const perps: Hex = `0x${'00'.repeat(16)}`
const filled = ['waiting', 'pending', 'submitted', 'success']
const refunded = ['waiting', 'pending', 'failure', 'refund']

describe('flows, reported by polling, websocket and webhook', () => {
  let mock: MockService
  let client: ServiceClient
  let origin: MockChain
  let destination: MockChain
  let recorder: Awaited<ReturnType<typeof startRecorder>>
  before(async () => {
    mock = await startMockService({ statusDelayMs: 100 })
    ;[origin, destination] = chainsOf(mock)
    const { url, wsUrl, venueInfoUrl, venueExchangeUrl, apiKey } = mock
    client = createServiceClient({
      profile: 'mock',
      baseUrl: url,
      wsUrl,
      venueInfoUrl,
      venueExchangeUrl,
      apiKey,
    })
    recorder = await startRecorder(mock)
  })
  after(async () => {
    await recorder?.close()
    await mock?.close()
  })

  const user = () => privateKeyToAccount(mock.accounts[1]!.privateKey)
  const walletOn = ({ rpcUrl }: MockChain) =>
    createWalletClient({ account: user(), transport: http(rpcUrl), pollingInterval: 20 })

  const requestOf = (fields: Partial<QuoteRequest> & { fillContract?: Address } = {}) => ({
    user: user().address as string,
    recipient: mock.accounts[2]!.address as string,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress as string,
    destinationCurrency: zeroAddress as string,
    amount: ether as string | bigint,
    tradeType: 'EXACT_INPUT' as const,
    ...fields,
  })

  type Steps = Omit<Parameters<ServiceClient['executeSteps']>[0], 'quote' | 'request' | 'walletClient'>

  /** From the quote to the end by the client's own steps. */
  async function run(
    request: ReturnType<typeof requestOf>,
    statuses: readonly string[],
    steps: Steps = {},
    afterQuote = async () => {},
  ) {
    const quote = await client.getQuote(request)
    await afterQuote()
    const finish = recorder.record(quote.steps[0]!.requestId!)
    const { outcome } = await client.executeSteps({
      quote,
      request,
      walletClient: walletOn(origin),
      pollingIntervalMs: 20,
      ...steps,
    })
    expectStatuses(await finish(), statuses)
    return { quote, outcome }
  }

  const arrived = (quote: Quote) => BigInt(complete(quote).details.currencyOut.amount)

  it('native bridge', async () => {
    const recipient = freshAddress()
    const { quote } = await run(requestOf({ recipient }), filled)
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(arrived(quote))
  })

  it('ERC-20 bridge', async () => {
    const recipient = freshAddress()
    const { quote } = await run(
      requestOf({
        recipient,
        originCurrency: tokenOf(origin),
        destinationCurrency: tokenOf(destination),
        amount: 250n * usdc,
      }),
      filled,
    )
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(arrived(quote))
  })

  it('swap on one chain', async () => {
    const recipient = freshAddress()
    const request = requestOf({
      recipient,
      destinationChainId: origin.id,
      destinationCurrency: tokenOf(origin),
    })
    const { quote } = await run(request, filled, { allowUnverified: ['swap'] })
    expect(await balanceOf(origin, tokenOf(origin), recipient)).equal(arrived(quote))
  })

  it('swap between two chains', async () => {
    const recipient = freshAddress()
    const { quote } = await run(requestOf({ recipient, destinationCurrency: tokenOf(destination) }), filled)
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(arrived(quote))
  })

  it('quote to call, authorized', async () => {
    const there = walletOn(destination).extend(fillproofActions({ receiver: destination.receiver }))
    const recipient = mock.accounts[2]!.address
    const { timestamp } = await clientOf(destination).getBlock()
    const { txs, callHash } = prepareAuthorizedCall({
      chainId: destination.id,
      receiver: destination.receiver,
      payment: {
        originChainId: origin.id,
        originUser: user().address,
        originCurrency: zeroAddress,
        token: zeroAddress,
        minimum: ether,
        recipient,
        refundTo: user().address,
        deadline: Number(timestamp) + 3600,
      },
    })
    const request = requestOf({ recipient, txs, tradeType: 'EXACT_OUTPUT' })
    const quote = await client.getQuote(request)
    const { orderId, orderData } = complete(quote).protocol.v2
    const attestation = await client.getAttestation({ requestId: orderId })
    const hash = await there.authorizeFill({ attestation, orderData })
    await clientOf(destination).waitForTransactionReceipt({ hash })
    const finish = recorder.record(orderId)
    await client.executeSteps({
      quote,
      request,
      walletClient: walletOn(origin),
      maximumAmountIn: 2n * ether,
      destinationClient: clientOf(destination),
    })
    expectStatuses(await finish(), filled)
    expect(await there.isPaid({ id: callHash })).equal(true)
  })

  it('quote to call, direct', async () => {
    const recipient = mock.accounts[2]!.address
    const before = await balanceOf(destination, zeroAddress, recipient)
    const { quote } = await run(requestOf({ recipient, fillContract: destination.receiver }), filled)
    expect((await balanceOf(destination, zeroAddress, recipient)) - before).equal(arrived(quote))
    const reader = clientOf(destination).extend(fillproofActions({ receiver: destination.receiver }))
    expect(await reader.isPaid({ id: quote.protocol!.v2!.orderId! })).equal(true)
  })

  it('exact output that cannot be filled', async () => {
    // The call takes what the user lets the router take, which is nothing by the time of the fill.
    const approve = async (amount: bigint) => {
      const hash = await walletOn(destination).writeContract({
        abi: erc20Abi,
        address: tokenOf(destination),
        functionName: 'approve',
        args: [destination.router, amount],
        chain: null,
      })
      await clientOf(destination).waitForTransactionReceipt({ hash })
    }
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [user().address, mock.accounts[2]!.address, 1n],
    })
    const txs = [{ to: tokenOf(destination), value: '0', data }]
    await approve(1n)
    const before = await balanceOf(destination, zeroAddress, mock.accounts[2]!.address)
    const { outcome } = await run(
      requestOf({ tradeType: 'EXACT_OUTPUT', txs }),
      refunded,
      { maximumAmountIn: 2n * ether },
      () => approve(0n),
    )
    expect(outcome).include({ status: 'refund', failReason: 'EXECUTION_REVERTED' })
    expect(await balanceOf(destination, zeroAddress, mock.accounts[2]!.address)).equal(before)
  })

  it("refund to the request's refundTo", async () => {
    const refundTo = freshAddress()
    const request = requestOf({ recipient: destination.depository, refundTo })
    const { outcome } = await run(request, refunded)
    expect(outcome).include({ failReason: 'DESTINATION_TOKEN_TRANSFER_REJECTED' })
    expect(await balanceOf(origin, zeroAddress, refundTo)).equal(ether)
  })

  it("refund at the referrer's request", async () => {
    const { outcome } = await run(requestOf({ referrer: 'debug-force-refund' }), refunded)
    expect(outcome).include({ failReason: 'UNKNOWN', refundFailReason: 'N/A' })
  })

  it('gasless execute', async () => {
    const wallet = walletOn(origin)
    const deployment = await wallet.deployContract({
      abi: mockSmartAccountAbi,
      bytecode: mockSmartAccountBytecode,
      args: [user().address],
      value: 3n * ether,
      chain: null,
    })
    const { contractAddress } = await clientOf(origin).waitForTransactionReceipt({ hash: deployment })
    const account = contractAddress!
    const recipient = freshAddress()
    const quote = await client.getQuote(requestOf({ user: account, recipient }))
    const { to, data, value } = quote.steps[0]!.items[0]!.data as { to: Address; data: Hex; value: string }
    const calls = [{ to, data, value: BigInt(value) }]
    const domain = { name: 'MockSmartAccount', version: '1', chainId: origin.id, verifyingContract: account }
    const types = {
      Batch: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    } as const
    const batch = { domain, types, primaryType: 'Batch', message: { calls, nonce: 0n } } as const
    expect(
      await clientOf(origin).readContract({
        address: account,
        abi: mockSmartAccountAbi,
        functionName: 'hashBatch',
        args: [calls, 0n],
      }),
    ).equal(hashTypedData(batch))
    const finish = recorder.record(quote.steps[0]!.requestId!)
    await client.execute({
      executionKind: 'rawCalls',
      data: {
        chainId: origin.id,
        to: account,
        value: '0',
        data: encodeFunctionData({
          abi: mockSmartAccountAbi,
          functionName: 'execute',
          args: [calls, 0n, await user().signTypedData(batch)],
        }),
      },
      executionOptions: { subsidizeFees: false },
      requestId: quote.steps[0]!.requestId!,
    })
    expectStatuses(await finish(), ['waiting', 'depositing', 'pending', 'submitted', 'success'])
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(arrived(quote))
  })

  it('permit', async () => {
    const recipient = freshAddress()
    const request = requestOf({
      recipient,
      usePermit: true,
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
    })
    const { quote } = await run(request, filled, { allowUnverified: ['permit'] })
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(arrived(quote))
  })

  it('deposit address', async () => {
    const recipient = freshAddress()
    const request = requestOf({ recipient, useDepositAddress: true, strict: true, refundTo: user().address })
    const { quote } = await run(request, filled, { allowUnverified: ['depositAddress'] })
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(arrived(quote))
  })

  it('venue deposit', async () => {
    const recipient = freshAddress()
    const request = requestOf({
      recipient,
      destinationChainId: 1337,
      originCurrency: tokenOf(origin),
      destinationCurrency: perps,
      amount: 100n * usdc,
    })
    const { quote } = await run(request, filled)
    const { withdrawableAmount } = await client.getVenueBalance({ user: recipient })
    expect(withdrawableAmount).equal(arrived(quote))
  })

  it('venue withdrawal', async () => {
    const recipient = freshAddress()
    const request = requestOf({
      recipient,
      originChainId: 1337,
      protocolVersion: 'v2',
      originCurrency: perps,
      destinationCurrency: tokenOf(destination),
      amount: 50n * 10n ** 8n,
    })
    const { withdrawableAmount: before } = await client.getVenueBalance({ user: user().address })
    const { quote } = await run(request, filled)
    const { withdrawableAmount: after } = await client.getVenueBalance({ user: user().address })
    expect(before! - after!).equal(50n * 10n ** 8n)
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(arrived(quote))
  })

  it('fee sponsorship', async () => {
    const before = mock.control.keys.sponsor(mock.apiKey)!.balance
    const recipient = freshAddress()
    const request = requestOf({
      recipient,
      subsidizeFees: true,
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
    })
    const { quote } = await run(request, filled)
    expect(arrived(quote)).equal(100n * usdc)
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(100n * usdc)
    const { sponsoredTotal } = quote.feeSponsorship!.quoted!
    const paid = before - mock.control.keys.sponsor(mock.apiKey)!.balance
    expect(paid).equal(BigInt(sponsoredTotal!.amount!))
  })

  it("a deposit with another order's id does not count for the order", async () => {
    const quote = await client.getQuote(requestOf())
    const other: Hex = `0x${'77'.repeat(32)}`
    const hash = await walletOn(origin).writeContract({
      address: origin.depository,
      abi: mockDepositoryAbi,
      functionName: 'depositNative',
      args: [user().address, other],
      value: ether,
      chain: null,
    })
    await clientOf(origin).waitForTransactionReceipt({ hash })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await client.getStatus({ requestId: quote.steps[0]!.requestId! })).status).equal('waiting')
  })
})
