import type { Hash } from 'viem'
import * as z from 'zod'
import { createTurns } from '../../base/createTurns.js'
import { describeValue } from '../../base/describeValue.js'
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
  /** Says that the run is over: what is told later may be stored over what a later run did. */
  end(): void
}

/** What `onProgress` gets as `run`. */
export const runSchema = z.record(
  z.string(),
  z.object({
    state: z.enum(['asked', 'sent', 'posted', 'done'] satisfies ItemRun['state'][]),
    txHash: z.templateLiteral(['0x', z.string()]).optional(),
  }),
)

/**
 * Begins a run of a plan, or goes on with one.
 *
 * - Rule: once the run is over, a late answer of a wallet is told of the plan's last item alone, and takes nothing away: a later
 *   run may have gone on, and a caller who stores the older one would send again.
 *
 * @throws {@link StepOptionError}
 */
export function startRun(
  given: StepRun | undefined,
  plan: readonly Planned[],
  onProgress: (progress: StepProgress) => unknown = () => {},
): Runner {
  const run: Record<string, ItemRun> = structuredClone({ ...given })
  requireRun(run)
  const last = plan.at(-1)
  let isOver = false
  const takeTurn = createTurns()
  return {
    get run() {
      return structuredClone(run)
    },
    of: ({ path }) => run[path],
    set({ path }, entry) {
      if (entry) run[path] = entry
      else if (!isOver) delete run[path]
    },
    report: (event) =>
      takeTurn(async () => {
        const isLate = isOver && (event.type !== 'transactionSent' || event.step !== last?.step.id)
        if (!isLate) await onProgress({ ...event, run: structuredClone(run) })
      }),
    end() {
      isOver = true
    },
  }
}

function requireRun(run: Record<string, unknown>): void {
  for (const [path, entry] of Object.entries(run)) {
    if (runSchema.safeParse({ [path]: entry }).success) continue
    const requirement = `what onProgress got as run, whose ${path} is not ${describeValue(entry)}`
    throw new StepOptionError({ option: 'run', requirement })
  }
}

/** Forgets a transaction that reverted or was replaced, so that a later run sends it again, and throws. */
export async function forget(
  runner: Runner,
  planned: Planned,
  error: unknown,
  isLost = error instanceof StepTransactionError,
): Promise<never> {
  if (isLost || error instanceof StepTransactionError) {
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
