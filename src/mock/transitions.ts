/** A request's status, as the status endpoint tells it. */
export type RequestStatus = 'waiting' | 'pending' | 'submitted' | 'success' | 'failure' | 'refund'

/**
 * Every legal move.
 *
 * | from | to | when |
 * | --- | --- | --- |
 * | waiting | pending | the deposit is in a mined block and pays the order |
 * | waiting | failure | a deposit is in a mined block and does not pay the order |
 * | pending | submitted | the fill transaction is sent |
 * | pending | failure | the fill can't be sent: it would revert, or the order has expired |
 * | submitted | success | the fill's receipt says success |
 * | submitted | failure | the fill's receipt says reverted |
 * | failure | refund | the refund's receipt says success |
 */
export const transitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  waiting: ['pending', 'failure'],
  pending: ['submitted', 'failure'],
  submitted: ['success', 'failure'],
  success: [],
  failure: ['refund'],
  refund: [],
}
