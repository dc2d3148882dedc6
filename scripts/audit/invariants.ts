import { properties } from '../prove/properties.js'
import type { Property } from '../prove/types.js'
import { guardInvariants } from './invariants/guards.js'
import { inboxInvariants } from './invariants/inboxes.js'
import { receiverInvariants } from './invariants/receivers.js'
import type { Invariant } from './invariants/types.js'
import { read } from './scope.js'

export const invariants = [...receiverInvariants, ...inboxInvariants, ...guardInvariants]

/** Finds the property that proves an invariant. */
export function findProperty({ id, proof }: Invariant): Property {
  const property = properties.find(({ contract, name }) => `${contract}.${name}` === proof)
  if (!property) throw new Error(`${id}: there is no property ${proof}`)
  return property
}

/** Finds the function that enforces an invariant: the one that its mutant changes. */
export function findKeeper(invariant: Invariant): string {
  const { file, from } = findProperty(invariant).mutant
  const source = read(file)
  const end = source.indexOf(from) + from.length
  const name = [...source.matchAll(/function (\w+)/g)].filter(({ index }) => index < end).at(-1)?.[1]
  if (!name) throw new Error(`${invariant.id}: ${file} has no function there`)
  return name
}
