import { AssertionError } from 'node:assert'
import { inspect, isDeepStrictEqual } from 'node:util'
import { BaseError, ContractFunctionRevertedError, ExecutionRevertedError } from 'viem'
import { suggest } from '../../base/suggest.js'
import { explainRevert } from '../../contract/revert/explainRevert.js'
import { MockOptionError } from '../../mock/errors.js'
import { readRevert } from '../../mock/solver/readRevert.js'
import { FillFailedError, type RevertedWith, UnusedFaultError } from '../errors.js'
import type { FillproofAssertions } from '../types.js'

type Refusal = {
  error: Error
  /** The decoded reverts, the outermost first. */
  reverts: readonly RevertedWith[]
  /** The reason in words. */
  reason: string
}

/** The assertions. Their names are as in hardhat-viem-assertions. */
export const assertions: FillproofAssertions = {
  async fill(fill) {
    try {
      return await fill
    } catch (error) {
      throw failure(`Expected the fill to succeed. ${messageOf(error)}`, error)
    }
  },
  async refuse(fill) {
    await refusalOf(fill, 'refused')
  },
  async refuseWith(fill, expected) {
    const refusal = await refusalOf(fill, `refused with ${expected}`)
    if (expected instanceof RegExp) {
      if (refusal.reason.search(expected) >= 0) return
    } else {
      requireText('refuseWith.reason', expected)
      if (refusal.reverts.some((revert) => revert.errorName === expected || stringOf(revert) === expected))
        return
    }
    throw mismatch(expected, refusal)
  },
  async refuseWithArgs(fill, expected, args) {
    const refusal = await refusalOf(fill, `refused with ${expected}`)
    requireText('refuseWithArgs.errorName', expected)
    const found = refusal.reverts.find(({ errorName }) => errorName === expected)
    if (!found) throw mismatch(expected, refusal)
    const [actual, wanted] = [comparable(found.args), comparable(args)]
    if (isDeepStrictEqual(actual, wanted)) return
    const message = `Expected the arguments ${inspect(args)} of ${expected}, found ${inspect(found.args)}.`
    throw new AssertionError({ message, actual, expected: wanted })
  },
}

/** Waits for a fill to be rejected. @param expected - Words for the message, such as `refused with NotAMember`. */
async function refusalOf(fill: Promise<unknown>, expected: string): Promise<Refusal> {
  try {
    await fill
  } catch (error) {
    if (error instanceof UnusedFaultError) throw failure(error.message, error)
    const refusal = readRefusal(error)
    if (refusal) return refusal
    // Not a refusal: a wrong parameter, a bug, or a failed service shows nothing about the contract.
    throw error
  }
  throw failure(`Expected the fill to be ${expected}, but it succeeded.`)
}

/** Reads a rejection. Returns undefined if the error is not a rejection. */
function readRefusal(error: unknown): Refusal | undefined {
  if (error instanceof FillFailedError) {
    const { errorName, args, hookError, reason, cause, isRefusal } = error
    if (!isRefusal) return undefined
    const outer = { errorName: errorName ?? (cause as Error).name, args }
    return { error, reverts: hookError ? [outer, hookError] : [outer], reason }
  }
  if (!(error instanceof Error)) return undefined
  const revert = error instanceof BaseError && error.walk(isRevert)
  if (revert instanceof ContractFunctionRevertedError) {
    const { data, reason = revert.shortMessage } = revert
    return { error, reverts: data ? [{ errorName: data.errorName, args: data.args ?? [] }] : [], reason }
  }
  const { data, message } = readRevert(error)
  if (data === '0x') return revert ? { error, reverts: [], reason: revert.message } : undefined
  const explained = explainRevert(data)
  const reverts = explained ? [{ errorName: explained.name, args: explained.args }] : []
  return { error, reverts, reason: explained?.message ?? message }
}

function isRevert(error: unknown): boolean {
  return error instanceof ContractFunctionRevertedError || error instanceof ExecutionRevertedError
}

/** Returns the reason string of `require` or `revert`. Undefined for another error. */
function stringOf({ errorName, args }: RevertedWith): unknown {
  return errorName === 'Error' ? args[0] : undefined
}

/** Makes values comparable: addresses and bytes ignore case, integers become bigint. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)) return value.toLowerCase()
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one)]))
}

/** Requires text that is not empty. @throws {@link MockOptionError} */
function requireText(option: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return
  const requirement = "an error's name, a whole reason string or a RegExp"
  throw new MockOptionError({ option, value, requirement })
}

/** Describes a mismatch: the found error, and whether any error has the expected name. */
function mismatch(expected: string | RegExp, { error, reverts, reason }: Refusal): AssertionError {
  const known = error instanceof FillFailedError ? error.knownErrors : []
  const isName = typeof expected === 'string' && /^[\w$]+$/.test(expected)
  const isUnknown = isName && known.length > 0 && !known.includes(expected)
  const hint = isUnknown
    ? ['\nNo contract of the project or of fillproof has this error.', ...suggest(expected, known)].join(' ')
    : ''
  const found = [...reverts.map(({ errorName }) => errorName), reason].join(': ')
  return failure(`Expected the fill to be refused with ${expected}, found ${found}${hint}`, error)
}

function failure(message: string, cause?: unknown): AssertionError {
  return Object.assign(new AssertionError({ message }), { cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
