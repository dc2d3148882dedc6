import type { Hash, PublicClient } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { formatOk } from '../output.js'
import { widthOfScreen, wrapWords } from '../wrapWords.js'

/** A line of a step. Amounts are in the smallest unit. */
type Fact = { name: string; value: string }

type DemoStep = { number: number; title: string; facts: Fact[] }

type Chain = Pick<PublicClient, 'getTransactionReceipt'> & { chain: { name: string } }

type GasRow = { step: string; chain: string; gasUsed: bigint }

export type DemoAttack = {
  attack: string
  /** The expected error. */
  expected: string
  /** The error's name. Absent if nothing was refused. */
  error?: string
  message?: string
  refused: boolean
}

/** The output of `demo --json`. */
export type DemoResult = {
  ok: boolean
  seconds: number
  steps: DemoStep[]
  attacks: DemoAttack[]
  gas: GasRow[]
  differences: string[]
}

type Part = { title: string; steps: DemoStep[]; attacks: DemoAttack[] }

export type Report = ReturnType<typeof createReport>

/** Collects the demo's results, and writes each line as it happens. */
export function createReport(write: (line: string) => void) {
  const startedMs = performance.now()
  const parts: Part[] = []
  const steps: DemoStep[] = []
  const attacks: DemoAttack[] = []
  const gas: GasRow[] = []
  const differences: string[] = []

  return {
    /** Begins a part of several steps. */
    part(title: string): void {
      parts.push({ title, steps: [], attacks: [] })
      write(`\n${colors.bold(title)}`)
    },

    step(title: string): void {
      const number = steps.length + 1
      const step = { number, title, facts: [] }
      steps.push(step)
      parts.at(-1)?.steps.push(step)
      write(`\n${colors.bold(`${number}.`)} ${title}`)
    },

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

    /** Reports the gas of a mined transaction. */
    async gas(step: string, wallet: Chain, hash: string | undefined): Promise<void> {
      const { gasUsed } = await wallet.getTransactionReceipt({ hash: hash as Hash })
      gas.push({ step, chain: wallet.chain.name, gasUsed })
      this.fact(`gas of ${step}`, formatCount(gasUsed))
    },

    attack(attack: DemoAttack): void {
      attacks.push(attack)
      const part = parts.at(-1)
      part?.attacks.push(attack)
      if (part?.steps.at(-1) === steps.at(-1)) part?.steps.pop()
      const { expected, error = 'nothing', message = 'It was not refused.', refused } = attack
      steps.at(-1)?.facts.push({ name: error, value: message })
      if (!refused) differences.push(`${attack.attack}: expected ${expected}, found ${error}`)
      write(`   ${formatOk(refused)} ${colors.yellow(error)}: ${message}`)
    },

    /** Reports a failure outside of a step. */
    differ(difference: string): void {
      differences.push(difference)
    },

    parts,

    finish(): DemoResult {
      const seconds = Math.round(performance.now() - startedMs) / 1000
      return { ok: differences.length === 0, seconds, steps, attacks, gas, differences }
    },
  }
}

export function describeResult({ ok, seconds, steps, attacks, gas, differences }: DemoResult): string {
  const total = gas.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return [
    `${steps.length} steps, ${gas.length} transactions with ${formatCount(total)} gas, ` +
      `${countRefused(attacks)} attacks refused, ${seconds.toFixed(1)} s.`,
    ...differences.map((difference) => `${colors.red('differs')}: ${difference}`),
    ok
      ? colors.green('Every step matched its expectation.')
      : colors.red('Not every step matched its expectation.'),
  ].join('\n')
}

export function describeGas({ gas }: DemoResult): string {
  const rows = gas.map(({ step, chain, gasUsed }) => [step, chain, formatCount(gasUsed)])
  return `\n${formatTable(['onchain step', 'chain', 'gas'], rows)}`
}

/** Formats one line for each step that is not an attack, and one for the attacks of a part. */
export function describeParts(parts: readonly Part[], { differences }: DemoResult): string {
  const width = widthOfScreen(process.stdout)
  const lines = parts.flatMap(({ title, steps, attacks }) => {
    const errors = [...new Set(attacks.map(({ error = 'nothing' }) => error))].join(', ')
    const isRefused = attacks.every(({ refused }) => refused)
    return [
      colors.bold(title),
      ...steps.map((step) => `  ${formatOk(!differences.some(isOf(step)))} ${step.title}`),
      ...(attacks.length > 0
        ? [wrapWords(`  ${formatOk(isRefused)} ${countRefused(attacks)} attacks refused: ${errors}`, width)]
        : []),
    ]
  })
  return ['', ...lines].join('\n')
}

const isOf =
  ({ number }: DemoStep) =>
  (difference: string) =>
    difference.startsWith(`step ${number}:`)

const countRefused = (attacks: readonly DemoAttack[]) =>
  `${attacks.filter(({ refused }) => refused).length} of ${attacks.length}`
