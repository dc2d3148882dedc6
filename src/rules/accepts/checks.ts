import { type Explanation, namesOf } from '../verdict.js'

/**
 * The checks of a receiver, in order. Each has the condition that it requires, and the errors with which the receiver reverts.
 * `call` is for failures that only a simulation shows, such as a hook that refuses.
 */
export const receiverChecks = {
  paused: {
    asks: 'fills are not paused',
    errors: {
      EnforcedPause: {
        says: 'The contract is paused.',
        remedy: 'Wait until the admin unpauses the contract.',
      },
    },
  },
  signature: {
    asks: 'an active solver signed',
    errors: {
      UnknownSolver: {
        says: 'Not signed by an active solver. Recovered: {signer}, whose window is {start} to {stop}.',
        remedy:
          'With the window 0 to 0, a field was changed or another key signed: take the evidence as the service gives it. Add a solver with setSolver only if the service announces it, never because a signature recovers it. If a former solver authorized the call, present an order of an active solver with the same call.',
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
        says: "The order's fill contract is {extraData}, and the order has {callsHere} calls of the receiver {required}.",
        remedy:
          "For an authorized fill, the fill contract is a router on the receiver's list, or none, and the one call is of payAuthorized; setRouter adds a router of the service to the list. For a direct fill, the fill contract is the receiver, and there are no calls.",
      },
      TermsMismatch: {
        says: 'The {field} is {found} in one part of the evidence and {required} in another.',
        remedy: 'Use the attestation, the order and the call of one request.',
      },
      ClaimerNotAllowed: {
        says: 'Only {required} may claim this inbox, not {found}.',
        remedy: "Send the claim from the claimer of the inbox's terms.",
      },
      InvalidTermsSignature: {
        says: 'The signer of the terms, {signer}, is not a registrar now. Zero means that the signature is malformed.',
        remedy:
          'Have an account with the registrar role sign these terms for this receiver, chain and attestation; see registrarTypedData.',
      },
      CallsNotSupported: {
        says: 'The order names this contract as its fill contract and has {calls} calls, but only a router runs calls.',
        remedy:
          'Get a quote without calls. Or get one with a call of payAuthorized that does not name this contract as the fill contract.',
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
        remedy: 'Get a quote in an accepted token, or add this token with setToken.',
      },
      TokenAmountOutOfRange: {
        says: 'The amount {amount} of {token} is outside its range, {min} to {max}.',
        remedy: 'Get a quote within the range, or widen the range with setToken.',
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
          'Without a root, have an account with the policy role add the recipient with setRecipient; an empty list allows no recipient. With a root, pass a recipientProof of the current tree.',
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
          'Pay at least the minimum. For a token, hold and approve that much; a fee on transfer does not count as paid.',
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
        says: 'The call was authorized in policy epoch {epoch}. The policy was narrowed since, and its epoch is now {required}.',
        remedy: 'Send authorizeFill again. It succeeds if the evidence still passes.',
      },
      InvalidRefundTo: {
        says: 'Money cannot be returned to {refundTo}.',
        remedy:
          'Name an account without code. A contract works only for a token and without a root of recipients, and must not be a recipient, a router, the token, the receiver or reserved.',
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
        remedy: 'Use another token: this one takes a fee, or does not transfer exactly the requested amount.',
      },
      TokenUnreadable: {
        says: '{token} does not return a balance.',
        remedy: 'Check that the address is a token on this chain.',
      },
      ReentrancyGuardReentrantCall: {
        says: 'The contract was reentered during a fill or a payment.',
        remedy:
          'Call the contract after the fill or the payment, not from a token, a hook or a call during it.',
      },
    },
  },
} satisfies Record<string, { asks: string; errors: Record<string, Explanation> }>

/** Explains `WrongFillContract` if the order calls `payAuthorized` correctly, but its fill contract is not a listed router. */
export const unlistedRouter: Explanation = {
  says: "The receiver's list of routers does not have {router}, the order's fill contract.",
  remedy:
    'If it is a router of the service on this chain, have an account with the policy role add it with setRouter. Otherwise get a fresh quote.',
}

/** The name of a receiver's check. */
export type FillCheck = keyof typeof receiverChecks

/**
 * The checks that a receiver makes, in order. The last one, `call`, is for failures that only a simulation shows, such as a
 * hook that refuses. A fill reverts at one of the failing checks; `inspectFill` reports all of them.
 *
 * @example
 * import { fillChecks } from 'fillproof'
 *
 * fillChecks.indexOf('signature') < fillChecks.indexOf('expiry')
 * // true
 */
export const fillChecks: readonly FillCheck[] = /* @__PURE__ */ namesOf(receiverChecks)

/**
 * When the receiver makes a check of a call that it authorizes: with the evidence, or only with the payment.
 * `outlived`: after the payment the check may fail, because the request was paid or time has passed.
 */
const receiverTimes: Record<FillCheck, { with: 'evidence' | 'payment'; outlived: boolean }> = {
  paused: { with: 'payment', outlived: false },
  signature: { with: 'evidence', outlived: false },
  destination: { with: 'evidence', outlived: false },
  origin: { with: 'evidence', outlived: false },
  amountSent: { with: 'evidence', outlived: false },
  requestId: { with: 'evidence', outlived: false },
  terms: { with: 'evidence', outlived: false },
  token: { with: 'evidence', outlived: false },
  expiry: { with: 'evidence', outlived: true },
  recipient: { with: 'evidence', outlived: false },
  duplicate: { with: 'evidence', outlived: true },
  payment: { with: 'payment', outlived: true },
  call: { with: 'evidence', outlived: false },
}

/** Whether the receiver makes a check only with the payment, so that an authorization can pass before. */
export function isOfPayment(check: FillCheck): boolean {
  return receiverTimes[check].with === 'payment'
}

/** Whether a check may fail only because the request was paid, or because time has passed since. */
export function isOutlived(check: string): boolean {
  return Object.hasOwn(receiverTimes, check) && receiverTimes[check as FillCheck].outlived
}
