import { payReceiver } from 'fillproof/client'
import { createPublicClient, createWalletClient, http, zeroAddress } from 'viem'

export const pay = ({ client, account, origin, destination, receiver, recipient, amount, keep }) =>
  payReceiver(client, {
    walletClient: createWalletClient({ account, transport: http(origin.rpcUrl) }),
    authorizer: createWalletClient({ account, transport: http(destination.rpcUrl) }),
    originClient: createPublicClient({ transport: http(origin.rpcUrl) }),
    destinationClient: createPublicClient({ transport: http(destination.rpcUrl) }),
    receiver,
    request: {
      ...{ originChainId: origin.id, originCurrency: zeroAddress },
      ...{ destinationChainId: destination.id, destinationCurrency: zeroAddress },
      ...{ tradeType: 'EXACT_OUTPUT', amount },
    },
    payment: { recipient },
    maximumAmountIn: 2n * amount,
    keep, // stores the call before each irreversible step
  })
