const paths = (...names: string[]) => names.map((name) => `test/receivers/${name}.test.ts`)
const solidity = (...names: string[]) => names.map((name) => `test/solidity/${name}.t.sol`)

const fuzz = (...names: string[]) => solidity(...names.map((name) => `fuzz/${name}`))

/** The tests of receivers. Those that detect most run first. */
export const receiverTests = [
  ...paths(
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
  ),
  'test/attack/outsiderKills.test.ts',
  ...solidity(
    'AttestedOrderReceiver',
    'SignedOrderReceiver',
    'RegisteredTermsReceiver',
    'InFlight',
    'Rescue',
    'invariants/Receivers',
  ),
  ...fuzz('Boundaries', 'Payments', 'Returns', 'Tokens'),
]

/** The tests of inboxes. */
export const inboxTests = [
  ...paths('inboxCode'),
  ...solidity(
    'inbox/ClaimRefusals',
    'inbox/Claims',
    'inbox/Refunds',
    'inbox/Hostile',
    'inbox/Attack',
    'inbox/Overriding',
    'inbox/Inbox',
    'inbox/InboxVectors',
  ),
  ...solidity('invariants/Inboxes'),
]

/** The tests of guards. */
export const guardTests = [
  ...paths('guardChecks', 'guardPolicy', 'guardTokens', 'guardCalls'),
  'test/attack/outsiderKills.test.ts',
  'test/attack/outsiderMatrix.test.ts',
  'test/attack/outsiderWords.test.ts',
  'test/attack/guardOneRefund.test.ts',
  'test/attack/unsettleable.test.ts',
  'test/contract/paymentRows.test.ts',
  ...solidity('invariants/PaymentGuard'),
]

/** The same vectors in TypeScript and in Solidity. */
export const parityTests = [
  'test/parity/libraries.test.ts',
  'test/parity/signedOrders.test.ts',
  'test/parity/paymentOrders.test.ts',
  ...solidity('SolverAttestation'),
  ...fuzz('Attestations', 'Orders', 'Reading', 'PaymentReading'),
]

/** The tests of one example. */
export const exampleTests = (name: string) => solidity(`examples/${name}`)

/** The tests of the kit that integrators use for their own tests. */
export const kitTests = ['test/testing/evidence.test.ts', ...solidity('FillproofTest', 'fuzz/Orders')]
