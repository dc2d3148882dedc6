import { getAddress, type Hex } from 'viem'
import type { OrderFieldError } from './errors.js'
import { hashProof } from './hashStructs.js'
import {
  readBytes,
  readDeadline,
  readEvmAddress,
  readList,
  readOrderAmount,
  readOrderBytes32,
  readOrderRecord,
  readOrderText,
} from './readOrderField.js'
import type { OrderProof } from './types.js'

export type HashOrderProofErrorType = OrderFieldError

/**
 * Rebuilds the order id from a proof, as a contract does.
 *
 * - Computes EIP-712 hashStruct of Order, without a domain. Twin: the contracts' `Orders` library.
 * - Trust: any proof has an id. The id means something only once the solver signed it.
 *
 * @param proof - {@link OrderProof}
 * @returns The order id.
 * @throws {@link OrderFieldError} with the path of the first malformed field.
 *
 * @example
 * import { hashOrderProof } from 'fillproof'
 *
 * hashOrderProof({
 *   versionHash: '0x0984d5efd47d99151ae1be065a709e56c602102f24c1abc4008eb3f815a8d217',
 *   solverChainIdHash: '0xf1f3eb40f5bc1ad1344716ced8b8a0431d840b5783aea1fd01786bc26f35ac0f',
 *   solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
 *   salt: 1n,
 *   inputsHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
 *   output: { chainId: 'optimism', payments: [], deadline: 1791082506, calls: [], extraData: '0x' },
 *   feesHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
 * })
 * // '0x1bee55b9de31054dc8fdc6bcae3e5d92f74b097d8e7b2f546cce1c0242efe8de'
 */
export function hashOrderProof(proof: OrderProof): Hex {
  const fields = readOrderRecord(proof, 'proof')
  const output = readOrderRecord(fields.output, 'output')
  return hashProof({
    versionHash: readOrderBytes32(fields.versionHash, 'versionHash'),
    solverChainIdHash: readOrderBytes32(fields.solverChainIdHash, 'solverChainIdHash'),
    solver: getAddress(readEvmAddress(fields.solver, 'solver')),
    salt: readOrderAmount(fields.salt, 'salt'),
    inputsHash: readOrderBytes32(fields.inputsHash, 'inputsHash'),
    output: {
      chainId: readOrderText(output.chainId, 'output.chainId'),
      payments: readList(output.payments, 'output.payments', readPayment),
      deadline: readDeadline(output.deadline, 'output.deadline'),
      calls: readList(output.calls, 'output.calls', readBytes),
      extraData: readBytes(output.extraData, 'output.extraData'),
    },
    feesHash: readOrderBytes32(fields.feesHash, 'feesHash'),
  })
}

function readPayment(value: unknown, at: string): OrderProof['output']['payments'][number] {
  const payment = readOrderRecord(value, at)
  return {
    recipient: readBytes(payment.recipient, `${at}.recipient`),
    currency: readBytes(payment.currency, `${at}.currency`),
    minimumAmount: readOrderAmount(payment.minimumAmount, `${at}.minimumAmount`),
    expectedAmount: readOrderAmount(payment.expectedAmount, `${at}.expectedAmount`),
  }
}
