import type { TypedData, TypedDataDefinition, TypedDataDomain } from 'viem'

/** The typed data of a signature step, as the service writes it. */
export type QuotedTypedData = {
  domain: TypedDataDomain
  types: TypedData
  primaryType: string
  value: Record<string, unknown>
}

/** Returns the typed data of a signature step in viem's form. */
export function toTypedData({ domain, types, primaryType, value }: QuotedTypedData): TypedDataDefinition {
  return { domain, types, primaryType, message: value }
}
