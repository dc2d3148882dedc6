import type { Address } from 'viem'
import type { StartThread } from '../../../batch/createPool.js'
import { BatchWorkerError } from '../../../batch/errors.js'

/** The built worker lies next to the page. Its address is no input of anyone. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('fillproof', {
  createScriptURL: (url) => url,
})

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules
}

/** Starts web workers, which trust these solvers. */
export function createStartWorker(solvers: readonly Address[]): StartThread {
  return ({ onVerified, onEnd }) => {
    const url = new URL('./worker.js', document.baseURI).href
    const trusted = policy ? policy.createScriptURL(url) : url
    const worker = new Worker(trusted, { type: 'module', name: JSON.stringify(solvers) })
    worker.onmessage = ({ data }) => onVerified(data)
    worker.onerror = ({ message }) => onEnd(new BatchWorkerError({ cause: new Error(message) }))
    return {
      post: (bytes) => worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
      rest: () => {},
      end: () => worker.terminate(),
    }
  }
}
