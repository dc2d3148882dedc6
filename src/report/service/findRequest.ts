import type { Hex } from 'viem'
import { toBytes, toChainId, toList, toRecord } from '../../base/values.js'
import type { AnyServiceClient } from '../../client/serviceClient.js'

/** The request of a transaction, as the service reports it. */
export type FoundRequest = {
  requestId: Hex
  /** The transaction's chain, if the service reports it. */
  chainId?: number
  /** Whether the solver sent the transaction. */
  isOut: boolean
}

/**
 * Finds the request of a transaction in the service's listing; undefined if no record has the transaction. Uses GET
 * /requests/v3 with a key. Without a key it uses the older GET /requests/v2, which not every service still has.
 *
 * - Accepts only a record that contains the transaction, whatever else the service returns.
 *
 * @throws {@link ServiceError}, including {@link ServiceRetiredError} if the older listing has ended.
 */
export async function findRequest(
  client: AnyServiceClient,
  hash: Hex,
  hasKey: boolean,
): Promise<FoundRequest | undefined> {
  const { requests } = hasKey
    ? await client.getRequests({ term: hash })
    : await client.getRequestsV2({ hash })
  for (const request of requests as unknown[]) {
    const { id, data, depositAddress } = toRecord(request) ?? {}
    const requestId = toBytes(id, [32])
    const { inTxs, outTxs } = toRecord(data) ?? {}
    const listed = [[depositAddress, false], ...flag(inTxs, false), ...flag(outTxs, true)] as const
    for (const [transaction, isOut] of listed) {
      const { txHash, hash: older, depositTxHash, chainId } = toRecord(transaction) ?? {}
      if (!requestId || ![txHash, older, depositTxHash].some((one) => toBytes(one, [32]) === hash)) continue
      const chain = toChainId(chainId)
      return { requestId, ...(chain !== undefined && { chainId: chain }), isOut }
    }
  }
  return undefined
}

const flag = (transactions: unknown, isOut: boolean) =>
  toList(transactions).map((one) => [one, isOut] as const)
