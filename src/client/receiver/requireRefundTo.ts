import { contractsOf, hasAddress } from '../../service/profile/contractsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { StepOptionError } from '../../service/steps/errors.js'

/**
 * Rejects a refund to an address that can't give the money back: a contract of the service on the chain, or one of `others`, such
 * as the receiver.
 */
export function requireRefundTo(
  { chains = [] }: ServiceProfile,
  refundTo: string | undefined,
  { option, chainId, others }: { option: string; chainId: number; others: readonly string[] },
): void {
  if (refundTo === undefined) return
  const chain = chains.find(({ id }) => id === chainId)
  if (!hasAddress([...contractsOf(chain), ...others], refundTo)) return
  const requirement = `an account that can use a refund, which ${refundTo} can not`
  throw new StepOptionError({ option, requirement })
}
