import {
  type Abi,
  decodeErrorResult,
  getAddress,
  type Hex,
  hexToString,
  isHex,
  padHex,
  size,
  slice,
  trim,
} from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { receiverFactoryAbi } from '../../generated/abi/receiverFactory.js'
import { receiverAbis } from '../../generated/receiverAbis.js'
import { explainedErrors } from '../../rules/explainedErrors.js'
import type { Explanation } from '../../rules/verdict.js'
import { readOptions } from '../readOptions.js'
import { roleIds } from '../roleIds.js'
import { foreignErrors } from './foreignErrors.js'

export type ExplainRevertOptions = {
  /** The errors of your own contracts. They are looked up after the known errors. */
  abi?: Abi | undefined
}

export type ExplainRevertReturnType = {
  /** The error's name. `Error` and `Panic` are Solidity's own. */
  name: string
  /** The arguments in the order of the ABI. */
  args: readonly unknown[]
  /** One sentence with the values. */
  message: string
  /** How to fix it. */
  remedy: string
} | null

const maxReason = 256
/**
 * A longer reason does not come from a fillproof contract. It is not decoded, since it may contain thousands of nested errors.
 */
const longestReason = 8 * maxReason
/** The most characters of one value in a message. Any contract can revert with the data of a known error. */
const longestValue = 1_000

/** The errors of this package's contracts. */
export const ownErrors = [
  ...(Object.values(receiverAbis) as readonly Abi[]).flat(),
  ...receiverFactoryAbi,
  ...paymentGuardAbi,
].filter(({ type }) => type === 'error') as Abi

/**
 * Explains a revert of a fillproof contract, or of a contract that a fill or a deposit may call, and what to do about it.
 *
 * - Looks up the data among the errors of this package's contracts, Solidity, ERC-20, OpenZeppelin, Permit2, Solady, the
 *   service's contracts, and `abi`. If an error carries another error's data, that data is explained too. Contracts keep at most
 *   256 bytes of that data.
 * - Warning: a selector does not show which contract reverted. The message names the contracts that are known to have a foreign
 *   error. Other contracts may have the same error.
 * - Units: as in the error: amounts in the smallest unit, times in Unix seconds.
 *
 * @param data - The revert data.
 * @param options - {@link ExplainRevertOptions}
 * @returns {@link ExplainRevertReturnType}, null for an unknown error.
 *
 * @example
 * import { explainRevert } from 'fillproof'
 *
 * explainRevert('0x6bdd243600000000000000000000000000000000000000000000000000000000000000650000000000000000000000000000000000000000000000000000000000000064')
 * // { name: 'RequestExpired', args: [101n, 100n], message: 'The deadline 100 had passed at 101.', remedy: 'Get a fresh quote, and ask the service what became of the old request.' }
 */
export function explainRevert(data: Hex, options: ExplainRevertOptions = {}): ExplainRevertReturnType {
  const { abi = [] } = readOptions(options)
  const decoded = decode(data, abi)
  if (!decoded) return null
  const { name, args, inputs, known } = decoded
  if (!known) {
    const values = args.map((value) => describe('', value, abi))
    return {
      name,
      args,
      message: `${name}(${values.join(', ')})`,
      remedy: 'Look up the error in its contract.',
    }
  }
  const message = known.says.replace(/\{(\w+)\}/g, (_, input: string) => {
    return describe(input, args[inputs.indexOf(input)], abi)
  })
  const from = 'from' in known ? `${name}, an error of ${known.from}: ` : ''
  return { name, args, message: from + message, remedy: known.remedy }
}

/** The explanations of foreign errors by the items of their ABI, created at the first use. */
let foreign: Map<Abi[number], Explanation & { from: string }> | undefined

function readForeign(): NonNullable<typeof foreign> {
  const rows = foreignErrors.flatMap(({ name: from, errors }) =>
    Object.entries(errors).map(([signature, explanation]) => {
      const [name = '', list = ''] = signature.slice(0, -1).split('(')
      const inputs = list.split(',').flatMap((input) => {
        const [type, name] = input.split(' ')
        return type ? [{ type, name }] : []
      })
      return [{ type: 'error', name, inputs } as Abi[number], { ...explanation, from }] as const
    }),
  )
  return new Map(rows)
}

function decode(data: Hex, abi: Abi) {
  if (!isHex(data) || data.length < 10) return null
  foreign ??= readForeign()
  for (const candidate of [ownErrors, [...foreign.keys()], abi]) {
    try {
      const { errorName, args = [], abiItem } = decodeErrorResult({ abi: candidate, data })
      const inputs = 'inputs' in abiItem ? abiItem.inputs.map(({ name = '' }) => name) : []
      const known = candidate === ownErrors ? explainedErrors[errorName] : foreign.get(abiItem as Abi[number])
      return { name: errorName, args: args as readonly unknown[], inputs, known }
    } catch {
      // Not an error of this list.
    }
  }
  return null
}

/** A left-padded address. With more zeros, the word may be an amount. */
const paddedAddress = /^0x0{24}(?!0{8})[\da-f]{40}$/i

function describe(input: string, value: unknown, abi: Abi): string {
  if (input === 'field') return show(hexToString(trim(value as Hex, { dir: 'right' })))
  if (input === 'neededRole') {
    return Object.entries(roleIds).find(([, id]) => id === value)?.[0] ?? String(value)
  }
  if (input === 'extraData') return describeFillContract(value as Hex)
  if (paddedAddress.test(String(value))) return getAddress(slice(value as Hex, 12))
  // A word with a small value is a time or an amount.
  if (typeof value === 'string' && /^0x0{48}(?!0{16})/.test(value)) return String(BigInt(value))
  if (input !== 'reason') return show(value)
  const inner = explainReason(value as Hex, { abi })
  return inner ? ` ${inner.message}` : value === '0x' ? '' : ` Its reason: ${show(value)}.`
}

/** Shows a foreign value on one line. */
function show(value: unknown): string {
  return cleanText(String(value).replaceAll('\0', ''), longestValue)
}

/** Describes the fill contract of an order: a left-padded address, or no bytes for none. */
function describeFillContract(extraData: Hex): string {
  if (extraData === '0x') return 'none'
  return /^0x0{24}[0-9a-f]{40}$/i.test(extraData) ? getAddress(slice(extraData, 12)) : show(extraData)
}

/** Explains the revert data that an error such as `HookFailed` carries, even if that data was cut. */
export function explainReason(reason: Hex, options: ExplainRevertOptions): ExplainRevertReturnType {
  if (size(reason) > longestReason) return null
  return explainRevert(reason, options) ?? explainRevert(uncut(reason), options)
}

/** Pads a reason that a contract cut at 256 bytes. With zeros in place of the rest, the beginning can be decoded. */
function uncut(reason: Hex): Hex {
  return size(reason) < maxReason ? reason : padHex(reason, { dir: 'right', size: longestReason })
}
