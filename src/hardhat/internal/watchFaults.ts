import type { FaultName, MockService } from '../../mock/index.js'
import { UnusedFaultError } from '../errors.js'

type Faults = MockService['control']['faults']

/** Records which faults happen from now on. */
export function watchFaults(faults: Faults) {
  const before = new Map(faults.list().map(({ name }) => [name, faults.usesOf(name)]))
  const happened = (name: FaultName) => faults.usesOf(name) > (before.get(name) ?? 0)
  return {
    happened,
    /** Requires that every fault happened. @throws {@link UnusedFaultError} */
    requireAll(): void {
      const unused = [...before.keys()].filter((name) => !happened(name))
      if (unused.length > 0)
        throw new UnusedFaultError(unused, 'did not happen in this fill, which succeeded')
    },
  }
}

/** Requires at the end of a connection that every fault was used. @throws {@link UnusedFaultError} */
export function requireUsed(faults: Faults): void {
  const unused = faults.unused()
  if (unused.length > 0) throw new UnusedFaultError(unused, 'never did anything')
}
