import { type Hex, type LocalAccount, padHex } from 'viem'
import { signAttestation } from '../../protocol/attestation/signAttestation.js'
import type { LedgerAttestation, LedgerRequest } from '../ledger.js'

type Attested = Pick<LedgerRequest, 'id' | 'terms'>

/** Signs layout v1, which covers the sent amount. */
export async function attest({ id, terms }: Attested, account: LocalAccount): Promise<LedgerAttestation> {
  const { origin, destination } = wordsOf(terms)
  const { inputAmount: originAmount } = terms
  const attestation = { requestId: id, ...origin, originAmount, ...destination }
  return {
    requestData: { ...origin, originAmount: originAmount.toString(), ...destination },
    signature: await signAttestation({ attestation, account }),
  }
}

/** Signs layout v2, which covers the received currency and no amount. */
export async function attestV2({ id, terms }: Attested, account: LocalAccount) {
  const { origin, destination } = wordsOf(terms)
  const requestData = { ...origin, ...destination, destinationCurrency: toWord(terms.destinationCurrency) }
  return {
    requestData,
    signature: await signAttestation({ attestation: { requestId: id, ...requestData }, account }),
  }
}

function wordsOf(terms: Attested['terms']) {
  return {
    origin: {
      originChainId: terms.originChainId,
      originUser: toWord(terms.user),
      originCurrency: toWord(terms.originCurrency),
    },
    destination: { destinationChainId: terms.destinationChainId, destinationUser: toWord(terms.recipient) },
  }
}

/** Pads to 32 bytes on the left. The venue's currencies have 16 bytes. */
function toWord(value: Hex): Hex {
  return padHex(value.toLowerCase() as Hex, { size: 32 })
}
