import type { HookContext } from 'hardhat/types/hooks'
import type { NetworkConnection } from 'hardhat/types/network'
import { maxUint128, zeroAddress } from 'viem'
import { setRecipient } from '../../contract/setRecipient.js'
import { setToken } from '../../contract/setToken.js'
import { HardhatNetworkError } from '../errors.js'
import type { Fillproof, FillproofOptions, FillproofService } from '../types.js'
import { assertions } from './assertions.js'
import { clientOn } from './clients.js'
import { fillRequest } from './fillRequest.js'
import { createFixtures } from './fixtures.js'
import { forgetOpen, rememberOpen } from './openServices.js'
import { type Started, startService } from './startService.js'
import { requireUsed } from './watchFaults.js'

export function createFillproof(context: HookContext, connection: NetworkConnection<string>): Fillproof {
  let starting: Promise<Started> | undefined
  const fixtures = createFixtures()

  function started(options?: FillproofOptions): Promise<Started> {
    if (starting && options) {
      throw new HardhatNetworkError({
        shortMessage: 'The fillproof service of this connection runs already.',
        remedy: 'Call start with options before every other method, once for a connection.',
      })
    }
    if (!starting) {
      rememberOpen(connection)
      const merged = { ...context.config.fillproof, ...options }
      starting = startService(context.network, connection, merged).catch((error: unknown) => {
        starting = undefined
        forgetOpen(connection)
        throw error
      })
    }
    return starting
  }

  const service = async (): Promise<FillproofService> => (await started()).service

  return {
    start: async (options) => (await started(options)).service,
    loadFixture: async (fixture) => fixtures.load((await service()).mock.control, fixture),
    fill: async (parameters) => fillRequest(await started(), parameters),
    async allowRecipient(recipient, { hook } = {}) {
      const { admin, destination, receiver } = await service()
      const client = clientOn(destination, connection.provider, admin)
      const isCalled = hook ?? (await client.getCode({ address: recipient })) !== undefined
      const hash = await setRecipient(client, { receiver, recipient, hook: isCalled })
      await client.waitForTransactionReceipt({ hash })
    },
    async allowToken(token, { min = 1n, max = maxUint128 } = {}) {
      const { admin, destination, receiver } = await service()
      const client = clientOn(destination, connection.provider, admin)
      const hash = await setToken(client, { receiver, token, min, max })
      await client.waitForTransactionReceipt({ hash })
    },
    async fund({ to, amount, currency = zeroAddress, chain = 'destination' }) {
      const { mock, ...chains } = await service()
      await mock.control.fund({ chainId: chains[chain].id, address: to, currency, amount })
    },
    async increaseTime(seconds) {
      const { mock } = await service()
      for (const { id } of mock.chains) await mock.control.increaseTime(id, seconds)
    },
    assertions,
    async close() {
      const running = starting
      starting = undefined
      forgetOpen(connection)
      const ended = await running?.catch(() => undefined)
      await ended?.close()
      if (ended) requireUsed(ended.service.mock.control.faults)
    },
  }
}
