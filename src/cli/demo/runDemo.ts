import { type StartMockServiceOptions, startMockService } from '../../mock/index.js'
import { showDirectFill } from './directFill.js'
import { showFillAttacks } from './fillAttacks.js'
import { showKnownAnswer } from './knownAnswer.js'
import { showPublicService } from './publicService.js'
import { publishedAttestation } from './publishedAttestation.js'
import type { Report } from './report.js'
import { deploySecondReceiver } from './secondReceiver.js'
import { createDemo, type Demo } from './setup.js'

/** Runs every part: first on a service like the public one, then on one as specified. */
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
    await show(createDemo(mock, report))
  } finally {
    await mock.close()
  }
}

/** Request ids are order ids, and the solver attests them. */
async function showSpecification(demo: Demo): Promise<void> {
  const paid = await showDirectFill(demo)
  const otherReceiver = await deploySecondReceiver(demo, publishedAttestation.signer)
  await showFillAttacks(demo, { paid, otherReceiver })
  await showKnownAnswer(demo, { orderData: paid.orderData, trusting: otherReceiver })
}
