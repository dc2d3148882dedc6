/** Foreign text for a message of ours: one line, no control characters, cut when long. */
export function cleanText(text: string, longest = 200): string {
  const line = text
    .slice(0, longest * 10)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line
}

/** Foreign text with its lines, whole, and without other control characters. */
export function cleanLines(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, ' ')
}

/** Takes the key out of text that a server or a library wrote. A short one may be a common word. */
export function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey !== undefined && apiKey.length >= 8 ? text.replaceAll(apiKey, '[key]') : text
}
