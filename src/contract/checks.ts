/** The meaning of an error, with its arguments by name in braces, and how to fix it. */
type Explanation = { says: string; remedy: string }

const reportIt = 'Report this: fillproof should prevent it.'

/**
 * The checks of a receiver in their order: what each asks, and the errors that it reverts with. `call` is what only a
 * simulation shows, such as a hook that refuses.
 */
export const receiverChecks = {
  paused: {
    asks: 'fills are not paused',
    errors: {
      EnforcedPause: { says: 'The contract is paused.', remedy: 'Try again after the admin unpauses it.' },
    },
  },
  signature: {
    asks: 'an active solver signed',
    errors: {
      UnknownSolver: {
        says: 'Not signed by an active solver. Recovered: {signer}, whose window is {start} to {stop}.',
        remedy:
          'With the window 0 to 0, a field was changed or another key signed: take the evidence as the service gives it. A solver is added with setSolver once the service announces it, and never because a signature recovers it. A call that a former solver authorized may be authorized by an order of another one.',
      },
      InvalidSignature: {
        says: 'The signature over {digest} is malformed, or no signer can be recovered from it.',
        remedy: "Pass the solver's signature as 65 bytes (v 27 or 28) or 64 bytes (ERC-2098), with low s.",
      },
    },
  },
  destination: {
    asks: 'the request is for this chain',
    errors: {
      WrongDestinationChain: {
        says: 'The fill is for chain {found}, but this is chain {required}.',
        remedy: 'Fill it on its own chain. Chain 0 stands for a name that the receiver does not know.',
      },
    },
  },
  origin: {
    asks: 'the origin has a route',
    errors: {
      OriginNotAccepted: {
        says: 'No route accepts {originCurrency} from chain {originChainId}.',
        remedy:
          'Quote from an accepted origin, or add the route with setRoute. Chain 0 stands for a name that the receiver does not know.',
      },
    },
  },
  amountSent: {
    asks: "the amount sent lies in the route's range",
    errors: {
      AmountOutOfRange: {
        says: 'The amount sent, {amount}, is outside the range of the route, {min} to {max}.',
        remedy: 'Quote an amount within the range, or widen the route with setRoute.',
      },
    },
  },
  requestId: {
    asks: 'the evidence is for this request',
    errors: {
      OrderMismatch: {
        says: 'The order hashes to {orderId}, but the attestation is for {requestId}.',
        remedy:
          'Prove the order of this request. If the service does not use order ids as request ids, use another kind of evidence.',
      },
      InvalidRequestId: {
        says: 'The request id {requestId} is invalid.',
        remedy: 'Fetch the attestation again.',
      },
    },
  },
  terms: {
    asks: 'the evidence is complete and names this receiver',
    errors: {
      WrongFillContract: {
        says: "The order's fill contract is {extraData}, and the order calls the receiver {required} {callsHere} times.",
        remedy:
          "For an authorized fill, the fill contract is a router on the receiver's list, or none, and the one call is of payAuthorized; setRouter adds a router of the service to the list. For a direct fill, the fill contract is the receiver, and there are no calls.",
      },
      TermsMismatch: {
        says: 'The {field} is {found} in one part of the evidence and {required} in another.',
        remedy: 'Use the attestation, the order and the call of one request.',
      },
      InvalidTermsSignature: {
        says: 'The signer of the terms, {signer}, is not a registrar now. Zero means that the signature is malformed.',
        remedy:
          'Have an account with the registrar role sign these terms for this receiver, chain and attestation; see registrarTypedData.',
      },
      CallsNotSupported: {
        says: 'The order names this contract as its fill contract and has {calls} calls, but only a router runs calls.',
        remedy: 'Quote without calls, or quote a call of payAuthorized without your own fill contract.',
      },
      UnsupportedOutput: {
        says: 'The output has {payments} payments, minimum {minimum}, maximum {maximum}.',
        remedy: 'Quote exactly one payment, of more than 0.',
      },
      InvalidOrderCall: {
        says: 'Call {index} of the order is not canonically encoded.',
        remedy: 'Encode calls with encodeOrderCall.',
      },
      InvalidOrderAddress: {
        says: 'The order contains the address {found}, but EVM addresses have 20 bytes.',
        remedy: 'Get a fresh quote. On an EVM chain only 20-byte addresses can be paid.',
      },
    },
  },
  token: {
    asks: 'the token is accepted, within its range',
    errors: {
      TokenNotAccepted: {
        says: 'The receiver does not accept the token {token}.',
        remedy: 'Quote a call in a token of the list, or add this one with setToken.',
      },
      TokenAmountOutOfRange: {
        says: 'The amount {amount} of {token} is outside its range, {min} to {max}.',
        remedy: 'Quote a call within the range, or widen it with setToken.',
      },
    },
  },
  expiry: {
    asks: 'the deadline has not passed',
    errors: {
      RequestExpired: {
        says: 'The deadline {deadline} had passed at {timestamp}.',
        remedy: 'Get a fresh quote, and ask the service what became of the old request.',
      },
    },
  },
  recipient: {
    asks: 'the recipient is on the list',
    errors: {
      RecipientNotAllowed: {
        says: '{recipient} is not on the allowlist.',
        remedy:
          'Without a root, have an account of the policy role add it with setRecipient; an empty list allows no recipient. With a root, pass a recipientProof of the current tree.',
      },
      RecipientMismatch: {
        says: 'The attested recipient is {found}, but the payment goes to {required}.',
        remedy: 'Use the attestation and the order of one request.',
      },
      InvalidRecipient: {
        says: '{recipient} cannot be a recipient.',
        remedy: 'Use an address other than the receiver, a token, a router, the depository or Permit2.',
      },
    },
  },
  duplicate: {
    asks: 'nothing was paid before',
    errors: {
      RequestAlreadyPaid: { says: '{id} was already paid.', remedy: 'Do nothing, and do not pay it again.' },
    },
  },
  payment: {
    asks: 'the payer can bring the minimum',
    errors: {
      PaymentTooLow: {
        says: '{amount} is less than the minimum, {minimum}.',
        remedy:
          'Pay at least the minimum. Hold and approve a token; a fee on transfer does not count as paid.',
      },
      PaymentTooHigh: {
        says: '{amount} is more than the maximum, {maximum}.',
        remedy: 'Pay at most the maximum.',
      },
      UnexpectedValue: {
        says: 'The call came with {value} wei, but takes {required}.',
        remedy: 'Send exactly the amount of a native payment, and no value with a token.',
      },
      TokenTransferFailed: {
        says: '{token} did not transfer {amount} from {from} to {to}.',
        remedy: 'Check the balance, the allowance, and that the address is a token.',
      },
    },
  },
  call: {
    asks: 'the call succeeds in a simulation',
    errors: {
      NotAuthorized: {
        says: 'No evidence was presented for the call {callHash}.',
        remedy: 'Send authorizeFill with the evidence first. Anyone may send it.',
      },
      AuthorizationStale: {
        says: 'The call was authorized in policy epoch {epoch}. Something was narrowed since, and the epoch is {required}.',
        remedy: 'Send authorizeFill again. It succeeds if the evidence still passes.',
      },
      InvalidRefundTo: {
        says: 'Money cannot be returned to {refundTo}.',
        remedy:
          'Name an account without code. For a token, while no root of recipients is set, a contract works too, unless it is a recipient, a router, the token, the receiver or reserved.',
      },
      HookFailed: {
        says: "{recipient}'s hook reverted or did not return its selector.{reason}",
        remedy: 'Fix the recipient, or set its hook to false. The request stays payable.',
      },
      NativeTransferFailed: {
        says: '{recipient} refused {amount} wei.{reason}',
        remedy:
          'Has it a receive()? Use a recipient that accepts native currency. The request stays payable.',
      },
      ReceiptNotExact: {
        says: '{received} of {token} arrived, but {required} was taken.',
        remedy: 'Use another token; this one takes a fee, or moves another amount than it was asked to.',
      },
      TokenUnreadable: {
        says: '{token} does not return a balance.',
        remedy: 'Check that the address is a token on this chain.',
      },
      ReentrancyGuardReentrantCall: {
        says: 'The contract was reentered during a fill or a payment.',
        remedy: 'Call it afterwards, not from a token, a hook or a call.',
      },
    },
  },
} satisfies Record<string, { asks: string; errors: Record<string, Explanation> }>

