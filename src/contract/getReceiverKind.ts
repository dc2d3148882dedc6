import { type Abi, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import type { receiverAbis } from '../generated/receiverAbis.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { hasView } from './hasView.js'
import { isPaused } from './isPaused.js'
import { readOptions } from './readOptions.js'

export type GetReceiverKindParameters = ReceiverParameters

/** The kind of evidence that a receiver takes, named after the contract. */
export type ReceiverKind = keyof typeof receiverAbis

/**
 * Detects which kind of evidence a receiver takes.
 *
 * - Calls the views that only one kind has, and does not compare code.
 *
 * @param client - A client of the receiver's chain.
 * @throws {@link FillRevertedError}, or viem's error, if there is no receiver at the address.
 *
 * @example
 * import { getReceiverKind } from 'fillproof/contract'
 * import { createPublicClient, custom, pad } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x00', { size: 64 }) }), // in place of http('https://…')
 * })
 *
 * getReceiverKind(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // 'inboxReceiver'
 */
export async function getReceiverKind(
  client: ReceiverClient,
  parameters: GetReceiverKindParameters,
): Promise<ReceiverKind> {
  const { receiver: address } = readOptions(parameters, 'receiver')
  await isPaused(client, { receiver: address })
  const kinds = Object.keys(ownViews) as (keyof typeof ownViews)[]
  const found = await Promise.all(
    kinds.map((kind) => hasView(readContract(client, { ...ownViews[kind], address }))),
  )
  return kinds.find((_, index) => found[index]) ?? 'attestedOrderReceiver'
}

/** A view of each kind that no later kind has. A receiver of attested orders has none of them. */
const ownViews: Record<Exclude<ReceiverKind, 'attestedOrderReceiver'>, View> = {
  inboxReceiver: { abi: inboxReceiverAbi, functionName: 'claims', args: [zeroHash] },
  registeredTermsReceiver: { abi: registeredTermsReceiverAbi, functionName: 'REGISTRAR_ROLE', args: [] },
  signedOrderReceiver: { abi: signedOrderReceiverAbi, functionName: 'chainOf', args: [''] },
}

type View = { abi: Abi; functionName: string; args: readonly unknown[] }
