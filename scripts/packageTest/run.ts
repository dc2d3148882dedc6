import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const longestMs = 1_800_000
const stopping = new AbortController()

export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs a command quietly and returns its stdout. If the command fails, throws with all of its output. */
export async function run(
  folder: string,
  command: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, parameters, {
      cwd: folder,
      env: { ...cleanEnvironment(), ...environment },
      timeout: longestMs,
      maxBuffer: Number.POSITIVE_INFINITY,
      signal: stopping.signal,
    })
    return stdout
  } catch (error) {
    const { stdout, stderr, code, signal } = error as Record<string, string | undefined>
    throw new CommandError(
      `$ ${[command, ...parameters].join(' ')}   (in ${folder}: ${signal ?? `exit status ${code}`})\n${stdout}${stderr}`,
    )
  }
}

/** Ends the running commands. */
export function stopCommands(): void {
  stopping.abort()
}

/** Removes the variables that npm and the loader set for this script, because they are wrong for another project. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => {
    return !/^(npm_(package|lifecycle|command|execpath|config_local_prefix)|INIT_CWD|NODE_OPTIONS)/.test(name)
  })
  return { ...Object.fromEntries(kept), CI: 'true', NO_COLOR: '1', HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' }
}
