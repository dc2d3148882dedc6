// A service that the tests make up, with requests of a solver whose key they know.
import { type Hex, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  type Attestation,
  type AttestationInput,
  hashOrder,
  type OrderData,
  padAddress,
  signAttestation,
} from '../../src/index.js'
import { answer, type HttpServer } from '../support/httpServer.js'
import { stringify } from '../support/makeFolder.js'

export const solver = privateKeyToAccount(`0x${'31'.repeat(32)}`)
export const stranger = privateKeyToAccount(`0x${'32'.repeat(32)}`)
export const user = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
export const apiKey = 'key-of-the-tests'
const native = '0x0000000000000000000000000000000000000000'

export const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** An order from Base to Optimism. */
export function makeOrder({
  deadline = inAnHour(),
  salt = '0x01' as Hex,
  by = solver.address as string,
} = {}): OrderData {
  return {
    version: 'v1',
    solverChainId: 'base',
    solver: by.toLowerCase(),
    salt,
    inputs: [{ payment: { chainId: 'base', currency: native, amount: '1000', weight: '1' }, refunds: [] }],
    output: {
      chainId: 'optimism',
      payments: [{ recipient: user, currency: native, minimumAmount: '900', expectedAmount: '950' }],
      calls: [],
      deadline,
      extraData: '0x',
    },
    fees: [],
  }
}

/** Makes the solver's attestation of an order, with the given fields changed. */
export function makeAttestation(
  orderData: OrderData,
  fields: Partial<AttestationInput> = {},
): AttestationInput {
  return {
    requestId: hashOrder(orderData),
    originChainId: 8453,
    originUser: padAddress(user),
    originCurrency: zeroHash,
    originAmount: 1_500_000_000_000_000_000n,
    destinationChainId: 10,
    destinationUser: padAddress(user),
    ...fields,
  } as AttestationInput
}

/** A path's answer: a status with a body, or a body alone. */
export type Answers = Record<string, unknown>

const currencies = [{ chainId: 8453, address: native, symbol: 'ETH', name: 'Ether', decimals: 18 }]

/** Serves an attestation in its layout, and what else a test says. Everything else is not found. */
export async function serve(
  server: HttpServer,
  attestation: AttestationInput,
  { account = solver, ...answers }: { account?: typeof solver } & Answers = {},
): Promise<Hex> {
  const signature = await signAttestation({ attestation, account })
  const { requestId, layout: _, ...requestData } = attestation as Attestation
  const suffix = attestation.destinationCurrency === undefined ? '' : '/v2'
  const bodies: Answers = {
    [`/requests/${requestId}/signature${suffix}`]: { requestData, signature },
    '/chains': { chains: [{ id: 8453, name: 'base', displayName: 'Base' }] },
    '/currencies/v2': currencies,
    ...answers,
  }
  server.respondWith((request, response) => {
    const body = bodies[request.path]
    if (body === undefined) return answer(404, { message: 'Not found.' })(request, response)
    if (typeof body === 'number') return answer(body, { message: 'No.' })(request, response)
    return answer(200, JSON.parse(stringify(body)))(request, response)
  })
  return requestId
}

/** The row of a table in what was printed: its cells. */
export function rowOf(stdout: string, name: string): string[] {
  const line = stdout.split('\n').find((text) => text.startsWith(`│ ${name} `))
  if (line === undefined) throw new Error(`no row ${name} in\n${stdout}`)
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
