import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroAddress } from 'viem'
import type { ReceiverCall } from '../../client/receiver/receiverCall.js'
import { askOf } from '../../contract/rpc/withRequest.js'
import { findBalanceSlot } from '../../mock/chains/findBalanceSlot.js'
import type { AccountClient } from './clients.js'

const recipientAbi = parseAbi([
  'struct ReceivedFill { bytes32 id; uint256 originChainId; bytes32 originUser; bytes32 originCurrency; address token; uint256 amount; bytes data }',
  'function onFill(ReceivedFill received) external returns (bytes4)',
])

/** The receiver's call to a recipient. `minimum` is the amount that arrives. */
export type HookCall = Pick<ReceiverCall, 'callHash' | 'receiver'> & {
  payment: Pick<
    ReceiverCall['payment'],
    'recipient' | 'token' | 'minimum' | 'data' | 'originChainId' | 'originUser' | 'originCurrency'
  >
}

/**
 * Repeats the receiver's call to the recipient. The receiver catches the revert of this call, so the original error has
 * no stack trace of the recipient.
 *
 * @returns The error of the call, or undefined if it succeeds.
 */
export async function replayHook(
  client: AccountClient,
  { callHash, receiver, payment }: HookCall,
): Promise<Error | undefined> {
  const { recipient, token, minimum } = payment
  const amount = BigInt(minimum)
  const received = { ...payment, id: callHash, originChainId: BigInt(payment.originChainId), amount }
  const data = encodeFunctionData({ abi: recipientAbi, functionName: 'onFill', args: [received] })
  const call = { from: receiver, to: recipient, data }
  const held = await stateWith(client, token, recipient, amount)
  return askOf(client)({ method: 'eth_call', params: [call, 'latest', held] }).then(
    () => undefined,
    (error: Error) => error,
  )
}

/** Creates a state override in which the recipient already holds the payment. */
async function stateWith(client: AccountClient, token: Address, holder: Address, amount: bigint) {
  if (token === zeroAddress) {
    return { [holder]: { balance: numberToHex((await client.getBalance({ address: holder })) + amount) } }
  }
  const slot = await findBalanceSlot(client, token, holder)
  if (!slot) return {}
  const before = BigInt((await client.getStorageAt({ address: token, slot })) ?? 0)
  const balance: Hex = numberToHex(before + amount, { size: 32 })
  return { [token]: { stateDiff: { [slot]: balance } } }
}
