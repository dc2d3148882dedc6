import { amountRecord, display, priceOf } from './amounts.js'
import { type Chain, solver } from './chains.js'
import { attest } from './order.js'
import { readBody } from './quote.js'
import type { Answer, Request, Status, World } from './world.js'

export function priceRecord(world: World, input: unknown): Answer<'/price', 'post'> {
  const body = readBody(input)
  const { fees, details } = display(world, body, priceOf(world, body))
  const { refundCurrency: _, expandedPriceImpact: __, route: ___, isFixedRate: ____, ...rest } = details!
  return { fees, details: rest }
}

/** The older status path has other words. */
export function legacyStatus({ status, ...rest }: Status): object {
  const words: Record<string, string> = { refund: 'fallback', submitted: 'pending', waiting: 'unknown' }
  return { ...rest, status: words[status!] ?? status }
}

/** Signs the attestation's record: layout v1 has the amount, v2 the destination's currency. */
export async function attestationRecord({ id, body, amounts }: Request, layout: 'v1' | 'v2') {
  const { originChainId, originCurrency, destinationChainId, destinationCurrency } = body
  const destinationUser = body.recipient ?? body.user
  const origin = [id, BigInt(originChainId), body.user, originCurrency]
  const destination = [BigInt(destinationChainId), destinationUser]
  const shared = { originChainId, originUser: body.user, originCurrency, destinationChainId, destinationUser }
  if (layout === 'v1') {
    return {
      requestData: { ...shared, originAmount: String(amounts.in) },
      signature: await attest(solver, [...origin, amounts.in, ...destination]),
    } satisfies Answer<'/requests/{requestId}/signature'>
  }
  return {
    requestData: { ...shared, destinationCurrency },
    signature: await attest(solver, [...origin, ...destination, destinationCurrency]),
  } satisfies Answer<'/requests/{requestId}/signature/v2'>
}

/** `GET /requests/v3`, the newest first. */
export function listRequests(world: World, query: URLSearchParams): Answer<'/requests/v3'> {
  const { id, user, status, limit = '20', continuation = '0' } = Object.fromEntries(query)
  const [start, end] = [Number(continuation), Number(continuation) + Number(limit)]
  const all = [...world.requests.values()].reverse().filter(({ id: own, body, history }) => {
    const isOfUser = !user || [body.user, body.recipient].some((account) => account === user)
    return isOfUser && (!id || own === id) && (!status || history.at(-1)!.status === status)
  })
  return {
    requests: all.slice(start, end).map((request) => requestRecord(world, request)),
    ...(all.length > end && { continuation: String(end) }),
  }
}

type Listed = NonNullable<Answer<'/requests/v3'>['requests']>[number]

/** The fees as listings have them. */
export function feesOf(world: World, { body, amounts }: Request) {
  const fee = amountRecord(world, body.originChainId, body.originCurrency, amounts.in / 500n)
  const component = { usd: fee.amountUsd, amount: fee.amount, amountFormatted: fee.amountFormatted }
  const none = { usd: '0', amount: '0', amountFormatted: '0' }
  const quoted = { swap: none, execution: component, platform: none, app: none, sponsored: none }
  return { quoted, actual: quoted, currency: fee.currency }
}

function requestRecord(world: World, request: Request): Listed {
  const { id, orderId, body, history, createdAt } = request
  const { status, updatedAt = createdAt, inTxHashes = [], txHashes = [] } = history.at(-1)!
  const transaction = (chainId: number) => (txHash: string) => ({
    txHash,
    fee: '21000',
    block: 1,
    type: 'onchain',
    chainId,
    timestamp: Math.floor(updatedAt / 1000),
    status: 'success' as const,
  })
  return {
    id,
    status,
    user: body.user,
    sender: body.user,
    recipient: body.recipient ?? body.user,
    refundTo: body.refundTo ?? null,
    supersededByRequestId: null,
    depositAddress: null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    protocol: { orderId, hubType: 'onchain' },
    data: {
      slippageTolerance: '200',
      failReason: null,
      refundFailReason: null,
      timeEstimate: 2,
      inTxs: inTxHashes.map(transaction(body.originChainId)),
      outTxs: txHashes.map(transaction(body.destinationChainId)),
      fees: feesOf(world, request),
      feeSponsorship: null,
    },
  }
}

type ChainRecord = NonNullable<Answer<'/chains'>['chains']>[number]

export function chainRecord({ id, name, depository, router, proxy, currencies }: Chain): ChainRecord {
  return {
    id,
    name,
    displayName: name,
    explorerPaths: null,
    depositEnabled: true,
    tokenSupport: 'All',
    disabled: false,
    partialDisableLimit: 0,
    currency: { id: 'eth', ...currencies[0], supportsBridging: true },
    erc20Currencies: currencies.slice(1).map((one) => ({ id: one.symbol.toLowerCase(), ...one })),
    iconUrl: null,
    contracts: {
      multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
      erc20Router: router,
      approvalProxy: proxy,
      // The published types end with v3.
      ...{ 'v3.2': { erc20Router: router, approvalProxy: proxy } },
    },
    vmType: 'evm',
    baseChainId: null,
    solverAddresses: [solver.address],
    tags: [],
    protocol: { v2: { chainId: name, depository, depositoryVault: null } },
  }
}
