import type { ServiceErrorCode } from '../callerError.js'
import { isNative } from '../chains/chain.js'
import type { CheckedQuoteRequest } from './checkedQuoteRequest.js'
import type { QuoteBody } from './quoteBody.js'

type RouteRule = {
  code: ServiceErrorCode
  requirement: string
  isBroken(request: CheckedQuoteRequest, fields: QuoteBody): unknown
}

const isOneChain = ({ origin, destination }: CheckedQuoteRequest) => origin.id === destination.id

/** The rules of a route, with error messages. The first broken rule is the answer. */
export const routeRules: readonly RouteRule[] = [
  {
    code: 'UNSUPPORTED_ROUTE',
    requirement: 'A route from the venue to itself is not supported.',
    isBroken: ({ origin, destination }) => !origin.chain && !destination.chain,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'usePermit: not supported for a withdrawal from the venue.',
    isBroken: ({ origin }, { usePermit }) => !origin.chain && usePermit,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'useDepositAddress: not supported for a withdrawal from the venue.',
    isBroken: ({ origin }, { useDepositAddress }) => !origin.chain && useDepositAddress,
  },
  {
    code: 'EXTRA_TXS_NOT_SUPPORTED',
    requirement: 'txs: calls are not supported on the venue.',
    isBroken: ({ destination, calls, fillContract }) =>
      !destination.chain && (calls.length > 0 || fillContract),
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'usePermit: a permit is not supported on a single chain.',
    isBroken: (request) => isOneChain(request) && request.payment === 'permit',
  },
  {
    code: 'EXTRA_TXS_NOT_SUPPORTED',
    requirement: 'txs: calls are not supported in a swap or a send on one chain.',
    isBroken: ({ payment, calls, fillContract }) =>
      (payment === 'swap' || payment === 'send') && (calls.length > 0 || fillContract),
  },
  {
    code: 'INVALID_EXTRA_TXS',
    requirement: 'txs: calls are not supported with fillContract, since only the router makes calls.',
    isBroken: ({ calls, fillContract }) => fillContract && calls.length > 0,
  },
  {
    code: 'UNSUPPORTED_ROUTE',
    requirement: 'A send on one chain from the user to itself does nothing.',
    isBroken: ({ payment, recipient, user }) => payment === 'send' && recipient === user,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'usePermit: the native currency has no permit.',
    isBroken: ({ payment, input }) => payment === 'permit' && isNative(input.address),
  },
  {
    code: 'UNKNOWN_ERROR',
    requirement: 'refundTo: must be given for a swap through a deposit address.',
    isBroken: ({ payment, input, output }, { refundTo }) =>
      payment === 'depositAddress' && input.symbol !== output.symbol && refundTo === undefined,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'topupGas: the destination must be an EVM chain other than the origin.',
    isBroken: (request) =>
      request.topupUsd !== undefined && (isOneChain(request) || !request.destination.chain),
  },
]
