import type { Mutant } from './findMutants.js'

const empty = 'an empty function of OpenZeppelin'
const onlyInitializers = 'on an internal function that only an initializer calls'
const noCode = 'for native currency it approves at the zero address, which has no code'
const unseen = 'between the two nobody can look at the storage'
const both = 'a failure of either reverts both'
const apart = 'the two read or write different things'
const again = 'a direct fill is only asked the same twice'
const noAmount = 'the evidence of a direct fill states no amount, and fails where it would'
const anyBit = 'any bit that no other flag has will do'
const noRoot = 'no proof leads to the root zero'
const scratch = 'what comes back is written to scratch space, where nobody reads more of it'

/** Mutants that change nothing that anybody could observe, by file and name; and why. */
export const equivalent: Record<string, Record<string, string>> = {
  'contracts/FillExecutor.sol': {
    'execute | 1 for 0 in: token != address(0)':
      'for native currency it sweeps twice, and the second finds nothing',
    '_call | true for: token != address(0)': noCode,
    '_call | 1 for 0 in: token != address(0)': noCode,
    '_call | true for: grants':
      'what was not approved is not allowed, and taking it back would change nothing',
  },
  'contracts/FillSettlement.sol': {
    '__FillSettlement_init | without: onlyInitializing': onlyInitializers,
  },
  'contracts/FillVerifier.sol': {
    'INSPECTING | 254 for 255 in: 1 << 255': 'any bit above those of the checks will do',
    '__FillVerifier_init | without: onlyInitializing': onlyInitializers,
    '__FillVerifier_init | without: __AccessControl_init()': empty,
    '__FillVerifier_init | after the next: __AccessControl_init()': empty,
    'revokeSolver | after the next: _verifierStorage().solvers.revoke(solver)': unseen,
    'setRecipientRoot | after the next: _verifierStorage().accounts.recipientRoot = root': unseen,
    '_pause | after the next: _verifierStorage().isPaused = true': unseen,
    '_unpause | after the next: _verifierStorage().isPaused = false': unseen,
    '_setRouter | after the next: _verifierStorage().accounts.set(router, Accounts.ROUTER, allowed ? Accounts.ROUTER : 0)':
      unseen,
    '_setReserved | after the next: _verifierStorage().accounts.set(account, Accounts.RESERVED, reserved ? Accounts.RESERVED : 0)':
      unseen,
  },
  'contracts/RegisteredFillReceiver.sol': {
    'initialize | after the next: __FillVerifier_init(config)': apart,
    'initialize | after the next: __FillSettlement_init(config)': apart,
    'authorizeFill | after the next: _authorize(t)': both,
  },
  'contracts/SignedOrderReceiver.sol': {
    'initialize | after the next: __FillVerifier_init(config)': apart,
    'initialize | after the next: __FillSettlement_init(config)': apart,
  },
  'contracts/evidence/AttestedOrders.sol': {
    '_acceptDirectFill | after the next: _readEvidence(t, a, signature, order, recipientProof, Way.Direct)':
      noAmount,
  },
  'contracts/evidence/FillEvidence.sol': {
    '_readPayment | >= in: p.deadline > t.deadline': 'deadlines that are equal match',
  },
  'contracts/evidence/OrderEvidence.sol': {
    '_readAuthorised | after the next: t.calls = new OrderCall[](0)': apart,
    '_readCalls | true for: callsHere != 0':
      'without a call here the evidence failed already, and the calldata of a fill is no payment',
  },
  'contracts/evidence/RegisteredFills.sol': {
    '__RegisteredFills_init | without: onlyInitializing': onlyInitializers,
    '_readEvidence | after the next: _readAttestation(t, a, signature)': apart,
    '_readEvidence | after the next: t.id = a.requestId': apart,
    '_readEvidence | after the next: (, t.chainNameHash) = ownChain()': apart,
    '_readEvidence | after the next: _readRegistrar(t, _hashTerms(a, terms, t.callHash), termsSignature)':
      apart,
    '_acceptDirectFill | after the next: _readEvidence(t, a, signature, terms, termsSignature, recipientProof, Way.Direct)':
      noAmount,
    '_checkNotPaid | never: t.callHash == bytes32(0)': again,
    '_checkNotPaid | 1 for 0 in: t.callHash == bytes32(0)': again,
  },
  'contracts/evidence/SignedOrders.sol': {
    '__SignedOrders_init | without: onlyInitializing': onlyInitializers,
    '_readEvidence | after the next: t.destinationChainId = _chainIdOf(t.chainNameHash)': apart,
    '_acceptDirectFill | after the next: _readEvidence(t, order, signature, recipientProof, Way.Direct)':
      noAmount,
  },
  'contracts/libraries/Accounts.sol': {
    'RESERVED | 2 for 1 in: 1 << 3': anyBit,
    'RESERVED | 4 for 3 in: 1 << 3': anyBit,
    'provedFlags | false for: root == bytes32(0)': noRoot,
    'provedFlags | 1 for 0 in: root == bytes32(0)': noRoot,
  },
  'contracts/libraries/BoundedCalls.sol': {
    'tryCall | 1 for 0 in: call(gas(), target, value, add(data, 0x20), mload(data), 0, 0)': scratch,
    'tryCall | 1 for 0 in: call(gas(), target, value, add(data, 0x20), mload(data), 0, 0) #2': scratch,
    'tryCall | 255 for 256 in: gt(size, 256)': 'a size of 256 becomes 256',
    'tryCall | 289 for 288 in: add(returned, 0x120)': 'one byte of memory more is set aside',
  },
  'contracts/libraries/BoundedTokens.sol': {
    '_read | 33 for 32 in: staticcall(gas(), token, add(data, 0x20), mload(data), 0, 0x20)': scratch,
  },
}

/** Why a mutant can't be noticed. */
export function reasonOf({ file, name }: Mutant): string | undefined {
  return equivalent[file]?.[name]
}
