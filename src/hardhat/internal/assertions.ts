import { AssertionError, deepStrictEqual } from 'node:assert'
import { BaseError, ContractFunctionRevertedError } from 'viem'
import { suggest } from '../../base/suggest.js'
import { MockOptionError } from '../../mock/errors.js'
import { FillFailedError, type RevertedWith, UnusedFaultError } from '../errors.js'
import type { FillproofAssertions } from '../types.js'

/** Named like those of hardhat-viem-assertions. */
export const assertions: FillproofAssertions = {
  async fill(fill) {
    try {
      return await fill
    } catch (error) {
      throw failure(`Expected the fill to succeed. ${messageOf(error)}`, error)
    }
  },
  async refuse(fill) {
    await refusalOf(fill)
  },
  async refuseWith(fill, expected) {
    const error = await refusalOf(fill)
    const { reverts, reason } = readRefusal(error)
    if (expected instanceof RegExp) {
      if (reason.search(expected) >= 0) return
    } else {
      requireText('refuseWith.reason', expected)
      if (reverts.some((revert) => revert.errorName === expected || stringOf(revert) === expected)) return
    }
    throw failure(`Expected the fill to be refused with ${expected}.${nearest(expected, error)}`, error)
  },
  async refuseWithArgs(fill, expected, args) {
    const error = await refusalOf(fill)
    requireText('refuseWithArgs.errorName', expected)
    const found = readRefusal(error).reverts.find(({ errorName }) => errorName === expected)
    if (!found) {
      throw failure(`Expected the fill to be refused with ${expected}.${nearest(expected, error)}`, error)
    }
    deepStrictEqual(comparable(found.args), comparable(args))
  },
}

/** Returns the errors that a refusal carries, the outer one first, and its reason in words. */
function readRefusal(error: Error): { reverts: readonly RevertedWith[]; reason: string } {
  if (error instanceof FillFailedError) {
    const { errorName, args, hookError, reason, cause } = error
    const outer = errorName === null ? namesOf(cause) : [{ errorName, args }]
    return { reverts: hookError ? [...outer, hookError] : outer, reason }
  }
  const revert =
    error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError))
    return { reverts: namesOf(error), reason: error.message }
  const { data, reason = revert.shortMessage } = revert
  return { reverts: data ? [{ errorName: data.errorName, args: data.args ?? [] }] : [], reason }
}

/** An error that no contract reverted with: its class, and the code of the service. */
function namesOf(error: unknown): RevertedWith[] {
  const { name, code } = error as Error & { code?: unknown }
  return [name, code].filter((one) => typeof one === 'string').map((errorName) => ({ errorName, args: [] }))
}

/** Returns the string of `require` and `revert`. */
function stringOf({ errorName, args }: RevertedWith): unknown {
  return errorName === 'Error' ? args[0] : undefined
}

/** Addresses and bytes compare by value, whatever their case; integers as bigint. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)) return value.toLowerCase()
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one)]))
}

/** @throws {@link MockOptionError} */
function requireText(option: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return
  const requirement = "an error's name, a whole reason string or a RegExp"
  throw new MockOptionError({ option, value, requirement })
}

/** Says what was found, and whether there is an error of the expected name at all. */
function nearest(expected: string | RegExp, error: Error): string {
  const known = error instanceof FillFailedError ? error.knownErrors : []
  const isName = typeof expected === 'string' && /^[\w$]+$/.test(expected)
  const isUnknown = isName && known.length > 0 && !known.includes(expected)
  const hint = isUnknown
    ? [` No contract of the project or of fillproof has this error.`, ...suggest(expected, known)].join(' ')
    : ''
  return `${hint} ${error.message}`
}

async function refusalOf(fill: Promise<unknown>): Promise<Error> {
  const result = await fill.then(
    () => undefined,
    (error: Error) => error,
  )
  if (result instanceof UnusedFaultError) throw failure(result.message, result)
  if (result) return result
  throw failure('Expected the fill to be refused, but it succeeded.')
}

function failure(message: string, cause?: unknown): AssertionError {
  return Object.assign(new AssertionError({ message }), { cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
