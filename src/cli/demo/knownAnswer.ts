import { type Address, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { hashAttestation } from '../../attestation/hashAttestation.js'
import { parseAttestation } from '../../attestation/parseAttestation.js'
import { toContractAttestation } from '../../attestation/toContractAttestation.js'
import { verifyAttestation } from '../../attestation/verifyAttestation.js'
import { fillChecks } from '../../contract/fillChecks.js'
import { publishedAttestation } from './publishedAttestation.js'
import { createFill, type Evidence } from './service.js'
import type { Demo } from './setup.js'
import { attempt } from './transactions.js'

const signatureBit = 1n << BigInt(fillChecks.indexOf('signature'))

export type ShowKnownAnswerParameters = {
  /** Any order's proof: the signature is looked at whatever the order says. */
  proof: Evidence['proof']
  /** A receiver that trusts the public service's solver. */
  trusting: Address
}

/** Verifies a real attestation of the public service, in TypeScript and in Solidity. */
export async function showKnownAnswer(
  demo: Demo,
  { proof, trusting }: ShowKnownAnswerParameters,
): Promise<void> {
  const { report, destination } = demo
  const { requestId, requestData, signature, hash, signer, origin } = publishedAttestation
  const attestation = parseAttestation({ requestId, requestData, signature })
  report.part('Known answer: nothing of the mock has a part in this signature')

  report.step(`An attestation ${origin}, verified in TypeScript`)
  report.fact('requestId', requestId)
  const found = hashAttestation(attestation)
  report.expect('hash of the seven words', found === hash, found)
  const { valid, solver } = await verifyAttestation({ attestation, solver: signer })
  report.expect('signed by the public solver', valid, solver)

  report.step('The same one, verified in Solidity')
  if (attestation.layout !== 'v1') throw new Error('The known answer has layout v1.')
  const contractAttestation = toContractAttestation(attestation)
  const fill = createFill(destination.receiver, { contractAttestation, signature, proof }, 0n)
  // A receiver that does not trust the signer says in its error whom it recovered.
  const refused = await attempt(destination, demo.attacker, fill)
  const isRecovered = refused.explained?.name === 'UnknownSolver' && refused.explained.args[0] === signer
  report.expect('recovered by a receiver that trusts only the mock', isRecovered, refused.explained?.args[0])

  const inspect = async (originAmount: bigint): Promise<bigint> => {
    const failed = await destination.client.readContract({
      abi: fillReceiverAbi,
      address: trusting,
      functionName: 'inspectFill',
      args: [{ ...contractAttestation, originAmount }, signature, proof, [], zeroAddress, 0n],
    })
    return failed & signatureBit
  }
  const { originAmount } = contractAttestation
  report.expect('accepted by the signature check of one that trusts it', (await inspect(originAmount)) === 0n)
  report.expect('refused with the amount changed by one', (await inspect(originAmount + 1n)) !== 0n)
}
