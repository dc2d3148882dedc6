import type { HookContext } from 'hardhat/types/hooks'
import type { NetworkConnection } from 'hardhat/types/network'
import type { Fillproof } from '../types.js'
import { assertions } from './assertions.js'

/** Loads the service on the first call of a method. */
export function createLazyFillproof(context: HookContext, connection: NetworkConnection<string>): Fillproof {
  let loaded: Promise<Fillproof> | undefined
  const load = (): Promise<Fillproof> => {
    loaded ??= import('./createFillproof.js').then(({ createFillproof }) =>
      createFillproof(context, connection),
    )
    return loaded
  }
  return {
    start: async (options) => (await load()).start(options),
    loadFixture: async (...given: [never]) => (await load()).loadFixture(...given),
    fill: async (parameters) => (await load()).fill(parameters),
    fillInbox: async (parameters) => (await load()).fillInbox(parameters),
    claimInbox: async (filled) => (await load()).claimInbox(filled),
    allowRecipient: async (recipient, options) => (await load()).allowRecipient(recipient, options),
    allowToken: async (token, range) => (await load()).allowToken(token, range),
    fund: async (funds) => (await load()).fund(funds),
    increaseTime: async (seconds) => (await load()).increaseTime(seconds),
    assertions,
    close: async () => (await loaded)?.close(),
  }
}
