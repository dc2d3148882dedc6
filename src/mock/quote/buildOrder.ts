import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { encodeOrderCall } from '../../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../../protocol/order/types.js'
import { isNative } from '../chains/chain.js'
import type { PricedTrade } from '../pricing.js'
import type { Place, QuoteRequest } from './readQuoteRequest.js'

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
  /** Whether the recipient has code. */
  isContract: boolean
}

/**
 * Writes down the order whose hash is the request's id: one input with its refunds, one output with one payment.
 *
 * `output.extraData` names the contract through which the solver fills: the receiver that the request asked for, else
 * the router where there are calls or where native currency goes to a contract, else nothing. With calls the payment
 * goes to the router, which makes them. Refunds on an EVM chain name its router.
 */
export function buildOrder(parameters: BuildOrderParameters): OrderData {
  const { request, trade, solver, solverChainId, salt, deadline, isContract } = parameters
  const { origin, destination, input, output, calls, fillContract } = request
  const hasCalls = calls.length > 0
  const router = destination.chain?.router.address
  const usesRouter = hasCalls || (isContract && isNative(output.address))
  const refundTo = ({ name, chain }: Place, currency: Address) => ({
    chainId: name,
    currency: toHex(currency),
    recipient: toHex(request.refundTo ?? request.user),
    minimumAmount: '0',
    deadline,
    extraData: encodeExtraData(chain?.router.address),
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

/** On the wire hex is lower case. */
function toHex(address: Address): Hex {
  return address.toLowerCase() as Hex
}
