import { Worker } from 'node:worker_threads'
import type { StartThread } from './createPool.js'
import { BatchWorkerError } from './errors.js'
import type { RecordVerifierOptions } from './types.js'

/** Nearly all objects are short-lived. Without a limit they would be collected late. */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 }

/** Starts Node threads. The process waits for threads with work. */
export function createStartThread(options: RecordVerifierOptions): StartThread {
  return ({ onVerified, onEnd }) => {
    const worker = startWorker(options)
    worker.on('message', onVerified)
    worker.on('error', (cause) => onEnd(new BatchWorkerError({ cause })))
    worker.on('exit', (exitCode) => onEnd(new BatchWorkerError({ exitCode })))
    return {
      post(bytes) {
        worker.ref()
        worker.postMessage(bytes, [bytes.buffer as ArrayBuffer])
      },
      rest: () => worker.unref(),
      end: () => worker.terminate(),
    }
  }
}

/** Starts the built file next to this one. If this file is TypeScript, the thread needs a loader. */
function startWorker(workerData: RecordVerifierOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./worker.js', import.meta.url), { workerData, resourceLimits })
  }
  const worker = new URL('./worker.ts', import.meta.url).href
  const code = `import { register } from '${import.meta.resolve('tsx/esm/api')}'
    register()
    await import('${worker}')`
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  return new Worker(url, { workerData, resourceLimits, execArgv: [] })
}
