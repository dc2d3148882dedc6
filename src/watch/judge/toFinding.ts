import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import type { FillEvent, Finding, FindingKind, WatchJob } from '../types.js'

/** A contradiction that is not yet assigned to a fill. */
export type Claim = { kind: FindingKind; expected: unknown; actual: unknown; message: string }

type JudgedJob = Pick<WatchJob, 'chainId' | 'receiver'>
type ToFindingParameters = { job: JudgedJob; fill: FillEvent; requestId: Hex | null; claim: Claim }

export function toFinding({ job, fill, requestId, claim }: ToFindingParameters): Finding {
  const { kind, expected, actual, message } = claim
  return {
    id: createFindingId(job, kind, fill.transactionHash, fill.ordinal),
    kind,
    chainId: job.chainId,
    receiver: job.receiver,
    requestId,
    transactionHash: fill.transactionHash,
    blockNumber: Number(fill.blockNumber),
    expected: String(expected),
    actual: String(actual),
    message,
  }
}

/**
 * Creates the id of a finding, which is the same in every run over the same job. It covers the receiver, the kind, the
 * transaction, and the fill's number in the transaction. If a reorganization moves the transaction to another block, the id
 * stays the same, so that the finding is not reported twice. For money that waits, it covers the hash of the inbox's terms and
 * the block from which on it waits.
 */
export function createFindingId(
  { chainId, receiver }: JudgedJob,
  kind: FindingKind,
  subject: Hex,
  number: number | bigint,
): Hex {
  return keccak256(
    concatHex([
      numberToHex(chainId, { size: 32 }),
      receiver,
      subject,
      numberToHex(number, { size: 32 }),
      stringToHex(kind),
    ]),
  )
}
