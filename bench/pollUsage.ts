import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the most memory that a process held, and the time that it computed. */
export async function pollUsage(pid: number, ended: Promise<unknown>) {
  const most = { memoryMb: 0, cpuSeconds: 0 }
  let isOver = false
  ended.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { memoryMb, cpuSeconds } = await readUsage(pid).catch(() => most)
    most.memoryMb = Math.max(most.memoryMb, memoryMb)
    most.cpuSeconds = cpuSeconds
    await sleep(50)
  }
  return most
}

/** Reads what a process holds and has computed, as Linux counts it. */
export async function readUsage(pid: number): Promise<{ memoryMb: number; cpuSeconds: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const stat = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  const ticksPerSecond = 100
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)![1])
  return { memoryMb: residentKb / 1000, cpuSeconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond }
}
