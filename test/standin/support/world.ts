import type { paths } from '@relayprotocol/relay-sdk'
import type { Address, Hex, TypedDataDomain } from 'viem'
import { type Chain, type Currency, startChain } from './chains.js'
import type { Call, Order } from './order.js'

type Ok<operation> = operation extends {
  responses: { 200: { content: { 'application/json': infer answer } } }
}
  ? answer
  : never

/** The type of an operation's answer with status 200, from the published types. */
export type Answer<path extends keyof paths, method extends 'get' | 'post' = 'get'> =
  paths[path] extends Record<method, infer operation> ? Ok<operation> : never

export type QuoteBody = {
  user: Address
  recipient?: Address
  refundTo?: Address
  originChainId: number
  destinationChainId: number
  originCurrency: Hex
  destinationCurrency: Hex
  amount: string
  tradeType: 'EXACT_INPUT' | 'EXPECTED_OUTPUT' | 'EXACT_OUTPUT'
  txs?: Call[]
  referrer?: string
  usePermit?: boolean
  useDepositAddress?: boolean
  explicitDeposit?: boolean
  includeProtocolData?: boolean
  subsidizeFees?: boolean
}

export type Sign = {
  signatureKind: 'eip712'
  domain: TypedDataDomain
  types: Record<string, { type: string; name: string }[]>
  primaryType: string
  value: Record<string, unknown>
}

export type Status = Answer<'/intents/status/v3'> & { failReason?: string; refundFailReason?: string }

export type Request = {
  id: Hex
  orderId: Hex
  order: Order
  body: QuoteBody
  amounts: { in: bigint; out: bigint; minimum: bigint }
  /** Every status record so far, the newest last. */
  history: Status[]
  createdAt: number
  /** The nonce of the venue's two signatures. */
  nonce?: number
  depositAddress?: Address
  /** The permit that was quoted, as it is to be signed. */
  permit?: { kind: 'eip3009' | 'permit2'; sign: Sign }
}

export const venue = { chainId: 1337, name: 'hyperliquid', decimals: 8 }
export const venueDepository = '0x865eb9baa5492cef598adf7afb1038654fcb7081'
export const venueUsdc = `0x${'0'.repeat(32)}` as Hex
/** The venue's name of the token behind it. */
export const venueToken = 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054'

export type World = Awaited<ReturnType<typeof startWorld>>

/** Two chains and every request so far. */
export async function startWorld() {
  const chains = [await startChain(10, 'optimism'), await startChain(8453, 'base')] as const
  return {
    origin: chains[0],
    destination: chains[1],
    chains: new Map<number, Chain>(chains.map((chain) => [chain.id, chain])),
    requests: new Map<string, Request>(),
    /** Whether a request has its order's id, as the specification has it, or one of its own. */
    hasOneId: false,
    close: () => Promise.all(chains.map((chain) => chain.close())),
  }
}

export function chainName(world: World, id: number): string {
  return id === venue.chainId ? venue.name : world.chains.get(id)!.name
}

export function currencyOf(world: World, chainId: number, address: Hex): Currency & { usd: bigint } {
  if (chainId === venue.chainId) {
    return { address, symbol: 'USDC', name: 'USDC (Perps)', decimals: venue.decimals, usd: 1n }
  }
  const found = world.chains.get(chainId)?.currencies.find((one) => one.address === address.toLowerCase())
  if (!found) throw new Refusal('INVALID_INPUT_CURRENCY', `Unknown currency ${address}`)
  return { ...found, usd: found.symbol === 'ETH' ? 2000n : 1n }
}

/** A refusal, with the service's code. */
export class Refusal extends Error {
  constructor(
    readonly errorCode: string,
    message: string,
    readonly more: object = {},
    readonly status = 400,
  ) {
    super(message)
  }
}
