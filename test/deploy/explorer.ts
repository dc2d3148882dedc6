// A stand-in for an explorer: it takes sources, compiles them, and holds the result to the code on the chain.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from 'viem'
import { clientOf } from './support.js'

type Link = { start: number; length: number }
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<
      string,
      {
        evm: {
          bytecode: { object: string }
          deployedBytecode: { object: string; immutableReferences: Record<string, Link[]> }
        }
      }
    >
  >
}

export type Explorer = {
  url: string
  /** The form fields of each submission. */
  submissions: Record<string, string>[]
  /** Answers in the place of its own, first come first served. */
  script: { status: number; body: unknown }[]
  close(): Promise<void>
}

const { compile } = createRequire(import.meta.url)('solc') as { compile(input: string): string }

export async function startExplorer(rpcUrl: string, apiKey: string): Promise<Explorer> {
  const submissions: Record<string, string>[] = []
  const script: Explorer['script'] = []
  const verdicts = new Map<string, Promise<string>>()
  const verified = new Set<string>()
  const asked = new Set<string>()

  async function submit(form: Record<string, string>): Promise<[string, string]> {
    submissions.push(form)
    if (form.apikey !== apiKey) return ['0', `Invalid API Key ${form.apikey}`]
    if (verified.has(form.contractaddress!)) return ['0', 'Contract source code already verified']
    const code = await clientOf(rpcUrl).getCode({ address: form.contractaddress as Address })
    if (code === undefined) return ['0', 'Unable to locate ContractCode at address']
    const guid = `guid${submissions.length}`
    verdicts.set(
      guid,
      judge(form, code, () => verified.add(form.contractaddress!)),
    )
    return ['1', guid]
  }

  async function report(guid: string): Promise<[string, string]> {
    if (!asked.has(guid)) {
      asked.add(guid)
      return ['0', 'Pending in queue']
    }
    const verdict = (await verdicts.get(guid)) ?? 'Unknown UID'
    return [verdict.startsWith('Pass') ? '1' : '0', verdict]
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const query = Object.fromEntries(new URL(request.url!, 'http://explorer').searchParams)
    const scripted = script.shift()
    if (scripted) return response.writeHead(scripted.status).end(JSON.stringify(scripted.body))
    const isPost = request.method === 'POST'
    const form = isPost ? Object.fromEntries(new URLSearchParams(body)) : query
    if (query.chainid !== '31101')
      return response.end(JSON.stringify({ status: '0', result: 'wrong chainid' }))
    const [status, result] =
      form.action === 'verifysourcecode' ? await submit(form) : await report(query.guid!)
    response.end(JSON.stringify({ status, message: status === '1' ? 'OK' : 'NOTOK', result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/api`,
    submissions,
    script,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function judge(form: Record<string, string>, code: Hex, onPass: () => void): Promise<string> {
  if (form.codeformat !== 'solidity-standard-json-input') return 'Fail - wrong codeformat'
  if (!/^v0\.8\.35\+commit\.[0-9a-f]{8}$/.test(form.compilerversion!)) return 'Fail - unknown compiler'
  const output = compileInput(form.sourceCode!)
  const [file, name] = form.contractname!.split(':') as [string, string]
  const found = output.contracts[file]?.[name]?.evm.deployedBytecode
  if (!found) return 'Fail - Unable to verify: no such contract'
  const links = Object.values(found.immutableReferences).flat()
  if (mask(found.object, links) !== mask(code.slice(2), links)) return 'Fail - Unable to verify'
  onPass()
  return 'Pass - Verified'
}

const compiled = new Map<string, Output>()

/** Compiles, once for each input. */
export function compileInput(input: string): Output {
  const output = compiled.get(input) ?? JSON.parse(compile(input))
  compiled.set(input, output)
  return output
}

/** Immutables are zero in what the compiler writes, and filled in on the chain. */
function mask(code: string, links: readonly Link[]): string {
  return links.reduce((masked, { start, length }) => {
    return masked.slice(0, 2 * start) + '0'.repeat(2 * length) + masked.slice(2 * (start + length))
  }, code)
}
