import { needFeeInput, readBps, readFeeAmount, readFeeOptions, shareOfAmount } from './values.js'

/** An entry of a quote request's `appFees`. */
export type AppFee = {
  recipient: string
  /** Basis points of the input. A decimal string on the wire. */
  fee: string | number
}

export type AppFeesParameters = {
  /** The input amount, in the smallest unit. */
  amount: bigint
  appFees: readonly AppFee[]
}

/** Amounts in the input's smallest unit. */
export type AppFeesReturnType = { fees: { recipient: string; amount: bigint }[]; total: bigint }

/**
 * Computes the fees that an integrator adds to a quote.
 *
 * - Each fee is a share of the input in basis points. Each is rounded down separately, since each has its own recipient. Fees
 *   accrue offchain.
 *
 * @throws {@link FeeInputError} also if the fees together exceed the input.
 *
 * @example
 * import { appFees } from 'fillproof/client'
 *
 * appFees({
 *   amount: 1000000n,
 *   appFees: [{ recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e', fee: '25' }],
 * })
 * // { fees: [{ recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e', amount: 2500n }], total: 2500n }
 */
export function appFees(parameters: AppFeesParameters): AppFeesReturnType {
  const { amount, appFees } = readFeeOptions(parameters, 'appFees')
  readFeeAmount(amount, 'amount')
  const rates = appFees.map(({ fee }, index) => readBps(fee, `appFees[${index}].fee`))
  const sum = rates.reduce((total, bps) => total + bps, 0)
  needFeeInput(sum <= 10_000 || undefined, 'appFees', sum, 'at most 10000 basis points together')
  const fees = appFees.map(({ recipient }, index) => ({
    recipient,
    amount: shareOfAmount(amount, rates[index] ?? 0),
  }))
  return { fees, total: fees.reduce((total, fee) => total + fee.amount, 0n) }
}
