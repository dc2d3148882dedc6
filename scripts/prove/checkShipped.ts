// Whether the prover's compiler makes what the package ships.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillReceiverBytecode } from '../../src/generated/bytecode/fillReceiver.js'
import { fillReceiverFactoryBytecode } from '../../src/generated/bytecode/fillReceiverFactory.js'
import { paymentGuardBytecode } from '../../src/generated/bytecode/paymentGuard.js'
import { registeredFillReceiverBytecode } from '../../src/generated/bytecode/registeredFillReceiver.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import type { Workspace } from './workspace.js'

const shipped = {
  FillReceiver: fillReceiverBytecode,
  SignedOrderReceiver: signedOrderReceiverBytecode,
  RegisteredFillReceiver: registeredFillReceiverBytecode,
  PaymentGuard: paymentGuardBytecode,
  FillReceiverFactory: fillReceiverFactoryBytecode,
}

/** Returns the names of the contracts that compile to other bytecode than the shipped one. */
export function findDifferences({ folder }: Workspace): string[] {
  return Object.entries(shipped).flatMap(([name, bytecode]) => {
    const artifact = JSON.parse(readFileSync(join(folder, 'out', `${name}.sol`, `${name}.json`), 'utf8'))
    return artifact.bytecode.object === bytecode ? [] : [name]
  })
}

export const shippedCount = Object.keys(shipped).length
