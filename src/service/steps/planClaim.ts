import type { Hex } from 'viem'
import { findCheckFaults } from '../../rules/paysFor/stepRules.js'
import { stepPathOf } from '../profile/stepPaths.js'
import type { ServiceProfile } from '../profile/types.js'
import { placeOf } from '../quote/normalizeQuote.js'
import type { Quote } from '../resources/quoteV3.js'
import { UnverifiedStepError } from './errors.js'
import { expect, expectEqual, expectNone } from './expect.js'
import { readQuote } from './readQuote.js'
import { statusPathsOf } from './readSteps.js'
import { readSignatureData } from './readTypedData.js'
import type { PlannedItem, Unverifiable } from './types.js'

/**
 * Turns the steps of an app-fee claim into the hash to sign. The hash does not show the claim itself.
 *
 * @throws {@link StepMismatchError}, {@link UnverifiedStepError}
 */
export function planClaim(
  quote: Quote,
  profile: ServiceProfile,
  allowed: readonly Unverifiable[] = [],
): PlannedItem[] {
  const { steps } = readQuote(quote)
  const [step] = steps
  expect(steps.length === 1 && step?.items.length === 1, 'steps', steps, 'exactly one with one item')
  const path = placeOf(step!, 'steps[0]')
  const { data, check } = step!.items[0]!
  expectEqual('steps[0].id', step!.id, 'authorize')
  expectEqual('steps[0].kind', step!.kind, 'signature')
  expectNone(findCheckFaults({ path, check: check?.endpoint }, step!.requestId, statusPathsOf(profile)))
  const { sign, post } = readSignatureData(`${path}.data`, data)
  expectEqual(`${path}.data.sign.signatureKind`, sign.signatureKind, 'eip191')
  const { message } = sign
  expect(/^0x[0-9a-fA-F]{64}$/.test(message), `${path}.data.sign.message`, message, 'a hash of 32 bytes')
  const endpoint = stepPathOf(profile, 'permits')
  expectEqual(`${path}.data.post.endpoint`, post.endpoint, endpoint)
  expectEqual(`${path}.data.post.body.kind`, post.body.kind, 'claim')
  if (!allowed.includes('claim')) {
    throw new UnverifiedStepError({ path, needs: 'claim', reason: 'only the hash of the claim is shown' })
  }
  return [
    {
      kind: 'signature',
      step: step!,
      path,
      message: { raw: message as Hex },
      post: { path: endpoint, body: post.body },
    },
  ]
}
