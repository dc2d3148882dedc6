/** Enough for any calls that the mock is used for, and less than every chain lets a transaction have. */
const mostGas = 15_000_000n

/** What a fill with calls may use: the quote's `txsGasLimit`, or as much as there is. */
export function txsGas(txsGasLimit: bigint = mostGas): bigint {
  return txsGasLimit < mostGas ? txsGasLimit : mostGas
}
