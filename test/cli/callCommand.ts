import { runCommandLine } from '../../src/cli/run.js'
import { defaultEnv, type Outcome } from './helpers.js'

/**
 * Runs the command line in this process, which is fast, and gives what a process of its own would print and end with. What
 * is about the process itself, as signals, pipes and threads, needs one. Not at the same time as another one.
 */
export function callCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  /** The width of the terminal; without it there is none. */
  columns?: number,
): Promise<Outcome> {
  return captureOutput(() => runCommandLine(['node', 'fillproof', ...args]), env, columns)
}

/** Runs what prints to the standard streams and ends with a status. Not at the same time as another one. */
export async function captureOutput(
  run: () => Promise<number>,
  env: Record<string, string> = {},
  columns?: number,
): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' }
  const restores = [
    replaceEnv({ ...defaultEnv, ...env }),
    keepSignals(),
    ...(['stdout', 'stderr'] as const).map((name) =>
      replace(process[name], {
        isTTY: columns !== undefined,
        columns,
        write: (text: string | Uint8Array, onWritten?: () => void) => {
          printed[name] += text
          onWritten?.()
          return true
        },
      }),
    ),
  ]
  try {
    const status = await run()
    return { status, ...printed }
  } finally {
    for (const restore of restores) restore()
  }
}

type Env = Record<string, string | undefined>

function replaceEnv(env: Env): () => void {
  const kept = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  setEnv(env)
  return () => setEnv(kept)
}

function setEnv(env: Env): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/** Commands listen to signals until their process ends. */
function keepSignals(): () => void {
  const kept = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)] as const)
  return () => {
    for (const [signal, listeners] of kept) {
      process.removeAllListeners(signal)
      for (const listener of listeners) process.on(signal, listener)
    }
  }
}

function replace(object: object, properties: object): () => void {
  const kept = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(object, name)] as const,
  )
  Object.assign(object, properties)
  return () => {
    for (const [name, descriptor] of kept) {
      if (descriptor) Object.defineProperty(object, name, descriptor)
      else Reflect.deleteProperty(object, name)
    }
  }
}
