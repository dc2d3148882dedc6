import { BackendUnavailableError, BatchOptionError } from '../errors.js'
import type { BatchBackend } from '../types.js'
import { loadSecp256k1 } from './loadSecp256k1.js'

/** @throws {@link BackendUnavailableError} when the native one is asked for and does not load. */
export function chooseBackend(asked: unknown): BatchBackend {
  if (asked === 'pure') return 'pure'
  if (asked !== 'native' && asked !== 'auto') {
    throw new BatchOptionError({ option: 'backend', value: asked, requirement: 'auto, native or pure' })
  }
  try {
    loadSecp256k1()
    return 'native'
  } catch (error) {
    if (asked === 'auto' && error instanceof BackendUnavailableError) return 'pure'
    throw error
  }
}
