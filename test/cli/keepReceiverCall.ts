import { expect } from 'chai'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient, payReceiver, type ReceiverCall } from '../../src/client/index.js'
import type { MockService } from '../../src/mock/index.js'
import { chainsOf, clientOf, ether, nativeRequest } from '../mock/helpers.js'

/** Stops a payment after its quote, and returns the file in which the call was kept. */
export async function keepReceiverCall(
  mock: MockService,
  write: (call: ReceiverCall) => Promise<string>,
): Promise<string> {
  const [origin, destination] = chainsOf(mock)
  const walletOf = (chain: typeof origin) =>
    createWalletClient({
      account: privateKeyToAccount(mock.accounts[1]!.privateKey),
      transport: http(chain.rpcUrl),
    })
  let path = ''
  const keep = async (call: ReceiverCall) => {
    path = await write(call)
    throw new Error('stopped by the test')
  }
  const client = createServiceClient({ profile: mock.profile, baseUrl: mock.url })
  const error = await payReceiver(client, {
    receiver: destination.receiver,
    request: nativeRequest([origin, destination]),
    payment: { recipient: mock.accounts[2]!.address },
    maximumAmountIn: 2n * ether,
    walletClient: walletOf(origin),
    authorizer: walletOf(destination),
    originClient: clientOf(origin),
    destinationClient: clientOf(destination),
    keep,
  }).catch((caught: Error) => caught)
  expect((error as Error).message).to.equal('stopped by the test')
  return path
}
