import { expect } from 'chai'
import { type Address, createWalletClient, type Hex, zeroAddress } from 'viem'
import {
  type AnyServiceClient,
  type CreateServiceClientParameters,
  createServiceClient,
  extendProfile,
  type Quote,
  relayProfile,
  type ServiceProfile,
  type StepRequest,
} from '../../../src/client/index.js'
import { abi } from './calls.js'
import { recipient, solver, user } from './chains.js'
import type { Standin } from './service.js'

export type Environment = {
  standin: Standin
  client: AnyServiceClient
  /** How statuses are followed. */
  transport: 'polling' | 'websocket'
}

type Access = Pick<CreateServiceClientParameters, 'quoteVersion' | 'apiKey' | 'accessToken'>

/** A client that knows the stand-in by its own list of chains. */
export async function connect(
  standin: Standin,
  transport: Environment['transport'],
  access: Access = { apiKey: 'stand-in' },
): Promise<Environment> {
  const own: ServiceProfile = {
    ...relayProfile,
    name: 'stand-in',
    baseUrl: standin.url,
    wsUrl: transport === 'websocket' ? standin.wsUrl : undefined,
    venueInfoUrl: `${standin.url}/venue/info`,
    venueExchangeUrl: `${standin.url}/venue/exchange`,
    solvers: undefined,
    chains: [],
  }
  const options = { ...access, rateLimit: false, retry: { delayMs: 1 } } as const
  const { chains } = await createServiceClient({ profile: own, ...options }).getChains()
  const { profile } = extendProfile({ profile: own, chains, trust: [10, 8453] })
  expect(profile.solvers?.evm.toLowerCase()).to.equal(solver.address.toLowerCase())
  return { standin, client: createServiceClient({ profile, ...options }), transport }
}

export type Terms = Partial<Parameters<AnyServiceClient['getQuote']>[0]>
export type Run = Partial<Parameters<AnyServiceClient['executeSteps']>[0]>

/** The id that both versions of a quote have in another place. */
export const requestIdOf = ({ requestId, steps }: Quote): Hex => requestId ?? steps[0]!.requestId!

export const ether = 10n ** 18n

export const wallet = ({ standin }: Environment, chain: 'origin' | 'destination' = 'origin') =>
  createWalletClient({ account: user, transport: standin.world[chain].transport, pollingInterval: 20 })

export function requestOf({ standin: { world } }: Environment, terms: Terms) {
  return {
    user: user.address,
    recipient,
    originChainId: world.origin.id,
    destinationChainId: world.destination.id,
    originCurrency: zeroAddress as Hex,
    destinationCurrency: zeroAddress as Hex,
    amount: ether / 100n,
    tradeType: 'EXACT_INPUT' as const,
    ...terms,
  }
}

export async function balanceOf(
  { standin: { world } }: Environment,
  chainId: number,
  currency: Hex,
  of: Address,
) {
  const { reader } = world.chains.get(chainId)!
  if (currency === zeroAddress) return reader.getBalance({ address: of })
  return reader.readContract({ abi, address: currency, functionName: 'balanceOf', args: [of] })
}

/** The deposits that the depository saw for an order. */
export async function depositsOf({ standin: { world } }: Environment, orderId: Hex): Promise<number> {
  const events = abi.filter((part) => part.type === 'event' && part.name !== 'Transfer')
  const { reader, depository } = world.origin
  const logs = await reader.getLogs({ address: depository, events, fromBlock: 0n })
  return logs.filter(({ args }) => args.id === orderId).length
}

export async function run(env: Environment, request: StepRequest, quote: Quote, options: Run = {}) {
  return env.client.executeSteps({
    quote,
    request,
    walletClient: wallet(env),
    pollingIntervalMs: 15,
    timeoutMs: 20_000,
    ...options,
  })
}

/** A trade whose recipient must get at least the minimum. */
export async function trade(env: Environment, terms: Terms, options: Run = {}) {
  const request = requestOf(env, terms)
  const quote = await env.client.getQuote(request)
  const { destinationChainId, recipient: to } = request
  const destinationCurrency = request.destinationCurrency as Hex
  const isOnVenue = destinationChainId === 1337
  const balance = () =>
    isOnVenue ? 0n : balanceOf(env, destinationChainId, destinationCurrency, to as Address)
  const before = await balance()
  const { outcome, txHashes } = await run(env, request, quote, options)
  const requestId = requestIdOf(quote)
  const known = env.standin.world.requests.get(requestId)!
  if (request.originChainId === request.destinationChainId) expect(outcome).to.equal(undefined)
  else expect(outcome?.status).to.equal('success')
  if (!isOnVenue) expect((await balance()) - before >= known.amounts.minimum).to.equal(true)
  return { request, quote, requestId, known, outcome, txHashes }
}
