import { decodeText } from '../../base/decodeText.js'
import { DuplicateRecipientError, RecipientFieldError } from '../../protocol/recipients/errors.js'
import { restoreRecipientTree } from '../../protocol/recipients/restoreRecipientTree.js'
import type { RecipientTree } from '../../protocol/recipients/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'
import { createFastKeccak } from './createFastKeccak.js'

/** Reads the tree of a dump that `recipients build` wrote. @throws {@link UsageError} */
export async function readDump(path: string): Promise<RecipientTree> {
  try {
    return restoreRecipientTree(
      JSON.parse(decodeText(await readFileWithin(path, mostBytes.dump))),
      await createFastKeccak(),
    )
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    if (cause instanceof RecipientFieldError || cause instanceof DuplicateRecipientError) {
      throw new UsageError(`The dump "${printable(path)}" can't be used: ${cause.shortMessage}`)
    }
    throw new UsageError(`The dump "${printable(path)}" can't be read.`, { cause })
  }
}
