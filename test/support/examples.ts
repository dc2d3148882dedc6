import { globSync, readFileSync } from 'node:fs'
import ts from 'esbuild'
import { pad, zeroHash } from 'viem'
import { parseAttestation } from '../../src/index.js'
import { readVector } from './vectors.js'

export type Example = {
  /** The file, and the function or class below the docstring. */
  file: string
  subject: string
  code: string
}

const docstring =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:abstract )?(?:async )?(?:function|class|const) (\w+)/g

/** Reads the `@example` of every exported function and class of the library. */
export function readExamples(): Example[] {
  const folders = 'src/{base,protocol,rules,service,contract,client,batch,webhooks,deploy,watch}'
  return globSync(`${folders}/**/*.ts`).sort().flatMap(readFile)
}

function readFile(file: string): Example[] {
  return [...readFileSync(file, 'utf8').matchAll(docstring)].flatMap(([, text = '', subject = '']) => {
    const [, example] = text.split(/^ \* @example\n/m)
    return example ? [{ file, subject, code: example.replace(/^ \* ?/gm, '').trim() }] : []
  })
}

/**
 * Runs an example, and returns each value that a comment below a statement claims, beside the claimed one.
 * A result comment is a literal, over one line or more.
 */
export async function runExample(
  code: string,
  modules: Record<string, object>,
): Promise<{ actual: unknown; claimed: unknown }[]> {
  const results: { actual: unknown; claimed: unknown }[] = []
  const body = await ts.transform(withResults(code.split('\n')), { loader: 'ts', target: 'es2022' })
  const linked = body.code.replace(importLine, 'const {$1} = modules[$2]')
  const names = { modules, results, ...given }
  await new AsyncFunction(`{${Object.keys(names)}}`, `{ ${linked} }`)(names)
  return results
}

const answers: Record<string, unknown> = {
  eth_requestAccounts: ['0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'],
  eth_call: pad('0x01'),
  eth_chainId: '0x2105',
  eth_sendTransaction: zeroHash,
}

const { orderData } = readVector('order-live')
const { record } = readVector('attestation-v1-live')
/** What examples use and do not define: the user's wallet, and answers of the service. */
const given = {
  window: { ethereum: { request: async ({ method }: { method: string }) => answers[method] } },
  attestation: parseAttestation(record),
  quote: { protocol: { v2: { orderData, orderSignature: record.signature } } },
}

type Run = (names: object) => Promise<void>
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Run
const importLine = /import \{(.*?)\} from ("[^"]+")/g

/** The statement that starts at the last unindented word above a result comment becomes its `actual`. */
function withResults(lines: string[]): string {
  const output: string[] = []
  for (let index = 0; index < lines.length; index++) {
    if (!lines[index]?.startsWith('// ')) {
      output.push(lines[index] ?? '')
      continue
    }
    const claimed: string[] = []
    while (lines[index]?.startsWith('// ')) claimed.push(lines[index++]?.slice(3) ?? '')
    const start = output.findLastIndex((line) => /^[\w[(]/.test(line))
    const statement = output.splice(start).join('\n')
    output.push(`results.push({ actual: await (${statement}), claimed: (${claimed.join('\n')}) })`)
  }
  return output.join('\n')
}
