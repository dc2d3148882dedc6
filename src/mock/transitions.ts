/** A request's status, as the status endpoint reports it. The older path says `fallback` for `refund`. */
export type RequestStatus =
  | 'waiting'
  | 'depositing'
  | 'pending'
  | 'submitted'
  | 'success'
  | 'failure'
  | 'refund'

/**
 * Every legal move.
 *
 * | from | to | when |
 * | --- | --- | --- |
 * | waiting | depositing | the gasless transaction that the service sent for it is mined |
 * | waiting | pending | the deposit is in a mined block and pays the order |
 * | waiting | failure | a deposit is in a mined block and does not pay the order, or the order expired |
 * | depositing | pending | the deposit in the gasless transaction pays the order |
 * | depositing | failure | the gasless transaction has no deposit, or one that does not pay the order |
 * | pending | submitted | the fill transaction is sent |
 * | pending | failure | the fill can't be sent: it would revert, or the order has expired; or the deposit was reorganized away |
 * | submitted | success | the fill is final, and the oracle's rules count it |
 * | submitted | failure | the fill's receipt says reverted, or the oracle's rules don't count it |
 * | failure | refund | the refund's receipt says success |
 */
export const transitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  waiting: ['depositing', 'pending', 'failure'],
  depositing: ['pending', 'failure'],
  pending: ['submitted', 'failure'],
  submitted: ['success', 'failure'],
  success: [],
  failure: ['refund'],
  refund: [],
}
