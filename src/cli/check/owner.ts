import { readFileSync } from 'node:fs'

/** The process that keeps a checkpoint. */
export type Owner = {
  /** 0 is none. */
  pid: number
  /** When it started, in the system's own words; null where the system does not tell. */
  started: string | null
}

export function currentOwner(): Owner {
  const { pid } = process
  return { pid, started: readProcess(pid)?.started ?? null }
}

/** Whether another process than this one is the owner, and lives. */
export function isRunning({ pid, started }: Owner): boolean {
  if (pid === 0 || pid === process.pid || !isKnown(pid)) return false
  const found = readProcess(pid)
  if (!found) return true
  // A killed process whose parent has not asked for its status is a zombie, and a pid is used again.
  return !['Z', 'X'].includes(found.state) && (started === null || started === found.started)
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Undefined where there is no `/proc`, as everywhere but on Linux. */
function readProcess(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, started] = [fields[0], fields[19]]
    return state && started ? { state, started } : undefined
  } catch {
    return undefined
  }
}
