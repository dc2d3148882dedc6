import * as z from 'zod'
import { resource } from '../service/resources/schema.js'
import { statusEventName, statusEventSchema } from '../service/resources/status.js'

export const webhookEventSchema = resource({
  event: z.literal(statusEventName),
  /** Unix milliseconds. */
  timestamp: z.int(),
  data: statusEventSchema,
})

/** The event that the service posts on each change of a request's status. */
export type WebhookEvent = z.output<typeof webhookEventSchema>

/** An authentic event of a type that this version does not know: the JSON that the service signed, unchecked. */
export type UnknownWebhookEvent = { event: string; [field: string]: unknown }

/**
 * Checks whether a verified event is a change of a request's status. Only the fields of this type were checked.
 *
 * @example
 * import { isStatusEvent } from 'fillproof/webhooks'
 *
 * isStatusEvent({ event: 'request.created', data: {} })
 * // false
 */
export function isStatusEvent(event: WebhookEvent | UnknownWebhookEvent): event is WebhookEvent {
  return event.event === statusEventName
}
