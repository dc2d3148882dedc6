import type { Hex } from 'viem'
import { toBytes, toChainId, toList, toRecord } from '../../base/values.js'
import type { AnyServiceClient } from '../../client/serviceClient.js'

/** The request of a transaction, as the service says. */
export type FoundRequest = {
  requestId: Hex
  /** Where the transaction is, if the service says so. */
  chainId?: number
  /** Whether it is one of those that the solver sent. */
  isOut: boolean
}

/**
 * Looks for the request that a transaction belongs to, in the service's listing: by any hash with a key (GET
 * /requests/v3), and without one in the older listing (GET /requests/v2), which not every service still has.
 *
 * - Rule: a record counts only if it has the transaction, whatever was asked for. Undefined where none does.
 *
 * @throws {@link ServiceError}, among them {@link ServiceRetiredError} where the older listing has ended.
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
