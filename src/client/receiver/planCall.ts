import type { Address } from 'viem'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import { planSteps } from '../../service/steps/planSteps.js'
import { readTerms, type StepTerms } from '../../service/steps/readTerms.js'
import type { PlannedItem } from '../../service/steps/types.js'
import type { DepositRecord } from './stepDeposit.js'

/** Checks the quote of a call against its request, and plans the account's signatures and transactions on the origin chain. */
export function planCall(
  profile: ServiceProfile,
  { quote, request, bounds }: DepositRecord,
  account: Address,
  listing?: readonly ChainRecord[],
): { plan: PlannedItem[]; terms: StepTerms } {
  const { allowUnverified, ...limits } = toBounds(bounds)
  const terms = readTerms({ ...limits, request, profile, account, listing })
  return { plan: planSteps(quote, terms, allowUnverified), terms }
}

/** Reads the bounds of a call, which JSON stores as text, for `executeSteps`. */
export function toBounds({ allowUnverified, ...amounts }: DepositRecord['bounds']) {
  const bigints = Object.entries(amounts).map(([name, amount]) => [name, BigInt(amount)])
  return { ...Object.fromEntries(bigints), ...(allowUnverified && { allowUnverified }) }
}
