/** What an error says, with its arguments by name in braces, and what to do about it. */
export type Remedy = { says: string; remedy: string }

const reportIt = 'Report this: fillproof should not let it happen.'

/** One entry for each error of the contracts. A test holds the list to the ABIs. */
export const remedies: Record<string, Remedy> = {
  AccessControlBadConfirmation: {
    says: 'A role can be renounced only by its holder.',
    remedy: 'Pass the caller as the confirmation.',
  },
  AccessControlUnauthorizedAccount: {
    says: '{account} lacks the role {neededRole}.',
    remedy: 'Send it from an account that holds the role, or have the admin grant it.',
  },
  AmountMismatch: {
    says: 'The order takes {found}, and {required} was attested or agreed to.',
    remedy: 'Get a fresh quote for what the payer wants to pay, with its own attestation.',
  },
  AddressEmptyCode: { says: 'There is no code at {target}.', remedy: 'Check the address.' },
  AmountOutOfRange: {
    says: 'The amount sent, {amount}, lies outside the route, {min} to {max}.',
    remedy: 'Quote an amount within the range, or widen the route with setRoute.',
  },
  ApprovalFailed: {
    says: '{token} refused to let {spender} take {amount}.',
    remedy: 'The token cannot be used through a guard.',
  },
  AuthorizationStale: {
    says: 'The call was authorized in policy epoch {epoch}, and the policy was narrowed since, to epoch {required}.',
    remedy: 'Send authorizeFill again; it succeeds if the evidence still holds.',
  },
  BalanceChanged: {
    says: 'The contract would have been left with {found} of {token} instead of {required}.',
    remedy: 'The token or the depository does not move what it says; it can not be used.',
  },
  CallsMismatch: {
    says: "The order's calls hash to {found}, and the payer agreed to {required}.",
    remedy: 'Hash the calls of your own request with hashOrderCalls, and get a quote for exactly these.',
  },
  CallsNotSupported: {
    says: 'The order names this contract as its fill contract and has {calls} calls, which only a router runs.',
    remedy: 'Quote without calls, or quote with a call of payAuthorized and no fill contract of your own.',
  },
  ChainNameTaken: {
    says: 'The name or the id is paired already, with id {chainId} or with the name whose hash is {nameHash}.',
    remedy: 'Remove the old pair first: setChain with its name and id 0.',
  },
  CurrencyMismatch: {
    says: 'The order takes {found}, and {required} was attested or agreed to.',
    remedy: 'Get a fresh quote in the currency that the payer wants to pay, with its own attestation.',
  },
  DepositFailed: {
    says: 'The depository {depository} refused the payment.{reason}',
    remedy: 'Simulate the deposit. The order stays payable.',
  },
  DestinationMismatch: {
    says: 'The order is for chain {found}, and {required} was attested or agreed to.',
    remedy: 'Use the attestation and the order of one request, for the chain that the payer wants.',
  },
  EnforcedPause: { says: 'The contract is paused.', remedy: 'Try again when the admin has unpaused it.' },
  ExpectedPause: { says: 'The receiver is not paused.', remedy: 'Nothing to do.' },
  FailedCall: { says: 'A call failed without a reason.', remedy: 'Simulate it, and check its arguments.' },
  FailedDeployment: {
    says: 'The receiver could not be made: it exists already, or the gas did not suffice.',
    remedy: 'Use the one that exists, or send it with more gas.',
  },
  FillContractMismatch: {
    says: "The order's extraData hashes to {found}, and the payer agreed to {required}.",
    remedy: 'Name the fill contract that the order may use, or none, in the terms.',
  },
  HookFailed: {
    says: "{recipient}'s hook reverted or did not return its selector.{reason}",
    remedy: 'Mend the recipient, or set its hook to false. The request stays payable.',
  },
  ImplementationWithoutCode: {
    says: 'There is no code at the implementation {implementation}.',
    remedy: 'Deploy the implementation first; `fillproof deploy` does.',
  },
  InitializationRepeatable: {
    says: 'The call {selector} succeeds twice, so it initializes nothing.',
    remedy: 'Pass the call of initialize, with the configuration.',
  },
  InsufficientBalance: {
    says: 'The contract holds {balance} and needs {needed}.',
    remedy: reportIt,
  },
  InvalidConfig: {
    says: 'The configured {field} makes no sense.',
    remedy: 'Correct the value and send it again.',
  },
  InvalidInitialization: {
    says: 'The contract is initialized already, or is an implementation, which never is.',
    remedy: 'Initialize a proxy or a clone, in the transaction that makes it.',
  },
  InvalidOrderAddress: {
    says: 'An address of the order is {found}, and EVM addresses have 20 bytes.',
    remedy: 'Get a fresh quote: on an EVM chain no other address can be paid.',
  },
  InvalidOrderCall: {
    says: 'Call {index} of the order is not canonically encoded.',
    remedy: 'Encode calls with encodeOrderCall.',
  },
  InvalidRecipient: {
    says: '{recipient} can not be a recipient.',
    remedy: 'Use an address other than the receiver, a token, a router, the depository or Permit2.',
  },
  InvalidRefundTo: {
    says: 'Money is never returned to {refundTo}.',
    remedy:
      'Name an account without code, or a contract that is neither a recipient, the token, the receiver nor reserved.',
  },
  InvalidRequestId: { says: 'The request id is {requestId}.', remedy: 'Fetch the attestation again.' },
  InvalidSignature: {
    says: 'The signature over {digest} is malformed or recovers nobody.',
    remedy: 'Pass the 65 bytes (v 27 or 28) or the 64 bytes (ERC-2098) of the solver, with low s.',
  },
  InvalidTermsSignature: {
    says: 'The terms were signed by {signer}, who is no registrar now; zero is a malformed signature.',
    remedy:
      'Have an account with the registrar role sign these terms for this receiver, chain and attestation; see registrarTypedData.',
  },
  NativeTransferFailed: {
    says: '{recipient} refused {amount} wei.{reason}',
    remedy: 'Use a recipient that takes native currency. The request stays payable.',
  },
  NotAuthorized: {
    says: 'Nobody presented evidence for the call {callHash}.',
    remedy: 'Send authorizeFill with the attestation and the order first; it needs no role.',
  },
  NotInitializing: { says: 'This may only run during initialization.', remedy: reportIt },
  OrderMismatch: {
    says: 'The order hashes to {orderId}, and the attestation is for {requestId}.',
    remedy:
      'Prove the order of this request. A service whose request ids are not order ids needs another kind of evidence.',
  },
  OriginNotAccepted: {
    says: 'No route accepts {originCurrency} from chain {originChainId}.',
    remedy: 'Quote from an accepted origin, or add the route with setRoute.',
  },
  OutputRecipientMismatch: {
    says: 'The order pays {found}, and {required} was attested or agreed to.',
    remedy: 'Do not pay: get a fresh quote for the right recipient.',
  },
  OutputRecipientNotAllowed: {
    says: '{recipient} may not be paid on chain {chainId}.',
    remedy: 'Have it added with setRecipient. An empty list allows nobody.',
  },
  OutputTooLow: {
    says: 'The order promises {found} in the agreed currency, and {required} is the least.',
    remedy: 'Do not pay: get a fresh quote, or agree to less.',
  },
  PayerMismatch: {
    says: 'The caller is {payer}, and {required} was attested.',
    remedy: 'Pay from the account that the quote was made for.',
  },
  PaymentTooHigh: {
    says: '{amount} is more than the maximum, {maximum}.',
    remedy: 'Pay at most the maximum.',
  },
  PaymentTooLow: {
    says: '{amount} is less than the minimum, {minimum}.',
    remedy:
      'Pay at least the minimum; for a token, hold and approve it. A fee on transfer counts as not paid.',
  },
  ReceiptNotExact: {
    says: '{received} of {token} arrived where {required} was taken.',
    remedy:
      'The token takes a fee, or moves something else than it says; it can not be paid through a guard.',
  },
  ReceiverExists: {
    says: 'The deployer has the receiver {receiver} already.',
    remedy: 'Use it, or choose another salt.',
  },
  RecipientMismatch: {
    says: 'The attested recipient is {found}, and the payment goes to {required}.',
    remedy: 'Use the attestation and the order of one request.',
  },
  RecipientNotAllowed: {
    says: '{recipient} is not on the allowlist.',
    remedy: 'Have it added with setRecipient. An empty list allows nobody.',
  },
  ReentrancyGuardReentrantCall: {
    says: 'The contract was entered again during a fill or a payment.',
    remedy: 'Call it afterwards, not from a token, a hook or a call.',
  },
  RefundNotAllowed: {
    says: 'A refund would go to {recipient}, which is neither the payer {payer} nor the agreed {refundTo}.',
    remedy: 'Do not pay: get a fresh quote, or name the account in refundTo if it is yours.',
  },
  RefundCurrencyNotAllowed: {
    says: 'A refund on {chainId} would be in {currency}, which is neither what is paid nor what the payer wants there.',
    remedy: 'Refuse the quote, or ask for another.',
  },
  RequestAlreadyPaid: { says: '{id} was paid before.', remedy: 'Nothing to do: do not pay it again.' },
  RequestExpired: {
    says: 'The deadline {deadline} had passed at {timestamp}.',
    remedy: 'Get a fresh quote; the old request is refunded on its origin chain.',
  },
  SolverMismatch: {
    says: 'The order names the solver {found}, and {required} signed.',
    remedy: 'Use the signature of the solver that the order names.',
  },
  TermsMismatch: {
    says: 'The {field} is {found} in one part of the evidence and {required} in another.',
    remedy: 'Use the attestation, the order and the call of one request.',
  },
  TokenTransferFailed: {
    says: '{amount} of {token} could not be moved from {from} to {to}.',
    remedy: 'Check the balance, the allowance, and that the token is one.',
  },
  TokenUnreadable: {
    says: '{token} does not say what an account holds.',
    remedy: 'Check that the address is a token on this chain.',
  },
  UnexpectedValue: {
    says: 'The call came with {value} wei and takes {required}.',
    remedy: 'Send exactly the amount of a native payment, and nothing with a token.',
  },
  UnknownChain: {
    says: 'The guard knows no chain of the name {name}.',
    remedy: 'Have it added with setChain.',
  },
  UnknownSolver: {
    says: '{signer} is not a solver now (window {start} to {stop}).',
    remedy: 'Check the signature and its words; if the solver is right, have it added with setSolver.',
  },
  UnsupportedOutput: {
    says: 'The output has {payments} payments, minimum {minimum}, maximum {maximum}.',
    remedy: 'Quote one payment of more than 0.',
  },
  WrongDestinationChain: {
    says: 'The fill is for chain {found}, and this is chain {required}.',
    remedy: 'Fill it on its own chain. Chain 0 is a name that the receiver does not know.',
  },
  WrongFillContract: {
    says: 'The order names {extraData} and calls the receiver {required} {callsHere} times.',
    remedy:
      'A direct fill names the receiver and calls it not; an authorized one names a router or nothing and calls it once.',
  },
  WrongOriginChain: {
    says: 'The payment is for chain {found}, and this is chain {required}.',
    remedy: 'Pay it on its own chain. Chain 0 is a name that the guard does not know.',
  },
}
