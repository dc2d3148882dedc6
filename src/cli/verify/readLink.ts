import type { Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { namedProfiles } from '../../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

/** The transaction or request that a URL names. */
export type Link = {
  hash: Hex
  /** The chain of the explorer. Absent for a page of the service, which shows a request by its id or by any transaction. */
  chainId?: number
}

/** Blockscout's own hosts; viem knows only a few. Source: explorer_defaults of Cyfrin/moccasin, read 2026-11-26. */
const blockscout: Readonly<Record<string, number>> = {
  eth: 1,
  optimism: 10,
  gnosis: 100,
  polygon: 137,
  base: 8453,
  arbitrum: 42161,
  'eth-sepolia': 11155111,
}

/**
 * Reads the URL of a transaction at an explorer (Etherscan's family, Blockscout, and the explorers that viem lists), or
 * of a page of the service. Undefined for other text. Fetches nothing.
 *
 * @throws {@link UsageError} if the URL names no transaction, the explorer or the chain is unknown, or the profile is
 *   for another service or other chains.
 */
export async function readLink(text: string, profile: ServiceProfile): Promise<Link | undefined> {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url) return undefined
  const host = url.host.replace(/^www\./, '')
  const [, path, word] = /^(.*?)\/(?:tx|transaction)\/(0x[0-9a-f]+)(?:\/|$)/i.exec(url.pathname) ?? []
  const hash = toBytes(word, [32])
  if (!hash) {
    throw new UsageError(`The URL of ${printable(host)} has no transaction hash of 32 bytes.`, {
      metaMessages: ['Pass the request id, the hash of the transaction, or the quote.'],
    })
  }
  const place = `${host}${path}`
  const owner = [profile, ...Object.values(namedProfiles)].find(
    ({ transactionPage }) => transactionPage && placeOf(transactionPage) === `${place}/transaction`,
  )
  if (owner && owner.transactionPage === profile.transactionPage) return { hash }
  if (owner)
    throw new UsageError(`${host} is a page of the profile ${owner.name}: pass --profile ${owner.name}.`)
  return { hash, chainId: requireChain(await findChains(place), host, profile) }
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`
}

async function findChains(place: string): Promise<number[]> {
  const [, name = ''] = /^([\w-]+)\.blockscout\.com$/.exec(place) ?? []
  const known = Object.hasOwn(blockscout, name) ? [blockscout[name]!] : []
  const explorers = Object.values(await import('viem/chains')).flatMap(({ id, blockExplorers = {} }) =>
    Object.values(blockExplorers as Record<string, { url: string }>).map(({ url }) => ({ id, url })),
  )
  const found = explorers.filter(({ url }) => placeOf(url) === place).map(({ id }) => id)
  return [...new Set([...known, ...found])]
}

function requireChain(ids: readonly number[], host: string, { name, chains }: ServiceProfile): number {
  const [chainId, ...others] = ids
  if (chainId === undefined || others.length > 0) {
    const why =
      chainId === undefined ? 'is not a known explorer' : `explores several chains: ${ids.join(', ')}`
    throw new UsageError(`${printable(host)} ${why}.`, {
      metaMessages: ['Pass the hash of the transaction in place of its URL.'],
    })
  }
  if (!chains || chains.some(({ id }) => id === chainId)) return chainId
  throw new UsageError(
    `${host} explores chain ${chainId}, which the profile ${printable(name)} does not have.`,
    { metaMessages: ['Pass --profile with the service of the request.'] },
  )
}
