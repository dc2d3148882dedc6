// Checks that the prover's compiler creates the bytecode that the package ships.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paymentGuardBytecode } from '../../src/generated/bytecode/paymentGuard.js'
import { receiverFactoryBytecode } from '../../src/generated/bytecode/receiverFactory.js'
import { receiverBytecodes } from '../../src/generated/receiverBytecodes.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
import type { Workspace } from './workspace.js'

const shipped = {
  ...receiverBytecodes,
  inbox: inboxCreationCode,
  paymentGuard: paymentGuardBytecode,
  receiverFactory: receiverFactoryBytecode,
}

/** Returns the names of the contracts whose compiled bytecode differs from the shipped one. */
export function findDifferences({ folder }: Workspace): string[] {
  return Object.entries(shipped).flatMap(([kind, bytecode]) => {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1)
    const artifact = JSON.parse(readFileSync(join(folder, 'out', `${name}.sol`, `${name}.json`), 'utf8'))
    return artifact.bytecode.object === bytecode ? [] : [name]
  })
}

export const shippedCount = Object.keys(shipped).length
