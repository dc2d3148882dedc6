import { expect } from 'chai'
import { zeroAddress, zeroHash } from 'viem'
import { ServiceHttpError, ServiceTimeoutError } from '../../src/client/errors.js'
import { CallNotPaidError, PaymentReturnedError } from '../../src/client/receiver/errors.js'
import { FillRevertedError } from '../../src/contract/errors.js'
import type { Started } from '../../src/hardhat/internal/startService.js'
import { toFailure } from '../../src/hardhat/internal/toFailure.js'

/** Nothing reverted with data. */
const started = { reverts: { last: () => undefined }, projectErrors: async () => [] } as unknown as Started

const http = { operation: 'POST /quote/v2', status: 400, serviceMessage: undefined, body: null }
const ended = { callHash: zeroHash, status: 'refund', failReason: null }
const returned = {
  callHash: zeroHash,
  refundTo: zeroAddress,
  token: zeroAddress,
  amount: 1n,
  transaction: zeroHash,
}

describe('toFailure', () => {
  for (const [isRefusal, what, cause] of [
    [
      true,
      'an authorization that reverts without data',
      new FillRevertedError({ functionName: 'authorizeFill', data: '0x', explanation: null }),
    ],
    [
      true,
      'a payment that reverts without data',
      new ServiceHttpError({ ...http, code: 'DESTINATION_TX_FAILED' }),
    ],
    [true, 'a request that ended unpaid', new CallNotPaidError(ended)],
    [true, 'a payment that was returned', new PaymentReturnedError(returned)],
    [false, 'another answer of the service', new ServiceHttpError({ ...http, code: 'NO_QUOTES' })],
    [false, 'no answer', new ServiceTimeoutError({ operation: http.operation, timeoutMs: 1 })],
    [false, 'a bug', new TypeError('x is undefined')],
  ] as const) {
    it(`behavior: ${what} is ${isRefusal ? 'a' : 'not a'} refusal`, async () => {
      expect(await toFailure(started, cause, undefined)).include({ isRefusal, errorName: null })
    })
  }
})
