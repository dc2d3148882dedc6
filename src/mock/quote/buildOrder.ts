import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { encodeOrderCall } from '../../order/encodeOrderCall.js'
import type { OrderData } from '../../order/types.js'
import type { PricedTrade } from '../pricing.js'
import type { QuoteRequest } from './readQuoteRequest.js'

export type BuildOrderParameters = {
  request: QuoteRequest
  trade: PricedTrade
  solver: Address
  /** The chain on which the solver is at home. */
  solverChainId: string
  /** 32 bytes. */
  salt: Hex
  /** Unix seconds on the destination chain. */
  deadline: number
}

/**
 * Writes down the order whose hash is the request's id: one input with its refunds, one output with one payment.
 *
 * `output.extraData` names the contract through which the solver fills: the receiver that the request asked for, else
 * the router where there are calls, else nothing.
 */
export function buildOrder(parameters: BuildOrderParameters): OrderData {
  const { request, trade, solver, solverChainId, salt, deadline } = parameters
  const { origin, destination, input, output, calls, fillContract } = request
  const filler = fillContract ?? (calls.length > 0 ? destination.chain?.contracts.router : undefined)
  const refund = {
    recipient: toHex(request.refundTo ?? request.user),
    minimumAmount: '0',
    deadline,
    extraData: '0x',
  }
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
        refunds: [
          { chainId: origin.name, currency: toHex(input.address), ...refund },
          { chainId: destination.name, currency: toHex(output.address), ...refund },
        ],
      },
    ],
    output: {
      chainId: destination.name,
      payments: [
        {
          recipient: toHex(request.recipient),
          currency: toHex(output.address),
          minimumAmount: trade.minimumAmount.toString(),
          expectedAmount: trade.expectedAmount.toString(),
        },
      ],
      calls: calls.map((call) => encodeOrderCall(call)),
      deadline,
      extraData: filler ? encodeAbiParameters([{ type: 'address' }], [filler]) : '0x',
    },
    fees: [],
  }
}

/** On the wire hex is lower case. */
function toHex(address: Address): Hex {
  return address.toLowerCase() as Hex
}
