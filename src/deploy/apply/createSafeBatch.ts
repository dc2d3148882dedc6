import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeFunctionData,
  type Hex,
  keccak256,
  slice,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { readOptions } from '../readOptions.js'
import type { PolicyChange } from './planChanges.js'

/** A file of the Safe Transaction Builder. */
export type SafeBatch = {
  version: '1.0'
  chainId: string
  /** Unix milliseconds. */
  createdAt: number
  meta: { name: string; description: string; checksum: Hex }
  transactions: SafeTransaction[]
}

type SafeTransaction = {
  to: Address
  value: string
  /** The calldata, which the app sends unchanged. The other fields describe it to reviewers of the file. */
  data: Hex
  contractMethod: { inputs: readonly AbiParameter[]; name: string; payable: boolean } | null
  /** The arguments by parameter name. A struct is a JSON list. */
  contractInputsValues: Record<string, string> | null
}

export type CreateSafeBatchParameters = {
  chainId: number
  changes: readonly PolicyChange[]
  /** The name that the app shows. */
  name: string
  /** Unix milliseconds. Defaults to now. */
  createdAt?: number
}

/**
 * Writes transactions as a batch for the Safe Transaction Builder, which sends all of them or none.
 *
 * Each change needs a role. The Safe must hold all of these roles, or the batch reverts.
 *
 * @returns The content of the file. {@link SafeBatch}
 *
 * @example
 * import { createSafeBatch } from 'fillproof/deploy'
 *
 * const to = '0x1234567890123456789012345678901234567890'
 * const pause = { step: 'pause', role: 'guardian', to, value: '0', data: '0x8456cb59' } as const
 *
 * const batch = createSafeBatch({ chainId: 8453, changes: [pause], name: 'the receiver', createdAt: 0 })
 * [batch.chainId, batch.transactions[0].contractMethod.name]
 * // ['8453', 'pause']
 */
export function createSafeBatch(parameters: CreateSafeBatchParameters): SafeBatch {
  readOptions(parameters, 'chainId', 'changes', 'name')
  const { chainId, changes, name, createdAt = Date.now() } = parameters
  const meta = { name, description: changes.map(({ step }) => step).join(', ') }
  const transactions = changes.map(
    ({ to, value, data }): SafeTransaction => ({ to, value, data, ...describeCall(data) }),
  )
  const batch = { version: '1.0', chainId: String(chainId), createdAt, meta, transactions } as const
  return { ...batch, meta: { ...meta, checksum: hashSafeBatch(batch) } }
}

const methods: readonly AbiFunction[] = [...attestedOrderReceiverAbi, ...paymentGuardAbi].filter(
  ({ type }) => type === 'function',
) as AbiFunction[]

/** Returns the method and the arguments of a call, by name. */
function describeCall(data: Hex): Pick<SafeTransaction, 'contractMethod' | 'contractInputsValues'> {
  const method = methods.find((known) => toFunctionSelector(known) === slice(data, 0, 4))
  if (!method) return { contractMethod: null, contractInputsValues: null }
  const { inputs, name, stateMutability } = method
  const { args = [] } = decodeFunctionData({ abi: [method], data })
  return {
    contractMethod: { inputs, name, payable: stateMutability === 'payable' },
    contractInputsValues: Object.fromEntries(
      inputs.map(({ name: input = '' }, index) => [input, describeArgument(args[index])]),
    ),
  }
}

/** Formats an argument. The app reads every value as text, and a struct as a list of its members. */
function describeArgument(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(Object.values(value).map((member) => String(member)))
}

/**
 * Computes the checksum of a Safe Transaction Builder file. The app uses it to detect changes to the file.
 *
 * The checksum omits the name, as in the app, so that a batch can be renamed.
 */
export function hashSafeBatch(batch: { meta: object }): Hex {
  return keccak256(stringToHex(serialize({ ...batch, meta: { ...batch.meta, name: null } })))
}

/** Serializes a value. An object becomes the list of its sorted keys, followed by the values in that order. */
function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialize).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = value as Record<string, unknown>
  const keys = Object.keys(fields).sort()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialize(fields[key])},`).join('')}}`
}
