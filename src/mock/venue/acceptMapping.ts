import { type Address, type Hex, isAddressEqual, recoverTypedDataAddress } from 'viem'
import * as z from 'zod'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { nonceMappingTypedData } from '../../service/venue/venueTypedData.js'
import type { MockContext } from '../context.js'
import { ServiceError } from '../http/serviceError.js'

const { chainId: venueChainId, chainName } = mockProfile.venue

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address')

const mappingBody = z.looseObject({
  type: z.literal('nonce-mapping'),
  walletChainId: z.literal(venueChainId),
  wallet: address,
  depositor: address,
  nonce: z.int().positive(),
  id: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be hex of 32 bytes'),
  signatureChainId: z.int().positive(),
})

const signatureText = z.string().regex(/^0x[0-9a-fA-F]{130}$/)

/**
 * Binds the nonce of a wallet's transfer to its order.
 *
 * - Rule: the wallet that the quote was for signs it; a nonce has one order. The same mapping may come again.
 *
 * @throws {@link ServiceError} with what is wrong.
 */
export async function acceptMapping(
  { ledger, venue }: Pick<MockContext, 'ledger' | 'venue'>,
  body: unknown,
  signature: unknown,
): Promise<void> {
  const refuse = (message: string) => new ServiceError('INVALID_REQUEST', message)
  const result = mappingBody.safeParse(body)
  if (!result.success) {
    const [issue] = result.error.issues
    throw refuse(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  if (!signatureText.safeParse(signature).success) throw refuse('signature: must be hex of 65 bytes.')
  const { nonce, signatureChainId } = result.data
  const [wallet, depositor] = [result.data.wallet as Address, result.data.depositor as Address]
  const id = result.data.id as Hex

  const terms = ledger.findByOrder(id)?.terms
  if (terms?.payment !== 'venue') throw refuse(`id: no withdrawal has the order ${id}.`)
  if (!isAddressEqual(wallet, terms.user) || !isAddressEqual(depositor, terms.user)) {
    throw refuse(`wallet: the order is of ${terms.user}.`)
  }
  const typedData = nonceMappingTypedData(
    { chainId: chainName, wallet, depositor, id, nonce },
    { profile: mockProfile, walletChainId: signatureChainId },
  )
  const signer = await recoverTypedDataAddress({ ...typedData, signature: signature as Hex }).catch(() => {
    throw refuse('signature: it is none.')
  })
  if (!isAddressEqual(signer, wallet)) throw refuse(`signature: it is not one of ${wallet}.`)
  if (!venue.bindNonce(wallet, nonce, id)) throw refuse(`nonce: ${nonce} is bound to another order.`)
}
