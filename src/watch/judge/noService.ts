import type { AskedService } from './parameters.js'

/**
 * The answers for a check by the chain alone. Like a service that has ended attestations, they say nothing about the request, so
 * the accepted evidence stands for what the service would attest.
 */
export const noService: AskedService = {
  readAttestation: async () => ({ problem: 'no service is asked', silent: 'notAsked' }),
  findRequest: async () => ({ value: null }),
}
