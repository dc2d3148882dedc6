import { privateKeyToAccount } from 'viem/accounts'
import type { Quote } from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { hashOrder, type OrderData, signOrder } from '../../../src/index.js'
import { solverKey } from '../../../src/mock/accounts.js'
import type { Complete } from '../../support/complete.js'

/** An order that a lie may change. */
export type QuotedOrder = Complete<Quote>['protocol']['v2']['orderData']

type Changed = { orderData: QuotedOrder & OrderData; orderSignature?: string | null }

/**
 * A service that quotes another order, consistently: the solver signed it, and its id stands wherever a quote has it. So only the
 * check of what was changed can see it.
 */
export function lying(
  client: ServiceClient,
  change: (order: QuotedOrder, asked: { useDepositAddress?: boolean | undefined }) => void,
  sign: (order: OrderData) => Promise<string | undefined> = signedBy(solverKey),
): ServiceClient {
  return {
    ...client,
    getQuote: async (...parameters) => {
      const quote = structuredClone(await client.getQuote(...parameters))
      const v2 = quote.protocol!.v2 as Changed
      const { orderData } = v2
      const before = hashOrder(orderData)
      change(orderData, parameters[0])
      const text = JSON.stringify(quote).replaceAll(before.slice(2), hashOrder(orderData).slice(2))
      const changed = JSON.parse(text) as typeof quote
      Object.assign(changed.protocol!.v2!, { orderSignature: await sign(orderData) })
      return changed
    },
  }
}

export function signedBy(key: `0x${string}`) {
  return (orderData: OrderData) => signOrder({ orderData, account: privateKeyToAccount(key) })
}
