import { type Address, encodeAbiParameters, type LocalAccount } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { QuoteCall } from '../../src/contract/index.js'
import { encodeOrderCall, hashOrder, type OrderData, signOrder } from '../../src/index.js'

/** Creates and signs an order with calls as the service does. The order pays the router, and names it in `extraData`. */
export async function makeOrder({
  chainName,
  solver,
  router,
  token,
  amount,
  txs,
  user,
  deadline,
}: {
  chainName: string
  solver: LocalAccount
  router: Address
  token: Address
  amount: bigint
  txs: readonly QuoteCall[]
  /** The account that gets refunds. */
  user: Address
  deadline: number
}) {
  const extraData = encodeAbiParameters([{ type: 'address' }], [router])
  const currency = token.toLowerCase()
  const orderData: OrderData = {
    version: 'v1',
    solverChainId: chainName,
    solver: solver.address.toLowerCase(),
    salt: generatePrivateKey(),
    inputs: [
      {
        payment: { chainId: chainName, currency, amount, weight: 1n },
        refunds: [
          {
            chainId: chainName,
            recipient: user.toLowerCase(),
            currency,
            minimumAmount: 0n,
            deadline,
            extraData,
          },
        ],
      },
    ],
    output: {
      chainId: chainName,
      payments: [
        { recipient: router.toLowerCase(), currency, minimumAmount: amount, expectedAmount: amount },
      ],
      calls: txs.map(({ to, data, value }) => encodeOrderCall({ to, data, value: BigInt(value) })),
      deadline,
      extraData,
    },
    fees: [],
  }
  const orderSignature = await signOrder({ orderData, account: solver })
  return { orderData, orderSignature, orderId: hashOrder(orderData) }
}
