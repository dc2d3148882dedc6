import type { Hash } from 'viem'
import { warn } from '../output.js'

/** Tracks the pending transaction, so that an interruption can name it at once. */
export type Wait = { begin(hash: Hash): void; end(): void }

/** @param next - The end of the message, which states the effect of a second Ctrl-C. */
export function createWait(signal: AbortSignal, next: string): Wait {
  let pending: Hash | undefined
  const say = () => {
    if (pending !== undefined) warn(`Waiting for ${pending}; Ctrl-C again stops now, ${next}.`)
  }
  signal.addEventListener('abort', say, { once: true })
  return {
    begin(hash) {
      pending = hash
      if (signal.aborted) say()
    },
    end() {
      pending = undefined
    },
  }
}
