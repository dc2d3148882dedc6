import { createProgram } from '../../src/cli/program.js'
import { FillproofError } from '../../src/errors/base.js'
import type { Outcome } from './helpers.js'

/**
 * Runs a command in this process, which is fast, and gives what it would print. Processes of their own show the rest:
 * signals, and what is printed of errors. Not at the same time as another one.
 */
export async function callCommand(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const outcome: Outcome = { status: 0, stdout: '', stderr: '' }
  const { write: writeOut } = process.stdout
  const { write: writeError } = process.stderr
  const keptEnv = { ...process.env }
  const kept = ['SIGINT', 'SIGTERM'].map((signal) => [signal, process.listeners(signal as 'SIGINT')] as const)
  const collectInto = (stream: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    outcome[stream] += text
    return true
  }
  process.stdout.write = collectInto('stdout')
  process.stderr.write = collectInto('stderr')
  Object.assign(process.env, env)
  try {
    await createProgram((status) => {
      outcome.status = status
    }).parseAsync(['node', 'fillproof', ...args])
  } catch (error) {
    outcome.status = error instanceof Error && 'exitStatus' in error ? Number(error.exitStatus) : 1
    outcome.stderr += error instanceof FillproofError ? error.message : String(error)
  } finally {
    process.stdout.write = writeOut
    process.stderr.write = writeError
    for (const name of Object.keys(env)) {
      if (keptEnv[name] === undefined) delete process.env[name]
      else process.env[name] = keptEnv[name]
    }
    for (const [signal, listeners] of kept) {
      process.removeAllListeners(signal)
      for (const listener of listeners) process.on(signal, listener)
    }
  }
  return outcome
}
