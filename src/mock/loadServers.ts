import { needed } from './chains/loadHardhat.js'
import { MockRuntimeError } from './errors.js'

/**
 * Imports the parts that serve HTTP and websockets, whose packages are optional peers.
 *
 * @throws {@link MockRuntimeError} with the command that installs them.
 */
export async function loadServers() {
  try {
    const [{ createHttpServer }, { createEvents }] = await Promise.all([
      import('./http/createHttpServer.js'),
      import('./events/createEvents.js'),
    ])
    return { createHttpServer, createEvents }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new MockRuntimeError({
      shortMessage: 'The mock service needs the packages fastify and ws, which could not be loaded.',
      remedy: `Install them: ${needed}`,
      cause,
    })
  }
}
