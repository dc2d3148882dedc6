// Quotes of an honest service and of a lying one. Both are consistent in themselves, whatever is changed.
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeOrderCall, hashOrder, type OrderData, padAddress, signOrder } from '../../src/index.js'
import type { ServiceProfile } from '../../src/quote/index.js'

export const solver = privateKeyToAccount(`0x${'50'.repeat(32)}`)
export const thief = privateKeyToAccount(`0x${'bad0'.repeat(16)}`)
export const user: Hex = '0xf0ae622e463fa757cf72243569e18be7df1996cd'
export const recipient: Hex = '0x03508bb71268bba25ecacc8f620e01866650532c'
export const token: Hex = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const outputToken: Hex = '0x0b2c639c533813f4aa9d7837caf62653d097ff85'
const requestId: Hex = `0x${'ab'.repeat(32)}`
export const deadline = 1_796_252_104
/** The time at which the quotes are checked. */
export const now = deadline - 7 * 24 * 3600
/** The caller requires an order that ends later than this. */
export const minimumDeadline = now + 3600
const depository: Hex = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
const router: Hex = '0x0729e2a4716d9f7dd17858d5d504426d228697f7'
const routers = [
  {
    address: router,
    approvalProxy: '0x5567954cd026cebfe486062cb75848e0f1c12e58',
    form: 'metadata',
    witness: 'msgValue',
    callLog: 'hash',
    label: 'v3.2',
  },
] as const

/** A service in the form of the public one. Its solver's key is public: 32 bytes 0x50. */
export const profile: ServiceProfile = {
  name: 'vectors',
  solvers: { evm: solver.address },
  chains: [
    { id: 8453, name: 'base', depository, routers },
    { id: 10, name: 'optimism', depository, routers },
    { id: 792703809, name: 'solana', depositories: ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2'] },
  ],
  nonceMappingDomainName: 'ServiceNonceMapping',
  venue: {
    chainId: 1337,
    chainName: 'hyperliquid',
    chainField: 'venueChain',
    sendAssetType: 'VenueTransaction:SendAsset',
    signDomainName: 'VenueSignTransaction',
  },
}

export type Request = {
  user: string
  recipient: string
  originChainId: number
  destinationChainId: number
  originCurrency: string
  destinationCurrency: string
  amount: string
  tradeType: 'EXACT_INPUT'
  txs?: { to: Hex; data: Hex; value: string }[]
}

// biome-ignore lint/suspicious/noExplicitAny: what a service answers is anything.
export type Json = any

const names: Readonly<Record<number, string>> = { 8453: 'base', 10: 'optimism', 792703809: 'solana' }

/** Creates the order for a request. */
export function makeOrder(request: Request): OrderData {
  const { originCurrency, destinationCurrency, txs = [] } = request
  const [origin, destination] = [names[request.originChainId]!, names[request.destinationChainId]!]
  const refund = (chainId: string, account: string, currency: string) => {
    const extraData = chainId === 'solana' ? '0x' : padAddress(router)
    return { chainId, recipient: account, currency, minimumAmount: '0', deadline, extraData }
  }
  return {
    version: 'v1',
    solverChainId: 'base',
    solver: solver.address.toLowerCase(),
    salt: `0x${'22'.repeat(32)}`,
    inputs: [
      {
        payment: { chainId: origin, currency: originCurrency, amount: request.amount, weight: '1' },
        refunds: [
          refund(origin, request.user, originCurrency),
          refund(destination, origin === 'solana' ? request.recipient : request.user, destinationCurrency),
        ],
      },
    ],
    output: {
      chainId: destination,
      payments: [
        {
          recipient: request.recipient,
          currency: destinationCurrency,
          minimumAmount: '900000',
          expectedAmount: '950000',
        },
      ],
      calls: txs.map(({ to, data, value }) => encodeOrderCall({ to, data, value: BigInt(value) })),
      deadline,
      extraData: padAddress(router),
    },
    fees: [],
  }
}

const abi = parseAbi([
  'function depositNative(address depositor, bytes32 id)',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function approve(address spender, uint256 amount)',
])

/** Creates everything that a service writes around an order. `flat` chooses the form of version 3. */
export function makeQuote(order: OrderData, request: Request, flat = false): Json {
  const orderId = hashOrder(order)
  const { currency, amount } = order.inputs[0]!.payment
  const [out] = order.output.payments
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' }
  const step = (id: string, data: object, item: object) => {
    const fields = { id, action: 'Confirm', description: 'For people', kind: 'transaction', requestId }
    const run = { status: 'incomplete', data, ...item }
    return flat ? { ...fields, ...run } : { ...fields, items: [run], depositAddress: '' }
  }
  const call = (to: string, data: Hex, value: string) => ({
    from: user,
    to,
    data,
    value,
    chainId: request.originChainId,
    gas: '60000',
    maxFeePerGas: '5000000',
    maxPriorityFeePerGas: '1000',
  })
  const encode = (functionName: string, args: unknown[]) =>
    encodeFunctionData({ abi, functionName, args } as never)
  const native = () => [
    step('deposit', call(depository, encode('depositNative', [user, orderId]), String(amount)), { check }),
  ]
  const erc20 = () => [
    step('approve', call(currency, encode('approve', [depository, BigInt(amount)]), '0'), {}),
    step(
      'deposit',
      call(depository, encode('depositErc20', [user, currency, BigInt(amount), orderId]), '0'),
      { check },
    ),
  ]
  const solana = () => [
    step('deposit', { instructions: [{ programId: '99vQ…', keys: [], data: '00' }] }, { check }),
  ]
  const isSolana = order.inputs[0]!.payment.chainId === 'solana'
  return {
    ...(flat && { requestId }),
    steps: isSolana ? solana() : currency === zeroAddress ? native() : erc20(),
    fees: { relayer: { amount: '50000' } },
    details: {
      operation: 'swap',
      sender: request.user,
      recipient: request.recipient,
      currencyIn: { amount: String(amount) },
      currencyOut: {
        amount: String(out?.expectedAmount ?? 0),
        minimumAmount: String(out?.minimumAmount ?? 0),
      },
      timeEstimate: 3,
    },
    protocol: {
      v2: {
        orderId,
        hubType: 'onchain',
        orderData: order,
        paymentDetails: {
          chainId: order.inputs[0]!.payment.chainId,
          depository: isSolana ? profile.chains![2]!.depositories![0] : depository,
          currency,
          amount: String(amount),
        },
      },
    },
  }
}

/** Adds the signature of an account over the order. */
export async function signQuote(quote: Json, account = solver): Promise<Json> {
  const { v2 } = quote.protocol
  v2.orderSignature = await signOrder({ orderData: v2.orderData, account })
  return quote
}
