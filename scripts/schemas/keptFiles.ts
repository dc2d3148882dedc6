import type { JsonOf, ReceiverCall } from '../../src/client/receiver/receiverCall.js'
import type { DeployRecord } from '../../src/deploy/record.js'
import type { OrderData } from '../../src/index.js'
import type { Verification } from '../../src/report/verification.js'

type Fields = { [field: string]: unknown }

/** A stored call. Its quote and request have the forms of the service's OpenAPI document. */
export interface CallFile extends Omit<ReceiverCall, 'quote' | 'request'> {
  quote: Fields
  request: Fields
}
export type OrderFile = JsonOf<OrderData>
export type DeploymentFile = DeployRecord
export type VerificationFile = JsonOf<Verification>
