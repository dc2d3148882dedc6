import { type Hex, keccak256, stringToHex } from 'viem'

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
