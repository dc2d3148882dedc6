// A thread of the pool: answers each chunk of lines with its verdicts.
import { parentPort, workerData } from 'node:worker_threads'
import { createJudge } from './createJudge.js'
import { judgeLines } from './judgeLines.js'
import { packVerdicts } from './packVerdicts.js'
import type { JudgeOptions } from './types.js'

const options = workerData as JudgeOptions
const judge = await createJudge(options)

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(packVerdicts(judgeLines(bytes, judge), options.solvers))
})
