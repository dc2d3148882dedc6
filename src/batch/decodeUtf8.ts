const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes bytes to text, including a byte order mark. Returns undefined if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
