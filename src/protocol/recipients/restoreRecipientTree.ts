import { toRecord } from '../../base/values.js'
import { buildRecipientTree, readScope } from './buildRecipientTree.js'
import { RecipientFieldError } from './errors.js'
import type { Keccak256 } from './merkleTree.js'
import { readRecipients } from './readRecipients.js'
import type { RecipientTree } from './types.js'

/** Rebuilds the tree of a dump. @throws {@link RecipientFieldError}, {@link DuplicateRecipientError} */
export function restoreRecipientTree(dump: unknown, keccak256: Keccak256): RecipientTree {
  const fields = toRecord(dump)
  if (!fields) throw new RecipientFieldError({ field: 'dump', value: dump, requirement: 'an object' })
  requireValue('format', fields.format, 'fillproof-recipients')
  requireValue('version', fields.version, 1)
  const scope = readScope(fields)
  const tree = buildRecipientTree(scope, readRecipients(scope.receiver, fields.recipients), keccak256)
  // If the dump was edited, its entries no longer match its root.
  requireValue('root', fields.root, tree.root)
  return tree
}

function requireValue(field: string, value: unknown, required: string | number): void {
  if (value === required) return
  throw new RecipientFieldError({ field, value, requirement: String(required) })
}
