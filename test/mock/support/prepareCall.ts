import { type Address, zeroAddress } from 'viem'
import { type PaymentInput, prepareAuthorizedCall } from '../../../src/contract/index.js'
import type { MockService } from '../../../src/mock/index.js'
import { chainsOf, clientOf, ether } from '../helpers.js'

/** A call of `payAuthorized` at the mock's receiver: an ether from the user to itself, where nothing else is said. */
export async function prepareCall(
  mock: MockService,
  terms: Partial<PaymentInput> = {},
  receiver: Address = chainsOf(mock)[1].receiver,
) {
  const [origin, destination] = chainsOf(mock)
  const user = mock.accounts[1]!.address
  const { timestamp } = await clientOf(destination).getBlock()
  const payment = {
    originChainId: origin.id,
    originUser: user,
    originCurrency: zeroAddress,
    token: zeroAddress,
    minimum: ether,
    recipient: user,
    refundTo: user,
    deadline: Number(timestamp) + 3600,
    ...terms,
  }
  return prepareAuthorizedCall({ chainId: destination.id, receiver, profile: 'mock', payment })
}
