export { FillproofError } from './base/FillproofError.js'
export {
  type ExplainRevertOptions,
  type ExplainRevertReturnType,
  explainRevert,
} from './contract/revert/explainRevert.js'
export { attestedOrderReceiverAbi } from './generated/abi/attestedOrderReceiver.js'
export { erc1967ProxyAbi } from './generated/abi/erc1967Proxy.js'
export { iFillRecipientAbi } from './generated/abi/iFillRecipient.js'
export { inboxReceiverAbi } from './generated/abi/inboxReceiver.js'
export { paymentGuardAbi } from './generated/abi/paymentGuard.js'
export { receiverFactoryAbi } from './generated/abi/receiverFactory.js'
export { registeredTermsReceiverAbi } from './generated/abi/registeredTermsReceiver.js'
export { signedOrderReceiverAbi } from './generated/abi/signedOrderReceiver.js'
export { AddressFormatError } from './protocol/address/errors.js'
export {
  type PadAddressErrorType,
  padAddress,
  type UnpadAddressErrorType,
  unpadAddress,
} from './protocol/address/padAddress.js'
export type {
  AttestationCheck,
  AttestationCheckName,
  ExpectedAttestation,
} from './protocol/attestation/checkExpected.js'
export {
  type EncodeAttestationErrorType,
  encodeAttestation,
} from './protocol/attestation/encodeAttestation.js'
export { AttestationFieldError, AttestationLayoutError } from './protocol/attestation/errors.js'
export { hashAttestation } from './protocol/attestation/hashAttestation.js'
export { type ParseAttestationErrorType, parseAttestation } from './protocol/attestation/parseAttestation.js'
export {
  type RecoverSolverErrorType,
  type RecoverSolverParameters,
  recoverSolver,
} from './protocol/attestation/recoverSolver.js'
export * from './protocol/attestation/signAttestation.js'
export * from './protocol/attestation/toContractAttestation.js'
export type * from './protocol/attestation/types.js'
export * from './protocol/attestation/verifyAttestation.js'
export {
  type ComputeInboxAddressErrorType,
  type ComputeInboxAddressParameters,
  computeInboxAddress,
} from './protocol/inbox/computeInboxAddress.js'
export { InboxFieldError } from './protocol/inbox/errors.js'
export { type HashInboxTermsErrorType, hashInboxTerms } from './protocol/inbox/hashInboxTerms.js'
export type { InboxTerms } from './protocol/inbox/inboxTerms.js'
export * from './protocol/order/computeDepositAddress.js'
export { type DecodeOrderCallErrorType, decodeOrderCall } from './protocol/order/decodeOrderCall.js'
export * from './protocol/order/encodeOrderCall.js'
export { OrderFieldError, UnknownChainError } from './protocol/order/errors.js'
export { hashOrder } from './protocol/order/hashOrder.js'
export { type HashOrderCallsErrorType, hashOrderCalls } from './protocol/order/hashOrderCalls.js'
export { type HashOrderProofErrorType, hashOrderProof } from './protocol/order/hashOrderProof.js'
export { type ProveOrderOutputErrorType, proveOrderOutput } from './protocol/order/proveOrderOutput.js'
export { type ProvePaymentErrorType, provePayment } from './protocol/order/provePayment.js'
export { type ProveSignedOrderErrorType, proveSignedOrder } from './protocol/order/proveSignedOrder.js'
export { type SignOrderErrorType, type SignOrderParameters, signOrder } from './protocol/order/signOrder.js'
export type * from './protocol/order/types.js'
export {
  type OrderSignatureCheck,
  type VerifyOrderSignatureErrorType,
  type VerifyOrderSignatureParameters,
  type VerifyOrderSignatureReturnType,
  verifyOrderSignature,
} from './protocol/order/verifyOrderSignature.js'
export { PaymentFieldError } from './protocol/payment/errors.js'
export * from './protocol/recipients/createRecipientTree.js'
export * from './protocol/recipients/errors.js'
export {
  type LoadRecipientTreeErrorType,
  loadRecipientTree,
} from './protocol/recipients/loadRecipientTree.js'
export type * from './protocol/recipients/types.js'
export { TermsFieldError } from './protocol/registrar/errors.js'
export { hashRegisteredTerms } from './protocol/registrar/hashRegisteredTerms.js'
export * from './protocol/registrar/recoverRegistrar.js'
export * from './protocol/registrar/registrarTypedData.js'
export * from './protocol/registrar/signRegisteredTerms.js'
export { toContractTerms } from './protocol/registrar/toContractTerms.js'
export type { ContractTerms, RegisteredTerms } from './protocol/registrar/types.js'
export * from './protocol/signature/errors.js'
export { type FillCheck, fillChecks } from './rules/accepts/checks.js'
export { type PaymentCheck, paymentChecks } from './rules/paysFor/checks.js'
export { SettlementFieldError } from './rules/settled/errors.js'
export { settlementId } from './rules/settled/settlementId.js'
export type * from './rules/settled/types.js'
export * from './rules/settled/verifyDepositSettlement.js'
export {
  type FillSettlementRule,
  type VerifyFillSettlementErrorType,
  type VerifyFillSettlementParameters,
  type VerifyFillSettlementReturnType,
  verifyFillSettlement,
} from './rules/settled/verifyFillSettlement.js'
export * from './rules/settled/verifyRefundSettlement.js'
export { mockProfile } from './service/profile/mockProfile.js'
export type { ServiceOperation } from './service/profile/operations.js'
export { relayProfile } from './service/profile/relayProfile.js'
export type {
  RouterCapabilities,
  ServiceProfile,
  ServiceProfileChain,
  ServiceProfileRouter,
} from './service/profile/types.js'
