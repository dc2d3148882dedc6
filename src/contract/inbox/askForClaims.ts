import {
  type Account,
  type Address,
  type Chain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbiParameters,
  type TransactionReceipt,
} from 'viem'
import { getChainId, readContract, sendCalls, waitForCallsStatus } from 'viem/actions'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import type { ReceiverClient } from '../call.js'
import type { encodeClaim, InboxEvidence } from '../evidence.js'
import { inTime } from '../rpc/inTime.js'
import { waitForReceipt } from '../rpc/waitForReceipt.js'
import { isRefusal, isUntaken, offersBatches } from '../rpc/walletAnswers.js'

/** A claim that the receiver accepts, and the gas that it needs. */
export type ReadyClaim = {
  evidence: InboxEvidence
  inboxHash: Hex
  args: ReturnType<typeof encodeClaim>
  gas: bigint
}

type Asked = {
  receipts: TransactionReceipt[]
  /** Whether the wallet may still send the batch. */
  isAsked: boolean
}

/**
 * Asks the claimer's wallet for one batch of claims (EIP-5792), and waits until the wallet reports its end.
 *
 * - The batch's id follows from the claims. A wallet that has the batch, for example from a run that was killed, refuses the id
 *   and reports the earlier batch.
 * - Asks for a batch that need not be atomic, so that the wallet may go on after a claim that fails.
 *
 * @returns Undefined if the wallet takes no batch. It sent nothing then.
 * @throws viem's error if the user declines.
 */
export async function askForClaims(
  client: ReceiverClient,
  claims: readonly ReadyClaim[],
  { receiver, account, timeoutMs }: { receiver: Address; account: Account | Address; timeoutMs: number },
): Promise<Asked | undefined> {
  // A local account sends transactions only one by one.
  if (typeof account !== 'string' && account.type !== 'json-rpc') return undefined
  const chainId = await getChainId(client)
  if (!(await offersBatches(client, { account, chainId }))) return undefined
  const wallet = inTime(client, { timeoutMs })
  const calls = claims.map(({ args }) => ({
    to: receiver,
    data: encodeFunctionData({ abi, functionName: 'claim', args }),
  }))
  let id: string = await nameBatch(client, claims, { chainId, receiver })
  try {
    const answer: { id?: string } | null = await sendCalls(wallet, {
      ...{ account, id, calls },
      chain: { id: chainId } as Chain,
    })
    id = answer?.id || id
  } catch (error) {
    if (isUntaken(error)) return undefined
    if (isRefusal(error)) throw error
    // The wallet has this batch already, or it may have taken it before something failed.
  }
  const ended = await waitForCallsStatus(wallet, {
    ...{ id, timeout: timeoutMs },
    // A success without a transaction is none yet.
    status: ({ statusCode = 0, receipts = [] }) =>
      statusCode >= 400 || (statusCode >= 200 && receipts.length > 0),
  }).catch(() => undefined)
  const { statusCode = 0, receipts: named = [] } = ended ?? {}
  const found = await Promise.all(
    named.map(({ transactionHash: hash }) =>
      waitForReceipt(client, { hash, timeout: timeoutMs }).catch(() => undefined),
    ),
  )
  // The chain decides. A wallet that reports a success without a transaction of this chain has reported nothing.
  const receipts = found.filter((receipt) => receipt !== undefined)
  return { receipts, isAsked: statusCode < 400 && receipts.length === 0 }
}

/** Names a batch by its claims: each inbox, and how often it was claimed before. */
async function nameBatch(
  client: ReceiverClient,
  claims: readonly ReadyClaim[],
  { chainId, receiver }: { chainId: number; receiver: Address },
): Promise<Hex> {
  const hashes = claims.map(({ inboxHash }) => inboxHash).sort()
  const counts = await Promise.all(
    hashes.map((hash) =>
      readContract(client, { abi, address: receiver, functionName: 'claims', args: [hash] }),
    ),
  )
  const types = parseAbiParameters('uint256, address, bytes32[], uint256[]')
  return keccak256(encodeAbiParameters(types, [BigInt(chainId), receiver, hashes, counts]))
}
