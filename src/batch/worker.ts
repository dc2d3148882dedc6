// A thread of the pool: answers each chunk of lines with its verdicts, and gives the memory of the lines back.
import { parentPort, workerData } from 'node:worker_threads'
import { createJudge } from './createJudge.js'
import { judgeLines } from './judgeLines.js'
import { packVerdicts } from './packVerdicts.js'
import type { JudgeOptions } from './types.js'

const options = workerData as JudgeOptions
const judge = await createJudge(options)

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  const verdicts = packVerdicts(judgeLines(bytes, judge), options.solvers)
  parentPort?.postMessage({ bytes, verdicts }, [bytes.buffer])
})
