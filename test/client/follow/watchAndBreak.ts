// Watches a request in a process of its own, leaves the loop when told, and does nothing to end the process.
// A timer that is left makes its status 3.
import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'

/** Only where it is the program, as the test runner loads every file of this folder. */
if (process.argv[1] === import.meta.filename) watch()

async function watch() {
  const [, , baseUrl, wsUrl, requestId] = process.argv
  const connection = createConnection({
    profile: 'mock',
    baseUrl: baseUrl!,
    wsUrl: wsUrl!,
    retry: { limit: 0 },
  })
  const changes = watchRequest(connection, { requestId: requestId as `0x${string}`, pollingIntervalMs: 50 })

  process.once('message', async () => {
    process.disconnect()
    await changes.return!()
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (process.getActiveResourcesInfo().includes('Timeout')) process.exitCode = 3
  })
  for await (const { status } of changes) process.send!(status)
}
