// A thread of the pool. It answers each chunk of lines with its results, and returns the memory of the lines.
import { parentPort, workerData } from 'node:worker_threads'
import { loadBackend } from './backends/loadBackend.js'
import { createRecordVerifier } from './createRecordVerifier.js'
import { createPacker } from './packResults.js'
import type { RecordVerifierOptions } from './types.js'
import { verifyLines } from './verifyLines.js'

const options = workerData as RecordVerifierOptions
const verifier = createRecordVerifier({ ...options, backend: await loadBackend(options.backend) })

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  const packer = createPacker()
  for (const result of verifyLines(bytes, verifier)) packer.add(result)
  parentPort?.postMessage({ bytes, results: packer.pack() }, [bytes.buffer])
})
