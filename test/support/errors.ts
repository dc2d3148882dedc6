import { expect } from 'chai'

/** Returns what `run` throws or rejects with; fails when it does neither. */
export async function thrown(run: () => unknown): Promise<Record<string, unknown> & Error> {
  try {
    await run()
  } catch (error) {
    return error as Record<string, unknown> & Error
  }
  return expect.fail('nothing was thrown')
}
