import { MockOptionError } from './errors.js'
import { requireKnown } from './requireOption.js'

/** The faults that the mock can inject. */
export const faultNames = [
  /** Signs the attestation with another key, and with `idForm: 'public'` also the order. */
  'forgedSigner',
  /** Gives the solver's signature the high `s`, which contracts reject. */
  'highS',
  /**
   * Answers a request for an attestation of layout v1 with layout v2. With `idForm: 'public'`, the signature of an order
   * covers other bytes than the order id.
   */
  'wrongLayout',
  /** The quote's order has already expired. */
  'staleQuote',
  /** The quote's order names a router that is in no profile and in no listing. */
  'newRouter',
  /** The solver delivers one unit less than the quote's minimum. */
  'shortFill',
  /** The solver fills twice. */
  'duplicateFill',
  /** Moves the destination's time two hours ahead before the fill. By default, the deadline of a call is over by then. */
  'lateFill',
  /** Makes the order's calls revert. Calls that pay a receiver are made without value. */
  'revertingCall',
  /** The connection ends without an answer. */
  'dropResponse',
  /** The answer comes late. */
  'delayResponse',
  /** The answer is not JSON. */
  'malformedResponse',
  /** The answer is 429 with Retry-After. */
  'rateLimit',
  /** The answer is 410, as if the operation had ended. */
  'retired',
  /** The fill fails, and then the refund fails too. */
  'failedRefund',
  /** The fill fails, and the refund has the status `fallback`, the older name of `refund`. */
  'fallback',
  /** The quote's swap fee is one percent of the input. */
  'swapFee',
  /** The deposit's block disappears after the solver saw it. Needs a chain that the mock runs. */
  'reorgDeposit',
] as const

export type FaultName = (typeof faultNames)[number]

export type FaultOptions = {
  /** How many times the fault happens. By default, it happens until it is cleared. */
  times?: number
  /** For `delayResponse`, in milliseconds. */
  delayMs?: number
  /** For `rateLimit`, in seconds. */
  retryAfterSeconds?: number
  /** For faults of answers: the prefix of the paths to which the fault applies. Defaults to all paths. */
  path?: string
}

export type Fault = FaultOptions & { name: FaultName }

export type Faults = ReturnType<typeof createFaults>

type Abilities = {
  /** Whether the mock runs a chain, so that it can remove blocks. */
  canReorganize: boolean
}

export function createFaults({ canReorganize }: Abilities) {
  const faults = new Map<FaultName, Fault>()
  const uses = new Map<FaultName, number>()
  const unused = new Set<FaultName>()
  return {
    /** The faults that are set, by name. */
    current: faults,
    /** Sets a fault. @throws {@link MockOptionError} on an unknown fault or option, or if the fault can't happen here. */
    set(name: FaultName, options: FaultOptions = {}): void {
      requireFault(name)
      requireKnown(`faults.${name}.`, options, ['times', 'delayMs', 'retryAfterSeconds', 'path'])
      if (name === 'reorgDeposit' && !canReorganize) {
        const requirement = 'another fault: the mock runs no chain, so no block can disappear'
        throw new MockOptionError({ option: 'fault', value: name, requirement })
      }
      faults.set(name, { name, ...options })
      unused.add(name)
    },
    clear(name?: FaultName): void {
      if (name === undefined) {
        faults.clear()
        unused.clear()
        return
      }
      requireFault(name)
      faults.delete(name)
      unused.delete(name)
    },
    list: (): Fault[] => [...faults.values()].map((fault) => ({ ...fault })),
    /** The number of times that the fault has happened. */
    usesOf: (name: FaultName): number => uses.get(name) ?? 0,
    /**
     * Lists the faults that were set but have not happened since. Cleared faults are left out. A restore does not change this
     * list.
     */
    unused: (): FaultName[] => [...unused],
    isSet: (name: FaultName): boolean => faults.has(name),
    /** Returns the fault if it is set and applies to the path. Decrements the number of times that remain. */
    take(name: FaultName, path?: string): Fault | undefined {
      const fault = faults.get(name)
      if (!fault || (fault.path !== undefined && !path?.startsWith(fault.path))) return undefined
      uses.set(name, (uses.get(name) ?? 0) + 1)
      unused.delete(name)
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
