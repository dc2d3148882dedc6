import { expect } from 'chai'
import * as batch from '../src/batch/index.js'
import * as client from '../src/client/index.js'
import * as contract from '../src/contract/index.js'
import * as deploy from '../src/deploy/index.js'
import { receiverAbis } from '../src/generated/receiverAbis.js'
import * as ignition from '../src/ignition/index.js'
import * as fillproof from '../src/index.js'
import * as quote from '../src/quote/index.js'
import * as watch from '../src/watch/index.js'
import * as webhooks from '../src/webhooks/index.js'
import { fake } from './support/fake.js'

describe('index', () => {
  it('exports', () => {
    expect(Object.keys(fillproof).sort()).deep.equal([
      'AddressFormatError',
      'AttestationFieldError',
      'AttestationLayoutError',
      'DuplicateRecipientError',
      'FillproofError',
      'InboxFieldError',
      'InvalidAccountError',
      'InvalidSignatureError',
      'OrderFieldError',
      'PaymentFieldError',
      'RecipientFieldError',
      'RecipientNotListedError',
      'SettlementFieldError',
      'TermsFieldError',
      'UnknownChainError',
      'attestedOrderReceiverAbi',
      'computeDepositAddress',
      'computeInboxAddress',
      'createRecipientTree',
      'decodeOrderCall',
      'encodeAttestation',
      'encodeOrderCall',
      'erc1967ProxyAbi',
      'explainRevert',
      'fillChecks',
      'hashAttestation',
      'hashInboxTerms',
      'hashOrder',
      'hashOrderCalls',
      'hashOrderProof',
      'hashRegisteredTerms',
      'iFillRecipientAbi',
      'inboxReceiverAbi',
      'loadRecipientTree',
      'mockProfile',
      'padAddress',
      'parseAttestation',
      'paymentChecks',
      'paymentGuardAbi',
      'proveOrderOutput',
      'provePayment',
      'proveSignedOrder',
      'receiverFactoryAbi',
      'recoverRegistrar',
      'recoverSolver',
      'registeredTermsReceiverAbi',
      'registrarTypedData',
      'relayProfile',
      'settlementId',
      'signAttestation',
      'signOrder',
      'signRegisteredTerms',
      'signedOrderReceiverAbi',
      'toContractAttestation',
      'toContractTerms',
      'unpadAddress',
      'verifyAttestation',
      'verifyDepositSettlement',
      'verifyFillSettlement',
      'verifyOrderSignature',
      'verifyRefundSettlement',
    ])
  })

  it('every kind of receiver has its ABI and its Ignition module', () => {
    for (const kind of Object.keys(receiverAbis)) {
      expect(fillproof).to.have.property(`${kind}Abi`)
      expect(ignition).to.have.property(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}Module`)
    }
  })

  it('ignition exports', () => {
    expect(Object.keys(ignition).sort()).deep.equal([
      'AttestedOrderReceiverModule',
      'InboxReceiverModule',
      'ModuleParameterError',
      'PaymentGuardModule',
      'RegisteredTermsReceiverModule',
      'SignedOrderReceiverModule',
      'checkParameters',
    ])
  })

  it('contract exports', () => {
    expect(Object.keys(contract).sort()).deep.equal([
      'ContractOptionError',
      'FillEvidenceError',
      'FillRevertedError',
      'InboxMismatchError',
      'PaymentNotAuthorizedError',
      'RefundToNeededError',
      'authorizeFill',
      'authorizeMany',
      'chooseRefundTo',
      'claim',
      'claimMany',
      'fill',
      'fillproofActions',
      'findInbox',
      'findOrderPayment',
      'getAuthorization',
      'getFillAcceptedEvents',
      'getFillAuthorizedEvents',
      'getInbox',
      'getPaymentReturnedEvents',
      'getReceiverKind',
      'getRecipientStatus',
      'getRoute',
      'getSolverWindow',
      'getTokenRange',
      'hashPayment',
      'inspectFill',
      'inspectPayment',
      'isCallPaid',
      'isPaid',
      'isPaused',
      'isPaymentMade',
      'parseFillAccepted',
      'parseFillAuthorized',
      'parseInboxClaimed',
      'parseInboxRefunded',
      'parsePaymentReturned',
      'pause',
      'payAttested',
      'payAuthorized',
      'paySigned',
      'prepareAuthorizedCall',
      'refund',
      'removeRecipient',
      'revokeSolver',
      'setChain',
      'setPaidRecipient',
      'setRecipient',
      'setRecipientRoot',
      'setReserved',
      'setRoute',
      'setRouter',
      'setSolver',
      'setToken',
      'simulateAuthorizeFill',
      'simulateFill',
      'simulatePayAuthorized',
      'unpause',
      'watchFillAccepted',
      'watchFillAuthorized',
    ])
  })

  it('methods of fillproofActions', () => {
    const others =
      /Error$|^(chooseRefundTo|fillproofActions|hashPayment|inspectPayment|isPaymentMade|parse.+|pay(Attested|Signed)|prepare.+)$/
    const methods = Object.keys(contract.fillproofActions()(fake({})))
    expect(methods.sort()).deep.equal(
      Object.keys(contract)
        .filter((name) => !others.test(name))
        .sort(),
    )
  })

  it('deploy exports', () => {
    expect(Object.keys(deploy).sort()).deep.equal([
      'ChainUnreachableError',
      'DeployConfigError',
      'DeployHistoryError',
      'DeploymentError',
      'FillRevertedError',
      'createChain',
      'createSafeBatch',
      'estimateDeployment',
      'findPending',
      'planChanges',
      'planDeployment',
      'readDeployConfig',
      'readReceiver',
      'runDeployment',
      'sendChanges',
      'wantedPolicy',
    ])
  })

  it('watch exports', () => {
    expect(Object.keys(watch).sort()).deep.equal(['ContractOptionError', 'checkFill', 'readPayment'])
  })

  it('client exports', () => {
    expect(Object.keys(client).sort()).deep.equal([
      'CallFilledEarlyError',
      'CallNotPaidError',
      'CallNotPayableError',
      'CallPaymentUnknownError',
      'ClientOptionError',
      'DepositPendingError',
      'DepositUnknownError',
      'FeeInputError',
      'FillproofError',
      'InboxCallError',
      'InboxNotFilledError',
      'InboxNotPayableError',
      'InboxPaymentUnknownError',
      'InboxRefundedError',
      'InboxWaitingError',
      'InvalidRequestError',
      'InvalidResponseError',
      'OrderFieldError',
      'PaymentReturnedError',
      'ReceiverCallError',
      'RequestTimeoutError',
      'ServiceAbortedError',
      'ServiceError',
      'ServiceHttpError',
      'ServiceNetworkError',
      'ServiceRateLimitError',
      'ServiceRetiredError',
      'ServiceTimeoutError',
      'StatusMismatchError',
      'StepFundsError',
      'StepMismatchError',
      'StepOptionError',
      'StepPendingError',
      'StepPromptError',
      'StepTransactionError',
      'SweepRouterError',
      'UnknownChainError',
      'UnknownRouterError',
      'UnverifiedStepError',
      'VenueAmountError',
      'VenueCurrencyError',
      'VenueRejectedError',
      'WalletChainError',
      'appFees',
      'applySponsorship',
      'classifyTransaction',
      'configCurrencies',
      'createServiceClient',
      'executionFee',
      'extendProfile',
      'failReasons',
      'feeComponents',
      'flatExecutionFeeUsd',
      'followDefaults',
      'formatVenueAmount',
      'formatVenueCurrency',
      'majors',
      'mockProfile',
      'otherStatuses',
      'parseVenueAmount',
      'parseVenueCurrency',
      'payReceiver',
      'platformFee',
      'platformFeeBps',
      'quoteErrorCodes',
      'readCallEvidence',
      'readCallPayment',
      'readInboxCall',
      'readInboxEvidence',
      'readReceiverCall',
      'refundFailReasons',
      'relayProfile',
      'relayTestnetProfile',
      'requestFeatures',
      'requestStatuses',
      'requestTypes',
      'retryableQuoteErrorCodes',
      'revenueShare',
      'revenueShareTiers',
      'stablecoins',
      'sumFees',
      'swapFee',
      'tradeTypes',
      'usageGranularities',
      'venueActivationFeeUsd',
      'vmTypes',
    ])
  })

  it('batch exports', () => {
    expect(Object.keys(batch).sort()).deep.equal([
      'AttestationFieldError',
      'BackendUnavailableError',
      'BatchClosedError',
      'BatchOptionError',
      'BatchWorkerError',
      'FillproofError',
      'createBatchVerifier',
    ])
  })

  it('quote exports', () => {
    expect(Object.keys(quote).sort()).deep.equal(['StepOptionError', 'verifyQuote'])
  })

  it('webhooks exports', () => {
    expect(Object.keys(webhooks).sort()).deep.equal([
      'FillproofError',
      'WebhookOptionError',
      'WebhookPayloadError',
      'WebhookVerificationError',
      'createMemoryWebhookStore',
      'createWebhookHandler',
      'isStatusEvent',
      'signWebhook',
      'toNodeHandler',
      'verifyWebhook',
    ])
  })
})
