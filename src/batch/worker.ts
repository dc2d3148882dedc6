// A thread of the pool: answers each chunk of lines with its verdicts, and gives the memory of the lines back.
import { parentPort, workerData } from 'node:worker_threads'
import { createJudge } from './createJudge.js'
import { judgeLines } from './judgeLines.js'
import { createPacker } from './packVerdicts.js'
import type { JudgeOptions } from './types.js'

const judge = await createJudge(workerData as JudgeOptions)

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  const packer = createPacker()
  for (const verdict of judgeLines(bytes, judge)) packer.add(verdict)
  parentPort?.postMessage({ bytes, verdicts: packer.pack() }, [bytes.buffer])
})
