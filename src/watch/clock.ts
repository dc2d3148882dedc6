import { sleep } from '../base/sleep.js'

export type Clock = {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = { now: Date.now, sleep }
