import type { BatchBackend } from '../types.js'
import type { Backend } from './backend.js'
import { createNativeBackend } from './createNativeBackend.js'
import { createPureBackend } from './createPureBackend.js'

export async function loadBackend(name: BatchBackend): Promise<Backend> {
  return name === 'native' ? createNativeBackend() : createPureBackend()
}
