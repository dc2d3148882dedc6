// All words for the status of a request, and their meanings. The client, the commands, the page and the mock use this table.

/**
 * The statuses of the current status path. `older` has the same status in the words of the two earlier paths. `follows` has the
 * statuses that may come next:
 *
 * | from | to | when |
 * | --- | --- | --- |
 * | waiting | depositing | the gasless transaction that the service sent for the request is mined |
 * | waiting | pending | the deposit is in a mined block and pays the order |
 * | waiting | failure | a deposit is in a mined block and does not pay the order, or the order expired |
 * | depositing | pending | the deposit in the gasless transaction pays the order |
 * | depositing | failure | the gasless transaction has no deposit, or one that does not pay the order |
 * | pending | submitted | the fill transaction is sent |
 * | pending | failure | the fill can't be sent: it would revert, or the order has expired; or the deposit was reorganized away |
 * | submitted | success | the fill is final, and the oracle's rules count it |
 * | submitted | failure | the fill's receipt reports a revert, or the oracle's rules don't count the fill |
 * | failure | refund | the refund's receipt reports success |
 */
const current = {
  waiting: {
    rank: 1,
    isOver: false,
    follows: ['depositing', 'pending', 'failure'],
    older: ['waiting', 'unknown'],
  },
  depositing: { rank: 2, isOver: false, follows: ['pending', 'failure'], older: ['depositing', 'received'] },
  pending: { rank: 3, isOver: false, follows: ['submitted', 'failure'], older: ['pending', 'pending'] },
  submitted: { rank: 4, isOver: false, follows: ['success', 'failure'], older: ['pending', 'pending'] },
  success: { rank: 6, isOver: true, follows: [], older: ['success', 'success'] },
  failure: { rank: 5, isOver: true, follows: ['refund'], older: ['failure', 'failure'] },
  refund: { rank: 6, isOver: true, follows: [], older: ['refund', 'fallback'] },
} as const

/**
 * The words that only older status paths use. `fallback` is a refund on the oldest path. `delayed` is a pending request that
 * takes long.
 */
const others = {
  fallback: { rank: 6, isOver: true, same: 'refund' },
  delayed: { rank: 3, isOver: false },
  received: { rank: 2, isOver: false },
  unknown: { rank: 0, isOver: false },
} as const

/** A word that was seen in answers, although no specification has it. */
const seen = { refunded: { rank: 6, isOver: true, same: 'refund' } } as const

const words = { ...current, ...others, ...seen }

const keysOf = <key extends string>(table: Record<key, unknown>) => Object.keys(table) as [key, ...key[]]

/** A status of the current status path. */
export type CurrentStatus = keyof typeof current

/** The statuses of a request on the status endpoint, in webhooks and on the websocket. */
export const requestStatuses = keysOf(current)

/** The other statuses that an answer may have. */
export const otherStatuses = keysOf(others)

/** The status of a request. An unknown word is kept unchanged. */
export type RequestStatus = CurrentStatus | (typeof otherStatuses)[number] | (string & {})

/** The statuses by which a listing can be filtered. */
export const filterStatuses = ['success', 'failure', 'refund', 'pending', 'depositing'] as const

/** Returns `refund` for every word that means a refund. Returns any other word unchanged. */
export function currentWord(word: string): string {
  const facts = find(word)
  return facts && 'same' in facts ? facts.same : word
}

/** Returns the position of a status in the course of a request. Statuses of equal rank have no fixed order. */
export function rankOf(word: string): number | undefined {
  return find(word)?.rank
}

/** Whether a request with this status has ended. A refund may still follow a failure. Undefined for an unknown word. */
export function isOver(word: string): boolean | undefined {
  return find(word)?.isOver
}

/** Whether no status follows this one. */
export function isLast(word: string): boolean {
  const current = find(currentWord(word))
  return current !== undefined && 'follows' in current && current.follows.length === 0
}

/** Whether one status may follow another. */
export function mayFollow(from: CurrentStatus, to: CurrentStatus): boolean {
  return (current[from].follows as readonly CurrentStatus[]).includes(to)
}

/** Returns what each of the two older status operations calls this status, the newer operation first. */
export function olderWords(status: CurrentStatus): readonly [string, string] {
  return current[status].older
}

function find(word: string) {
  return Object.hasOwn(words, word) ? words[word as keyof typeof words] : undefined
}
