import { AssertionError, deepStrictEqual } from 'node:assert'
import { UnusedFaultError } from '../errors.js'
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
  async refuseWith(fill, reason) {
    const error = await refusalOf(fill)
    const { name, errorName, message } = error
    if ([name, errorName].includes(reason) || message.includes(reason)) return
    throw failure(`Expected the fill to be refused with "${reason}". ${message}`, error)
  },
  async refuseWithArgs(fill, expected, args) {
    const error = await refusalOf(fill)
    const { errorName, args: found } = error
    if (errorName !== expected) {
      throw failure(`Expected the fill to be refused with ${expected}. ${error.message}`, error)
    }
    deepStrictEqual(found, args)
  },
}

type Refusal = Error & { errorName?: string | null; args?: readonly unknown[] }

async function refusalOf(fill: Promise<unknown>): Promise<Refusal> {
  const result = await fill.then(
    () => undefined,
    (error: Refusal) => error,
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
