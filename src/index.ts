export { fillReceiverAbi } from './abi/fillReceiver.js'
export { paymentGuardAbi } from './abi/paymentGuard.js'
export { registeredFillReceiverAbi } from './abi/registeredFillReceiver.js'
export { signedOrderReceiverAbi } from './abi/signedOrderReceiver.js'
export { type PadAddressErrorType, padAddress } from './address/padAddress.js'
export { type UnpadAddressErrorType, unpadAddress } from './address/unpadAddress.js'
export type {
  AttestationCheck,
  AttestationCheckName,
  ExpectedAttestation,
} from './attestation/checkExpected.js'
export { type EncodeAttestationErrorType, encodeAttestation } from './attestation/encodeAttestation.js'
export { type HashAttestationErrorType, hashAttestation } from './attestation/hashAttestation.js'
export {
  type ParseAttestationErrorType,
  type ParseAttestationParameters,
  parseAttestation,
} from './attestation/parseAttestation.js'
export {
  type RecoverSolverErrorType,
  type RecoverSolverParameters,
  recoverSolver,
} from './attestation/recoverSolver.js'
export {
  type SignAttestationErrorType,
  type SignAttestationParameters,
  signAttestation,
} from './attestation/signAttestation.js'
export {
  type ContractAttestation,
  type ToContractAttestationErrorType,
  toContractAttestation,
} from './attestation/toContractAttestation.js'
export type { Attestation, AttestationInput, AttestationV1, AttestationV2 } from './attestation/types.js'
export {
  type VerifyAttestationErrorType,
  type VerifyAttestationParameters,
  type VerifyAttestationReturnType,
  verifyAttestation,
} from './attestation/verifyAttestation.js'
export { type FillCheck, fillChecks } from './contract/fillChecks.js'
export { type PaymentCheck, paymentChecks } from './contract/paymentChecks.js'
export { AddressFormatError } from './errors/address.js'
export { AttestationFieldError, AttestationLayoutError } from './errors/attestation.js'
export { FillproofError } from './errors/base.js'
export { PaymentFieldError } from './errors/contract.js'
export { OrderFieldError } from './errors/order.js'
export { DuplicateRecipientError, RecipientFieldError, RecipientNotListedError } from './errors/recipients.js'
export { TermsFieldError } from './errors/registrar.js'
export { SettlementFieldError } from './errors/settlement.js'
export {
  InvalidAccountError,
  InvalidSignatureError,
  type InvalidSignatureReason,
} from './errors/signature.js'
export { type DecodeOrderCallErrorType, decodeOrderCall } from './order/decodeOrderCall.js'
export { type EncodeOrderCallErrorType, encodeOrderCall, type OrderCall } from './order/encodeOrderCall.js'
export { type HashOrderErrorType, hashOrder } from './order/hashOrder.js'
export { type HashOrderCallsErrorType, hashOrderCalls } from './order/hashOrderCalls.js'
export { type HashOrderProofErrorType, hashOrderProof } from './order/hashOrderProof.js'
export { type ProveOrderOutputErrorType, proveOrderOutput } from './order/proveOrderOutput.js'
export { type ProvePaymentErrorType, provePayment } from './order/provePayment.js'
export { type ProveSignedOrderErrorType, proveSignedOrder } from './order/proveSignedOrder.js'
export { type SignOrderErrorType, type SignOrderParameters, signOrder } from './order/signOrder.js'
export type {
  OrderAmount,
  OrderData,
  OrderFee,
  OrderInput,
  OrderInputPayment,
  OrderInputRefund,
  OrderOutput,
  OrderOutputPayment,
  OrderProof,
  PaymentOrder,
  SignedOrderInput,
  SignedOrderProof,
} from './order/types.js'
export {
  type OrderSignatureCheck,
  type VerifyOrderSignatureErrorType,
  type VerifyOrderSignatureParameters,
  type VerifyOrderSignatureReturnType,
  verifyOrderSignature,
} from './order/verifyOrderSignature.js'
export { mockProfile } from './profile/mockProfile.js'
export { relayProfile } from './profile/relayProfile.js'
export type {
  RouterVersion,
  ServiceProfile,
  ServiceProfileChain,
  ServiceProfileRouter,
} from './profile/types.js'
export {
  type CreateRecipientTreeErrorType,
  type CreateRecipientTreeParameters,
  createRecipientTree,
} from './recipients/createRecipientTree.js'
export { type LoadRecipientTreeErrorType, loadRecipientTree } from './recipients/loadRecipientTree.js'
export type { Recipient, RecipientProof, RecipientTree, RecipientTreeDump } from './recipients/types.js'
export { type HashRegisteredTermsErrorType, hashRegisteredTerms } from './registrar/hashRegisteredTerms.js'
export {
  type RecoverRegistrarErrorType,
  type RecoverRegistrarParameters,
  recoverRegistrar,
} from './registrar/recoverRegistrar.js'
export {
  type RegistrarTypedDataErrorType,
  type RegistrarTypedDataParameters,
  type RegistrarTypedDataReturnType,
  registrarTypedData,
} from './registrar/registrarTypedData.js'
export {
  type SignRegisteredTermsErrorType,
  type SignRegisteredTermsParameters,
  signRegisteredTerms,
} from './registrar/signRegisteredTerms.js'
export { type ToContractTermsErrorType, toContractTerms } from './registrar/toContractTerms.js'
export type { ContractTerms, RegisteredTerms } from './registrar/types.js'
export {
  type ExplainRevertOptions,
  type ExplainRevertReturnType,
  explainRevert,
} from './revert/explainRevert.js'
export { settlementId } from './settlement/settlementId.js'
export type {
  CountedPayment,
  DepositoryDeposit,
  SettlementBlock,
  SettlementDeposit,
  SettlementFinality,
  SettlementLog,
  SettlementPlace,
  SettlementReceipt,
  SettlementRow,
  SettlementTransaction,
} from './settlement/types.js'
export {
  type VerifyDepositSettlementErrorType,
  type VerifyDepositSettlementParameters,
  type VerifyDepositSettlementReturnType,
  verifyDepositSettlement,
} from './settlement/verifyDepositSettlement.js'
export {
  type FillSettlementRule,
  type VerifyFillSettlementErrorType,
  type VerifyFillSettlementParameters,
  type VerifyFillSettlementReturnType,
  verifyFillSettlement,
} from './settlement/verifyFillSettlement.js'
export {
  type RefundSettlementRule,
  type SettlementRefund,
  type VerifyRefundSettlementErrorType,
  type VerifyRefundSettlementParameters,
  type VerifyRefundSettlementReturnType,
  verifyRefundSettlement,
} from './settlement/verifyRefundSettlement.js'
