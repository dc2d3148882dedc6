import type { FaultName, MockService } from '../../mock/index.js'
import { UnusedFaultError } from '../errors.js'

type Faults = MockService['control']['faults']

/** Sees which faults happen from now on. */
export function watchFaults(faults: Faults) {
  const before = new Map(faults.list().map(({ name }) => [name, faults.usesOf(name)]))
  const happened = (name: FaultName) => faults.usesOf(name) > (before.get(name) ?? 0)
  return {
    happened,
    /** @throws {@link UnusedFaultError} where one that was set did nothing. */
    requireAll(): void {
      const unused = [...before.keys()].filter((name) => !happened(name))
      if (unused.length > 0) throw new UnusedFaultError(unused, 'did nothing in this fill, which succeeded')
    },
  }
}

/** At the end, when nothing can use them any more. @throws {@link UnusedFaultError} */
export function requireUsed(faults: Faults): void {
  const unused = faults.unused()
  if (unused.length > 0) throw new UnusedFaultError(unused, 'never did anything')
}
