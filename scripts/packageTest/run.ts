import { type ChildProcess, spawn } from 'node:child_process'

export class CommandError extends Error {
  override name = 'CommandError'

  constructor(command: string, folder: string, outcome: string, output: string) {
    super(`$ ${command}   (in ${folder}: ${outcome})\n${output}`)
  }
}

const running = new Set<ChildProcess>()
const longestMs = 300_000

/** Runs a command quietly and returns what it printed to stdout; throws with all that it printed if it fails. */
export function run(
  folder: string,
  command: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const line = [command, ...parameters].join(' ')
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { ...cleanEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
    })
    running.add(child)
    let stdout = ''
    let all = ''
    child.stdout.on('data', (text) => {
      stdout += text
      all += text
    })
    child.stderr.on('data', (text) => {
      all += text
    })
    child.on('error', (error) => reject(new CommandError(line, folder, error.message, all)))
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0) resolve(stdout)
      else reject(new CommandError(line, folder, signal ?? `exit status ${code}`, all))
    })
  })
}

/** Ends what is still running. */
export function stopCommands(): void {
  for (const child of running) child.kill()
}

/** Without what npm and the loader set for the script that runs this one: the project is another. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => {
    return !/^(npm_(package|lifecycle|command|execpath|config_local_prefix)|INIT_CWD|NODE_OPTIONS)/.test(name)
  })
  return { ...Object.fromEntries(kept), CI: 'true', NO_COLOR: '1', HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' }
}
