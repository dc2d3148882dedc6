import Big from 'big.js'
import { toUint256 } from '../../base/values.js'
import { type FeeComponent, feeComponents } from '../resources/codes.js'
import { needFeeInput, readFeeOptions, readSignedUsd, writeUsd } from './values.js'

export type ApplySponsorshipParameters = {
  /** USD, decimal. Negative if the user gains. Set `rent` only if a chain charges rent. */
  components: Record<Exclude<FeeComponent, 'rent'>, string> & { rent?: string | undefined }
  /**
   * True sponsors all components, or only those of `sponsoredFeeComponents` if that list is given. False sponsors nothing, even
   * if the list is given.
   */
  subsidizeFees?: boolean | undefined
  /** Sponsors only these components. */
  sponsoredFeeComponents?: readonly FeeComponent[] | undefined
  /** The most that the sponsor pays: USD with 6 decimals, as a whole number, such as `2000000` for 2 USD. */
  maxSubsidizationAmount?: string | bigint | undefined
  /** Whether the user pays to a deposit address. */
  isDepositAddress?: boolean | undefined
}

/** USD, decimal. `sponsored` and `userPays` add up to `total`. */
export type SponsoredFee = { selected: boolean; total: string; sponsored: string; userPays: string }

export type ApplySponsorshipReturnType = {
  selectedComponents: FeeComponent[]
  components: Partial<Record<FeeComponent, SponsoredFee>>
  /** Whether the cap left part of a selected component to the user. */
  capHit: boolean
  /** USD, decimal. */
  total: string
  sponsoredTotal: string
  userPaysTotal: string
}

/** One unit of the cap, in USD. */
const capUnit = '0.000001'

/**
 * Splits fees between a sponsor and the user.
 *
 * - The cap applies to the components in the order of {@link feeComponents}. All sums are exact.
 * - If the user gains on a component, there is nothing to sponsor. The user keeps the gain, and the gain does not raise the cap.
 * - Sponsorship is not available for deposit addresses.
 *
 * @throws {@link FeeInputError} also if sponsorship is requested with a deposit address.
 *
 * @example
 * import { applySponsorship } from 'fillproof/client'
 *
 * const { components, capHit, userPaysTotal } = applySponsorship({
 *   components: { execution: '0.03', swap: '0.4', relay: '0.06', app: '0' },
 *   subsidizeFees: true,
 *   sponsoredFeeComponents: ['execution', 'relay'],
 *   maxSubsidizationAmount: '50000',
 * })
 *
 * components.relay
 * // { selected: true, total: '0.06', sponsored: '0.02', userPays: '0.04' }
 *
 * capHit
 * // true
 *
 * userPaysTotal
 * // '0.44'
 */
export function applySponsorship(parameters: ApplySponsorshipParameters): ApplySponsorshipReturnType {
  const { maxSubsidizationAmount: cap } = readFeeOptions(parameters, 'components')
  const selected = readSelection(parameters)
  let left = cap === undefined ? undefined : readCap(cap)
  let capHit = false
  let [total, sponsoredTotal] = [Big(0), Big(0)]
  const components: ApplySponsorshipReturnType['components'] = {}
  for (const name of feeComponents) {
    const given = parameters.components[name]
    if (name === 'rent' && given === undefined) continue
    const fee = readSignedUsd(given, `components.${name}`)
    const wanted = selected.includes(name) && fee.gt(0) ? fee : Big(0)
    const sponsored = left?.lt(wanted) ? left : wanted
    left = left?.minus(sponsored)
    capHit ||= sponsored.lt(wanted)
    total = total.plus(fee)
    sponsoredTotal = sponsoredTotal.plus(sponsored)
    components[name] = {
      selected: selected.includes(name),
      total: writeUsd(fee),
      sponsored: writeUsd(sponsored),
      userPays: writeUsd(fee.minus(sponsored)),
    }
  }
  return {
    selectedComponents: selected,
    components,
    capHit,
    total: writeUsd(total),
    sponsoredTotal: writeUsd(sponsoredTotal),
    userPaysTotal: writeUsd(total.minus(sponsoredTotal)),
  }
}

function readSelection(parameters: ApplySponsorshipParameters): FeeComponent[] {
  const { subsidizeFees, sponsoredFeeComponents: list, isDepositAddress } = parameters
  list?.forEach((name, index) => {
    const requirement = `one of ${feeComponents.join(', ')}`
    needFeeInput(
      feeComponents.includes(name) || undefined,
      `sponsoredFeeComponents[${index}]`,
      name,
      requirement,
    )
  })
  if (isDepositAddress) {
    const requirement = 'absent for a deposit address'
    needFeeInput(list === undefined || undefined, 'sponsoredFeeComponents', list, requirement)
    needFeeInput(!subsidizeFees || undefined, 'subsidizeFees', subsidizeFees, 'false for a deposit address')
  }
  if (subsidizeFees === false) return []
  return feeComponents.filter((name) => (list ? list.includes(name) : subsidizeFees))
}

function readCap(cap: string | bigint): Big {
  const amount = toUint256(cap)
  const requirement = 'a whole number of USD with 6 decimals, such as 2000000 for 2 USD'
  return Big(String(needFeeInput(amount, 'maxSubsidizationAmount', cap, requirement))).times(capUnit)
}
