// Checks that the prover's compiler creates the bytecode that the package ships.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attestedOrderReceiverBytecode } from '../../src/generated/bytecode/attestedOrderReceiver.js'
import { inboxReceiverBytecode } from '../../src/generated/bytecode/inboxReceiver.js'
import { paymentGuardBytecode } from '../../src/generated/bytecode/paymentGuard.js'
import { receiverFactoryBytecode } from '../../src/generated/bytecode/receiverFactory.js'
import { registeredTermsReceiverBytecode } from '../../src/generated/bytecode/registeredTermsReceiver.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
import type { Workspace } from './workspace.js'

const shipped = {
  AttestedOrderReceiver: attestedOrderReceiverBytecode,
  SignedOrderReceiver: signedOrderReceiverBytecode,
  Inbox: inboxCreationCode,
  InboxReceiver: inboxReceiverBytecode,
  RegisteredTermsReceiver: registeredTermsReceiverBytecode,
  PaymentGuard: paymentGuardBytecode,
  ReceiverFactory: receiverFactoryBytecode,
}

/** Returns the names of the contracts whose compiled bytecode differs from the shipped one. */
export function findDifferences({ folder }: Workspace): string[] {
  return Object.entries(shipped).flatMap(([name, bytecode]) => {
    const artifact = JSON.parse(readFileSync(join(folder, 'out', `${name}.sol`, `${name}.json`), 'utf8'))
    return artifact.bytecode.object === bytecode ? [] : [name]
  })
}

export const shippedCount = Object.keys(shipped).length
