// The page's worker: verifies each chunk of lines, returns the results, and passes the chunk's memory back.
import { createWasmBackend } from '../../batch/backends/createWasmBackend.js'
import { createRecordVerifier, type RecordVerifier } from '../../batch/createRecordVerifier.js'
import { createPacker } from '../../batch/packResults.js'
import { verifyLines } from '../../batch/verifyLines.js'
import type { WorkerSetup } from './checkFile.js'

type WorkerScope = {
  name: string
  onmessage: (event: MessageEvent<Uint8Array<ArrayBuffer>>) => void
  postMessage(message: unknown, transfer: Transferable[]): void
  reportError(error: unknown): void
}

const scope = globalThis as unknown as WorkerScope
const setup: WorkerSetup = JSON.parse(scope.name)
const verifier = createWasmBackend().then((backend) =>
  createRecordVerifier({ backend, ...setup, expected: {} }),
)

scope.onmessage = ({ data: bytes }) => {
  verifier.then((loaded) => answer(bytes, loaded)).catch((error: unknown) => scope.reportError(error))
}

function answer(bytes: Uint8Array<ArrayBuffer>, loaded: RecordVerifier): void {
  const packer = createPacker()
  for (const result of verifyLines(bytes, loaded)) packer.add(result)
  scope.postMessage({ bytes, results: packer.pack() }, [bytes.buffer])
}
