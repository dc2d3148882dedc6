import type { Hex } from 'viem'
import { toBytes, toRecord } from '../../base/values.js'

/** Finds the revert data: `0x` for a revert without data, undefined for any other failure. */
export function findRevert(error: unknown): Hex | undefined {
  let isRevert = false
  for (const { code, data, details, message } of causesOf(error)) {
    const found = toRevertData(data)
    if (found !== undefined && found !== '0x') return found
    // viem also reports a node's internal error as a revert, so only the node's own code and message decide.
    isRevert ||= code === 3 || /execution reverted/i.test(String(details ?? message))
  }
  return isRevert ? '0x' : undefined
}

/**
 * Extracts revert data. Nodes return hex, hex after the word "Reverted", or an object that contains hex. Wallets wrap any of
 * these in another object.
 */
function toRevertData(data: unknown): Hex | undefined {
  const inner = toRecord(data)
  if (inner) return toRevertData(inner.data ?? toRecord(inner.originalError)?.data)
  return toBytes(typeof data === 'string' ? data.replace(/^Reverted /, '') : data)
}

function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  for (let current = toRecord(error); current; current = toRecord(current.cause)) yield current
}
