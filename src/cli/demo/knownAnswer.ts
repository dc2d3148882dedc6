import { type Address, zeroAddress } from 'viem'
import { inspectFill } from '../../contract/index.js'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import { verifyAttestation } from '../../protocol/attestation/verifyAttestation.js'
import type { OrderData } from '../../protocol/order/types.js'
import { publishedAttestation } from './publishedAttestation.js'
import type { Demo } from './setup.js'
import { attempt, createFill } from './transactions.js'

export type ShowKnownAnswerParameters = {
  /** Any order: the signature check does not depend on it. */
  orderData: OrderData
  /** A receiver that trusts the public service's solver. */
  trusting: Address
}

/** Verifies a real attestation of the public service, in TypeScript and in Solidity. */
export async function showKnownAnswer(
  demo: Demo,
  { orderData, trusting }: ShowKnownAnswerParameters,
): Promise<void> {
  const { report, destination } = demo
  const { requestId, requestData, signature, hash, signer, origin } = publishedAttestation
  const attestation = parseAttestation({ requestId, requestData, signature })
  report.part('Known answer: the mock has no part in this signature')

  report.step(`An attestation ${origin}, verified in TypeScript`)
  report.fact('requestId', requestId)
  const found = hashAttestation(attestation)
  report.expect('hash of the seven words', found === hash, found)
  const { valid, solver } = await verifyAttestation({ attestation, solver: signer })
  report.expect('signed by the public solver', valid, solver)

  report.step('The same one, verified in Solidity')
  if (attestation.layout !== 'v1') throw new Error('The known answer has layout v1.')
  const fill = createFill(destination.receiver, { attestation, orderData }, 0n)
  // The error of a receiver that does not trust the signer contains the signer.
  const refused = await attempt(destination, demo.attacker, fill)
  const isRecovered = refused.explained?.name === 'UnknownSolver' && refused.explained.args[0] === signer
  report.expect('recovered by a receiver that trusts only the mock', isRecovered, refused.explained?.args[0])

  const isRefused = async (originAmount: bigint): Promise<boolean> => {
    const { checks } = await inspectFill(destination.client, {
      receiver: trusting,
      attestation: { ...attestation, originAmount },
      orderData,
      payer: zeroAddress,
      amount: 0n,
    })
    return checks.includes('signature')
  }
  const { originAmount } = attestation
  report.expect('accepted by the signature check of one that trusts it', !(await isRefused(originAmount)))
  report.expect('refused with the amount changed by one', await isRefused(originAmount + 1n))
}
