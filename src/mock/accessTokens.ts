import type { Random } from './random.js'

/** Creates and looks up the access tokens of API keys. */
export function createAccessTokens(random: Random, now: () => number) {
  const tokens = new Map<string, { apiKey: string; expiresMs: number }>()
  return {
    create(apiKey: string, expiresMs: number): string {
      const token = random.bytes32('access token').slice(2)
      tokens.set(token, { apiKey, expiresMs })
      return token
    },
    /** Returns the API key of a token that has not expired. */
    keyOf(token = ''): string | undefined {
      const found = tokens.get(token)
      return found && found.expiresMs > now() ? found.apiKey : undefined
    },
  }
}
