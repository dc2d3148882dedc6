import { type Address, getAddress, isAddress } from 'viem'
import type { ServiceProfile } from '../service/profile/types.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'

/** The options that every command takes. */
export type GlobalOptions = {
  profile: string
  /** Whether the option was given. */
  profileGiven: boolean
  json?: boolean
}

/** The options of commands that take addresses. */
export type ChecksumOptions = {
  /** Accepts a wrong checksum. */
  anyChecksum?: boolean
}

/** Reads an address. Refuses a wrong checksum unless `anyChecksum` is set. @throws {@link UsageError} */
export function readAddressOption(
  option: string,
  value: string,
  { anyChecksum = false }: ChecksumOptions = {},
): Address {
  if (!isAddress(value, { strict: false })) {
    // The value may be a private key.
    const found = /[0-9a-f]{64}/i.test(value) ? '32 bytes or more' : `"${printable(value)}"`
    throw new UsageError(`${option} must be an address, 20 bytes of hex, found ${found}.`)
  }
  if (anyChecksum || !/[a-f]/.test(value) || !/[A-F]/.test(value) || isAddress(value))
    return getAddress(value)
  throw new UsageError(`${option} must have a valid checksum, found "${value}".`, {
    metaMessages: ['Compare it with its source. In lower case, it is accepted without a checksum.'],
  })
}

/** Reads the trusted solvers from `--solver`. Defaults to the profile's solver. @throws {@link UsageError} */
export function readSolverOption(
  { solver, anyChecksum }: ChecksumOptions & { solver?: string[] },
  { name, solvers }: ServiceProfile,
): Address[] {
  if (solver !== undefined)
    return solver.map((value) => readAddressOption('--solver', value, { anyChecksum }))
  if (solvers !== undefined) return [solvers.evm]
  throw new UsageError(`The profile ${printable(name)} has no solver: pass --solver.`)
}

/** Reads a URL, without a trailing slash. Messages omit the URL, as it may contain a key. @throws {@link UsageError} */
export function readUrlOption(option: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${option} must be a URL that begins with http:// or https://.`)
  }
  if (url.username || url.password) throw new UsageError(`${option} must have no user name or password.`)
  return value.replace(/\/+$/, '')
}

/** Reads the service's URL from `--url`. Defaults to the profile's URL. @throws {@link UsageError} */
export function readServiceUrl(url: string | undefined, { name, baseUrl }: ServiceProfile): string {
  if (url !== undefined) return readUrlOption('--url', url)
  if (baseUrl !== undefined) return readUrlOption('baseUrl of the profile', baseUrl)
  throw new UsageError(`The profile ${printable(name)} has no base URL: pass --url.`)
}

/** The variable with the service's key. An option would put the key in the process list and the shell's history. */
export const apiKeyVariable = 'FILLPROOF_API_KEY'

/** Reads the service's key, which no message shows. @throws {@link UsageError} */
export function readApiKey(): string | undefined {
  const key = process.env[apiKeyVariable]?.trim()
  if (!key) return undefined
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(`${apiKeyVariable} must be printable ASCII without blanks.`)
}

/** Refuses other profiles for commands that run the mock themselves. @throws {@link UsageError} */
export function requireMockProfile(command: string, { profile, profileGiven }: GlobalOptions): void {
  if (!profileGiven || profile === 'mock') return
  throw new UsageError(`${command} runs the mock service: leave --profile out, or pass --profile mock.`)
}