/** What `inspectFill` says of a fill contract where all else of the way is in order. */
export const unlistedRouter: Explanation = {
  says: "The receiver's list of routers does not have {router}, the order's fill contract.",
  remedy:
    'If it is a router of the service on this chain, have an account of the policy role add it with setRouter. Otherwise get a fresh quote.',
}

/** The checks of a guard in their order, and the errors that only a guard reverts with. */
export const guardChecks = {
  paused: {},
  signature: {
    SolverMismatch: {
      says: 'The order names the solver {found}, but {required} signed.',
      remedy: 'Use the signature of the solver that the order names.',
    },
  },
  origin: {
    WrongOriginChain: {
      says: 'The payment is for chain {found}, but this is chain {required}.',
      remedy: 'Pay it on its own chain. Chain 0 stands for a name that the guard does not know.',
    },
  },
  payer: {
    PayerMismatch: {
      says: 'The caller is {payer}, but {required} was attested.',
      remedy: 'Pay from the account that requested the quote.',
    },
  },
  currency: {
    CurrencyMismatch: {
      says: 'The order takes {found}, but {required} was attested or agreed to.',
      remedy: 'Get a fresh quote, with its own attestation, in the currency that the payer wants to pay.',
    },
  },
  amount: {
    AmountMismatch: {
      says: 'The order takes {found}, but {required} was attested or agreed to.',
      remedy: 'Get a fresh quote, with its own attestation, for what the payer wants to pay.',
    },
  },
  requestId: {},
  destination: {
    UnknownChain: {
      says: 'The guard does not know the chain {name}.',
      remedy: 'Have it added with setChain.',
    },
    DestinationMismatch: {
      says: 'The order is for chain {found}, but {required} was attested or agreed to.',
      remedy: 'Use the attestation and the order of one request, for the chain that the payer wants.',
    },
  },
  output: {
    CallsMismatch: {
      says: "The order's calls hash to {found}, but the payer agreed to {required}.",
      remedy:
        'Hash the calls of your own request with hashOrderCalls, and get a quote for exactly those calls.',
    },
    FillContractMismatch: {
      says: "The order's extraData hashes to {found}, but the payer agreed to {required}.",
      remedy:
        'Set fillContract in the terms to the one that the order may name, or omit it if there is no such contract.',
    },
    OutputTooLow: {
      says: 'The order promises {found} in the agreed currency, but at least {required} is required.',
      remedy: 'Do not pay. Get a fresh quote, or agree to less.',
    },
  },
  settlement: {
    UnsupportedVersion: {
      says: "The order's version hashes to {found}, but the service settles only v1, {required}.",
      remedy: 'Do not pay. Get a fresh quote.',
    },
    FillContractMissing: {
      says: 'The order has calls, whose hash is {callsHash}, and names no fill contract whose logs would show them.',
      remedy: 'Do not pay. Get a quote that names the router of the service.',
    },
    InvalidInputWeight: {
      says: "The order's input has the weight {weight}, so the service can neither settle nor refund it.",
      remedy: 'Do not pay. Get a fresh quote.',
    },
  },
  expiry: {
    DeadlineTooEarly: {
      says: 'The order ends at {deadline}, which is not later than {minimumDeadline}.',
      remedy: 'Get a fresh quote that lasts longer, or lower minimumDeadline in the terms.',
    },
  },
  refund: {
    RefundMissing: {
      says: 'No refund of the order is sure to be possible on {chainId}, where {currency} is paid.',
      remedy: 'Do not pay. Get a fresh quote, or set allowNoRefund in the terms if you take the loss.',
    },
    RefundTooShort: {
      says: 'A refund ends at {deadline}, before the output does, at {required}.',
      remedy: 'Do not pay. Get a fresh quote.',
    },
    RefundTooHigh: {
      says: 'A refund asks for at least {minimum}, but only {paid} is paid.',
      remedy: 'Do not pay. Get a fresh quote.',
    },
    CallsNotEnforced: {
      says: 'The order has calls and one refund, so the depository may pay it without its calls.',
      remedy:
        'Get a quote with a refund on each chain, as the public service makes them, and do not pay this one.',
    },
    RefundNotAllowed: {
      says: 'A refund would go to {recipient}, which is neither the payer {payer} nor the agreed {refundTo}.',
      remedy: 'Do not pay. Get a fresh quote, or name the account in refundTo if it is yours.',
    },
    RefundCurrencyNotAllowed: {
      says: 'A refund on chain {chainId} would be in {currency}, which is neither the currency paid nor the one that the payer wants there.',
      remedy: 'Do not pay. Get a fresh quote.',
    },
    RefundDataNotAllowed: {
      says: 'A refund of the order names {extraData}, which is not a fill contract that the payer agreed to.',
      remedy: "Set refundContracts in the terms to the profile's routers of the refunds' chains.",
    },
  },
  recipient: {
    OutputRecipientMismatch: {
      says: 'The order pays {found}, but {required} was attested or agreed to.',
      remedy: 'Do not pay. Get a fresh quote for the right recipient.',
    },
    OutputRecipientNotAllowed: {
      says: '{recipient} may not be paid on chain {chainId}.',
      remedy:
        'Have an account of the policy role add it with setRecipient, in TypeScript setPaidRecipient. An order without calls never pays the fill contract, listed or not.',
    },
  },
  duplicate: {},
  payment: {},
  call: {
    DepositFailed: {
      says: 'The depository {depository} refused the payment.{reason}',
      remedy: 'Simulate the deposit to see why it fails. The order stays payable.',
    },
    ApprovalFailed: {
      says: '{token} refused an approval of {amount} for {spender}.',
      remedy: 'Use another token; a guard cannot pay in this one.',
    },
    BalanceChanged: {
      says: 'The contract would hold {found} of {token} afterwards instead of {required}.',
      remedy: 'Use another token; this one, or the depository, moves another amount than it was asked to.',
    },
  },
} satisfies Record<string, Record<string, Explanation>>

