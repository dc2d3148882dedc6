import { expect } from 'chai'

/** Returns what `run` throws or rejects with; fails when it does neither. */
export async function thrown<error = Record<string, unknown> & Error>(run: () => unknown): Promise<error> {
  try {
    await run()
  } catch (error) {
    return error as error
  }
  return expect.fail('nothing was thrown')
}
