import type { Hash } from 'viem'
import { warn } from '../output.js'

/** Follows which transaction is waited for, so that an interruption can say so at once. */
export type Wait = { begin(hash: Hash): void; end(): void }

/** @param next - What holds when the second signal ends the process. */
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
