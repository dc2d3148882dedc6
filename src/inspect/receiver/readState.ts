import type { Address, Hex, PublicClient } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { unpadAddress } from '../../protocol/address/unpadAddress.js'
import type { Attestation } from '../../protocol/attestation/types.js'

/** A receiver's views for an attestation. */
export type ReceiverState = {
  chainId: number
  isPaused: boolean
  isSolverActive: boolean
  /** Null without an attestation, as is the recipient's status. */
  route: { min: bigint; max: bigint } | null
  recipientStatus: { allowed: boolean; hook: boolean } | null
  recipientRoot: Hex
}

export async function readState(
  client: PublicClient,
  receiver: Address,
  attestation: Attestation | undefined,
  signer: Address | null,
): Promise<ReceiverState> {
  const contract = { abi: attestedOrderReceiverAbi, address: receiver } as const
  const [chainId, isPaused, isSolverActive, recipientRoot, words] = await Promise.all([
    client.getChainId(),
    client.readContract({ ...contract, functionName: 'paused' }),
    signer === null
      ? false
      : client.readContract({ ...contract, functionName: 'isSolverActive', args: [signer] }),
    client.readContract({ ...contract, functionName: 'recipientRoot' }),
    attestation ? readWords(client, receiver, attestation) : { route: null, recipientStatus: null },
  ])
  return { chainId, isPaused, isSolverActive, recipientRoot, ...words }
}

async function readWords(
  client: PublicClient,
  receiver: Address,
  { originChainId, originCurrency, destinationUser }: Attestation,
): Promise<Pick<ReceiverState, 'route' | 'recipientStatus'>> {
  const contract = { abi: attestedOrderReceiverAbi, address: receiver } as const
  const recipient = toEvmAddress(destinationUser)
  const place = [BigInt(originChainId), originCurrency] as const
  const [[min, max], [allowed, hook]] = await Promise.all([
    client.readContract({ ...contract, functionName: 'route', args: place }),
    recipient === undefined
      ? ([false, false] as const)
      : client.readContract({ ...contract, functionName: 'recipientStatus', args: [recipient] }),
  ])
  return { route: { min, max }, recipientStatus: { allowed, hook } }
}

/** Returns a word's EVM address. A recipient of another virtual machine is on no receiver's list. */
export function toEvmAddress(word: Attestation['destinationUser']): Address | undefined {
  try {
    return unpadAddress(word)
  } catch {
    return undefined
  }
}
