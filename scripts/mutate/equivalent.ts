/** Mutants that change nothing that anybody could observe, by file and what they do; and why. */
export const equivalent: Record<string, string> = {
  'contracts/FillExecutor.sol true for: token != address(0)':
    'for native currency it approves at the zero address, which has no code',
  'contracts/FillSettlement.sol always the second of: t.calls.length == 0 ? address(0) : executorOf(t.id, t.recipient)':
    'without calls there is none to compare with the executor',
  'contracts/evidence/OrderEvidence.sol >= in: p.deadline > output.deadline': 'equal deadlines match',
}
