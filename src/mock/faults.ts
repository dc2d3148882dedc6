import { MockOptionError } from './errors.js'
import { requireKnown } from './requireKnown.js'

/** The faults that the mock can inject. */
export const faultNames = [
  /** Another key than the solver's signs the attestation. */
  'forgedSigner',
  /** The attestation's signature has the high `s`, which contracts reject. */
  'highS',
  /** The answer to a request for layout v1 has layout v2. */
  'wrongLayout',
  /** The quote's order has already expired. */
  'staleQuote',
  /** The solver delivers one unit less than the quote's minimum. */
  'shortFill',
  /** The solver fills twice. */
  'duplicateFill',
  /** The destination call reverts. */
  'revertingCall',
  /** The connection ends without an answer. */
  'dropResponse',
  /** The answer comes late. */
  'delayResponse',
  /** The answer is not JSON. */
  'malformedResponse',
  /** 429 with Retry-After. */
  'rateLimit',
  /** The deposit's block disappears after it was seen. */
  'reorgDeposit',
] as const

export type FaultName = (typeof faultNames)[number]

export type FaultOptions = {
  /** How often it happens; until it is cleared by default. */
  times?: number
  /** Of `delayResponse`, in milliseconds. */
  delayMs?: number
  /** Of `rateLimit`, in seconds. */
  retryAfterSeconds?: number
  /** Limits a fault of an answer to paths that begin with this. */
  path?: string
}

export type Fault = FaultOptions & { name: FaultName }

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const faults = new Map<FaultName, Fault>()
  return {
    /** Those that are set. */
    current: faults,
    /** @throws {@link MockOptionError} on an unknown fault or option. */
    set(name: FaultName, options: FaultOptions = {}): void {
      requireFault(name)
      requireKnown(`faults.${name}.`, options, ['times', 'delayMs', 'retryAfterSeconds', 'path'])
      faults.set(name, { name, ...options })
    },
    clear(name?: FaultName): void {
      if (name === undefined) faults.clear()
      else {
        requireFault(name)
        faults.delete(name)
      }
    },
    list: (): Fault[] => [...faults.values()].map((fault) => ({ ...fault })),
    isSet: (name: FaultName): boolean => faults.has(name),
    /** Returns the fault if it is set for this use, and takes one off its times. */
    take(name: FaultName, path?: string): Fault | undefined {
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

function requireFault(name: FaultName): void {
  if (faultNames.includes(name)) return
  throw new MockOptionError({ option: 'fault', value: name, requirement: faultNames.join(' or ') })
}
