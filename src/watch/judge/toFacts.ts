import { toContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { HappenedFacts } from '../../rules/happened/facts.js'
import { noOrderListed } from '../../service/orders/findOrder.js'
import type { KnownFacts } from './judgeFill.js'
import type { FillPlace } from './parameters.js'
import type { CallFacts, FillFacts } from './readFacts.js'

/** Converts everything that was read about a fill to the facts of the rules. Gives a reason for each fact that is missing. */
export function toFacts(read: FillFacts): KnownFacts {
  const { job, solvers, fill, hashBefore, requestId, evidence, authorizations, otherId } = read
  const { delivery, firstFill, used, otherSigners } = read
  const { why, ...service } = readAttested(read)
  // The accepted evidence, if it attests this request.
  const own = used?.evidence.attestation?.requestId === requestId ? used : undefined
  const deadlines = authorizations.map(({ event }) => event.deadline)
  return {
    facts: {
      chainId: job.chainId,
      fill,
      solvers,
      ...(requestId && { requestId }),
      otherId: otherId ?? null,
      ...(evidence?.terms && { terms: evidence.terms }),
      ...('amount' in delivery && { delivered: delivery.amount }),
      earlierFill: firstFill && isEarlier(firstFill, fill) ? firstFill.transactionHash : null,
      ...(deadlines.length > 0 && { authorizedUntil: Math.max(...deadlines) }),
      ...(used && { accepted: used }),
      ...(otherSigners && { otherSigners }),
      acceptedHash: own?.hash ?? hashBefore,
      ...service,
      ...(service.claim && own?.evidence.attestation && { words: own.evidence.attestation }),
    },
    why: {
      terms: evidence ? unclear : hidden,
      ...('problem' in delivery && { delivered: `the payment: ${delivery.problem}` }),
      ...why,
    },
  }
}

export const hidden = 'the transaction does not show the call: its terms are not known'
const unclear =
  'the order has another form than receivers take, or the transaction shows several: the terms are not known'

/** False only if the transaction shows the fill's call of `payAuthorized`, and no authorization of the call is known. */
export function isAuthorized({ evidence, authorizations, isRemembered }: CallFacts): boolean {
  return evidence?.functionName !== 'payAuthorized' || authorizations.length > 0 || isRemembered
}

export function isEarlier(one: FillPlace, other: FillPlace): boolean {
  return one.blockNumber === other.blockNumber
    ? one.logIndex < other.logIndex
    : one.blockNumber < other.blockNumber
}

/** Reads the facts of the published attestation. If the service has ended attestations, uses the accepted evidence instead. */
function readAttested({
  attested,
  used,
}: FillFacts): Pick<Partial<HappenedFacts>, 'published' | 'claim' | 'words'> & Pick<KnownFacts, 'why'> {
  if (!attested) return {}
  if ('problem' in attested) {
    const { problem, silent } = attested
    if (!silent) return { why: { published: `the attestation: ${problem}` } }
    return { ...(used && { claim: used }), why: { accepted: silent === 'notAsked' ? hidden : noOrderListed } }
  }
  if (attested.value === null) return { published: null }
  const { attestation, hash, signer } = attested.value
  const why = { accepted: 'the transaction does not show which attestation was used' }
  return { published: hash, claim: { hash, signer }, words: toContractAttestation(attestation), why }
}
