import type { Hash, Hex } from 'viem'
import * as z from 'zod'
import { createTurns } from '../../base/createTurns.js'
import { describeValue } from '../../base/describeValue.js'
import { isApproval } from '../../rules/paysFor/stepRules.js'
import { StepOptionError, StepPendingError, StepTransactionError } from '../../service/steps/errors.js'
import type { ItemRun, StepEvent, StepProgress, StepRun } from '../../service/steps/types.js'

type Place = { path: string }
type Planned = Place & { step: { id: string } }

/** A run of a quote's steps: what was done of each item, and who is told of it. */
export type Runner = {
  /** A copy. */
  readonly run: StepRun
  of(planned: Place): ItemRun | undefined
  /** Without an entry the item is forgotten, and may be asked for again. The items of a batch change together. */
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
    batch: z.string().optional(),
  }),
)

/**
 * Begins a run of a plan, or goes on with one.
 *
 * - Rule: once the run is over, a late answer of a wallet is told of the plan's last item alone, and takes nothing away: a later
 *   run may have gone on, and a caller who stores the older one would send again.
 * - Rule: an approval that was asked for is asked for again, as two take nothing; that of a batch only with its payment.
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
  for (const { path, step } of plan) {
    const { state, batch } = run[path] ?? {}
    const isOpen = batch ? !run[last!.path] : state === 'asked'
    if (isApproval(step) && isOpen) delete run[path]
  }
  let isOver = false
  const takeTurn = createTurns()
  return {
    get run() {
      return structuredClone(run)
    },
    of: ({ path }) => run[path],
    set({ path }, entry) {
      const batch = run[path]?.batch
      const together = Object.keys(run).filter((other) => batch !== undefined && run[other]!.batch === batch)
      for (const place of new Set([path, ...together])) {
        if (entry) run[place] = entry
        else if (!isOver) delete run[place]
      }
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

/** Says that what was sent is not seen within the time, by what the wallet returned. */
export function toPending(
  runner: Runner,
  planned: Place & { step: { id: string; requestId?: Hex | null | undefined } },
  { timeoutMs, cause }: { timeoutMs: number; cause?: unknown },
): StepPendingError {
  const { id: step, requestId = null } = planned.step
  const { batch, txHash = '0x' } = runner.of(planned) ?? {}
  return new StepPendingError({ step, txHash: batch ?? txHash, requestId, timeoutMs, cause })
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
  return [...new Set(Object.values(run).flatMap(({ txHash }) => (isHash(txHash) ? txHash : [])))]
}

/** Whether a node can be asked for it. A wallet may return an id of its own, or nothing (`0x`). */
export function isHash(txHash: string | undefined): txHash is Hash {
  return txHash?.length === 66
}
