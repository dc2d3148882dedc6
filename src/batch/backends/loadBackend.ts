import { BackendUnavailableError, BatchOptionError } from '../errors.js'
import { type Backend, type BatchBackend, batchBackends } from '../types.js'
import { createNativeBackend, loadSecp256k1 } from './createNativeBackend.js'
import { createPureBackend } from './createPureBackend.js'

/** Chooses the fastest backend that loads. @throws {@link BackendUnavailableError} if the requested one does not load. */
export function chooseBackend(asked: unknown): BatchBackend {
  if (asked === 'auto') return batchBackends.find(loads) ?? 'pure'
  const backend = batchBackends.find((name) => name === asked)
  if (!backend) {
    const requirement = `auto, ${batchBackends.slice(0, -1).join(', ')} or ${batchBackends.at(-1)}`
    throw new BatchOptionError({ option: 'backend', value: asked, requirement })
  }
  requireBackend(backend)
  return backend
}

function loads(backend: BatchBackend): boolean {
  try {
    requireBackend(backend)
    return true
  } catch {
    return false
  }
}

function requireBackend(backend: BatchBackend): void {
  if (backend === 'native') loadSecp256k1()
  if (backend === 'wasm' && typeof WebAssembly === 'undefined') throw new BackendUnavailableError({ backend })
}

export async function loadBackend(backend: BatchBackend): Promise<Backend> {
  if (backend === 'native') return createNativeBackend()
  if (backend === 'pure') return createPureBackend()
  const { createWasmBackend } = await import('./createWasmBackend.js')
  return createWasmBackend()
}
