import { deployGuard } from './deployGuard.js'
import { deployReceiver } from './deployReceiver.js'
import { flows } from './flows.js'
import { guardFlows } from './guardFlows.js'
import { deployInboxReceiver, inboxFlows } from './inboxFlows.js'
import { measureEvent } from './measureEvent.js'
import { type FlowResult, measureFlows } from './measureFlows.js'
import { measureOrder, type OrderResult } from './measureOrder.js'
import { measureTransfers, type TransferResult } from './measureTransfers.js'
import { measureVerification, type VerificationResult } from './measureVerification.js'
import { type Pins, readPins } from './pins.js'
import { deploySignedReceiver, signedFlows } from './signedFlows.js'

export type GasReport = {
  pins: Pins
  verification: VerificationResult[]
  order: OrderResult
  transfers: TransferResult[]
  /** The event of a native direct fill, which its settlement needs. */
  solverNativeTransfer: number
  flows: FlowResult[]
}

export async function measureGas(): Promise<GasReport> {
  return {
    pins: readPins(),
    verification: await measureVerification(),
    order: await measureOrder(),
    transfers: await measureTransfers(),
    solverNativeTransfer: await measureEvent(),
    flows: [
      ...(await measureFlows(deployReceiver, flows)),
      ...(await measureFlows(deploySignedReceiver, signedFlows)),
      ...(await measureFlows(deployInboxReceiver, inboxFlows)),
      ...(await measureFlows(deployGuard, guardFlows)),
    ],
  }
}
