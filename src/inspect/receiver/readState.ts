import type { Address, Hex, PublicClient } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { unpadAddress } from '../../protocol/address/unpadAddress.js'
import type { Attestation } from '../../protocol/attestation/types.js'

/** A receiver's views for an attestation. */
export type ReceiverState = {
  chainId: number
  isPaused: boolean
  isSolverActive: boolean
  route: { min: bigint; max: bigint }
  recipientStatus: { allowed: boolean; hook: boolean }
  recipientRoot: Hex
}

export async function readState(
  client: PublicClient,
  receiver: Address,
  { originChainId, originCurrency, destinationUser }: Attestation,
  signer: Address | null,
): Promise<ReceiverState> {
  const contract = { abi: attestedOrderReceiverAbi, address: receiver } as const
  const recipient = toEvmAddress(destinationUser)
  const place = [BigInt(originChainId), originCurrency] as const
  const [chainId, isPaused, isSolverActive, [min, max], [allowed, hook], recipientRoot] = await Promise.all([
    client.getChainId(),
    client.readContract({ ...contract, functionName: 'paused' }),
    signer === null
      ? false
      : client.readContract({ ...contract, functionName: 'isSolverActive', args: [signer] }),
    client.readContract({ ...contract, functionName: 'route', args: place }),
    recipient === undefined
      ? ([false, false] as const)
      : client.readContract({ ...contract, functionName: 'recipientStatus', args: [recipient] }),
    client.readContract({ ...contract, functionName: 'recipientRoot' }),
  ])
  return {
    chainId,
    isPaused,
    isSolverActive,
    route: { min, max },
    recipientStatus: { allowed, hook },
    recipientRoot,
  }
}

/** Returns a word's EVM address. A recipient of another virtual machine is on no receiver's list. */
export function toEvmAddress(word: Attestation['destinationUser']): Address | undefined {
  try {
    return unpadAddress(word)
  } catch {
    return undefined
  }
}
