import type { Address } from 'viem'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { hasView } from '../../contract/hasView.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import type { KindName } from '../config/kindConfigs.js'
import type { DeployChain } from '../createChain.js'
import { DeploymentError } from '../errors.js'
import type { Difference } from './comparePolicy.js'

/**
 * Compares the kind of a contract, which its views tell, whatever its code is.
 *
 * @throws {@link DeploymentError} for a guard in place of a receiver, and the reverse: they have too little in common.
 */
export async function compareKind(
  chain: DeployChain,
  receiver: Address,
  required: KindName,
): Promise<{ kind: KindName; differences: Difference[] }> {
  const kind = await chain.reach(readKind(chain, receiver))
  if (kind === required) return { kind, differences: [] }
  if (kind === 'paymentGuard' || required === 'paymentGuard') {
    throw new DeploymentError(chain.id, `the contract at ${receiver} is a ${kind}, not a ${required}.`, [
      'Check --receiver, and "kind" of the configuration.',
    ])
  }
  return { kind, differences: [{ field: 'kind', found: kind, required }] }
}

async function readKind({ client }: DeployChain, address: Address): Promise<KindName> {
  const isGuard = await hasView(
    client.readContract({ abi: paymentGuardAbi, address, functionName: 'depository' }),
  )
  return isGuard ? 'paymentGuard' : getReceiverKind(client, { receiver: address })
}
