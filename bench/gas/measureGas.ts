import { deployContender } from './contenders.js'
import { flows } from './flows.js'
import { deployGuardContender } from './guardContenders.js'
import { guardFlows } from './guardFlows.js'
import { type FlowResult, measureFlows } from './measureFlows.js'
import { measureTransfers, type TransferResult } from './measureTransfers.js'
import { measureVerification, type VerificationResult } from './measureVerification.js'
import { type Pins, readPins } from './pins.js'

export type GasReport = {
  pins: Pins
  verification: VerificationResult[]
  transfers: TransferResult[]
  flows: FlowResult[]
}

export async function measureGas(): Promise<GasReport> {
  return {
    pins: readPins(),
    verification: await measureVerification(),
    transfers: await measureTransfers(),
    flows: [
      ...(await measureFlows(deployContender, flows)),
      ...(await measureFlows(deployGuardContender, guardFlows)),
    ],
  }
}
