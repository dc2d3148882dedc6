import { type Address, type Client, isAddressEqual } from 'viem'
import { getChainId } from 'viem/actions'
import type { ServiceProfile } from '../../service/profile/types.js'
import { StepOptionError } from '../../service/steps/errors.js'
import type { DepositRecord } from './stepDeposit.js'

/** Rejects a wallet of another account: its transactions would be mistaken for those of the call's payer. */
export function requireOwner(
  { account }: Client,
  { request: { user } }: Pick<DepositRecord, 'request'>,
): void {
  if (account && isAddressEqual(account.address, user as Address)) return
  throw new StepOptionError({
    option: 'walletClient',
    requirement: `a client with the account ${user}, which the call was quoted for`,
  })
}

/** Rejects a profile that lacks the chain: the profile decides where deposits go. */
export function requireKnown({ chains = [] }: ServiceProfile, chainId: number): void {
  if (chains.some(({ id }) => id === chainId)) return
  throw new StepOptionError({
    option: 'client',
    requirement: `a client whose profile has the chain ${chainId}`,
  })
}

/** Rejects a client of another chain: that chain's transactions would be mistaken for those of the call. */
export async function requireChain(option: string, client: Client, chainId: number): Promise<void> {
  const found = await getChainId(client)
  if (found === chainId) return
  throw new StepOptionError({ option, requirement: `a client of chain ${chainId}, not of chain ${found}` })
}
