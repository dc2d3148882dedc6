import type { Address, Hex } from 'viem'
import { encodeOrderCall } from '../../protocol/order/encodeOrderCall.js'
import { type AuthorizedCall, readAuthorizedCalls } from './readAuthorizedCall.js'
import { readSweeps, type Sweep } from './sweeps.js'
import type { StepRequest } from './types.js'

export type RequestCalls = {
  /** The calls that the order must make, encoded. */
  calls: readonly Hex[]
  authorized: readonly AuthorizedCall[]
  /** The request's calls that sweep a router. */
  sweeps: readonly Sweep[]
}

/** @throws {@link StepOptionError} if no receiver would take one of the calls of `payAuthorized`. */
export function readRequestCalls(request: StepRequest): RequestCalls {
  const { txs = [] } = request
  return {
    calls: txs.map(({ to, data, value }) =>
      encodeOrderCall({ to: to as Address, data: data as Hex, value: BigInt(value) }),
    ),
    authorized: readAuthorizedCalls(request),
    sweeps: readSweeps(request),
  }
}
