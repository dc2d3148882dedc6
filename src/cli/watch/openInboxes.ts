import type { Address } from 'viem'
import type { ConnectedChain } from '../../watch/chain.js'
import type { Tell } from '../../watch/createTeller.js'
import type { ScannedInboxes } from '../../watch/scanChain.js'
import { type InboxList, openInboxList } from '../claim/readInboxes.js'
import { UsageError } from '../errors.js'

/** Reads the list of inboxes. Reads it again if a file has changed. @throws {@link UsageError} */
export type ReadList = () => Promise<InboxList>

/** Opens the list of inboxes at the path of `--inboxes`. @throws {@link UsageError} */
export async function openInboxes(path: string, receiver: Address): Promise<ReadList> {
  const readList = openInboxList(path, receiver, { option: '--inboxes' })
  await readList()
  return readList
}

/** Measures the inboxes of a list. */
export function measureInboxes(
  readList: ReadList,
  receiver: Address,
  { chain, tell }: { chain: Pick<ConnectedChain, 'readBalances' | 'readKind'>; tell: Tell },
): ScannedInboxes['measure'] {
  const say = (what: string, text: string) => tell(`inboxes ${what} ${receiver}`, text)
  let isChecked = false

  return async (block) => {
    if (!isChecked) {
      const kind = await chain.readKind(receiver)
      if (kind !== 'inboxReceiver') {
        throw new UsageError(`--inboxes: the receiver ${receiver} has no inboxes, it is of the kind ${kind}.`)
      }
      isChecked = true
    }
    const list = await readList().catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      say('list', `${error.shortMessage} No balance of an inbox is read.`)
    })
    if (!list) return undefined
    const { isMany, inboxes, broken } = list
    // An entry that can't be read may be of an inbox that was listed before. One of another receiver is not.
    const isPartial = broken.some(({ isForeign }) => !isForeign)
    if (broken.length > 0)
      say('entries', `Entries of --inboxes that can not be read, and are not watched: ${broken.length}.`)
    // Another program may be writing the file.
    if (!isMany && inboxes.length + broken.length === 0) {
      say('list', '--inboxes has no inboxes. No balance of an inbox is read.')
      return undefined
    }
    const found = await chain.readBalances(inboxes, block)
    if (found === 'missing') return found
    const balances = inboxes.map(({ inboxHash, inbox, terms: { token } }) => {
      return { inboxHash, inbox, token, balance: found.get(inboxHash) }
    })
    const unread = balances.filter(({ balance }) => balance === undefined).length
    if (unread > 0)
      say('balances', `Balances of inboxes that are not known at block ${block.number}: ${unread}.`)
    return { balances, isPartial }
  }
}
