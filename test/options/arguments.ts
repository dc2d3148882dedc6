// Arguments that each function takes: of its own docstring's example, or made here.
import * as viem from 'viem'
import * as accounts from 'viem/accounts'
import { readExamples, runExample } from '../support/examples.js'

type Module = Readonly<Record<string, unknown>>

/** Runs the examples, and returns the arguments of the first call of each function. */
export async function readExampleArguments(
  entries: Readonly<Record<string, Module>>,
): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>()
  const watch = (module: Module): Module =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]) => [name, isFunction(value) ? spy(name, value) : value]),
    )
  const spy =
    (name: string, called: (...values: unknown[]) => unknown) =>
    (...values: unknown[]) => {
      if (!found.has(name)) found.set(name, values)
      return called(...values)
    }
  const modules: Record<string, Module> = { viem, 'viem/accounts': accounts }
  for (const [entry, module] of Object.entries(entries)) {
    modules[entry === '.' ? 'fillproof' : `fillproof/${entry}`] = watch(module)
  }
  for (const { code } of readExamples()) await runExample(code, modules)
  return found
}

function isFunction(value: unknown): value is (...values: unknown[]) => unknown {
  return typeof value === 'function' && !(value.prototype instanceof Error)
}

const { address } = accounts.privateKeyToAccount(`0x${'11'.repeat(32)}`)
const other = accounts.privateKeyToAccount(`0x${'22'.repeat(32)}`)

/** Of functions whose docstrings have no example. */
export function makeArguments(
  testing: typeof import('../../src/testing/index.js'),
): Record<string, unknown[]> {
  const request = testing.makeFillRequest({ receiver: address, recipient: other.address })
  const chain = { id: 1, origin: 'http://127.0.0.1:1', client: {}, reach: () => {}, offer: () => {} }
  return {
    sendChanges: [{ chain, changes: [] }],
    readReceiver: [{ chain, receiver: address, wanted: {}, implementation: address }],
    createChain: [{ rpcUrl: 'http://127.0.0.1:1', account: address }],
    runDeployment: [{ chain, plan: {} }],
    startMockService: [{}],
    attestOrder: [request, testing.makeDirectOrder(request)],
    makeAuthorizedOrder: [request, {}],
    makeDirectOrder: [request],
    makeFillRequest: [{ receiver: address, recipient: other.address }],
    makeReceiverConfig: [request, address],
  }
}
