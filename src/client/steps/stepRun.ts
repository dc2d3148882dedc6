import type { Hash } from 'viem'
import { createTurns } from '../../base/createTurns.js'
import { describeValue } from '../../base/describeValue.js'
import { toRecord } from '../../base/values.js'
import { StepOptionError, StepTransactionError } from '../../service/steps/errors.js'
import type { ItemRun, StepEvent, StepProgress, StepRun } from '../../service/steps/types.js'

type Place = { path: string }
type Planned = Place & { step: { id: string } }

/** A run of a quote's steps: what was done of each item, and who is told of it. */
export type Runner = {
  /** A copy. */
  readonly run: StepRun
  of(planned: Place): ItemRun | undefined
  /** Without an entry the item is forgotten, and may be asked for again. */
  set(planned: Place, entry: ItemRun | undefined): void
  /** Tells the caller, one event at a time, as a caller may store each before the next. */
  report(event: StepEvent): Promise<void>
}

const states: readonly unknown[] = ['asked', 'sent', 'posted', 'done'] satisfies ItemRun['state'][]

/**
 * Begins a run, or goes on with one.
 *
 * @throws {@link StepOptionError}
 */
export function startRun(
  given: StepRun | undefined,
  onProgress: (progress: StepProgress) => unknown = () => {},
): Runner {
  const run: Record<string, ItemRun> = structuredClone({ ...given })
  for (const [path, entry] of Object.entries(run)) {
    if (states.includes(toRecord(entry)?.state)) continue
    const requirement = `what onProgress got as run, whose ${path} is not ${describeValue(entry)}`
    throw new StepOptionError({ option: 'run', requirement })
  }
  const takeTurn = createTurns()
  return {
    get run() {
      return structuredClone(run)
    },
    of: ({ path }) => run[path],
    set({ path }, entry) {
      if (entry) run[path] = entry
      else delete run[path]
    },
    report: (event) => takeTurn(async () => void (await onProgress({ ...event, run: structuredClone(run) }))),
  }
}

/** Forgets a transaction that reverted or was replaced, so that a later run sends it again, and throws. */
export async function forget(runner: Runner, planned: Planned, error: unknown): Promise<never> {
  if (error instanceof StepTransactionError) {
    runner.set(planned, undefined)
    await runner.report({ type: 'transactionFailed', step: planned.step.id })
  }
  throw error
}

/** The transactions that a run sent; not what a wallet returned that is no hash. */
export function hashesOf(run: StepRun): Hash[] {
  return Object.values(run).flatMap(({ txHash }) => (txHash && isHash(txHash) ? txHash : []))
}

/** Whether a node can be asked for it. A wallet may return an id of its own, or nothing (`0x`). */
export function isHash(txHash: string | undefined): txHash is Hash {
  return txHash?.length === 66
}
