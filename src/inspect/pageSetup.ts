import type { Address, Hex } from 'viem'
import type { ServiceProfile } from '../service/profile/types.js'
import type { OrderFile } from './order/givenOrder.js'

/** The setup of the page of `fillproof inspect`. It has no key and no URL of the service or a node. */
export type PageSetup = {
  profile: ServiceProfile
  trusted: readonly Address[]
  layout: 'v1' | 'v2'
  /** Whether the command has a key, which it adds to requests. */
  hasKey: boolean
  /** Whether an option named the service. */
  isServiceNamed: boolean
  /** The receiver to ask through the command. */
  target?: {
    receiver: Address
    payer?: Address | undefined
    recipientProof?: readonly Hex[] | undefined
    /** A block. */
    fromBlock?: string | undefined
  }
  /** Whether a node of the origin chain can be asked through the command. */
  hasOrigin: boolean
  /** The order or the terms that were kept, with amounts as decimal strings. */
  given: Omit<OrderFile, 'terms'> & { terms?: Record<string, unknown> }
  /** The argument of the command. */
  text: string
}

/** The paths at which the command forwards. */
export const servicePath = '/service'
export const nodePath = '/node'
export const originPath = '/origin'

/** The status of a forwarded answer, or `fault`. Browsers report a refusal as an error, and here it is an answer like others. */
export const statusHeader = 'x-forwarded-status'

/** The element of the page that holds the setup; empty in static files. */
export const setupName = 'fillproof-setup'
