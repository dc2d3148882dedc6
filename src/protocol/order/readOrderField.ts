// Each function reads one field. It returns the canonical value, or throws an OrderFieldError with the field's path.
import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toBytes, toRecord, toUint32, toUint256 } from '../../base/values.js'
import { type ChainVm, chainVm } from './chainVm.js'
import { OrderFieldError, UnknownChainError } from './errors.js'

/** The encoding of addresses and currencies in orders. */
export type ChainAddresses = {
  /** Undefined if `value` does not have the machine's form. */
  encode: (vm: ChainVm, value: unknown) => Hex | undefined
  /** The machine's form, for error messages. */
  formOf: (vm: ChainVm) => string
}

export const evmForm = 'hex of 20 bytes'

/** The encoding on EVM chains alone. */
export const evmAddresses: ChainAddresses = {
  encode: (_, value) => toBytes(value, [20]),
  formOf: () => evmForm,
}

export const needOrderField = createNeed(OrderFieldError)

export function readOrderRecord(value: unknown, field: string): Record<string, unknown> {
  return needOrderField(toRecord(value), field, value, 'an object')
}

export function readList<item>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => item,
): item[] {
  const list = needOrderField(Array.isArray(value) ? value : undefined, field, value, 'an array')
  return Array.from(list, (item, index) => read(item, `${field}[${index}]`))
}

export function readOrderText(value: unknown, field: string): string {
  return needOrderField(
    typeof value === 'string' && value ? value : undefined,
    field,
    value,
    'a string that is not empty',
  )
}

export function readOrderAmount(value: unknown, field: string): bigint {
  return needOrderField(toUint256(value), field, value, 'a decimal string or a bigint from 0 to 2^256-1')
}

export function readDeadline(value: unknown, field: string): number {
  return needOrderField(toUint32(value), field, value, 'Unix seconds from 0 to 2^32-1')
}

export function readBytes(value: unknown, field: string): Hex {
  return needOrderField(toBytes(value), field, value, 'hex of whole bytes')
}

export function readOrderBytes32(value: unknown, field: string): Hex {
  return needOrderField(toBytes(value, [32]), field, value, 'hex of 32 bytes')
}

export function readEvmAddress(value: unknown, field: string): Hex {
  return needOrderField(toBytes(value, [20]), field, value, evmForm)
}

/** A chain of an order. */
export type OrderChain = { name: string; vm: ChainVm; addresses: ChainAddresses }

/** @param evmChains - Further EVM chains that the caller knows. */
export function readChain(value: unknown, field: string, evmChains?: readonly string[]) {
  const name = readOrderText(value, field)
  const vm = chainVm(name, evmChains)
  if (!vm) throw new UnknownChainError({ field, chainName: name })
  return { name, vm }
}

export function readChainAddress(value: unknown, field: string, { name, vm, addresses }: OrderChain): Hex {
  return needOrderField(
    addresses.encode(vm, value),
    field,
    value,
    `${addresses.formOf(vm)}, as the chain is ${name}`,
  )
}

/** Reads hex of up to 32 bytes, with or without leading zeros. */
export function readSalt(value: unknown, field: string): bigint {
  const fits = typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
  return needOrderField(fits ? BigInt(value) : undefined, field, value, 'hex of up to 32 bytes')
}
