/**
 * Reads the body of an HTTP response, up to `mostBytes`.
 *
 * - If the body is longer, stops reading and closes the connection.
 *
 * @returns The text, and whether it is whole.
 * @throws The error of the body's stream.
 */
export async function readResponseText(
  response: Response,
  { mostBytes, signal }: { mostBytes: number; signal?: AbortSignal | null | undefined },
): Promise<{ text: string; isWhole: boolean }> {
  // The body of a custom `fetch` may have no reader.
  if (typeof response.body?.getReader !== 'function') {
    const text = await response.text()
    return { text: text.slice(0, mostBytes), isWhole: text.length <= mostBytes }
  }
  const reader = response.body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    if (signal?.aborted) cancel()
    const decoder = new TextDecoder()
    let text = ''
    let bytes = 0
    while (true) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), isWhole: true }
      bytes += value.length
      if (bytes > mostBytes) {
        cancel()
        return { text, isWhole: false }
      }
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
