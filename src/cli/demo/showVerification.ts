import { verifyAttestation } from '../../attestation/verifyAttestation.js'
import type { Payment } from '../../contract/index.js'
import type { Evidence, Quote } from './service.js'
import { type Demo, readTime } from './setup.js'

/** Verifies an attestation offchain, with all that the user expects of it, and shows every check. */
export async function showVerification(
  demo: Demo,
  { attestation, orderData }: Evidence,
  { payment, quote }: { payment: Payment; quote: Quote },
): Promise<void> {
  const { valid, checks } = await verifyAttestation({
    attestation,
    solver: demo.mock.solver,
    expected: {
      originChainId: demo.origin.id,
      originUser: demo.user.address,
      originCurrency: payment.originCurrency,
      originAmount: BigInt(quote.details.currencyIn.amount),
      destinationChainId: demo.destination.id,
      destinationUser: demo.recipient.address,
      orderData,
      now: await readTime(demo.destination),
    },
  })
  for (const { name, ok, actual, message } of checks)
    demo.report.expect(name, ok, message ?? actual ?? 'well formed')
  demo.report.expect('valid', valid)
}
