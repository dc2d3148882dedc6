/** Makes foreign text fit for one of our messages: one line, no control characters, cut if long. */
export function cleanText(text: string, longest = 200): string {
  const line = text
    .slice(0, longest * 10)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line
}

/** Replaces the control characters of foreign text by spaces. Keeps line breaks and tabs, and cuts nothing. */
export function cleanLines(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, ' ')
}

/**
 * Removes the key from text that a server or a library wrote. A key of fewer than 8 characters stays, since it may be a common
 * word.
 */
export function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey !== undefined && apiKey.length >= 8 ? text.replaceAll(apiKey, '[key]') : text
}
