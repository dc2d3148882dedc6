import { type Address, createPublicClient, getAddress, isAddress } from 'viem'
import { toBytes, toText } from '../base/values.js'
import { createServiceClient } from '../client/createServiceClient.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { EvidenceTextError } from '../report/errors.js'
import { parseOrderFile } from '../report/order/givenOrder.js'
import type { ReportEvidenceParameters } from '../report/reportEvidence.js'
import type { ReceiverTarget } from '../report/reportRequest.js'
import { namedProfiles, type ProfileName } from '../service/profile/namedProfiles.js'
import { relayProfile } from '../service/profile/relayProfile.js'
import type { ServiceProfile } from '../service/profile/types.js'
import type { ChainRecord } from '../service/resources/chain.js'
import { byId } from './dom.js'
import { nodePath, originPath, type PageSetup, servicePath, statusHeader } from './pageSetup.js'
import type { Explorer } from './views/values.js'

export type PageConnection = Omit<ReportEvidenceParameters, 'evidence' | 'now'> & { explorer: Explorer }

/** Creates the connection through the server of `fillproof inspect`. */
export function connectCommand(setup: PageSetup): PageConnection {
  const { profile, trusted, layout, hasKey, isServiceNamed, target, given, hasOrigin } = setup
  const { origin } = location
  return {
    ...connectService(profile, `${origin}${servicePath}`, fetchThroughCommand),
    trusted,
    layout,
    hasKey,
    isServiceNamed,
    given: readGiven(given),
    target: target && {
      ...target,
      client: connectNode(`${origin}${nodePath}`, fetchThroughCommand),
      fromBlock: target.fromBlock === undefined ? undefined : BigInt(target.fromBlock),
      originClient: hasOrigin ? connectNode(`${origin}${originPath}`, fetchThroughCommand) : undefined,
    },
  }
}

/** Reads what JSON can't hold: the amounts of terms. */
function readGiven({ terms, inboxTerms, ...given }: PageSetup['given']): PageConnection['given'] {
  if (terms) return parseOrderFile(terms)
  return { ...given, ...(inboxTerms && parseOrderFile({ inboxTerms })) }
}

/** Creates the connection that the fields of the form describe. @throws {@link EvidenceTextError} if a field can't be used. */
export function connectForm(): PageConnection {
  const profile: ServiceProfile = namedProfiles[readField('profile') as ProfileName] ?? relayProfile
  const url = readUrl('service-url', 'The URL of the service')
  const solver = readAddress('solver', 'The solver')
  return {
    ...(url ? connectService(profile, url) : { profile, explorer: noExplorer }),
    trusted: solver ? [solver] : profile.solvers ? [profile.solvers.evm] : [],
    layout: readField('layout') === 'v2' ? 'v2' : 'v1',
    hasKey: false,
    isServiceNamed: url !== undefined,
    given: {},
    target: readTarget(),
  }
}

/** Creates the connection for the examples: the public service's solver is trusted, and nothing is fetched. */
export function connectExample(): PageConnection {
  const { solvers } = relayProfile
  const alone = { layout: 'v1', hasKey: false, isServiceNamed: false, given: {} } as const
  return { profile: relayProfile, trusted: solvers ? [solvers.evm] : [], explorer: noExplorer, ...alone }
}

/**
 * Fetches through the command, and restores the status that the command forwards in a header. Throws the reported reason if there
 * is no answer.
 */
const fetchThroughCommand: typeof fetch = async (...parameters) => {
  const answer = await fetch(...parameters)
  const status = answer.headers.get(statusHeader)
  if (status === null) return answer
  const text = await answer.text()
  if (status === 'fault') throw new TypeError(JSON.parse(text).message)
  return new Response(text || null, { status: Number(status) })
}

const noExplorer: Explorer = () => undefined

function connectService(profile: ServiceProfile, baseUrl: string, fetch?: typeof globalThis.fetch) {
  const options = { profile, baseUrl, fetch }
  const namesClient = createServiceClient({ ...options, retry: { limit: 0 } })
  let chains: readonly ChainRecord[] = []
  // Only hex bytes from the evidence become part of a link, never other text.
  const explorer: Explorer = (chainId, kind, value) => {
    const { explorerUrl, explorerPaths } = chains.find(({ id }) => id === chainId) ?? {}
    const bytes = toBytes(value, [kind === 'tx' ? 32 : 20])
    if (!bytes || explorerPaths || !URL.canParse(toText(explorerUrl) ?? '')) return undefined
    const { protocol, origin, pathname, username } = new URL(explorerUrl as string)
    if (protocol !== 'https:' || username !== '') return undefined
    return `${origin}${pathname.replace(/\/$/, '')}/${kind}/${bytes}`
  }
  return {
    profile,
    client: createServiceClient({ ...options, timeoutMs: 15_000, retry: { limit: 1 } }),
    namesClient: {
      ...namesClient,
      async getChains(...parameters: Parameters<typeof namesClient.getChains>) {
        const answer = await namesClient.getChains(...parameters)
        chains = answer.chains
        return answer
      },
    },
    explorer,
  }
}

function connectNode(url: string, fetchFn?: typeof fetch) {
  return createPublicClient({ transport: nodeHttp(url, { retryCount: 1, timeout: 15_000, fetchFn }) })
}

function readTarget(): ReceiverTarget | undefined {
  const url = readUrl('node-url', 'The URL of the node')
  const origin = readUrl('origin-url', "The URL of the origin's node")
  const receiver = readAddress('receiver', 'The receiver')
  if (url === undefined && receiver === undefined && origin === undefined) return undefined
  if (url === undefined || receiver === undefined) {
    throw new EvidenceTextError('A node and a receiver go together: name both, or neither.')
  }
  return {
    client: connectNode(url),
    receiver,
    originClient: origin === undefined ? undefined : connectNode(origin),
  }
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