/** Errors of the contracts that belong to no check. */
const otherErrors: Record<string, Explanation> = {
  AccessControlBadConfirmation: {
    says: 'Only the holder of a role can renounce it.',
    remedy: 'Pass the caller as the confirmation.',
  },
  AccessControlUnauthorizedAccount: {
    says: '{account} lacks the role {neededRole}.',
    remedy: 'Call from an account that has the role, or have the admin grant it.',
  },
  AddressEmptyCode: { says: '{target} has no code.', remedy: 'Check the address.' },
  ChainNameTaken: {
    says: 'The name or the id already belongs to a pair: id {chainId}, or the name whose hash is {nameHash}.',
    remedy:
      'On a receiver, first remove the old pair: call setChain with its name and id 0. A guard keeps its pairs for good: another pair needs another guard.',
  },
  ExpectedPause: { says: 'The contract is not paused.', remedy: 'Nothing to do.' },
  FailedCall: {
    says: 'A call failed without a reason.',
    remedy: 'Simulate the call, and check its arguments.',
  },
  FailedDeployment: {
    says: 'The receiver could not be deployed: it already exists, or the gas ran out.',
    remedy: 'Use the existing receiver, or retry with more gas.',
  },
  GasTooLow: {
    says: 'Only {left} gas is left to see that the call does not succeed twice; {required} is required.',
    remedy: 'Send the deployment with more gas.',
  },
  ImplementationWithoutCode: {
    says: 'The implementation {implementation} has no code.',
    remedy: 'Deploy the implementation first; `fillproof deploy` does so.',
  },
  InitializationRepeatable: {
    says: 'The call {selector} can run twice, so it does not initialize.',
    remedy: 'Pass a call of initialize with the configuration.',
  },
  InsufficientBalance: { says: 'The contract holds {balance} and needs {needed}.', remedy: reportIt },
  InvalidConfig: {
    says: 'The configured {field} is invalid.',
    remedy: 'Correct the value and send it again.',
  },
  InvalidInitialization: {
    says: 'The contract is already initialized, or is an implementation, which cannot be initialized.',
    remedy: 'Initialize a proxy or a clone, in the transaction that deploys it.',
  },
  InvalidRescueTarget: {
    says: "{to} is a recipient's contract, or may be one, and a stray balance would reach it around its hook.",
    remedy: 'Name an account without code, or send it as the administrator.',
  },
  NotInitializing: { says: 'This function runs only during initialization.', remedy: reportIt },
  ReceiverExists: {
    says: 'The deployer already has the receiver {receiver}.',
    remedy: 'Use it, or choose another salt.',
  },
}

