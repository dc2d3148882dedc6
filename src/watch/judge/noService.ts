import type { AskedService } from './parameters.js'

export const notAsked = 'no service is asked'

/**
 * The answers for a check by the chain alone. Like a service that has ended attestations, they say nothing about the request, so
 * the accepted evidence stands for what the service would attest.
 */
export const noService: AskedService = {
  readAttestation: async () => ({ problem: notAsked, isRetired: true }),
  findRequest: async () => ({ value: null }),
}
