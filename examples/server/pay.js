import { payReceiver } from 'fillproof/client'
import { createPublicClient, createWalletClient, http } from 'viem'

/** Pays `amount` of `destination.currency` to a receiver, and spends at most `maximumAmountIn` of `origin.currency`. */
export const pay = ({
  client,
  account,
  origin,
  destination,
  receiver,
  recipient,
  amount,
  maximumAmountIn,
  keep,
}) =>
  payReceiver(client, {
    walletClient: createWalletClient({ account, transport: http(origin.rpcUrl) }),
    authorizer: createWalletClient({ account, transport: http(destination.rpcUrl) }),
    originClient: createPublicClient({ transport: http(origin.rpcUrl) }),
    destinationClient: createPublicClient({ transport: http(destination.rpcUrl) }),
    receiver,
    request: {
      originChainId: origin.id,
      originCurrency: origin.currency,
      destinationChainId: destination.id,
      destinationCurrency: destination.currency,
      tradeType: 'EXACT_OUTPUT',
      amount,
    },
    payment: { recipient },
    maximumAmountIn,
    keep, // stores the call before each irreversible step
  })
