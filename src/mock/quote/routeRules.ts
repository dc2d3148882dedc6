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
    requirement: 'The venue to itself is not a route.',
    isBroken: ({ origin, destination }) => !origin.chain && !destination.chain,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'usePermit: not for a withdrawal.',
    isBroken: ({ origin }, { usePermit }) => !origin.chain && usePermit,
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'useDepositAddress: not for a withdrawal.',
    isBroken: ({ origin }, { useDepositAddress }) => !origin.chain && useDepositAddress,
  },
  {
    code: 'EXTRA_TXS_NOT_SUPPORTED',
    requirement: 'txs: the venue makes no calls.',
    isBroken: ({ destination, calls, fillContract }) =>
      !destination.chain && (calls.length > 0 || fillContract),
  },
  {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    requirement: 'A chain to itself has no permit.',
    isBroken: (request) => isOneChain(request) && request.payment === 'permit',
  },
  {
    code: 'EXTRA_TXS_NOT_SUPPORTED',
    requirement: 'txs: a swap or a send on one chain makes no calls.',
    isBroken: ({ payment, calls, fillContract }) =>
      (payment === 'swap' || payment === 'send') && (calls.length > 0 || fillContract),
  },
  {
    code: 'INVALID_EXTRA_TXS',
    requirement: 'txs: a receiver named as fillContract makes no calls, only the router does.',
    isBroken: ({ calls, fillContract }) => fillContract && calls.length > 0,
  },
  {
    code: 'UNSUPPORTED_ROUTE',
    requirement: 'A send of one currency to the user on one chain does nothing.',
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
    requirement: 'topupGas: needs a token as the output on another EVM chain.',
    isBroken: (request) =>
      request.topupUsd !== undefined && (isOneChain(request) || !request.destination.chain),
  },
]
