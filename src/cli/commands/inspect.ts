import { spawn } from 'node:child_process'
import type { PageSetup } from '../../page/pageSetup.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { onFirstSignal } from '../definitions/onFirstSignal.js'
import { UsageError } from '../errors.js'
import { loadPage } from '../inspect/loadPage.js'
import { type ServePageParameters, servePage } from '../inspect/servePage.js'
import type { GlobalOptions } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readPort } from '../readPort.js'
import { readProfile } from '../readProfile.js'
import {
  type RequestTask,
  readArgument,
  readRequestOptions,
  type VerifyRequestOptions,
} from '../verify/readVerifyOptions.js'

export type InspectOptions = GlobalOptions & VerifyRequestOptions & { port?: string; open?: boolean }

const usualPort = 8737

/** Serves the page until SIGINT or SIGTERM. */
export async function inspect(argument: string | undefined, options: InspectOptions): Promise<void> {
  const profile = await readProfile(options.profile)
  const port = options.port === undefined ? undefined : readPort(options.port)
  const task = await readRequestOptions(options, profile)
  const text = argument === undefined ? '' : await readArgument(argument, (cause) => refuse(argument, cause))
  const files = loadPage()
  const stopped = new Promise<void>(onFirstSignal)
  const setup = createSetup(profile, task, text)
  const { url, server } = await serve({ files, setup, task: { ...task, profile }, port })
  if (options.json) printJson({ url })
  else {
    print(url)
    warn('Serving until Ctrl-C.')
  }
  if (options.open) openBrowser(url)
  await stopped
  server.closeAllConnections()
  server.close()
}

/** Creates the setup for the page. The URLs and the key stay in this process. */
function createSetup(profile: ServiceProfile, task: RequestTask, text: string): PageSetup {
  const { baseUrl, wsUrl, venueInfoUrl, venueExchangeUrl, ...shown } = profile
  const { trusted, layout, apiKey, isServiceNamed, target, given } = task
  const { node: _, originNode, fromBlock, ...receiver } = target ?? {}
  return {
    profile: shown,
    trusted,
    layout,
    hasKey: apiKey !== undefined,
    isServiceNamed,
    ...(target && { target: { ...receiver, receiver: target.receiver, fromBlock: fromBlock?.toString() } }),
    hasOrigin: originNode !== undefined,
    given: given as PageSetup['given'],
    text,
  }
}

function refuse(argument: string, cause: unknown): UsageError {
  return new UsageError(
    `The argument must be a request id, the hash of a transaction, or a file that can be read, found "${printable(argument)}".`,
    { cause },
  )
}

/** Serves at the port of `--port`. Defaults to the usual port, or to a free one if that is taken. */
async function serve({
  port,
  ...parameters
}: Omit<ServePageParameters, 'port'> & { port: number | undefined }) {
  try {
    return await servePage({ ...parameters, port: port ?? usualPort })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    if (port === undefined) return servePage({ ...parameters, port: 0 })
    throw new UsageError(`The port ${port} can't be used (${code}).`, {
      metaMessages: ['Choose another port, or omit --port to use a free one.'],
    })
  }
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
}

/** Opens the user's browser. If that fails, the user has the printed URL. */
function openBrowser(url: string): void {
  const [command = '', ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
  child.on('error', () => warn('No browser could be opened: open the URL.'))
  child.unref()
}
