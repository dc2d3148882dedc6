import { type Address, getAddress, isAddress, isHex, parseUnits, zeroAddress } from 'viem'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import { stablecoins } from '../../service/fees/index.js'
import { mockProfile } from '../../service/profile/mockProfile.js'
import type { FeeComponent } from '../../service/resources/codes.js'
import { CallerError, type ServiceErrorCode } from '../callerError.js'
import { type ChainCurrency, isNative } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'
import type { PaymentKind } from '../ledger.js'
import type { CheckedQuoteRequest, Place } from './checkedQuoteRequest.js'
import { parseQuoteBody, type QuoteBody } from './quoteBody.js'
import { routeRules } from './routeRules.js'
import { requireSwapSource } from './swapSource.js'

const defaultTopup = 2_000_000n
const defaultPermitExpiry = 600
/** The number of decimals on each side of a fixed rate. */
const rateDecimals = 18

/** Checks a quote's request. @throws {@link CallerError} with the service's code. */
export function readQuoteRequest(body: unknown, context: MockContext): CheckedQuoteRequest {
  const fields = parseQuoteBody(body, context.idForm)
  const origin = findPlace(context, fields.originChainId)
  const destination = findPlace(context, fields.destinationChainId)
  const input = findCurrency(origin, fields.originCurrency, 'originCurrency', 'INVALID_INPUT_CURRENCY')
  const output = findCurrency(
    destination,
    fields.destinationCurrency,
    'destinationCurrency',
    'INVALID_OUTPUT_CURRENCY',
  )
  const user = readAccount(fields.user, 'user')
  const { fillContract, refundTo, appFees = [] } = fields
  const request: CheckedQuoteRequest = {
    user,
    recipient: fields.recipient === undefined ? user : readRecipient(fields.recipient, destination),
    // The zero address means the default, a refund to the depositor.
    refundTo:
      refundTo === undefined || refundTo === zeroAddress ? undefined : readAccount(refundTo, 'refundTo'),
    origin,
    destination,
    input,
    output,
    amount: BigInt(fields.amount),
    tradeType: fields.tradeType,
    payment: choosePayment(fields, input),
    calls: (fields.txs ?? []).map(readCall),
    txsGasLimit: readAmount(fields.txsGasLimit),
    slippageBps: readAmount(fields.slippageTolerance),
    fillContract: fillContract === undefined ? undefined : readAccount(fillContract, 'fillContract'),
    includeProtocolData: fields.includeProtocolData ?? false,
    isStrict: fields.strict ?? (isPublic(context.idForm, 'strict') && fields.tradeType === 'EXACT_OUTPUT'),
    appFees: appFees.map(({ recipient, fee }, index) => ({
      recipient: readAccount(recipient, `appFees[${index}].recipient`),
      fee,
    })),
    sponsorship: {
      subsidizeFees: fields.subsidizeFees,
      sponsoredFeeComponents: fields.sponsoredFeeComponents as FeeComponent[] | undefined,
      maxSubsidizationAmount: readAmount(fields.maxSubsidizationAmount),
    },
    topupUsd: fields.topupGas ? (readAmount(fields.topupGasAmount) ?? defaultTopup) : undefined,
    ttl: fields.ttl,
    permitExpiry: fields.permitExpiry ?? defaultPermitExpiry,
    isGasless: !!fields.usePermit || !!fields.originGasOverhead,
    fixedRate: readFixedRate(fields.fixedRate, input, output),
  }
  if (fields.recoveryAddress !== undefined) readAccount(fields.recoveryAddress, 'recoveryAddress')
  if (fields.referrerAddress !== undefined) readAccount(fields.referrerAddress, 'referrerAddress')
  if (request.amount === 0n) throw new CallerError('AMOUNT_TOO_LOW', 'amount: must be above zero.')
  checkRoute(request, fields)
  return request
}

function choosePayment(fields: QuoteBody, input: ChainCurrency): PaymentKind {
  if (fields.originChainId === mockProfile.venue.chainId) return 'venue'
  if (fields.useDepositAddress) return 'depositAddress'
  if (fields.usePermit) return 'permit'
  if (fields.originChainId === fields.destinationChainId && !fields.forceSolverExecution) {
    return fields.originCurrency.toLowerCase() === fields.destinationCurrency.toLowerCase() ? 'send' : 'swap'
  }
  return fields.explicitDeposit === false && !isNative(input.address) ? 'transfer' : 'deposit'
}

