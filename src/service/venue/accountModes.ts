/**
 * The balance that perps use in each account mode, by the venue's answer to `userAbstraction`: a balance of their own (`perps`),
 * or that of spot tokens (`spot`). With `portfolioMargin`, the balance depends on loans. Source: third-party documentation of the
 * venue's API, read in November 2026.
 */
export const accountModes = {
  default: 'perps',
  disabled: 'perps',
  dexAbstraction: 'perps',
  unifiedAccount: 'spot',
  portfolioMargin: 'unknown',
} as const

export type AccountMode = keyof typeof accountModes

/** Returns the balance that perps use in a mode. `unknown` for an unknown mode. */
export function balanceOfMode(mode: string): 'perps' | 'spot' | 'unknown' {
  return Object.hasOwn(accountModes, mode) ? accountModes[mode as AccountMode] : 'unknown'
}
