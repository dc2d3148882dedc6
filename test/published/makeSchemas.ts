// Makes schemas.json of the published types: node --import tsx test/published/makeSchemas.ts, then biome format --write.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Node, ObjectNode } from './node.js'

const operations = [
  'POST /quote/v2',
  'POST /price',
  'GET /intents/status/v3',
  'GET /intents/status',
  'GET /requests/{requestId}/signature',
  'GET /requests/{requestId}/signature/v2',
  'GET /requests/v3',
  'GET /requests/v2',
  'GET /config/v2',
  'GET /chains',
  'GET /chains/liquidity',
  'GET /chains/health',
  'POST /currencies/v2',
  'GET /currencies/token/price',
  'GET /currencies/token/price/v2',
  'GET /currencies/trending',
  'GET /prices/rates',
  'GET /swap-sources',
  'POST /execute',
  'POST /execute/permits',
  'POST /transactions/index',
  'POST /transactions/single',
  'POST /transactions/deposit-address/reindex',
  'GET /deposit-addresses/v1',
  'POST /fast-fill',
  'GET /app-fees/{wallet}/balances',
  'POST /app-fees/{wallet}/claim',
  'GET /app-fees/{wallet}/claims',
  'GET /metrics/usage',
] as const

const names = new Map<string, string>()
const parts: Record<string, Node> = {}

/** The tokens of the published types: the small grammar that their generator writes. */
const token = /\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|[\w$]+|[^\s]/g

function createReader(text: string) {
  const tokens = [...text.matchAll(token)].map(([word]) => word).filter((word) => !word.startsWith('/*'))
  let at = 0
  const peek = () => tokens[at]
  const take = (expected?: string) => {
    const word = tokens[at++]
    if (word === undefined || (expected !== undefined && word !== expected)) {
      throw new Error(`Expected ${expected}, found ${tokens.slice(at - 5, at + 5).join(' ')}`)
    }
    return word
  }

  function readType(): Node {
    if (peek() === '|') take()
    const union = [readIntersection()]
    while (peek() === '|') {
      take()
      union.push(readIntersection())
    }
    return union.length === 1 ? union[0]! : { union }
  }

  function readIntersection(): Node {
    const all = [readArray()]
    while (peek() === '&') {
      take()
      all.push(readArray())
    }
    return all.length === 1 ? all[0]! : { all }
  }

  function readArray(): Node {
    let node = readOne()
    while (peek() === '[') {
      take('[')
      take(']')
      node = { array: node }
    }
    return node
  }

  function readOne(): Node {
    const word = take()
    if (word === '{') return readObject()
    if (word === '(') {
      const node = readType()
      take(')')
      return node
    }
    if (word === 'Record') return readRecord()
    if (/^(string|number|boolean|unknown|null)$/.test(word)) return word as Node
    if (word === 'never' || word === 'undefined') return 'unknown'
    return { literal: JSON.parse(word) }
  }

  /** `Record<string, never>` is an object of which nothing is said. */
  function readRecord(): Node {
    for (const expected of ['<', 'string', ',']) take(expected)
    const rest = readType()
    take('>')
    return nameObject({ object: {}, rest })
  }

  function readObject(): Node {
    const node: ObjectNode = { object: {} }
    while (peek() !== '}') {
      if (peek() === '[') {
        for (const expected of ['[', 'key', ':', 'string', ']', ':']) take(expected)
        node.rest = readType()
      } else {
        const word = take()
        const name = word.startsWith('"') ? JSON.parse(word) : word
        const mark = peek() === '?' ? take() : ''
        take(':')
        node.object[name + mark] = readType()
      }
      take(';')
    }
    take('}')
    return nameObject(node)
  }

  return { readType }
}

/** Objects stand once, under a name, since most of them come again. */
function nameObject(node: ObjectNode): Node {
  const text = JSON.stringify(node)
  const known = names.get(text)
  if (known) return { part: known }
  const name = `part${names.size + 1}`
  names.set(text, name)
  parts[name] = node
  return { part: name }
}

const main = createRequire(import.meta.url).resolve('@relayprotocol/relay-sdk')
const root = main.slice(0, main.lastIndexOf('relay-sdk') + 'relay-sdk'.length)
const text = readFileSync(join(root, '_types/src/types/api.d.ts'), 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The text of the member of a block that stands so far in. */
function member(block: string, name: string, indent: number): string {
  const begin = `\n${' '.repeat(indent)}${name}: {`
  const from = block.indexOf(begin)
  if (from < 0) throw new Error(`No ${name} in the published types.`)
  const to = block.indexOf(`\n${' '.repeat(indent)}};`, from)
  return block.slice(from + begin.length, to)
}

const answers = Object.fromEntries(
  operations.map((operation) => {
    const [method = '', path] = operation.split(' ')
    const ofMethod = member(member(text, `"${path}"`, 4), method.toLowerCase(), 8)
    const ok = member(member(ofMethod, 'responses', 12), '200', 16)
    const type = ok.slice(ok.indexOf('"application/json":') + '"application/json":'.length)
    return [operation, createReader(type).readType()]
  }),
)
const source = `@relayprotocol/relay-sdk ${version}`
const file = new URL('schemas.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ source, answers, parts })}\n`)
