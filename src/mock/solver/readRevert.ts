import { BaseError, decodeErrorResult, type Hex, isHex } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { mockPlainApprovalProxyAbi } from '../../generated/abi/mockPlainApprovalProxy.js'
import { mockPlainRouterAbi } from '../../generated/abi/mockPlainRouter.js'
import { mockSmartAccountAbi } from '../../generated/abi/mockSmartAccount.js'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'

/** The errors of the mock's contracts. */
const knownErrors = [
  ...attestedOrderReceiverAbi,
  ...mockDepositoryAbi,
  ...mockExchangeAbi,
  ...mockPlainApprovalProxyAbi,
  ...mockPlainRouterAbi,
  ...mockSmartAccountAbi,
  ...mockTokenAbi,
].filter((item) => item.type === 'error')

export type Revert = { data: Hex; message: string }

/** Reads a revert from viem's error. */
export function readRevert(error: unknown): Revert {
  const data = findData(error) ?? '0x'
  return { data, message: describe(data) ?? shortMessageOf(error) }
}

export function toRevert(data: Hex): Revert {
  return { data, message: describe(data) ?? `the call reverted with ${data}.` }
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
  const decoded = decodeRevert(data)
  return decoded && `${decoded.errorName}(${decoded.args.join(', ')})`
}

export function decodeRevert(data: Hex): { errorName: string; args: readonly unknown[] } | undefined {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: knownErrors, data })
    return { errorName, args }
  } catch {
    return undefined
  }
}

function shortMessageOf(error: unknown): string {
  return error instanceof BaseError ? error.shortMessage : String(error)
}
