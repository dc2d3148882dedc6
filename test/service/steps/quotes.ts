// Quotes as an honest service writes them, and as one that lies does: consistent in themselves, whatever is changed.
import { type Abi, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  encodeOrderCall,
  hashOrder,
  type OrderChains,
  type OrderData,
  padAddress,
  type ServiceProfile,
} from '../../../src/index.js'
import { mockProfile } from '../../../src/service/profile/mockProfile.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { metadataRouter, msgValueRouter, plainRouter } from '../../support/routerKinds.js'

export const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const user = account.address.toLowerCase() as Hex
export const thief: Hex = '0x00000000000000000000000000000000000bad00'
export const recipient: Hex = '0x00000000000000000000000000000000000cafe0'
export const solver: Hex = '0x0000000000000000000000000000000000050100'
export const depository: Hex = '0x000000000000000000000000000000000000de90'
export const router: Hex = '0x0000000000000000000000000000000000000703'
/** Routers of the origin chain, which the other chain does not have. */
export const originRouter: Hex = '0x0000000000000000000000000000000000000704'
export const proxy: Hex = '0x0000000000000000000000000000000000000705'
const olderRouter: Hex = '0x0000000000000000000000000000000000000706'
export const olderProxy: Hex = '0x0000000000000000000000000000000000000707'
const newestRouter: Hex = '0x0000000000000000000000000000000000000708'
export const newestProxy: Hex = '0x0000000000000000000000000000000000000709'
export const token: Hex = '0x00000000000000000000000000000000000000a1'
export const otherToken: Hex = '0x00000000000000000000000000000000000000b2'

export const profile: ServiceProfile = {
  ...mockProfile,
  name: 'test',
  solvers: { evm: solver },
  chains: [
    {
      id: 1,
      name: 'ethereum',
      depository,
      routers: [
        { address: originRouter, ...metadataRouter, approvalProxy: proxy },
        { address: olderRouter, ...plainRouter, approvalProxy: olderProxy },
        { address: newestRouter, ...msgValueRouter, approvalProxy: newestProxy },
      ],
    },
    { id: 8453, name: 'base', depository, routers: [{ address: router, ...metadataRouter }] },
    { id: 792703809, name: 'solana' },
  ],
}

export const request: StepRequest = {
  user: account.address,
  recipient,
  originChainId: 1,
  destinationChainId: 8453,
  originCurrency: zeroAddress,
  destinationCurrency: otherToken,
  amount: 1000n,
  tradeType: 'EXACT_INPUT',
  txs: [{ to: recipient, data: '0x1234', value: 0n }],
}

export const tokenRequest: StepRequest = { ...request, originCurrency: token }

const abi = parseAbi([
  'function depositNative(address depositor, bytes32 id)',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])

export function encode(
  functionName: 'depositNative' | 'depositErc20' | 'approve' | 'transfer',
  args: unknown[],
) {
  return encodeFunctionData({ abi: abi as Abi, functionName, args })
}

/** The order that the request asks for; changes to it are carried into the quote's ids and amounts. */
export function makeOrder({ originCurrency, destinationCurrency, txs = [] }: StepRequest): OrderData {
  const deadline = 1_900_000_000
  const refund = { recipient: user, currency: originCurrency, minimumAmount: '0', deadline, extraData: '0x' }
  return {
    version: 'v1',
    solverChainId: 'ethereum',
    solver,
    salt: `0x${'22'.repeat(32)}`,
    inputs: [
      {
        payment: { chainId: 'ethereum', currency: originCurrency, amount: '1000', weight: '1' },
        refunds: [
          { chainId: 'ethereum', ...refund },
          { chainId: 'base', ...refund, currency: destinationCurrency },
        ],
      },
    ],
    output: {
      chainId: 'base',
      payments: [{ recipient, currency: destinationCurrency, minimumAmount: '900', expectedAmount: '950' }],
      calls: txs.map((call) =>
        encodeOrderCall({ to: call.to as Hex, data: call.data as Hex, value: BigInt(call.value) }),
      ),
      deadline,
      extraData: padAddress(router),
    },
    fees: [],
  }
}

/** Everything that a service writes around an order. */
export function makeQuote(order: OrderData, chains?: OrderChains): Quote {
  const orderId = hashOrder(order, chains)
  const { currency, amount } = order.inputs[0]!.payment
  const currencyRecord = (address: string, chainId: number) => ({
    chainId,
    address,
    symbol: 'T',
    name: 'T',
    decimals: 18,
  })
  const transaction = (to: string, data: Hex, value: string) => ({ from: user, to, data, value, chainId: 1 })
  const check = { endpoint: `/intents/status/v3?requestId=${orderId}`, method: 'GET' as const }
  const base = { kind: 'transaction', requestId: orderId, depositAddress: '' }
  const steps =
    currency === zeroAddress
      ? [
          {
            ...base,
            id: 'deposit',
            items: [
              {
                status: 'incomplete',
                data: transaction(depository, encode('depositNative', [user, orderId]), String(amount)),
                check,
              },
            ],
          },
        ]
      : [
          {
            ...base,
            id: 'approve',
            items: [
              {
                status: 'incomplete',
                data: transaction(currency, encode('approve', [depository, BigInt(amount)]), '0'),
              },
            ],
          },
          {
            ...base,
            id: 'deposit',
            items: [
              {
                status: 'incomplete',
                data: transaction(
                  depository,
                  encode('depositErc20', [user, currency, BigInt(amount), orderId]),
                  '0',
                ),
                check,
              },
            ],
          },
        ]
  const payment = order.output.payments[0]
  return {
    steps,
    details: {
      sender: user,
      recipient,
      currencyIn: { currency: currencyRecord(currency, 1), amount: String(amount) },
      currencyOut: {
        currency: currencyRecord(payment?.currency ?? '', 8453),
        amount: String(payment?.expectedAmount ?? 0),
        minimumAmount: String(payment?.minimumAmount ?? 0),
      },
    },
    protocol: { v2: { orderId, orderData: order } },
  } as Quote
}
