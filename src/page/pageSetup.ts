import type { Address, Hex } from 'viem'
import type { OrderFile } from '../report/order/givenOrder.js'
import type { ReportEvidenceParameters } from '../report/reportEvidence.js'

/** The setup for the page of `fillproof inspect`. Contains no key, and no URL of the service or a node. */
export type PageSetup = Pick<
  ReportEvidenceParameters,
  'profile' | 'trusted' | 'layout' | 'hasKey' | 'isServiceNamed'
> & {
  /** The receiver to read through the command. */
  target?: {
    receiver: Address
    payer?: Address | undefined
    recipientProof?: readonly Hex[] | undefined
    /** A block number. */
    fromBlock?: string | undefined
  }
  /** Whether the command has a node of the origin chain. */
  hasOrigin: boolean
  /** The stored order or terms, with amounts as decimal strings. */
  given: Omit<OrderFile, 'terms' | 'inboxTerms'> & {
    terms?: Record<string, unknown>
    inboxTerms?: Record<string, unknown>
  }
  /** The command's argument. */
  text: string
}

/** The paths that the command forwards. */
export const servicePath = '/service'
export const nodePath = '/node'
export const originPath = '/origin'

/**
 * The header with the status of a forwarded answer, or `fault`. The answer itself has status 200, since browsers log any refusal
 * as an error.
 */
export const statusHeader = 'x-forwarded-status'

/** The element of the page that holds the setup; empty in static files. */
export const setupName = 'fillproof-setup'
