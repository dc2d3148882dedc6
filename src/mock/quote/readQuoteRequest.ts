import { type Address, getAddress, isAddress, isHex, maxUint256, zeroAddress } from 'viem'
import type { OrderCall } from '../../order/encodeOrderCall.js'
import type { Chain, Currency } from '../chains/chain.js'
import { ServiceError, type ServiceErrorCode } from '../http/serviceError.js'
import type { TradeType } from '../pricing.js'
import { parseQuoteBody, type QuoteBody } from './quoteBody.js'

/** A quote's request whose values were looked at. Amounts are in the smallest unit. */
export type QuoteRequest = {
  user: Address
  recipient: Address
  refundTo?: Address
  origin: Chain
  destination: Chain
  input: Currency
  output: Currency
  amount: bigint
  tradeType: TradeType
  calls: OrderCall[]
  slippageBps?: bigint
  fillContract?: Address
  includeProtocolData: boolean
}

/** @throws {@link ServiceError} with the service's code for what is wrong. */
export function readQuoteRequest(body: unknown, chains: readonly Chain[]): QuoteRequest {
  const fields = parseQuoteBody(body)
  const origin = findChain(chains, fields.originChainId)
  const destination = findChain(chains, fields.destinationChainId)
  if (origin === destination) {
    throw new ServiceError('UNSUPPORTED_ROUTE', 'The mock quotes between two chains only.')
  }
  const input = findCurrency(origin, fields.originCurrency, 'originCurrency', 'INVALID_INPUT_CURRENCY')
  const output = findCurrency(
    destination,
    fields.destinationCurrency,
    'destinationCurrency',
    'INVALID_OUTPUT_CURRENCY',
  )
  const user = readAccount(fields.user, 'user')
  const { fillContract, refundTo } = fields
  return {
    user,
    recipient: fields.recipient === undefined ? user : readRecipient(fields.recipient, destination),
    // The native currency's address asks for what happens anyway: a refund to whoever deposited.
    refundTo:
      refundTo === undefined || refundTo === zeroAddress ? undefined : readAccount(refundTo, 'refundTo'),
    origin,
    destination,
    input,
    output,
    amount: readAmount(fields.amount),
    tradeType: fields.tradeType,
    calls: (fields.txs ?? []).map(readCall),
    slippageBps: readSlippage(fields.slippageTolerance),
    fillContract: fillContract === undefined ? undefined : readAccount(fillContract, 'fillContract'),
    includeProtocolData: fields.includeProtocolData ?? false,
  }
}

function findChain(chains: readonly Chain[], id: number): Chain {
  const chain = chains.find((candidate) => candidate.id === id)
  if (chain) return chain
  const known = chains.map((candidate) => candidate.id).join(', ')
  throw new ServiceError('UNSUPPORTED_CHAIN', `Chain ${id} is not supported. Chains: ${known}.`)
}

function findCurrency(chain: Chain, value: string, field: string, code: ServiceErrorCode): Currency {
  const address = readAddress(value, field, code)
  const currency = chain.currencies.find((candidate) => candidate.address === address)
  if (currency) return currency
  throw new ServiceError(
    'UNSUPPORTED_CURRENCY',
    `${field}: ${address} is not supported on chain ${chain.id}.`,
  )
}

/** Any case is accepted; mixed case must be a right checksum. */
function readAddress(value: string, field: string, code: ServiceErrorCode): Address {
  const isUpperCase = value.slice(2) === value.slice(2).toUpperCase()
  if (!isAddress(value, { strict: !isUpperCase }))
    throw new ServiceError(code, `${field}: ${describe(value)} is not an EVM address.`)
  return getAddress(value.toLowerCase())
}

function readAccount(value: string, field: string): Address {
  const address = readAddress(value, field, 'INVALID_ADDRESS')
  if (address === zeroAddress) throw new ServiceError('INVALID_ADDRESS', `${field}: the zero address.`)
  return address
}

function readRecipient(value: string, destination: Chain): Address {
  const recipient = readAccount(value, 'recipient')
  if (destination.currencies.some(({ address }) => address === recipient)) {
    throw new ServiceError('INVALID_RECIPIENT', `recipient: ${recipient} is a token contract.`)
  }
  return recipient
}

function readAmount(value: string): bigint {
  const amount = BigInt(value)
  if (amount === 0n) throw new ServiceError('AMOUNT_TOO_LOW', 'amount: must be above zero.')
  if (amount > maxUint256) throw new ServiceError('INVALID_REQUEST', 'amount: must fit 256 bits.')
  return amount
}

function readCall(call: NonNullable<QuoteBody['txs']>[number], index: number): OrderCall {
  const at = `txs[${index}]`
  const value = BigInt(call.value)
  if (value > maxUint256) throw new ServiceError('INVALID_EXTRA_TXS', `${at}.value: must fit 256 bits.`)
  if (!isHex(call.data) || call.data.length % 2 !== 0) {
    throw new ServiceError(
      'INVALID_EXTRA_TXS',
      `${at}.data: ${describe(call.data)} is not hex of whole bytes.`,
    )
  }
  return { to: readAddress(call.to, `${at}.to`, 'INVALID_EXTRA_TXS'), data: call.data, value }
}

function readSlippage(value: string | undefined): bigint | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,5}$/.test(value) && BigInt(value) <= 10_000n) return BigInt(value)
  throw new ServiceError(
    'INVALID_SLIPPAGE_TOLERANCE',
    `slippageTolerance: ${describe(value)} is not a whole number of basis points from 0 to 10000.`,
  )
}

function describe(value: string): string {
  return JSON.stringify(value.length > 50 ? `${value.slice(0, 50)}…` : value)
}
