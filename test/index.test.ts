import { expect } from 'chai'
import * as batch from '../src/batch/index.js'
import * as client from '../src/client/index.js'
import * as contract from '../src/contract/index.js'
import * as ignition from '../src/ignition/index.js'
import * as fillproof from '../src/index.js'
import * as webhooks from '../src/webhooks/index.js'

describe('index', () => {
  it('exports', () => {
    expect(Object.keys(fillproof).sort()).deep.equal([
      'AddressFormatError',
      'AttestationFieldError',
      'AttestationLayoutError',
      'DuplicateRecipientError',
      'FillproofError',
      'InvalidAccountError',
      'InvalidSignatureError',
      'OrderFieldError',
      'PaymentFieldError',
      'RecipientFieldError',
      'RecipientNotListedError',
      'SettlementFieldError',
      'TermsFieldError',
      'createRecipientTree',
      'decodeOrderCall',
      'encodeAttestation',
      'encodeOrderCall',
      'explainRevert',
      'fillChecks',
      'fillReceiverAbi',
      'hashAttestation',
      'hashOrder',
      'hashOrderProof',
      'hashRegisteredTerms',
      'loadRecipientTree',
      'mockProfile',
      'padAddress',
      'parseAttestation',
      'paymentChecks',
      'paymentGuardAbi',
      'proveOrderOutput',
      'provePayment',
      'proveSignedOrder',
      'recoverRegistrar',
      'recoverSolver',
      'registeredFillReceiverAbi',
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

  it('ignition exports', () => {
    expect(Object.keys(ignition)).deep.equal([
      'FillReceiverModule',
      'PaymentGuardModule',
      'RegisteredFillReceiverModule',
      'SignedOrderReceiverModule',
    ])
  })

  it('contract exports', () => {
    expect(Object.keys(contract).sort()).deep.equal([
      'FillEvidenceError',
      'FillRevertedError',
      'RefundToNeededError',
      'authorizeFill',
      'chooseRefundTo',
      'executorOf',
      'fill',
      'fillproofActions',
      'getAuthorization',
      'getFillAcceptedEvents',
      'getFillAuthorizedEvents',
      'getRecipientStatus',
      'getRoute',
      'getSolverWindow',
      'hashPayment',
      'inspectFill',
      'inspectPayment',
      'isPaid',
      'isPaused',
      'isPaymentMade',
      'parseFillAccepted',
      'parseFillAuthorized',
      'payAttested',
      'payAuthorized',
      'paySigned',
      'prepareAuthorizedCall',
      'simulateAuthorizeFill',
      'simulateFill',
      'simulatePayAuthorized',
      'watchFillAccepted',
      'watchFillAuthorized',
    ])
  })

  it('client exports', () => {
    expect(Object.keys(client).sort()).deep.equal([
      'CallNotPayableError',
      'ClientOptionError',
      'FeeInputError',
      'FillproofError',
      'InvalidRequestError',
      'InvalidResponseError',
      'OrderFieldError',
      'RequestTimeoutError',
      'ServiceAbortedError',
      'ServiceError',
      'ServiceHttpError',
      'ServiceNetworkError',
      'ServiceRateLimitError',
      'ServiceTimeoutError',
      'StepMismatchError',
      'StepOptionError',
      'StepTransactionError',
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
      'platformFee',
      'platformFeeBps',
      'quoteErrorCodes',
      'refundFailReasons',
      'relayProfile',
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

  it('webhooks exports', () => {
    expect(Object.keys(webhooks).sort()).deep.equal([
      'FillproofError',
      'WebhookOptionError',
      'WebhookPayloadError',
      'WebhookVerificationError',
      'createMemoryWebhookStore',
      'createWebhookHandler',
      'signWebhook',
      'toNodeHandler',
      'verifyWebhook',
    ])
  })
})
