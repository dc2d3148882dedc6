import { type Address, zeroAddress } from 'viem'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { KindName } from '../config/kindConfigs.js'
import type { DeployChain } from '../createChain.js'
import { DeploymentError } from '../errors.js'
import type { Policy } from './policy.js'
import { readPolicy } from './readPolicy.js'
import { readContractKind } from './readReceiver.js'
import { serviceContracts } from './serviceContracts.js'
import { noFields } from './wantedPolicy.js'

export type ReadCoverageParameters = {
  chain: DeployChain
  receiver: Address
  /** The answer of GET /chains. */
  chains: readonly ChainRecord[]
  profile: ServiceProfile
}

/**
 * Reads which of the service's current accounts a receiver or a guard lists.
 *
 * It reads only these accounts and no events, so it does not find other entries of the contract.
 *
 * @throws {@link DeploymentError} if there is no such contract, {@link ChainUnreachableError}.
 */
export async function readCoverage(
  parameters: ReadCoverageParameters,
): Promise<{ kind: KindName; policy: Policy }> {
  const { chain, receiver, chains, profile } = parameters
  const code = await chain.reach(chain.client.getCode({ address: receiver }))
  if (code === undefined) {
    throw new DeploymentError(chain.id, `there is no receiver at ${receiver}.`, [
      'Check --receiver, and that --rpc-url leads to its chain.',
    ])
  }
  const kind = await chain.reach(readContractKind(chain.client, receiver))
  const record = chains.find(({ id }) => id === chain.id)
  const { depository, routerInUse, proxies = [], signer } = record ? serviceContracts(record, profile) : {}
  const policy = await readPolicy({
    chain,
    receiver,
    fromBlock: undefined,
    wanted: {
      ...noFields,
      kind,
      admin: zeroAddress,
      chainName: '',
      solvers: signer ? [{ solver: signer, start: 0, stop: 0 }] : [],
      routers: kind !== 'paymentGuard' && routerInUse ? [routerInUse] : [],
      reserved: kind === 'paymentGuard' ? [] : [...(depository ? [depository] : []), ...proxies],
      roles: {},
    },
  })
  return { kind, policy }
}
