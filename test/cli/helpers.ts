import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** What every run has, whoever runs the tests. */
export const defaultEnv = { NO_COLOR: '1', FILLPROOF_DEBUG: '' }

export type Outcome = { status: number | null; stdout: string; stderr: string }

export type RunningCli = {
  child: ChildProcess
  /** Resolves when the process has ended and its output is read. */
  ended: Promise<Outcome>
  /** Resolves with what was printed when a line is complete. */
  firstLine: Promise<string>
}

/** Starts the command line in a process of its own. */
export function startCli(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin: 'ignore' | 'pipe' = 'ignore',
): RunningCli {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    cwd: root,
    env: { ...process.env, ...defaultEnv, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const firstLine = new Promise<string>((resolve) => {
    child.stdout!.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(stdout)
    })
  })
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
  return { child, ended, firstLine }
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], env?: Record<string, string>): Promise<Outcome> {
  return startCli(args, env).ended
}
