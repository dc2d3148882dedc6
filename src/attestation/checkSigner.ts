// The checks of who signed, apart from how the signer is recovered.
import { type Address, getAddress } from 'viem'
import { InvalidSignatureError } from '../errors/signature.js'
import { toAddressWord, toBytes } from '../format/values.js'
import type { AttestationCheck } from './checkExpected.js'
import { need } from './readAttestationField.js'

/** The addresses of who is trusted. An empty list trusts nobody. */
export function readSolvers(solver: unknown, field: string): Address | Address[] {
  if (!Array.isArray(solver)) return readSolver(solver, field)
  return Array.from(solver, (item, index) => readSolver(item, `${field}[${index}]`))
}

function readSolver(value: unknown, field: string): Address {
  const word = toAddressWord(value)
  const isEvm = word?.startsWith(`0x${'0'.repeat(24)}`)
  const bytes = toBytes(isEvm ? `0x${word?.slice(26)}` : undefined, [20])
  return getAddress(need(bytes, field, value, 'an EVM address of 20 bytes, or left-padded to 32'))
}

export function checkSignature(signer: Address | InvalidSignatureError): AttestationCheck {
  if (signer instanceof InvalidSignatureError) {
    return { name: 'signature', ok: false, message: signer.shortMessage }
  }
  return { name: 'signature', ok: true }
}

export function checkSolver(
  actual: Address | null,
  expected: Address | readonly Address[],
): AttestationCheck {
  const name = 'solver'
  if (actual === null) {
    return { name, ok: false, expected, message: 'No solver can be recovered from the signature.' }
  }
  if ([expected].flat().includes(actual)) return { name, ok: true, expected, actual }
  return { name, ok: false, expected, actual, message: `The signer ${actual} is not a trusted solver.` }
}
