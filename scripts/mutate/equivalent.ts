import type { Mutant } from './findMutants.js'

const empty = 'an empty function of OpenZeppelin'
const onlyInitializers = 'on an internal function that only an initializer calls'
const unseen = 'no one can read the storage between the two'
const both = 'a failure of either reverts both'
const apart = 'the two read or write different things'
const again = 'a direct fill only repeats the same check'
const noAmount = 'the evidence of a direct fill states no amount, and fails where it would'
const anyBit = 'any bit that no other flag has will do'
const noRoot = 'no proof leads to the root zero'
const anyOrder = 'the order of these events within one transaction has no meaning'
const free = 'it works in other free memory'
const after = 'the byte after it is not hashed, and overwritten'
const noBytes = 'no bytes are returned from anywhere'
const firstWord = 'of a longer slice the first word is taken'
const nextMember = 'the byte after it belongs to the next member, which is written later'
const noShift = 'of 32 bytes nothing is shifted either way'
const copied = 'what was there before is a copy'
const scratch = 'the result is written to scratch space, and only its first word is read'

/** Mutants without an observable change, by file and name, with the reason. */
export const equivalent: Record<string, Record<string, string>> = {
  'contracts/FillSettlement.sol': {
    '__FillSettlement_init | without: onlyInitializing': onlyInitializers,
  },
  'contracts/FillPolicy.sol': {
    '__FillPolicy_init | without: onlyInitializing': onlyInitializers,
    'setRecipientRoot | after the next: _verifierStorage().accounts.recipientRoot = root': unseen,
    '_setRouter | after the next: _verifierStorage().accounts.set(router, Accounts.ROUTER, allowed ? Accounts.ROUTER : 0)':
      unseen,
    '_setReserved | after the next: _verifierStorage().accounts.set(account, Accounts.RESERVED, reserved ? Accounts.RESERVED : 0)':
      unseen,
  },
  'contracts/FillVerifier.sol': {
    '__FillVerifier_init | without: onlyInitializing': onlyInitializers,
    'semantic | a router is a recipient': 'a router is refused before, listed or not',
  },
  'contracts/SolverPolicy.sol': {
    '__SolverPolicy_init | without: onlyInitializing': onlyInitializers,
    '__SolverPolicy_init | without: __AccessControl_init()': empty,
    '__SolverPolicy_init | after the next: __AccessControl_init()': empty,
    'revokeSolver | after the next: _solvers().revoke(solver)': unseen,
    '_pause | after the next: _setPaused(true)': unseen,
    '_unpause | after the next: _setPaused(false)': unseen,
  },
  'contracts/GuardPolicy.sol': {
    '__GuardPolicy_init | without: onlyInitializing': onlyInitializers,
    '__GuardPolicy_init | after the next: emit DepositorySet(config.depository)': anyOrder,
    '__GuardPolicy_init | after the next: $.chains.set(config.chainName, block.chainid, true)': unseen,
    '_setChain | after the next: $.chains.set(config.name, config.chainId, config.isEvm)': unseen,
    '_setRecipient | after the next: $.recipients.set(chainId, recipient, allowed)': unseen,
  },
  'contracts/PaymentGuard.sol': {
    '_readAttested | after the next: _readOrder(e, order, payer)': apart,
    '_readAttested | after the next: e.words = a': apart,
    '_readSigned | after the next: e.words = Attestation({ requestId: e.id, originChainId: block.chainid, originUser: bytes32(Failur...':
      apart,
    '_readOrder | after the next: (e.inputChainId, ) = _guardStorage().chains.get(origin)': apart,
    '_readOrder | after the next: (e.outputChainId, e.isOutputEvm) = _guardStorage().chains.get(destination)':
      apart,
    '_pay | after the next: _guardStorage().requests.markPaid(e.id)': unseen,
    '_promised | >= in: payment.minimumAmount > amount': 'the same amount is taken again',
  },
  'contracts/RegisteredTermsReceiver.sol': {
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
  'contracts/evidence/OrderEvidence.sol': {},
  'contracts/evidence/RegisteredTermsEvidence.sol': {
    '__RegisteredTermsEvidence_init | without: onlyInitializing': onlyInitializers,
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
    '_readEvidence | after the next: _matchTerm(t, "solver", _padded(order.solver), _padded(t.solver))':
      'an input that cannot be read has no accepted origin, which fails first',
    '_readInputs | <= in: currency.length < 32': noShift,
    '_readInputs | 33 for 32 in: currency.length < 32': noShift,
    '_setOrigin | after the next: t.words.originAmount = origin.amount': apart,
    '__SignedOrders_init | without: onlyInitializing': onlyInitializers,
    '_readEvidence | after the next: t.words.destinationChainId = _chainIdOf(t.chainNameHash)': apart,
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
    'tryCall | always: size': 'no bytes in memory of their own are the empty value too',
    'tryCall | 255 for 256 in: gt(size, 256)': 'a size of 256 becomes 256',
    'tryCall | 289 for 288 in: add(returned, 0x120)': 'one byte of memory more is set aside',
  },
  'contracts/libraries/ChainNames.sol': {
    'set | after the next: delete self.nameHashes[oldId]': unseen,
    'set | after the next: (chain.id, chain.isEvm) = (uint248(chainId), isEvm)': unseen,
  },
  'contracts/libraries/Orders.sol': {
    'readProof | 65 for 64 in: mload(0x40)': free,
    'readProof | 225 for 224 in: calldatacopy(add(words, 0x20), proof, 0xe0)': after,
    '_readPayments | 161 for 160 in: add(words, 0xa0)': free,
    '_readPayments | 65 for 64 in: calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)': after,
    'tryDecodeCall | 33 for 32 in: blob[12:32]': firstWord,
    'tryDecodeCall | 161 for 160 in: blob[128:160]': firstWord,
    'tryDecodeCall | 97 for 96 in: blob[64:96]': firstWord,
  },
  'contracts/libraries/PaidRequests.sol': {
    'markPaid | 2 for 1 in: self.paid[id] = 1': 'any word but zero is a mark',
  },
  'contracts/libraries/PaymentOrders.sol': {
    'read | after the next: (input, origin) = _readInput(order.input)': apart,
    'read | 65 for 64 in: mload(0x40)': free,
    'read | 225 for 224 in: calldatacopy(add(words, 0x20), order, 0xe0)': after,
    '_readInput | 65 for 64 in: mload(0x40)': free,
    '_readInput | 225 for 224 in: add(words, 0xe0)': free,
    '_readInput | 65 for 64 in: calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)': after,
    '_readInput | 65 for 64 in: calldatacopy(add(words, 0x80), add(refund, 0x60), 0x40)': after,
    '_readInput | 1 for 0 in: revert(0, 0)': noBytes,
    '_readOutput | 65 for 64 in: mload(0x40)': free,
    '_readOutput | 193 for 192 in: add(words, 0xc0)': free,
    '_readOutput | 191 for 192 in: add(words, 0xc0)':
      'the last word is written when the hashes of the payments are hashed already',
    '_readOutput | 65 for 64 in: calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)': after,
    '_readOutput | 97 for 96 in: calldatacopy(add(words, 0x60), add(output, 0x40), 0x60)': after,
    '_readOutput | 1 for 0 in: revert(0, 0)': noBytes,
  },
  'contracts/libraries/Payments.sol': {
    'hash | 65 for 64 in: mload(0x40)': free,
    'hash | 321 for 320 in: calldatacopy(add(words, 0x80), p, 0x140)': after,
    'hash | 1 for 0 in: mstore(end, 0)': 'the last byte of this word is never hashed',
  },
  'contracts/libraries/RouteTable.sol': {
    'set | after the next: narrowed = oldMax != 0 && (min > oldMin || max < oldMax)': copied,
  },
  'contracts/libraries/SolverAttestation.sol': {
    'hash | 65 for 64 in: mload(0x40)': free,
    'hash | 225 for 224 in: calldatacopy(words, a, 0xe0)': after,
    'digest | 65 for 64 in: mload(0x40)': free,
    'digest | 225 for 224 in: calldatacopy(words, a, 0xe0)': after,
    'read | 225 for 224 in: calldatacopy(words, a, 0xe0)': nextMember,
    'tryRecover | div in: mul(v, lt(s, S_END))': 'a division by zero gives zero',
    'tryRecover | 65 for 64 in: mload(0x40)': free,
    'tryRecover | 1 for 0 in: mstore(0x00, 0)': 'an address is the last 20 bytes of the word',
    'tryRecover | 129 for 128 in: staticcall(gas(), 1, words, 0x80, 0x00, 0x20)':
      'the precompile reads no more than four words',
    'tryRecover | 33 for 32 in: staticcall(gas(), 1, words, 0x80, 0x00, 0x20)':
      'the precompile returns no more than a word',
  },
  'contracts/libraries/SolverWindows.sol': {
    'set | after the next: narrowed = oldEnd != 0 && (start > oldStart || end < oldEnd)': copied,
  },
  'contracts/libraries/BoundedTokens.sol': {
    '_read | 33 for 32 in: staticcall(gas(), token, add(data, 0x20), mload(data), 0, 0x20)': scratch,
  },
}

/** Why no test can kill a mutant. */
export function reasonOf({ file, name }: Mutant): string | undefined {
  return equivalent[file]?.[name]
}
