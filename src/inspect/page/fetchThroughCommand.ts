import { statusHeader } from '../pageSetup.js'

/** The answer that the command forwards, with its own status. */
export const fetchThroughCommand: typeof fetch = async (...parameters) => {
  const answer = await fetch(...parameters)
  const status = answer.headers.get(statusHeader)
  return status === null ? answer : new Response((await answer.text()) || null, { status: Number(status) })
}
