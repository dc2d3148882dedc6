import * as z from 'zod'
import { openEnum, resource } from '../service/resources/schema.js'
import { statusEventSchema } from '../service/resources/status.js'

export const webhookEventSchema = resource({
  event: openEnum(['request.status.updated']),
  /** Unix milliseconds. */
  timestamp: z.int(),
  data: statusEventSchema,
})

/** The event that the service posts at each change of a request's status. */
export type WebhookEvent = z.output<typeof webhookEventSchema>
