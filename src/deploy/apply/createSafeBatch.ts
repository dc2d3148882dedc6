import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import type { PolicyChange } from './planChanges.js'

/** A file of the Safe Transaction Builder. */
export type SafeBatch = {
  version: '1.0'
  chainId: string
  /** Milliseconds since 1970. */
  createdAt: number
  meta: { name: string; description: string; checksum: Hex }
  transactions: SafeTransaction[]
}

type SafeTransaction = {
  to: Address
  value: string
  data: Hex
  contractMethod: null
  contractInputsValues: null
}

export type CreateSafeBatchParameters = {
  chainId: number
  changes: readonly PolicyChange[]
  /** What the app shows. */
  name: string
  /** Milliseconds since 1970; now by default. */
  createdAt?: number
}

/**
 * Writes transactions as a batch for the Safe Transaction Builder, which sends all of them or none.
 *
 * - Rule: each change needs a role: the Safe must hold all of them, or the batch reverts.
 *
 * @param parameters - {@link CreateSafeBatchParameters}
 * @returns The content of the file. {@link SafeBatch}
 *
 * @example
 * import { createSafeBatch } from 'fillproof/deploy'
 *
 * const to = '0x1234567890123456789012345678901234567890'
 * const pause = { step: 'pause', role: 'guardian', to, value: '0', data: '0x8456cb59' } as const
 *
 * const batch = createSafeBatch({ chainId: 8453, changes: [pause], name: 'the receiver', createdAt: 0 })
 * [batch.chainId, batch.meta.description]
 * // ['8453', 'pause']
 */
export function createSafeBatch({
  chainId,
  changes,
  name,
  createdAt = Date.now(),
}: CreateSafeBatchParameters): SafeBatch {
  const meta = { name, description: changes.map(({ step }) => step).join(', ') }
  const transactions = changes.map(
    ({ to, value, data }): SafeTransaction => ({
      to,
      value,
      data,
      contractMethod: null,
      contractInputsValues: null,
    }),
  )
  const batch = { version: '1.0', chainId: String(chainId), createdAt, meta, transactions } as const
  return { ...batch, meta: { ...meta, checksum: hashSafeBatch(batch) } }
}

/**
 * The checksum of a Safe Transaction Builder file, by which the app notices that a file was changed.
 *
 * - Rule: the app leaves the name out, so that a batch can be renamed.
 */
export function hashSafeBatch(batch: { meta: object }): Hex {
  return keccak256(stringToHex(serialize({ ...batch, meta: { ...batch.meta, name: null } })))
}

/** For each object, its sorted keys and then their values. */
function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialize).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = value as Record<string, unknown>
  const keys = Object.keys(fields).sort()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialize(fields[key])},`).join('')}}`
}
