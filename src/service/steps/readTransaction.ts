import type { Address, Hex } from 'viem'
import { toBytes, toChainId, toRecord, toUint256 } from '../../base/values.js'
import { quoteFault } from '../../rules/differences.js'
import type { Read, StepTransaction } from '../../rules/paysFor/quoteFacts.js'

/** Reads an item's transaction. Drops the service's gas prices, which could spend the wallet's whole balance. */
export function readTransaction(path: string, data: unknown): Read<StepTransaction> {
  const found = toRecord(data)
  if (!found) return quoteFault(path, data, 'an object')
  if (typeof found.to !== 'string') return quoteFault(`${path}.to`, found.to, 'a string')
  const callData = found.data ?? '0x'
  if (toBytes(callData) === undefined) return quoteFault(`${path}.data`, callData, 'hex of whole bytes')
  const value = toUint256(Number.isSafeInteger(found.value) ? String(found.value) : (found.value ?? '0'))
  if (value === undefined) return quoteFault(`${path}.value`, found.value, 'wei')
  const chainId = readChainId(found.chainId)
  return { to: found.to.toLowerCase() as Address, data: callData as Hex, value, chainId, from: found.from }
}

/** Reads a number, or its digits. */
export function readChainId(value: unknown): unknown {
  const isDigits = typeof value === 'string' && /^[1-9]\d*$/.test(value)
  return toChainId(isDigits ? Number(value) : value) ?? value
}
