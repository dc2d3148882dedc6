import type { Address } from 'viem'
import type { Need } from '../../base/createNeed.js'
import { toSolver } from '../signature/checkSigner.js'
import { needAttestationField } from './readAttestationField.js'

/** Reads the trusted addresses. An empty list trusts no one. */
export function readSolvers(
  solver: unknown,
  field: string,
  need: Need = needAttestationField,
): Address | Address[] {
  const read = (value: unknown, path: string) =>
    need(toSolver(value), path, value, 'an EVM address of 20 bytes, or left-padded to 32')
  if (!Array.isArray(solver)) return read(solver, field)
  return Array.from(solver, (item, index) => read(item, `${field}[${index}]`))
}
