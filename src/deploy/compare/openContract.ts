import { type Address, type GetContractReturnType, getContract, type PublicClient } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import type { DeployChain } from '../createChain.js'

export type Contract = {
  isGuard: boolean
  at: { blockNumber: bigint }
  receiver: GetContractReturnType<typeof attestedOrderReceiverAbi, PublicClient>['read']
  orders: GetContractReturnType<typeof signedOrderReceiverAbi, PublicClient>['read']
  guard: GetContractReturnType<typeof paymentGuardAbi, PublicClient>['read']
}

/** Opens a contract's views at one block. Views that receivers and guards share are read with the receiver's ABI. */
export function openContract(
  { client }: DeployChain,
  address: Address,
  { block, isGuard }: { block: bigint; isGuard: boolean },
): Contract {
  return {
    isGuard,
    at: { blockNumber: block },
    receiver: getContract({ address, client, abi: attestedOrderReceiverAbi }).read,
    orders: getContract({ address, client, abi: signedOrderReceiverAbi }).read,
    guard: getContract({ address, client, abi: paymentGuardAbi }).read,
  }
}
