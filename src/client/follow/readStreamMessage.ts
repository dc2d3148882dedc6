import type { Hex } from 'viem'
import { parseJson } from '../../base/parseJson.js'
import { toRecord } from '../../base/values.js'
import { type StatusEvent, statusEventName, statusEventSchema } from '../../service/resources/status.js'

export type StreamMessage =
  | { type: 'ready' }
  | { type: 'subscribed'; requestId: Hex }
  | { type: 'event'; requestId: Hex; event: StatusEvent }

/** Reads a message of the websocket. Undefined if the message is irrelevant here or malformed. */
export function readStreamMessage(text: unknown): StreamMessage | undefined {
  const message = typeof text === 'string' ? toRecord(parseJson(text)) : undefined
  const data = toRecord(message?.data)
  if (message?.type === 'connection') return message.status === 'ready' ? { type: 'ready' } : undefined
  if (message?.type === 'subscribe') {
    const id = toRecord(data?.filters)?.id
    const isSubscribed = message.status === 'success' && typeof id === 'string'
    return isSubscribed ? { type: 'subscribed', requestId: id.toLowerCase() as Hex } : undefined
  }
  // Some messages wrap the event and its data in another `data`.
  const { event, data: content } = message?.event === undefined ? (data ?? {}) : message
  if (event !== statusEventName) return undefined
  const result = statusEventSchema.safeParse(content)
  if (!result.success) return undefined
  return { type: 'event', requestId: result.data.requestId.toLowerCase() as Hex, event: result.data }
}