/** Checks the route. @throws {@link CallerError} if the service can't serve it. */
function checkRoute(request: CheckedQuoteRequest, fields: QuoteBody): void {
  const broken = routeRules.find(({ isBroken }) => isBroken(request, fields))
  if (broken) throw new CallerError(broken.code, broken.requirement)
  if (request.payment === 'swap') requireSwapSource(fields)
}

/** Finds the chain or the venue with this id. @throws {@link CallerError} */
export function findPlace({ chains, venue }: MockContext, id: number): Place {
  const { chainId, chainName } = mockProfile.venue
  if (id === chainId) {
    return { id, name: chainName, currencies: venue.currencies, depository: venue.depository }
  }
  const chain = chains.find((candidate) => candidate.id === id)
  if (chain) {
    const { name, currencies, contracts } = chain
    return { id, name, currencies, depository: contracts.depository, chain }
  }
  const known = [...chains.map((candidate) => candidate.id), chainId].join(', ')
  throw new CallerError('UNSUPPORTED_CHAIN', `Chain ${id} is not supported. Chains: ${known}.`)
}

function findCurrency(
  { id, chain, currencies }: Place,
  value: string,
  field: string,
  code: ServiceErrorCode,
): ChainCurrency {
  const address = chain ? readAddress(value, field, code) : readVenueCurrency(value, field, code)
  const currency = currencies.find((candidate) => candidate.address.toLowerCase() === address.toLowerCase())
  if (currency) return currency
  throw new CallerError('UNSUPPORTED_CURRENCY', `${field}: ${address} is not supported on chain ${id}.`)
}

function readVenueCurrency(value: string, field: string, code: ServiceErrorCode): string {
  if (isHex(value) && value.length >= 34 && value.length % 2 === 0) return value
  throw new CallerError(code, `${field}: ${describe(value)} is not a currency of the venue.`)
}

/** Reads an address in any case. Mixed case must be a valid checksum. */
function readAddress(value: string, field: string, code: ServiceErrorCode): Address {
  const isUpperCase = value.slice(2) === value.slice(2).toUpperCase()
  if (!isAddress(value, { strict: !isUpperCase }))
    throw new CallerError(code, `${field}: ${describe(value)} is not an EVM address.`)
  return getAddress(value.toLowerCase())
}

function readAccount(value: string, field: string): Address {
  const address = readAddress(value, field, 'INVALID_ADDRESS')
  if (address === zeroAddress) throw new CallerError('INVALID_ADDRESS', `${field}: the zero address.`)
  return address
}

function readRecipient(value: string, destination: Place): Address {
  const recipient = readAccount(value, 'recipient')
  if (destination.currencies.some(({ address }) => address === recipient)) {
    throw new CallerError('INVALID_RECIPIENT', `recipient: ${recipient} is a token contract.`)
  }
  return recipient
}

function readCall(call: NonNullable<QuoteBody['txs']>[number], index: number): OrderCall {
  const at = `txs[${index}]`
  if (!isHex(call.data) || call.data.length % 2 !== 0) {
    throw new CallerError(
      'INVALID_EXTRA_TXS',
      `${at}.data: ${describe(call.data)} is not hex of whole bytes.`,
    )
  }
  return {
    to: readAddress(call.to, `${at}.to`, 'INVALID_EXTRA_TXS'),
    data: call.data,
    value: BigInt(call.value),
  }
}

function readAmount(value: string | number | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(value)
}

function readFixedRate(value: string | undefined, input: ChainCurrency, output: ChainCurrency) {
  if (value === undefined) return undefined
  const isStable = ({ symbol }: ChainCurrency) => (stablecoins as readonly string[]).includes(symbol)
  if (!isStable(input) || !isStable(output)) {
    throw new CallerError('UNSUPPORTED_ROUTE', 'fixedRate: only from one stablecoin to another.')
  }
  const [of, to] = value.split(':').map((side) => parseUnits(side, rateDecimals))
  return { input: of!, output: to! }
}

function describe(value: string): string {
  return JSON.stringify(value.length > 50 ? `${value.slice(0, 50)}…` : value)
}
