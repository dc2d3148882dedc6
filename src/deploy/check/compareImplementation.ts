import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { DeployChain } from '../createChain.js'
import { DeploymentError } from '../errors.js'
import type { Difference } from './comparePolicy.js'

const clone = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

/**
 * Compares the code of a receiver with this package's.
 *
 * - Warning: only the factory's clones are compared, not other proxies.
 *
 * @throws {@link DeploymentError} where there is no code at all.
 */
export async function compareImplementation(
  { id, client, reach }: DeployChain,
  receiver: Address,
  required: Address,
): Promise<{ isCompared: boolean; differences: Difference[] }> {
  const code = await reach(client.getCode({ address: receiver }))
  if (code === undefined) {
    throw new DeploymentError(id, `there is no receiver at ${receiver}.`, [
      'Deploy it, or say --receiver. Without --receiver the address follows from deployer, salt and package version.',
    ])
  }
  const [, found] = clone.exec(code) ?? []
  if (found === undefined) return { isCompared: false, differences: [] }
  if (isAddressEqual(`0x${found}` as Hex, required)) return { isCompared: true, differences: [] }
  const difference = { field: 'implementation', found: getAddress(`0x${found}`), required }
  return { isCompared: true, differences: [difference] }
}
