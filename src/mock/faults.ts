import { MockOptionError } from './errors.js'
import { requireKnown } from './requireOption.js'

/** The faults that the mock can inject. */
export const faultNames = [
  /** Another key than the solver's signs: the order where orders are signed, and the attestation. */
  'forgedSigner',
  /** That signature has the high `s`, which contracts reject. */
  'highS',
  /** A signed order's signature covers other bytes; the answer to a request for layout v1 has layout v2. */
  'wrongLayout',
  /** The quote's order has already expired. */
  'staleQuote',
  /** The quote's order names a router that is in no profile and in no listing. */
  'newRouter',
  /** The solver delivers one unit less than the quote's minimum. */
  'shortFill',
  /** The solver fills twice. */
  'duplicateFill',
  /** Two hours pass on the destination before the fill, which is later than the calls of receivers are paid by default. */
  'lateFill',
  /** A call of the order reverts; one that pays a receiver is made without its money. */
  'revertingCall',
  /** The connection ends without an answer. */
  'dropResponse',
  /** The answer comes late. */
  'delayResponse',
  /** The answer is not JSON. */
  'malformedResponse',
  /** 429 with Retry-After. */
  'rateLimit',
  /** The operation has ended: 410. */
  'retired',
  /** The fill can't be made, and after the failure its refund fails too. */
  'failedRefund',
  /** The fill can't be made, and its refund has the older word for it as its status. */
  'fallback',
  /** The quote's swap fee is one percent of the input. */
  'swapFee',
  /** The deposit's block disappears after it was seen; on a chain that the mock runs. */
  'reorgDeposit',
] as const

export type FaultName = (typeof faultNames)[number]

export type FaultOptions = {
  /** How often it happens; until it is cleared by default. */
  times?: number
  /** For `delayResponse`, in milliseconds. */
  delayMs?: number
  /** For `rateLimit`, in seconds. */
  retryAfterSeconds?: number
  /** Limits a fault of an answer to paths that begin with this. */
  path?: string
}

export type Fault = FaultOptions & { name: FaultName }

export type Faults = ReturnType<typeof createFaults>

type Abilities = {
  /** Whether the mock runs a chain, whose blocks it can take away. */
  canReorganize: boolean
}

export function createFaults({ canReorganize }: Abilities) {
  const faults = new Map<FaultName, Fault>()
  const uses = new Map<FaultName, number>()
  const unused = new Set<FaultName>()
  return {
    /** Those that are set. */
    current: faults,
    /** @throws {@link MockOptionError} on an unknown fault or option, and on a fault that can't happen here. */
    set(name: FaultName, options: FaultOptions = {}): void {
      requireFault(name)
      requireKnown(`faults.${name}.`, options, ['times', 'delayMs', 'retryAfterSeconds', 'path'])
      if (name === 'reorgDeposit' && !canReorganize) {
        const requirement = 'another fault: no chain is run by the mock, so no block can disappear'
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
    /** How often it has happened. */
    usesOf: (name: FaultName): number => uses.get(name) ?? 0,
    /** Those that were set and have not happened since, unless they were cleared; also where a restore undid them. */
    unused: (): FaultName[] => [...unused],
    isSet: (name: FaultName): boolean => faults.has(name),
    /** Returns the fault if it is set for this use, and takes one off its times. */
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
