/** What the mock can be made to do wrong, by name. */
export const faultNames = [
  /** The attestation is signed by somebody else than the solver. */
  'forgedSigner',
  /** The attestation's signature has the high `s`, which contracts refuse. */
  'highS',
  /** The attestation's record is of layout v2 where v1 was asked for. */
  'wrongLayout',
  /** The quote's order has expired already. */
  'staleQuote',
  /** The solver delivers one unit less than the quote's minimum. */
  'shortFill',
  /** The solver fills, and then fills once more. */
  'duplicateFill',
  /** The destination call reverts. */
  'revertingCall',
  /** The connection ends without an answer. */
  'dropResponse',
  /** The answer comes late. */
  'delayResponse',
  /** The answer is no JSON. */
  'malformedResponse',
  /** 429 with Retry-After. */
  'rateLimit',
  /** The deposit's block disappears after it was seen. */
  'reorgDeposit',
] as const

export type FaultName = (typeof faultNames)[number]

export type FaultOptions = {
  /** How often it happens; without it, until it is cleared. */
  times?: number
  /** Of `delayResponse`, in milliseconds. */
  delayMs?: number
  /** Of `rateLimit`, in seconds. */
  retryAfterSeconds?: number
  /** Only for paths that begin with it; for faults of an answer. */
  path?: string
}

export type Fault = FaultOptions & { name: FaultName }

export type Faults = {
  set(name: FaultName, options?: FaultOptions): void
  clear(name?: FaultName): void
  list(): Fault[]
  /** The fault if it is set for this use, and one less of its times. */
  take(name: FaultName, path?: string): Fault | undefined
}

export function createFaults(): Faults {
  const faults = new Map<FaultName, Fault>()
  return {
    set(name, options = {}) {
      faults.set(name, { name, ...options })
    },
    clear(name) {
      if (name) faults.delete(name)
      else faults.clear()
    },
    list: () => [...faults.values()].map((fault) => ({ ...fault })),
    take(name, path) {
      const fault = faults.get(name)
      if (!fault || (fault.path !== undefined && !path?.startsWith(fault.path))) return undefined
      if (fault.times !== undefined) {
        if (fault.times <= 1) faults.delete(name)
        else faults.set(name, { ...fault, times: fault.times - 1 })
      }
      return fault
    },
  }
}
