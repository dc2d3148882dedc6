import { BaseError, decodeErrorResult, type Hex, isHex } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { mockDepositoryAbi } from '../../abi/mockDepository.js'
import { mockExchangeAbi } from '../../abi/mockExchange.js'
import { mockRouterAbi } from '../../abi/mockRouter.js'
import { mockSmartAccountAbi } from '../../abi/mockSmartAccount.js'
import { mockTokenAbi } from '../../abi/mockToken.js'

/** Errors of the contracts that the mock knows. */
export const knownErrors = [
  ...fillReceiverAbi,
  ...mockDepositoryAbi,
  ...mockExchangeAbi,
  ...mockRouterAbi,
  ...mockSmartAccountAbi,
  ...mockTokenAbi,
].filter((item) => item.type === 'error')

export type Revert = { data: Hex; message: string }

/** Takes what a reverted call returned out of the error in which viem wraps it. */
export function readRevert(error: unknown): Revert {
  const data = findData(error) ?? '0x'
  return { data, message: describe(data) ?? shortMessageOf(error) }
}

function findData(error: unknown): Hex | undefined {
  for (let current = error; current instanceof Error; current = current.cause as unknown) {
    const { data } = current as { data?: unknown }
    if (isHex(data)) return data
    if (typeof data === 'object' && data !== null && 'data' in data && isHex(data.data)) return data.data
  }
  return undefined
}

function describe(data: Hex): string | undefined {
  if (data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    return `${errorName}(${(args ?? []).join(', ')})`
  } catch {
    return undefined
  }
}

function shortMessageOf(error: unknown): string {
  return error instanceof BaseError ? error.shortMessage : String(error)
}
