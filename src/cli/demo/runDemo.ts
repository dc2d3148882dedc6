import { showAttacks, showExpired } from './attacks.js'
import { showNativeFill, showTokenFill } from './authorisedFills.js'
import { showDirectFill } from './directFill.js'
import { showKnownAnswer } from './knownAnswer.js'
import { publishedAttestation } from './publishedAttestation.js'
import { deploySecondReceiver } from './secondReceiver.js'
import type { Demo } from './setup.js'
import { showSquatting } from './squatting.js'

/** Plays every part, in order. */
export async function runDemo(demo: Demo): Promise<void> {
  const payment = await showNativeFill(demo)
  await showTokenFill(demo)
  const paid = await showDirectFill(demo)
  const otherReceiver = await deploySecondReceiver(demo, publishedAttestation.signer)
  await showAttacks(demo, { paid, payment, otherReceiver })
  await showSquatting(demo)
  await showExpired(demo)
  await showKnownAnswer(demo, { proof: paid.proof, trusting: otherReceiver })
}
