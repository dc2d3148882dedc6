import type { Hash, Hex } from 'viem'
import * as z from 'zod'
import { createTurns } from '../../base/createTurns.js'
import { describeValue } from '../../base/describeValue.js'
import { isApproval } from '../../rules/paysFor/stepRules.js'
import { StepOptionError, StepPendingError, StepTransactionError } from '../../service/steps/errors.js'
import type { ItemRun, StepEvent, StepProgress, StepRun } from '../../service/steps/types.js'

type Place = { path: string }
type Planned = Place & { step: { id: string } }

/** A run of a quote's steps: records each item's progress, and reports it to the caller. */
export type Runner = {
  /** A copy. */
  readonly run: StepRun
  of(planned: Place): ItemRun | undefined
  /**
   * Sets an item's progress. Without an entry, the item is forgotten and may be requested again. The items of a batch change
   * together.
   */
  set(planned: Place, entry: ItemRun | undefined): void
  /** Reports to the caller, one event at a time, since a caller may store each before the next. */
  report(event: StepEvent): Promise<void>
  /** Marks the run as over, so that later reports do not overwrite a later run's stored progress. */
  end(): void
}

/** The `run` that `onProgress` receives. */
export const runSchema = z.record(
  z.string(),
  z.object({
    state: z.enum(['asked', 'sent', 'posted', 'done'] satisfies ItemRun['state'][]),
    txHash: z.templateLiteral(['0x', z.string()]).optional(),
    batch: z.string().optional(),
  }),
)

/**
 * Begins or resumes a run of a plan.
 *
 * - After its end, the run reports only one thing: the wallet's late answer about the plan's last item. It also removes no
 *   progress. A later run may have continued from this progress. If the caller then stored this older run and resumed it, items
 *   would be sent twice.
 * - Requests an approval again if it has no answer, since a second approval is harmless. In a batch, an approval is requested
 *   again only together with its payment.
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
    const requirement = `the run that onProgress received, in which ${path} is not ${describeValue(entry)}`
    throw new StepOptionError({ option: 'run', requirement })
  }
}

/** Creates the error for a transaction that was not seen in time, with the wallet's answer. */
export function toPending(
  runner: Runner,
  planned: Place & { step: { id: string; requestId?: Hex | null | undefined } },
  { timeoutMs, cause }: { timeoutMs: number; cause?: unknown },
): StepPendingError {
  const { id: step, requestId = null } = planned.step
  const { batch, txHash = '0x' } = runner.of(planned) ?? {}
  return new StepPendingError({ step, txHash: batch ?? txHash, requestId, timeoutMs, cause })
}

/** Forgets a transaction that reverted or was replaced, so that a later run sends it again, and throws the error. */
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

/** The transactions that a run sent, without wallet answers that are not hashes. */
export function hashesOf(run: StepRun): Hash[] {
  return [...new Set(Object.values(run).flatMap(({ txHash }) => (isHash(txHash) ? txHash : [])))]
}

/** Whether a node can look the hash up. A wallet may return an id of its own, or nothing (`0x`). */
export function isHash(txHash: string | undefined): txHash is Hash {
  return txHash?.length === 66
}
