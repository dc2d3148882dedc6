import * as z from 'zod'
import { chainId, hexText, resource } from './schema.js'

const addressWord = z.string().regex(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, 'must be hex of 20 or 32 bytes')

export const attestationRecordSchema = resource({
  requestData: resource({
    originChainId: chainId,
    /** 32 bytes, an address left-padded; the public service gives 20. */
    originUser: addressWord,
    originCurrency: addressWord,
    /** Smallest unit; of layout v1. */
    originAmount: z
      .string()
      .regex(/^(0|[1-9]\d*)$/, 'must be a whole number in decimal, as a string')
      .optional(),
    destinationChainId: chainId,
    destinationUser: addressWord,
    /** Of layout v2. */
    destinationCurrency: addressWord.optional(),
    /** Not signed. */
    originTransferDestination: z.string().nullish(),
  }),
  /** The solver's, over the words of `requestData` and the request's id. */
  signature: hexText,
})

/** What GET /requests/{requestId}/signature answers, in either layout. Nothing of it is verified. */
export type AttestationRecord = z.output<typeof attestationRecordSchema>
