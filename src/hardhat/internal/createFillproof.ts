import { isDeepStrictEqual } from 'node:util'
import type { HookContext } from 'hardhat/types/hooks'
import type { NetworkConnection } from 'hardhat/types/network'
import { zeroAddress } from 'viem'
import { setRecipient, setToken } from '../../contract/policyActions.js'
import { MockOptionError } from '../../mock/errors.js'
import { requireInteger, requireKnown } from '../../mock/requireOption.js'
import { HardhatNetworkError } from '../errors.js'
import type {
  Fillproof,
  FillproofFixture,
  FillproofFixtureSettings,
  FillproofOptions,
  FillproofService,
} from '../types.js'
import { assertions } from './assertions.js'
import { clientOn } from './clients.js'
import { claimInbox, fillInbox } from './fillInbox.js'
import { fillRequest } from './fillRequest.js'
import { createFixtures } from './fixtures.js'
import { readAddress, readAmount, readTokenRange } from './readParameters.js'
import { type Started, startService } from './startService.js'
import { requireUsed } from './watchFaults.js'

type Wanted = Omit<FillproofOptions, 'tokens'> & Pick<FillproofFixtureSettings, 'tokens'>

/** Starts the service once, and stops it. */
function createStarter(context: HookContext, connection: NetworkConnection<string>) {
  let starting: Promise<Started> | undefined
  let given: Wanted = {}

  async function startWith({ tokens, ...options }: Wanted): Promise<Started> {
    const own = typeof tokens === 'function' ? await tokens() : tokens
    const merged = { ...context.config.fillproof, ...options, ...(own && { tokens: own }) }
    return startService(context, connection, merged)
  }

  return {
    started(wanted: Wanted = {}): Promise<Started> {
      if (starting && Object.keys(wanted).length > 0 && !isDeepStrictEqual(wanted, given)) {
        throw new HardhatNetworkError({
          shortMessage: 'The fillproof service of this connection already runs with other options.',
          remedy:
            'Pass the options to the first start or loadFixture, or create a connection for each set of options.',
        })
      }
      if (starting) return starting
      rememberOpen(connection)
      given = wanted
      starting = startWith(wanted).catch((error: unknown) => {
        starting = undefined
        forgetOpen(connection)
        throw error
      })
      return starting
    },
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

export function createFillproof(context: HookContext, connection: NetworkConnection<string>): Fillproof {
  const { started, close } = createStarter(context, connection)
  const fixtures = createFixtures()
  const service = async (): Promise<FillproofService> => (await started()).service
  const adminOf = ({ admin, destination }: FillproofService) =>
    clientOn(destination, connection.provider, admin)

  return {
    start: async (options) => (await started(options)).service,
    async loadFixture<data>(
      ...[first, second]:
        | [FillproofFixture<data>]
        | [settings: FillproofFixtureSettings, fixture: FillproofFixture<data>]
    ) {
      const [settings, fixture] = typeof first === 'function' ? [{}, first] : [first, second!]
      requireKnown('loadFixture.', settings, ['options', 'tokens'])
      const { options, tokens } = settings
      const running = await started({ ...options, ...(tokens && { tokens }) })
      return fixtures.load(running.service, fixture)
    },
    fill: async (parameters) => fillRequest(await started(), parameters),
    fillInbox: async (parameters) => fillInbox(await started(), parameters),
    claimInbox: async (filled) => claimInbox(await started(), filled),
    async allowRecipient(given, options = {}) {
      const recipient = readAddress('allowRecipient.recipient', given)
      requireKnown('allowRecipient.', options, ['hook', 'receiver'])
      const running = await service()
      const receiver = readAddress('allowRecipient.receiver', options.receiver ?? running.receiver)
      const client = adminOf(running)
      const hook = options.hook ?? (await client.getCode({ address: recipient })) !== undefined
      const hash = await setRecipient(client, { receiver, recipient, hook })
      await client.waitForTransactionReceipt({ hash })
    },
    async allowToken(given, options = {}) {
      const token = readAddress('allowToken.token', given)
      const range = readTokenRange(options)
      const running = await service()
      const receiver = readAddress('allowToken.receiver', options.receiver ?? running.receiver)
      const client = adminOf(running)
      const hash = await setToken(client, { receiver, token, ...range })
      await client.waitForTransactionReceipt({ hash })
    },
    async fund(funds) {
      requireKnown('fund.', funds, ['to', 'amount', 'currency', 'chain'])
      const { chain = 'destination' } = funds
      const address = readAddress('fund.to', funds.to)
      const amount = readAmount('fund.amount', funds.amount)
      const currency = readAddress('fund.currency', funds.currency ?? zeroAddress)
      const { mock, origin, destination } = await service()
      const found = { origin, destination }[chain]
      if (!found) {
        throw new MockOptionError({
          option: 'fund.chain',
          value: chain,
          requirement: 'origin or destination',
        })
      }
      await mock.control.fund({ chainId: found.id, address, currency, amount })
    },
    async increaseTime(seconds) {
      requireInteger('increaseTime.seconds', seconds, 0, 2 ** 32)
      const { mock } = await service()
      for (const { id } of mock.chains) await mock.control.increaseTime(id, seconds)
    },
    assertions,
    close,
  }
}

const open = new Set<NetworkConnection<string>>()

/** Warns at the end of the process about open connections, and lets it end. */
function rememberOpen(connection: NetworkConnection<string>): void {
  if (open.size === 0) process.once('exit', warn)
  open.add(connection)
}

function forgetOpen(connection: NetworkConnection<string>): void {
  open.delete(connection)
  if (open.size === 0) process.off('exit', warn)
}

function warn(): void {
  for (const { id, networkName } of open) {
    console.warn(
      `fillproof: connection ${id} of network "${networkName}" was left open. Call connection.close() when its tests are over.`,
    )
  }
}
