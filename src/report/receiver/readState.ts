import { type Address, type Hex, type PublicClient, zeroHash } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { FillFacts } from '../../rules/accepts/facts.js'
import type { ReceiverReport } from './receiverReport.js'

/** The values of the receiver's views that matter for an attestation. */
export type ReceiverState = Pick<
  ReceiverReport,
  'chainId' | 'timestamp' | 'isSolverActive' | 'route' | 'recipientStatus'
> & {
  recipientRoot: Hex
  /** The facts that hold for any fill. `attested` has the facts that hold only for a fill with the attestation. */
  facts: Partial<FillFacts>
  attested: Partial<FillFacts>
}

export async function readState(
  client: PublicClient,
  receiver: Address,
  attestation: Attestation | undefined,
  signer: Address | null,
): Promise<ReceiverState> {
  const contract = { abi: attestedOrderReceiverAbi, address: receiver } as const
  const [chainId, block, isPaused, isSolverActive, root, words] = await Promise.all([
    client.getChainId(),
    client.getBlock(),
    client.readContract({ ...contract, functionName: 'paused' }),
    signer === null
      ? false
      : client.readContract({ ...contract, functionName: 'isSolverActive', args: [signer] }),
    client.readContract({ ...contract, functionName: 'recipientRoot' }),
    attestation && readWords(client, receiver, attestation),
  ])
  const { route = null, recipientStatus = null } = words ?? {}
  const timestamp = Number(block.timestamp)
  const state = { chainId, timestamp, isSolverActive, route, recipientStatus, recipientRoot: root }
  const facts = { receiver, chainId: BigInt(chainId), isPaused }
  if (!attestation || !words) return { ...state, facts, attested: {} }
  const { originChainId, originCurrency: currency, destinationChainId, layout } = attestation
  const attested = attestation.destinationUser
  const { allowed: isListed } = words.recipientStatus
  const recipient = { attested, account: readEvmWord(attested), isReserved: false, isListed, root }
  const range = [words.route.min, words.route.max] as const
  return {
    ...state,
    // If the receiver has a root, a proof could allow a recipient that is not listed.
    facts: { ...facts, ...((isListed || root === zeroHash) && { recipient, recipientProof: [] }) },
    attested: {
      layout,
      signed: { digest: zeroHash, signature: '0x', signer },
      solver: { isActive: isSolverActive, window: [0, 0] },
      destinations: [BigInt(destinationChainId)],
      origins: [{ chainId: BigInt(originChainId), currency, isEvm: false, range }],
      // Layout v2 signs no amount.
      ...(layout === 'v1' &&
        range[1] !== 0n && { amountsSent: [{ amount: attestation.originAmount, range }] }),
    },
  }
}

async function readWords(
  client: PublicClient,
  receiver: Address,
  { originChainId, originCurrency, destinationUser }: Attestation,
) {
  const contract = { abi: attestedOrderReceiverAbi, address: receiver } as const
  // A recipient on another virtual machine is in no receiver's list.
  const recipient = readEvmWord(destinationUser)
  const place = [BigInt(originChainId), originCurrency] as const
  const [[min, max], [allowed, hook]] = await Promise.all([
    client.readContract({ ...contract, functionName: 'route', args: place }),
    recipient === undefined
      ? ([false, false] as const)
      : client.readContract({ ...contract, functionName: 'recipientStatus', args: [recipient] }),
  ])
  return { route: { min, max }, recipientStatus: { allowed, hook } }
}
