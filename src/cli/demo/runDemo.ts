import { type StartMockServiceOptions, startMockService } from '../../mock/index.js'
import { type Demo, openDemo } from './openDemo.js'
import { showPublicService } from './publicService.js'
import type { Report } from './report.js'
import { showSpecification } from './specification.js'

/** Runs the demo: first on a service like the public one, then on one as specified. */
export async function runDemo(report: Report): Promise<void> {
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
