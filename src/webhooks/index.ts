export { FillproofError } from '../base/FillproofError.js'
export type { RequestStatus } from '../service/resources/requestStatus.js'
export type { StatusEvent } from '../service/resources/status.js'
export {
  type CreateMemoryWebhookStoreParameters,
  createMemoryWebhookStore,
  type WebhookClaim,
  type WebhookStore,
} from './createMemoryWebhookStore.js'
export {
  type CreateWebhookHandlerParameters,
  createWebhookHandler,
  type WebhookDelivery,
  type WebhookHandler,
} from './createWebhookHandler.js'
export {
  WebhookOptionError,
  WebhookPayloadError,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './errors.js'
export { isStatusEvent, type UnknownWebhookEvent, type WebhookEvent } from './event.js'
export type { WebhookKeys } from './hmac.js'
export {
  type SignWebhookErrorType,
  type SignWebhookParameters,
  type SignWebhookReturnType,
  signWebhook,
} from './signWebhook.js'
export { type NodeWebhookHandler, toNodeHandler } from './toNodeHandler.js'
export {
  type VerifyWebhookErrorType,
  type VerifyWebhookParameters,
  type VerifyWebhookReturnType,
  verifyWebhook,
} from './verifyWebhook.js'
