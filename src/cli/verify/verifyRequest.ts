import type { Address, Hex } from 'viem'
import { verifyAttestation } from '../../attestation/verifyAttestation.js'
import { toBytes } from '../../format/values.js'
import type { ServiceProfile } from '../../profile/types.js'
import { UsageError } from '../errors.js'
import { readAddressOption, readSolverOption, readUrlOption } from '../options.js'
import { printable } from '../output.js'
import { fetchAttestation } from './fetchAttestation.js'
import type { Verification } from './verification.js'

export type VerifyRequestOptions = {
  url?: string
  /** Who is trusted, in the place of the profile's solver. */
  solver?: string[]
  rpcUrl?: string
  receiver?: string
}

/**
 * Fetches the attestation of a request, verifies it, and asks the receiver if one is named.
 *
 * - Rule: every option is read before anything is fetched.
 * - Trust: the solvers are the caller's or the profile's, never what the service says of itself.
 *
 * @throws {@link UsageError}, {@link ServiceAnswerError} or {@link UnreachableError}.
 */
export async function verifyRequest(
  id: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<Verification> {
  const requestId = readRequestId(id)
  const url = readServiceUrl(options, profile)
  const trusted = readSolverOption(options.solver, profile)
  const target = readTarget(options)

  const attestation = await fetchAttestation({ profile, url, requestId })
  const { valid, solver, checks } = await verifyAttestation({ attestation, solver: trusted })
  if (!target) return { valid, requestId, attestation, solver, checks }
  const { readReceiver } = await import('./readReceiver.js')
  const onchain = await readReceiver({ ...target, attestation, signer: solver })
  return {
    valid: valid && onchain.checks.every(({ ok }) => ok),
    requestId,
    attestation,
    solver,
    checks,
    onchain,
  }
}

function readRequestId(id: string): Hex {
  const requestId = toBytes(id, [32])
  if (requestId && BigInt(requestId) !== 0n) return requestId
  throw new UsageError(`The request id must be 32 bytes of hex other than zero, found "${printable(id)}".`)
}

function readServiceUrl({ url }: VerifyRequestOptions, { name, baseUrl }: ServiceProfile): string {
  if (url !== undefined) return readUrlOption('--url', url)
  if (baseUrl !== undefined) return readUrlOption('baseUrl of the profile', baseUrl)
  throw new UsageError(`The profile ${printable(name)} has no base URL: say --url.`)
}

function readTarget({
  rpcUrl,
  receiver,
}: VerifyRequestOptions): { rpcUrl: string; receiver: Address } | undefined {
  if (rpcUrl === undefined && receiver === undefined) return undefined
  if (rpcUrl === undefined || receiver === undefined) {
    throw new UsageError('--rpc-url and --receiver go together.')
  }
  return {
    rpcUrl: readUrlOption('--rpc-url', rpcUrl),
    receiver: readAddressOption('--receiver', receiver),
  }
}
