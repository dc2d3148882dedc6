// A world that each attack on the paying client starts anew, and what acts in it.
import type { Client, Hash } from 'viem'
import {
  type AnyServiceClient,
  type PayReceiverClients,
  payReceiver,
  type ReceiverCall,
} from '../../src/client/index.js'
import { coherent, toNodes } from '../client/receiver/nodes.js'
import { open, type World } from '../client/receiver/world.js'
import { clientOf } from '../mock/helpers.js'
import { setUpFastClock } from '../support/fastClock.js'
import { type Args, browserWallet, Killed, type keeping, signerOf } from './clientSupport.js'

type More = { resend?: boolean; client?: AnyServiceClient; isToken?: boolean }

/**
 * Opens a world whose solver waits, and restores it after each test.
 *
 * @param onOpen - Takes the world of the test.
 */
export function setUpAttack(onOpen: (world: World) => void) {
  let world: World
  let snapshot: string
  setUpFastClock()
  before(async () => {
    world = await open()
    onOpen(world)
    await world.mock.control.pauseSolver()
    snapshot = await world.mock.control.snapshot()
  })
  afterEach(async () => {
    await world.mock.control.restore(snapshot)
    // A snapshot does not cover whether a chain mines by itself.
    await Promise.all([world.origin, world.destination].map((chain) => clientOf(chain).setAutomine(true)))
  })
  after(() => world?.mock.close())
  return {
    /** Pays a new call, or goes on with one. */
    pay(
      changes: Partial<PayReceiverClients>,
      call?: ReceiverCall,
      { client = world.client, isToken, ...more }: More = {},
    ) {
      const clients = { ...world.clients(), timeoutMs: 1500, ...changes }
      const made = isToken ? world.token() : world.native()
      const created = { ...made, payment: { recipient: world.recipient, refundTo: world.payer } }
      return payReceiver(client, call ? { ...clients, call, ...more } : { ...clients, ...created })
    },
    /** A node of which `change` answers what it wants to. */
    nodeWith(rpcUrl: string, change: (args: Args, ask: () => Promise<unknown>) => unknown): Client {
      const { request } = coherent(rpcUrl)
      return toNodes(async (args) => change(args as Args, () => request(args))).client
    },
    /** A browser's wallet, of which `change` answers what it wants to. */
    wallet(change: (args: Args, send: () => Promise<Hash>) => unknown = () => undefined) {
      const { request } = coherent(world.origin.rpcUrl)
      const sign = signerOf(world)
      return browserWallet(world.payer, async (args) => {
        const answer = await change(args, () => sign(args.params[0]))
        if (answer !== undefined) return answer
        return args.method === 'eth_sendTransaction' ? sign(args.params[0]) : request(args)
      })
    },
  }
}

/** Keeps a call, and kills the process in a state. */
export function killIn(state: ReceiverCall['state'], store: ReturnType<typeof keeping>) {
  return (call: ReceiverCall): void => {
    store.keep(call)
    if (call.state === state) throw new Killed()
  }
}

/** How a payment ends: `paid`, the name of its error, or `still waits` after `ms`. */
export function endOf(work: Promise<unknown>, ms = 60_000): Promise<string> {
  const end = work.then(
    () => 'paid',
    ({ name }) => name as string,
  )
  return Promise.race([end, new Promise<string>((resolve) => setTimeout(() => resolve('still waits'), ms))])
}
