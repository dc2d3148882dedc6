import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Address,
  createTestClient,
  defineChain,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { createMockAccounts } from '../../src/mock/accounts.js'
import {
  type MockChain,
  type MockService,
  type StartMockServiceOptions,
  startMockService,
} from '../../src/mock/index.js'
import type { OrderData } from '../../src/protocol/order/types.js'

/** The fields of a quote that the tests read. */
export type Quote = {
  steps: {
    id: string
    kind: string
    requestId: Hex
    items: {
      data: { from: Address; to: Address; data: Hex; value: string; chainId: number }
      check?: { endpoint: string; method: string }
    }[]
  }[]
  fees: Record<string, { amount: string }>
  details: {
    operation: string
    currencyIn: { amount: string }
    currencyOut: { amount: string; minimumAmount: string }
    userBalance: string
    [field: string]: unknown
  }
  protocol: {
    v2: { orderId: Hex; orderData: OrderData; orderSignature?: Hex; paymentDetails: Record<string, string> }
  }
}

export type Status = {
  status: string
  inTxHashes: Hash[]
  txHashes: Hash[]
  updatedAt: number
  originChainId: number
  destinationChainId: number
  details: {
    revert?: { data: Hex; message: string }
    refundTxHash?: Hash
    excess?: { amount: string; refundTxHash?: Hash }
    doubleSpends?: { failReason: string; inTxHash: Hash; refundTxHash?: Hash }[]
  } | null
  failReason: string
  refundFailReason: string
}

export const ether = 10n ** 18n
export const usdc = 10n ** 6n

/**
 * Starts a mock before the tests of a `describe`, and closes it after them. Its fields and those of its chains are there
 * once it has started.
 */
export function setUpMock(options?: StartMockServiceOptions) {
  const mock = {} as MockService
  const origin = {} as MockChain
  const destination = {} as MockChain
  before(async () => {
    const started = await startMockService(options)
    Object.defineProperties(mock, Object.getOwnPropertyDescriptors(started))
    Object.assign(origin, mock.chains[0])
    Object.assign(destination, mock.chains[1])
  })
  after(() => mock.close?.())
  const [, user, recipient] = createMockAccounts(3).map(({ address }) => address) as [
    Address,
    Address,
    Address,
  ]
  return { mock, origin, destination, user, recipient }
}

/** Starts mocks within tests, and closes them after each test. */
export function setUpMocks(): typeof startMockService {
  const started: MockService[] = []
  afterEach(() => Promise.all(started.splice(0).map((mock) => mock.close())))
  return async (options) => {
    const mock = await startMockService(options)
    started.push(mock)
    return mock
  }
}

/** Makes a request with a call that brings one ether to the receiver on the other chain. */
export function nativeRequest([origin, destination]: readonly [MockChain, MockChain]) {
  return {
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    amount: ether,
    tradeType: 'EXACT_OUTPUT',
  } as const
}

export async function request(mock: MockService, path: string, body?: unknown) {
  const response = await fetch(
    `${mock.url}${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  return { status: response.status, body: await response.json() }
}

/** A bridge of one unit of native currency, where nothing else is said. */
export function quoteBody(mock: MockService, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const [origin, destination] = chainsOf(mock)
  return {
    user: mock.accounts[1]!.address,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    amount: ether.toString(),
    tradeType: 'EXACT_INPUT',
    ...fields,
  }
}

export async function getQuote(mock: MockService, fields: Record<string, unknown> = {}): Promise<Quote> {
  const { status, body } = await request(mock, '/quote/v2', quoteBody(mock, fields))
  expect(status, JSON.stringify(body)).to.equal(200)
  return body
}

/** The attestation of a request, as the public service published it until 1 September 2026. */
export function attestationOf(mock: MockService, requestId: Hex) {
  return mock.control.requests().find(({ id }) => id === requestId)!.attestation
}

export async function getStatus(mock: MockService, requestId: Hex): Promise<Status> {
  return (await request(mock, `/intents/status/v3?requestId=${requestId}`)).body
}

/** Polls until `isDone`, and fails with the last status when it never is. */
export async function waitFor(
  mock: MockService,
  requestId: Hex,
  isDone: string | ((status: Status) => unknown),
): Promise<Status> {
  const test = typeof isDone === 'string' ? (status: Status) => status.status === isDone : isDone
  for (let attempt = 0; ; attempt++) {
    const status = await getStatus(mock, requestId)
    if (test(status)) return status
    if (attempt === 200) expect.fail(`Still ${JSON.stringify(status)}`)
    await sleep(20)
  }
}

export function chainsOf(mock: MockService): [MockChain, MockChain] {
  return [mock.chains[0]!, mock.chains[1]!]
}

export function clientOf(chain: MockChain) {
  return createTestClient({
    mode: 'hardhat',
    chain: defineChain({
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: http(chain.rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
}

export function accountOf(mock: MockService, address: Address) {
  const found = mock.accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())
  return privateKeyToAccount(found!.privateKey)
}

/** Sends a transaction and returns its hash once it is mined well. */
export async function send(
  mock: MockService,
  chain: MockChain,
  from: Address,
  transaction: { to: Address; data?: Hex; value?: bigint },
): Promise<Hash> {
  const client = clientOf(chain)
  const hash = await client.sendTransaction({ ...transaction, account: accountOf(mock, from) })
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).to.equal('success')
  return hash
}

/** Sends the quote's transactions and returns the last one's hash, that of the deposit. */
export async function pay(mock: MockService, quote: Quote): Promise<Hash> {
  let hash: Hash = '0x'
  for (const { items } of quote.steps) {
    for (const { data } of items) {
      const chain = mock.chains.find(({ id }) => id === data.chainId)!
      hash = await send(mock, chain, data.from, { to: data.to, data: data.data, value: BigInt(data.value) })
    }
  }
  return hash
}

/** Deposits native currency under any id. */
export async function depositNative(
  mock: MockService,
  chain: MockChain,
  from: Address,
  id: Hex,
  value: bigint,
): Promise<Hash> {
  const hash = await clientOf(chain).writeContract({
    abi: mockDepositoryAbi,
    address: chain.depository,
    functionName: 'depositNative',
    args: [from, id],
    value,
    account: accountOf(mock, from),
  })
  await clientOf(chain).waitForTransactionReceipt({ hash })
  return hash
}

export function balanceOf(chain: MockChain, currency: Address, holder: Address): Promise<bigint> {
  if (currency === zeroAddress) return clientOf(chain).getBalance({ address: holder })
  return clientOf(chain).readContract({
    abi: erc20Abi,
    address: currency,
    functionName: 'balanceOf',
    args: [holder],
  })
}

export function tokenOf(chain: MockChain): Address {
  return chain.tokens[0]!.address
}

/** An address that nobody has used. */
export function freshAddress(): Address {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** Any request; a body is sent as JSON unless it is text. */
export async function call(
  mock: MockService,
  path: string,
  {
    method,
    apiKey,
    headers,
    body,
  }: { method?: string; apiKey?: string; headers?: HeadersInit; body?: unknown } = {},
) {
  const response = await fetch(`${mock.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text)
    },
  }
}
