/** Returns the text of a file in UTF-8, without the byte order mark that some editors write. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
