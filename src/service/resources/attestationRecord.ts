import * as z from 'zod'
import { chainId, described, hexText, resource } from './schema.js'

export const attestationRecordSchema = resource({
  requestData: described(
    {
      /** Not signed. */
      originTransferDestination: z.string(),
    },
    {
      originChainId: chainId,
      /** Hex of 20 or 32 bytes, or text in the form of the origin chain. */
      originUser: z.string(),
      originCurrency: z.string(),
      /** Smallest unit. Layout v1 only. */
      originAmount: z
        .string()
        .regex(/^(0|[1-9]\d*)$/, 'must be a whole number in decimal, as a string')
        .nullish()
        .transform((value) => value ?? undefined),
      destinationChainId: chainId,
      destinationUser: z.string(),
      /** Layout v2 only. */
      destinationCurrency: z
        .string()
        .nullish()
        .transform((value) => value ?? undefined),
    },
  ),
  /** The solver's signature over the words of `requestData` and the request's id. */
  signature: hexText,
})

/** The answer of GET /requests/{requestId}/signature, in either layout. No part of it is verified. */
export type AttestationRecord = z.output<typeof attestationRecordSchema>
