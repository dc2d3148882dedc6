import { toBytes } from '../base/values.js'

/** The longest link. Longer links break in mails and chats. */
const longest = 2_000
const mostBytes = 2 ** 20

/** Encodes a text as a URL fragment, which no server sees; undefined if the text is too long for a link. */
export async function makeFragment(text: string, hashName: 'request' | 'tx'): Promise<string | undefined> {
  const hash = toBytes(text.trim(), [32])
  if (hash) return `#${hashName}=${hash}`
  const bytes = await transform(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const encoded = btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  return encoded.length > longest ? undefined : `#evidence=${encoded}`
}

/** Decodes the text of a fragment; undefined if there is no readable text. */
export async function readFragment(fragment: string): Promise<string | undefined> {
  const [, name, value = ''] = /^#(\w+)=(.+)$/.exec(fragment) ?? []
  if (name === 'request' || name === 'tx') return toBytes(value, [32])
  if (name !== 'evidence') return undefined
  try {
    const binary = atob(value.replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const text = await transform(bytes, new DecompressionStream('deflate-raw'))
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return undefined
  }
}

/** Transforms bytes up to a limit: a few bytes may decompress to gigabytes. */
async function transform(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const made: number[] = []
  for (let item = await reader.read(); !item.done; item = await reader.read()) {
    if (made.length + item.value.length > mostBytes) throw new RangeError('The text is longer than 1 MiB.')
    for (const byte of item.value) made.push(byte)
  }
  return Uint8Array.from(made)
}
