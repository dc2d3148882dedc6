import { type Hex, size, sliceHex } from 'viem'
import type { GaslessCall } from './createGasless.js'
import { decodeRevert } from './readRevert.js'

/** Solidity's own errors. */
const errorString = '0x08c379a0'
const panic = '0x4e487b71'

/** What POST /execute reports of a call that would revert. The mock sees only the outermost call. */
export function describeSimulationFailure({ to, data }: Pick<GaslessCall, 'to' | 'data'>, revert: Hex) {
  const described = describeRevert(revert)
  const frame = {
    type: 'CALL',
    address: to.toLowerCase(),
    ...(size(data) >= 4 && { selector: sliceHex(data, 0, 4) }),
    error: 'execution reverted',
    revertReason: described.message,
  }
  return { topLevel: frame, innermost: frame, path: [frame], revert: described }
}

function describeRevert(data: Hex) {
  if (size(data) < 4) {
    return { type: 'empty', label: 'EMPTY_REVERT', message: 'The call reverted and gave no reason.' }
  }
  const selector = sliceHex(data, 0, 4)
  const decoded = decodeRevert(data)
  if (!decoded) {
    return {
      type: 'unknownCustomError',
      label: `UNKNOWN_CUSTOM_ERROR_${selector}`,
      message: `The call reverted with the unknown error ${selector}.`,
      selector,
      rawArgsHex: size(data) > 4 ? sliceHex(data, 4) : '0x',
    }
  }
  const args = decoded.args.map(String)
  if (selector === errorString) {
    const [reason = ''] = args
    return { type: 'errorString', label: reason, message: reason, selector, name: 'Error', args }
  }
  const type = selector === panic ? 'panic' : 'customError'
  const message = `${decoded.errorName}(${args.join(', ')})`
  return { type, label: decoded.errorName, message, selector, name: decoded.errorName, args }
}
