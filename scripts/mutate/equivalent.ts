/** Mutants that change nothing that anybody could observe, by file and what they do; and why. */
export const equivalent: Record<string, string> = {
  'contracts/FillExecutor.sol true for: token != address(0)':
    'for native currency it approves at the zero address, which has no code',
  'contracts/evidence/OrderEvidence.sol >= in: p.deadline > output.deadline': 'equal deadlines match',
  'contracts/libraries/BoundedTokens.sol <= in: balance < allowance': 'both are the same then',
}
