const paths = (...names: string[]) => names.map((name) => `test/receivers/${name}.test.ts`)

/** The tests of receivers, those first that notice most. */
export const receiverTests = paths(
  'refusals',
  'inFlight',
  'policy',
  'tokens',
  'returns',
  'hooks',
  'registeredTerms',
  'orderCalls',
  'signedOrders',
  'earlyAuthorization',
  'entries',
  'returnsTo',
  'returnsHostile',
  'returnsRegistered',
  'events',
  'calldata',
  'chainIds',
  'recipientTree',
  'signatures',
  'verifier',
  'mixedEvidence',
  'thieves',
)

/** The tests of guards. */
export const guardTests = [
  ...paths('guardChecks', 'guardPolicy', 'guardTokens', 'guardCalls'),
  'test/attack/guardOneRefund.test.ts',
]

/** The same vectors in TypeScript and in Solidity. */
export const parityTests = [
  'test/parity/libraries.test.ts',
  'test/parity/signedOrders.test.ts',
  'test/parity/paymentOrders.test.ts',
]
