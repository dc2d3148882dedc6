import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { encodeOrderCall } from '../../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../../protocol/order/types.js'
import { isNative } from '../chains/chain.js'
import type { PricedTrade } from '../pricing.js'
import type { CheckedQuoteRequest, Place } from './checkedQuoteRequest.js'

type BuildOrderParameters = {
  request: CheckedQuoteRequest
  trade: PricedTrade
  solver: Address
  solverChainId: string
  salt: Hex
  /** Unix seconds on the destination chain. */
  deadline: number
  isContract: boolean
  /** Replaces the chains' routers. */
  newRouter?: Address
}

/**
 * Builds the order: one input with its refunds, one output with one payment.
 *
 * `output.extraData` is the contract through which the solver fills:
 * - the receiver, if the request has a `fillContract`;
 * - the router, if the order has calls, or pays native currency to a contract;
 * - otherwise none.
 *
 * An order with calls pays the router, which makes the calls. A refund on an EVM chain names the router of that chain.
 */
export function buildOrder(parameters: BuildOrderParameters): OrderData {
  const { request, trade, solver, solverChainId, salt, deadline, isContract, newRouter } = parameters
  const { origin, destination, input, output, calls, fillContract } = request
  const hasCalls = calls.length > 0
  const routerOf = ({ chain }: Place) => chain && (newRouter ?? chain.router.address)
  const router = routerOf(destination)
  const usesRouter = hasCalls || (isContract && isNative(output.address))
  const refundTo = (place: Place, currency: Address) => ({
    chainId: place.name,
    currency: toHex(currency),
    recipient: toHex(request.refundTo ?? request.user),
    minimumAmount: '0',
    deadline,
    extraData: encodeExtraData(routerOf(place)),
  })
  return {
    version: 'v1',
    solverChainId,
    solver: toHex(solver),
    salt,
    inputs: [
      {
        payment: {
          chainId: origin.name,
          currency: toHex(input.address),
          amount: trade.inputAmount.toString(),
          weight: '1',
        },
        refunds: [refundTo(origin, input.address), refundTo(destination, output.address)],
      },
    ],
    output: {
      chainId: destination.name,
      payments: [
        {
          recipient: toHex(hasCalls && router ? router : request.recipient),
          currency: toHex(output.address),
          minimumAmount: trade.minimumAmount.toString(),
          expectedAmount: trade.expectedAmount.toString(),
        },
      ],
      calls: calls.map((call) => encodeOrderCall(call)),
      deadline,
      extraData: encodeExtraData(fillContract ?? (usesRouter ? router : undefined)),
    },
    fees: [],
  }
}

function encodeExtraData(fillContract: Address | undefined): Hex {
  return fillContract ? encodeAbiParameters([{ type: 'address' }], [fillContract]) : '0x'
}

function toHex(address: Address): Hex {
  return address.toLowerCase() as Hex
}
