import type { Demo } from './setup.js'
import { attempt, type DemoTransaction } from './transactions.js'

/** Tries one attack, and expects an error. */
export async function tryAttack(
  demo: Demo,
  attack: string,
  expected: string,
  transaction: DemoTransaction,
): Promise<void> {
  const { explained, isReverted } = await attempt(demo.destination, demo.attacker, transaction)
  const error = explained?.name
  demo.report.attack({
    attack,
    expected,
    ...(explained && { error, message: explained.message }),
    refused: isReverted && error === expected,
  })
}
