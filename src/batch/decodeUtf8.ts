const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the text of bytes, with a byte order mark; undefined where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
