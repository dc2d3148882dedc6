export { FillproofError } from '../base/FillproofError.js'
export type { RequestStatus } from '../service/resources/requestStatus.js'
export type { StatusEvent } from '../service/resources/status.js'
export * from './createMemoryWebhookStore.js'
export * from './createWebhookHandler.js'
export * from './errors.js'
export { isStatusEvent, type UnknownWebhookEvent, type WebhookEvent } from './event.js'
export type { WebhookKeys } from './hmac.js'
export * from './signWebhook.js'
export { type NodeWebhookHandler, toNodeHandler } from './toNodeHandler.js'
export {
  type VerifyWebhookErrorType,
  type VerifyWebhookParameters,
  type VerifyWebhookReturnType,
  verifyWebhook,
} from './verifyWebhook.js'
