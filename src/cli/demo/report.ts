import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { formatOk } from '../output.js'

/** A line of a step; amounts are in the smallest unit. */
type Fact = { name: string; value: string }

type DemoStep = { number: number; title: string; facts: Fact[] }

type GasRow = { step: string; chain: string; gasUsed: bigint }

export type DemoAttack = {
  attack: string
  /** The expected error. */
  expected: string
  /** The error's name; absent when nothing was refused. */
  error?: string
  message?: string
  refused: boolean
}

/** What `demo --json` prints. */
export type DemoResult = {
  ok: boolean
  seconds: number
  steps: DemoStep[]
  attacks: DemoAttack[]
  gas: GasRow[]
  /** What did not match its expectation. */
  differences: string[]
}

export type Report = ReturnType<typeof createReport>

/** Collects the demo's results, and writes each line as it happens. */
export function createReport(write: (line: string) => void) {
  const startedMs = performance.now()
  const steps: DemoStep[] = []
  const attacks: DemoAttack[] = []
  const gas: GasRow[] = []
  const differences: string[] = []

  return {
    /** Begins a part of several steps. */
    part(title: string): void {
      write(`\n${colors.bold(title)}`)
    },

    step(title: string): void {
      const number = steps.length + 1
      steps.push({ number, title, facts: [] })
      write(`\n${colors.bold(`${number}.`)} ${title}`)
    },

    /** Reports a value. */
    fact(name: string, value: unknown): void {
      steps.at(-1)?.facts.push({ name, value: String(value) })
      write(`   ${colors.dim(`${name}:`)} ${value}`)
    },

    /** Reports whether an expectation was met. */
    expect(name: string, ok: boolean, value: unknown = ok ? 'yes' : 'no'): void {
      steps.at(-1)?.facts.push({ name, value: String(value) })
      if (!ok) differences.push(`step ${steps.length}: ${name}: ${value}`)
      write(`   ${formatOk(ok)} ${name}: ${value}`)
    },

    gas(step: string, chain: string, gasUsed: bigint): void {
      gas.push({ step, chain, gasUsed })
      this.fact(`gas of ${step}`, gasUsed)
    },

    attack(attack: DemoAttack): void {
      attacks.push(attack)
      const { expected, error = 'nothing', message = 'It was not refused.', refused } = attack
      steps.at(-1)?.facts.push({ name: error, value: message })
      if (!refused) differences.push(`${attack.attack}: expected ${expected}, found ${error}`)
      write(`   ${formatOk(refused)} ${colors.yellow(error)}: ${message}`)
    },

    /** Reports a failure outside of a step. */
    differ(difference: string): void {
      differences.push(difference)
    },

    finish(): DemoResult {
      const seconds = Math.round(performance.now() - startedMs) / 1000
      return { ok: differences.length === 0, seconds, steps, attacks, gas, differences }
    },
  }
}

/** The gas table, the totals, and what differed. */
export function describeResult({ ok, seconds, steps, attacks, gas, differences }: DemoResult): string {
  const total = gas.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  const refused = attacks.filter((attack) => attack.refused).length
  return [
    '',
    formatTable(
      ['onchain step', 'chain', 'gas'],
      gas.map(({ step, chain, gasUsed }) => [step, chain, String(gasUsed)]),
    ),
    `${steps.length} steps, ${gas.length} transactions with ${total} gas, ` +
      `${refused} of ${attacks.length} attacks refused, ${seconds.toFixed(1)} s.`,
    ...differences.map((difference) => `${colors.red('differs')}: ${difference}`),
    ok
      ? colors.green('Every step matched its expectation.')
      : colors.red('Not every step matched its expectation.'),
  ].join('\n')
}
