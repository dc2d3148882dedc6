import { expect } from 'chai'
import { ServiceNetworkError } from '../../src/client/errors.js'
import type { WatchChain } from '../../src/watch/chainView.js'
import { createChecker } from '../../src/watch/createChecker.js'
import type { WatchService } from '../../src/watch/service.js'
import type { FillTask, WatchStore } from '../../src/watch/types.js'
import { createFakeClock } from './fakeClock.js'
import { createFill, job } from './fills.js'

/** How long a fill is put off after each of so many attempts. */
async function readWaits(attempts: number, service: WatchService): Promise<number[]> {
  const clock = createFakeClock()
  const fill = createFill(105n)
  const waits: number[] = []
  let task: FillTask = {
    fill,
    isLive: true,
    seenAtMs: clock.now(),
    attempts: 0,
    notes: null,
    requestId: null,
    key: '',
    revision: 0,
  }
  const store = {
    take: async () => [task],
    findFills: async () => [fill],
    findAuthorizations: async () => [],
    async postpone(_task, { dueAtMs }) {
      waits.push(dueAtMs - clock.now())
      task = { ...task, attempts: task.attempts + 1 }
      return true
    },
  } as Partial<WatchStore> as WatchStore
  const chain = {
    readTransaction: async () => ({ to: null, from: fill.payer, input: '0x' }),
    readReceipt: async () => ({ blockHash: fill.blockHash, logs: [] }),
    isAuthorized: async () => false,
  } as unknown as WatchChain
  const checker = createChecker({
    job,
    store,
    chain,
    service,
    findOrder: async () => ({ problem: 'none' }),
    solvers: [],
    graceMs: 10_000_000,
    clock,
    isSlow: () => false,
  })
  for (let index = 0; index < attempts; index++) await checker.checkDue()
  return waits
}

describe('createChecker', () => {
  it('behavior: retries a failing check after growing waits', async () => {
    const service = {
      readAttestation: async () => {
        throw new ServiceNetworkError({ operation: 'test' })
      },
    } as Partial<WatchService> as WatchService
    expect(await readWaits(6, service)).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 16_000])
  })

  it('behavior: retries a request that the service does not know yet after growing waits', async () => {
    const service = {
      findRequest: async () => ({ value: null }),
      readAttestation: async () => ({ value: null }),
    } as Partial<WatchService> as WatchService
    expect(await readWaits(9, service)).to.deep.equal([
      250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })
})
