import { type Address, createPublicClient, getAddress, isAddress } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import type { ServiceClient } from '../../client/serviceClient.js'
import { nodeHttp } from '../../contract/rpc/nodeHttp.js'
import { namedProfiles, type ProfileName } from '../../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { EvidenceTextError } from '../errors.js'
import type { InspectEvidenceParameters } from '../inspectEvidence.js'
import type { ReceiverTarget } from '../inspectRequest.js'
import { parseOrderFile } from '../order/givenOrder.js'
import { nodePath, type PageSetup, servicePath } from '../pageSetup.js'
import { byId } from './dom.js'
import { fetchThroughCommand } from './fetchThroughCommand.js'

export type PageConnection = Omit<InspectEvidenceParameters, 'evidence' | 'now'>

/** The connection through `fillproof inspect`. */
export function connectCommand(setup: PageSetup): PageConnection {
  const { profile, trusted, layout, hasKey, isServiceNamed, target, given } = setup
  const { origin } = location
  return {
    ...connectService(profile, `${origin}${servicePath}`, fetchThroughCommand),
    trusted,
    layout,
    hasKey,
    isServiceNamed,
    given: given.terms ? parseOrderFile(given.terms) : { ...given, terms: undefined },
    target: target && {
      ...target,
      client: connectNode(`${origin}${nodePath}`, fetchThroughCommand),
      fromBlock: target.fromBlock === undefined ? undefined : BigInt(target.fromBlock),
    },
  }
}

/** The connection that the form names. @throws {@link EvidenceTextError} on a field that can't be used. */
export function connectForm(): PageConnection {
  const profile: ServiceProfile = namedProfiles[readField('profile') as ProfileName]
  const url = readUrl('service-url', 'The URL of the service')
  const solver = readAddress('solver', 'The solver')
  return {
    ...(url ? connectService(profile, url) : { profile }),
    trusted: solver ? [solver] : profile.solvers ? [profile.solvers.evm] : [],
    layout: readField('layout') === 'v2' ? 'v2' : 'v1',
    hasKey: false,
    isServiceNamed: url !== undefined,
    given: {},
    target: readTarget(),
  }
}

function connectService(
  profile: ServiceProfile,
  baseUrl: string,
  fetch?: typeof globalThis.fetch,
): { profile: ServiceProfile; client: ServiceClient; namesClient: ServiceClient } {
  const options = { profile, baseUrl, fetch }
  return {
    profile,
    client: createServiceClient({ ...options, timeoutMs: 15_000, retry: { limit: 1 } }),
    namesClient: createServiceClient({ ...options, retry: { limit: 0 } }),
  }
}

function connectNode(url: string, fetchFn?: typeof fetch) {
  return createPublicClient({ transport: nodeHttp(url, { retryCount: 1, timeout: 15_000, fetchFn }) })
}

function readTarget(): ReceiverTarget | undefined {
  const url = readUrl('node-url', 'The URL of the node')
  const receiver = readAddress('receiver', 'The receiver')
  if (url === undefined && receiver === undefined) return undefined
  if (url === undefined || receiver === undefined) {
    throw new EvidenceTextError('A node and a receiver go together: name both, or neither.')
  }
  return { client: connectNode(url), receiver }
}

function readField(id: string): string {
  return byId<HTMLInputElement | HTMLSelectElement>(id).value.trim()
}

function readUrl(id: string, name: string): string | undefined {
  const value = readField(id)
  if (value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password) {
    return value.replace(/\/+$/, '')
  }
  throw new EvidenceTextError(`${name} must begin with http:// or https://, without user name or password.`)
}

function readAddress(id: string, name: string): Address | undefined {
  const value = readField(id)
  if (value === '') return undefined
  if (isAddress(value)) return getAddress(value)
  throw new EvidenceTextError(`${name} must be an address with a valid checksum, or in lower case.`)
}
