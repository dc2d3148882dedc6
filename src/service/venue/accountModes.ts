/**
 * The balance that counts, by the venue's word for an account's mode, its answer to `userAbstraction`. With
 * `portfolioMargin` it depends on loans. Source: third-party documentation of its API, read in November 2026.
 */
export const accountModes = {
  default: 'perps',
  disabled: 'perps',
  dexAbstraction: 'perps',
  unifiedAccount: 'spot',
  portfolioMargin: 'unknown',
} as const

export type AccountMode = keyof typeof accountModes

/** Returns the balance that counts; `unknown` for a word that is not known here. */
export function balanceOfMode(mode: string): 'perps' | 'spot' | 'unknown' {
  return Object.hasOwn(accountModes, mode) ? accountModes[mode as AccountMode] : 'unknown'
}
