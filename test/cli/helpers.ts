import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createMockAccounts } from '../../src/mock/accounts.js'
import type { MockService } from '../../src/mock/index.js'

const entry = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))
/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The environment of every run, whoever runs the tests; undefined is left out. */
export const defaultEnv = { NO_COLOR: '1', FORCE_COLOR: undefined, FILLPROOF_DEBUG: '' }

export type Outcome = { status: number | null; stdout: string; stderr: string }

export type RunningCli = {
  child: ChildProcess
  /** Resolves when the process has ended and its output is read. */
  ended: Promise<Outcome>
  /** Resolves with what was printed when a line is complete. */
  firstLine: Promise<string>
  /** Resolves when a text was written to stderr. */
  told(text: string): Promise<void>
}

/** Starts the command line in a process of its own: from its source, or what was built of it. */
export function startCli(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin: 'ignore' | 'pipe' = 'ignore',
  program: readonly string[] = ['--import', 'tsx', entry],
): RunningCli {
  const child = spawn(process.execPath, [...program, ...args], {
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
  const told = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (stderr.includes(text)) resolve()
      }
      child.stderr!.on('data', look)
      look()
    })
  return { child, ended, firstLine, told }
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], env?: Record<string, string>): Promise<Outcome> {
  return startCli(args, env).ended
}

/** Finds a port where nobody listens, nor on the `following` ports after it. */
export async function findFreePort(following = 0): Promise<number> {
  const listen = async (port: number) => {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  for (;;) {
    const first = await listen(0)
    const { port } = first.address() as { port: number }
    const others = Array.from({ length: following }, (_, index) => listen(port + 1 + index))
    const results = await Promise.allSettled(others)
    const servers = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    await Promise.all([first, ...servers].map((server) => once(server.close(), 'close')))
    if (servers.length === following) return port
  }
}

/** What tests need of a mock that another process, or the command, serves. */
export async function findMock(url: string): Promise<MockService> {
  const { chains } = await (await fetch(`${url}/chains`)).json()
  return {
    url,
    accounts: createMockAccounts(5),
    chains: chains.map(({ id, httpRpcUrl }: { id: number; httpRpcUrl: string }) => ({
      id,
      rpcUrl: httpRpcUrl,
    })),
  } as MockService
}
