import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import type { FillEvent, FindingKind, WatchJob } from '../types.js'

/**
 * Names a contradiction, the same in every run over the same job.
 *
 * - Rule: it covers the receiver, the kind, the transaction, and which of its fills it is. A transaction that comes into
 *   another block by a reorganization brings no second contradiction of a kind.
 */
export function findingId(
  { chainId, receiver }: Pick<WatchJob, 'chainId' | 'receiver'>,
  kind: FindingKind,
  { transactionHash, ordinal }: Pick<FillEvent, 'transactionHash' | 'ordinal'>,
): Hex {
  return keccak256(
    concatHex([
      numberToHex(chainId, { size: 32 }),
      receiver,
      transactionHash,
      numberToHex(ordinal, { size: 32 }),
      stringToHex(kind),
    ]),
  )
}
