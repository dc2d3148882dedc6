import type { Address } from 'viem'
import { getBlock, getChainId } from 'viem/actions'
import { registeredTermsReceiverAbi } from '../../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import type { ReceiverClient } from '../call.js'
import type { FillCheck } from '../checks.js'
import { createFailures } from './failures.js'

/** The receiver's views at one block, with that block's time, for checking a fill. */
export type FillInspection = Awaited<ReturnType<typeof startInspection>>

export type FillTerms = {
  token: Address
  minimum: bigint
  maximum: bigint
  recipient: Address
  deadline: bigint
}

/** Chooses the block that everything is read at. */
export async function startInspection(client: ReceiverClient, receiver: Address, at?: bigint) {
  const [{ number: blockNumber, timestamp }, chainId] = await Promise.all([
    getBlock(client, at === undefined ? {} : { blockNumber: at }),
    getChainId(client),
  ])
  const contract = { address: receiver, abi: signedOrderReceiverAbi, blockNumber } as const
  return {
    ...createFailures<FillCheck>(),
    client,
    receiver,
    blockNumber,
    timestamp,
    chainId,
    contract,
    registrarContract: { ...contract, abi: registeredTermsReceiverAbi } as const,
  }
}
