import type { FastifyInstance } from 'fastify'
import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import * as z from 'zod'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { nonceMappingTypedData } from '../../service/venue/venueTypedData.js'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { hexOf, readInput, textQuery } from '../readInput.js'
import { acceptTransfer } from '../venue/acceptTransfer.js'
import { readVenueInfo } from '../venue/readVenueInfo.js'

/** The venue's answer to an unreadable body. */
const unreadable = 'Failed to deserialize the JSON body into the target type'

/** Registers the venue's own interfaces, which are not the service's. */
export function registerVenue(server: FastifyInstance, context: Pick<MockContext, 'venue' | 'clock'>): void {
  server.post('/venue/info', ({ body }, reply) => {
    const answer = readVenueInfo(body, context)
    if (answer === undefined) return reply.status(422).send(unreadable)
    // Some answers are a JSON string.
    return reply.type('application/json').send(JSON.stringify(answer))
  })
  server.post('/venue/exchange', async ({ body }, reply) => {
    const answer = await acceptTransfer(context.venue, body)
    return answer ? reply.send(answer) : reply.status(422).send(unreadable)
  })
}

/** Registers the route that authorizes a venue transfer. The errors of this operation have only a message. */
export function registerAuthorize(
  server: FastifyInstance,
  context: Pick<MockContext, 'ledger' | 'venue'>,
): void {
  server.post('/authorize', async ({ body, query }, reply) => {
    try {
      await acceptMapping(context, body, query)
    } catch (error) {
      if (!(error instanceof CallerError)) throw error
      return reply.status(400).send({ message: error.message })
    }
    return { message: 'Success' }
  })
}

const { chainId: venueChainId, chainName } = mockProfile.venue

export const mappingBody = z.looseObject({
  type: z.literal('nonce-mapping'),
  walletChainId: z.literal(venueChainId),
  wallet: hexOf(20),
  depositor: hexOf(20),
  nonce: z.int().positive(),
  id: hexOf(32),
  signatureChainId: z.int().positive(),
})

export const signatureQuery = z.looseObject({ signature: hexOf(65, textQuery) })

/**
 * Binds the nonce of a wallet's transfer to its order.
 *
 * The quote's user signs the mapping. A nonce has one order; the same mapping may be sent again.
 *
 * @throws {@link CallerError}
 */
async function acceptMapping(
  { ledger, venue }: Pick<MockContext, 'ledger' | 'venue'>,
  body: unknown,
  query: unknown,
): Promise<void> {
  const reject = (message: string) => new CallerError('UNKNOWN_ERROR', message)
  const { wallet, depositor, id, nonce, signatureChainId } = readInput(mappingBody, body)
  const { signature } = readInput(signatureQuery, query)
  const terms = ledger.findByOrder(id)?.terms
  if (terms?.payment !== 'venue') throw reject(`id: no withdrawal has the order ${id}.`)
  if (!isAddressEqual(wallet, terms.user) || !isAddressEqual(depositor, terms.user)) {
    throw reject(`wallet: the order belongs to ${terms.user}.`)
  }
  const typedData = nonceMappingTypedData(
    { chainId: chainName, wallet, depositor, id, nonce },
    { profile: mockProfile, walletChainId: signatureChainId },
  )
  const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => {
    throw reject('signature: must be a valid ECDSA signature.')
  })
  if (!isAddressEqual(signer, wallet)) throw reject(`signature: must be by ${wallet}.`)
  if (!venue.bindNonce(wallet, nonce, id)) throw reject(`nonce: ${nonce} is bound to another order.`)
}
