import { pad, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import { type Claims, recover } from './readClaims.js'
import type { Way } from './readWay.js'
import type { FillInspection } from './startInspection.js'
import { toField } from './words.js'

/** Checks that a registrar signed the terms, and that its request and its call are no other's. */
export async function checkRegistrar(
  { id, attestation, registered }: Claims,
  { payment }: Way,
  { client, registrarContract, receiver, chainId, fail }: FillInspection,
): Promise<void> {
  if (!registered || !attestation) return
  const { terms } = registered
  if (terms.authorizedCall === '0x' || payment) {
    const digest = await readContract(client, {
      ...registrarContract,
      functionName: 'hashRegisteredTerms',
      args: [attestation, terms],
    })
    const { signer } = await recover(digest, registered.signature)
    const role = await readContract(client, { ...registrarContract, functionName: 'REGISTRAR_ROLE' })
    const isRegistrar =
      signer !== null &&
      (await readContract(client, { ...registrarContract, functionName: 'hasRole', args: [role, signer] }))
    if (!isRegistrar) fail('terms', 'InvalidTermsSignature', digest, signer ?? pad('0x', { size: 20 }))
  }
  if (!payment) return
  const callHash = hashPayment({ chainId, receiver, payment })
  const linked = await readContract(client, {
    ...registrarContract,
    functionName: 'requestOf',
    args: [callHash],
  })
  if (linked !== zeroHash && linked !== id) fail('terms', 'TermsMismatch', toField('requestId'), id, linked)
  const request = linked === zeroHash ? id : linked
  if (await readContract(client, { ...registrarContract, functionName: 'isPaid', args: [request] })) {
    fail('duplicate', 'RequestAlreadyPaid', request)
  }
}
