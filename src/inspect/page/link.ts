const prefix = '#evidence='

/** A link to this page with evidence in its fragment, which no server sees. */
export function makeLink(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  const encoded = btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  return `${location.origin}${location.pathname}${prefix}${encoded}`
}

/** The evidence of a fragment; undefined where it has none that can be read. */
export function readFragment(fragment: string): string | undefined {
  if (!fragment.startsWith(prefix)) return undefined
  try {
    const binary = atob(fragment.slice(prefix.length).replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
