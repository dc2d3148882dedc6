import { type Explanation, namesOf } from '../verdict.js'

/** The checks of a guard in order, and the errors that only a guard reverts with. */
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
      says: 'The order has calls, with the hash {callsHash}, but names no fill contract. Only logs of the fill contract show that calls ran.',
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
      says: 'The order is paid in {currency} on {chainId}, and has no refund there that is sure to be possible.',
      remedy:
        'Do not pay. Get a fresh quote, or set allowNoRefund in the terms if you accept the risk of a loss.',
    },
    RefundTooShort: {
      says: 'A refund ends at {deadline}, before the output ends at {required}.',
      remedy: 'Do not pay. Get a fresh quote.',
    },
    RefundTooHigh: {
      says: 'A refund asks for at least {minimum}, but only {paid} is paid.',
      remedy: 'Do not pay. Get a fresh quote.',
    },
    CallsNotEnforced: {
      says: 'The order has calls but only one refund. The service may settle such an order by a payment of its depository, without the calls.',
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
        'Have an account with the policy role add it with setRecipient (in TypeScript, setPaidRecipient). An order without calls may not pay the fill contract, even if it is on the list.',
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
      says: 'A balance of {token} would be {found} afterwards instead of {required}.',
      remedy:
        'Use another token: this one, or the depository, does not transfer exactly the requested amount. Before the deadline of an inbox, only its refundTo can lower its balance.',
    },
  },
} satisfies Record<string, Record<string, Explanation>>

/** The name of a guard's check. */
export type PaymentCheck = keyof typeof guardChecks

/**
 * The checks that a guard makes, in order. The last one, `call`, is for failures that only a simulation shows, such as a
 * depository that refuses. A payment reverts at one of the failing checks; `inspectPayment` reports all of them.
 *
 * @example
 * import { paymentChecks } from 'fillproof'
 *
 * paymentChecks.indexOf('signature') < paymentChecks.indexOf('expiry')
 * // true
 */
export const paymentChecks: readonly PaymentCheck[] = /* @__PURE__ */ namesOf(guardChecks)