/** The name of a receiver's check. */
export type FillCheck = keyof typeof receiverChecks

/** The name of a guard's check. */
export type PaymentCheck = keyof typeof guardChecks

/**
 * The checks that a receiver makes, in their order, and `call`: what only a simulation shows, such as a hook that
 * refuses. A fill reverts at one of the checks that fail; `inspectFill` reports all of them.
 *
 * @example
 * import { fillChecks } from 'fillproof'
 *
 * fillChecks.indexOf('signature') < fillChecks.indexOf('expiry')
 * // true
 */
export const fillChecks: readonly FillCheck[] = /* @__PURE__ */ namesOf(receiverChecks)

/**
 * The checks that a guard makes, in their order, and `call`: what only a simulation shows, such as a depository that
 * refuses. A payment reverts at one of the checks that fail; `inspectPayment` reports all of them.
 *
 * @example
 * import { paymentChecks } from 'fillproof'
 *
 * paymentChecks.indexOf('signature') < paymentChecks.indexOf('expiry')
 * // true
 */
export const paymentChecks: readonly PaymentCheck[] = /* @__PURE__ */ namesOf(guardChecks)

/** The explanation of each error of the contracts. */
export const explainedErrors: Readonly<Record<string, Explanation>> = /* @__PURE__ */ collectErrors()

function namesOf<name extends string>(table: Record<name, unknown>): name[] {
  return Object.keys(table) as name[]
}

function collectErrors(): Record<string, Explanation> {
  const ofReceivers = Object.values(receiverChecks).map(({ errors }) => errors)
  return Object.assign({}, ...ofReceivers, ...Object.values(guardChecks), otherErrors)
}
