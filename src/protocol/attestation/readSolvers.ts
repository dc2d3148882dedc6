import type { Address } from 'viem'
import { toSolver } from '../signature/checkSigner.js'
import { needAttestationField } from './readAttestationField.js'

/** Reads the trusted addresses. An empty list trusts no one. */
export function readSolvers(solver: unknown, field: string): Address | Address[] {
  if (!Array.isArray(solver)) return readSolver(solver, field)
  return Array.from(solver, (item, index) => readSolver(item, `${field}[${index}]`))
}

function readSolver(value: unknown, field: string): Address {
  return needAttestationField(
    toSolver(value),
    field,
    value,
    'an EVM address of 20 bytes, or left-padded to 32',
  )
}
