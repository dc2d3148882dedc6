import { FillproofError } from '../../base/FillproofError.js'
import { type StartMockServiceOptions, startMockService } from '../../mock/index.js'
import { type Demo, openDemo } from '../demo/openDemo.js'
import { showPublicService } from '../demo/publicService.js'
import { createReport, describeGas, describeParts, describeResult, type Report } from '../demo/report.js'
import { showSpecification } from '../demo/specification.js'
import { exitStatusOf } from '../exitStatus.js'
import { explainSystemError } from '../explainSystemError.js'
import { type GlobalOptions, requireMockProfile } from '../options.js'
import { print, printJson, warn } from '../output.js'

/** Prints the observations of every step as they happen. */
export type DemoOptions = { verbose?: boolean | undefined }

/** Runs the demo, and returns the exit status: 0 if every step matched its expectation. */
export async function demo(options: GlobalOptions, { verbose }: DemoOptions): Promise<number> {
  requireMockProfile('demo', options)
  const report = createReport(verbose ? (options.json ? warn : print) : () => {})
  warn('Starting two chains …')
  try {
    await runDemo(report)
  } catch (thrown) {
    const error = explainSystemError(thrown)
    if (process.env.FILLPROOF_DEBUG || isOfMachine(error)) throw error
    report.differ(error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error))
  }
  const result = report.finish()
  if (options.json) printJson(result)
  else if (verbose) print(`${describeGas(result)}\n${describeResult(result)}`)
  else print(`${describeResult(result)}\n${describeParts(report.parts, result)}`)
  return result.ok ? 0 : 1
}

/** Returns whether the error is a fault of the machine, such as a full disk. Such a fault says nothing about the contracts. */
function isOfMachine(error: unknown): boolean {
  return error instanceof FillproofError && exitStatusOf(error) !== 1
}

/** Runs the demo: first on a mock that behaves like the public service, then on one that follows the specification. */
async function runDemo(report: Report): Promise<void> {
  await run(report, { idForm: 'public' }, showPublicService)
  await run(report, {}, showSpecification)
}

async function run(
  report: Report,
  options: StartMockServiceOptions,
  show: (demo: Demo) => Promise<void>,
): Promise<void> {
  const mock = await startMockService(options)
  try {
    await show(openDemo(mock, report))
  } finally {
    await mock.close()
  }
}
