import type { Address } from 'viem'
import * as z from 'zod'
import { toBytes, toUint256 } from '../../../base/values.js'
import type { MockControl } from '../../control.js'
import { MockOptionError } from '../../errors.js'
import { type FaultName, faultNames } from '../../faults.js'

/** An operation of the control, and how GET of the control's path describes it. */
export type Lever = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the control's path. */
  path: string
  does: string
  params?: z.ZodType
  body?: z.ZodType
  run(control: MockControl, input: { params: never; body: never }): unknown
}

/** Gives `run` the types of the schemas. */
function lever<params = unknown, body = unknown>(
  fields: Omit<Lever, 'run' | 'params' | 'body'> & {
    params?: z.ZodType<params>
    body?: z.ZodType<body>
    run(control: MockControl, input: { params: params; body: body }): unknown
  },
): Lever {
  return fields as Lever
}

const answerFaults: readonly FaultName[] = ['dropResponse', 'delayResponse', 'malformedResponse', 'rateLimit']

const hourMs = 60 * 60 * 1000
const maxSeconds = 2 ** 31

const text = z.string('must be text').min(1, 'must not be empty')

const address = z
  .string('must be hex of 20 bytes')
  .refine((value) => toBytes(value, [20]), 'must be hex of 20 bytes')
  .transform((value) => value as Address)

/** The venue's currencies have 16 bytes. */
const currency = z
  .string('must be hex of 20 bytes, or of 16 on the venue')
  .refine((value) => toBytes(value, [16, 20]), 'must be hex of 20 bytes, or of 16 on the venue')
  .transform((value) => value as Address)

const amount = z
  .string('must be a whole number in decimal, as a string')
  .refine((value) => toUint256(value) !== undefined, 'must be a whole number in decimal, as a string')
  .transform(BigInt)

const chainParams = z.object({
  chainId: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a chain id')
    .transform(Number),
})

const faultParams = z.object({ name: z.enum(faultNames) })

const keyParams = z.object({ apiKey: text })

/** An empty body is none. */
const faultBody = z
  .strictObject({
    times: z.int().min(1).optional(),
    delayMs: z.int().min(0).max(hourMs).optional(),
    retryAfterSeconds: z.int().min(0).max(3600).optional(),
    path: z.string().startsWith('/', 'must begin with /').optional(),
  })
  .default({})

const sponsorBalance = amount.describe('USD with 6 decimals')

export const levers: readonly Lever[] = [
  lever({
    method: 'GET',
    path: '/faults',
    does: 'lists the faults that are set',
    run: ({ faults }) => ({ faults: faults.list() }),
  }),
  ...(['PUT', 'POST'] as const).map((method) =>
    lever({
      method,
      path: '/faults/:name',
      does: `sets a fault: ${faultNames.join(', ')}; path, delayMs and retryAfterSeconds are for faults of answers`,
      params: faultParams,
      body: faultBody,
      run({ faults }, { params: { name }, body }) {
        if (body.path !== undefined && !answerFaults.includes(name)) {
          const requirement = `left out for ${name}`
          throw new MockOptionError({ option: 'path', value: body.path, requirement })
        }
        faults.set(name, body)
        return { faults: faults.list() }
      },
    }),
  ),
  lever({
    method: 'DELETE',
    path: '/faults/:name',
    does: 'clears a fault',
    params: faultParams,
    run({ faults }, { params: { name } }) {
      faults.clear(name)
      return { faults: faults.list() }
    },
  }),
  lever({
    method: 'DELETE',
    path: '/faults',
    does: 'clears all faults',
    run({ faults }) {
      faults.clear()
      return { faults: faults.list() }
    },
  }),
  lever({
    method: 'POST',
    path: '/solver/pause',
    does: 'lets the solver look for deposits no more',
    run: (control) => control.pauseSolver(),
  }),
  lever({
    method: 'POST',
    path: '/solver/resume',
    does: 'lets the solver go on, also with the deposits made in between',
    run: (control) => control.resumeSolver(),
  }),
  lever({
    method: 'POST',
    path: '/solver/step',
    does: 'lets a pausing solver answer one payment, and tells of which request it was, or null',
    run: async (control) => ({ requestId: (await control.stepSolver()) ?? null }),
  }),
  lever({
    method: 'POST',
    path: '/chains/:chainId/mine',
    does: 'mines empty blocks, one by default',
    params: chainParams,
    body: z.strictObject({ blocks: z.int().min(1).max(10_000).optional() }).default({}),
    run: (control, { params, body }) => control.mine(params.chainId, body.blocks),
  }),
  lever({
    method: 'POST',
    path: '/chains/:chainId/time',
    does: "moves the chain's time on by seconds and mines a block",
    params: chainParams,
    body: z.strictObject({ seconds: z.int().min(1).max(maxSeconds) }),
    run: (control, { params, body }) => control.increaseTime(params.chainId, body.seconds),
  }),
  lever({
    method: 'POST',
    path: '/fund',
    does: 'gives an account so much more of a currency, in its smallest unit; the venue is chain 1337',
    body: z.strictObject({ chainId: z.int().positive(), address, currency, amount }),
    run: (control, { body }) => control.fund(body),
  }),
  lever({
    method: 'GET',
    path: '/keys',
    does: 'lists the API keys, and what their owners can spend on sponsoring, in USD with 6 decimals',
    run: ({ keys }) => ({ keys: keys.list() }),
  }),
  lever({
    method: 'POST',
    path: '/keys',
    does: 'makes an API key, or takes one of your own',
    body: z.strictObject({ apiKey: text.optional(), sponsorBalance: sponsorBalance.optional() }).default({}),
    run: ({ keys }, { body }) => ({ apiKey: keys.create(body) }),
  }),
  lever({
    method: 'PUT',
    path: '/keys/:apiKey',
    does: "sets what a key's owner can spend on sponsoring, in USD with 6 decimals",
    params: keyParams,
    body: z.strictObject({ sponsorBalance }),
    run: ({ keys }, { params, body }) => ({
      found: keys.setSponsorBalance(params.apiKey, body.sponsorBalance),
    }),
  }),
  lever({
    method: 'DELETE',
    path: '/keys/:apiKey',
    does: 'removes an API key',
    params: keyParams,
    run: ({ keys }, { params }) => ({ found: keys.remove(params.apiKey) }),
  }),
  lever({
    method: 'GET',
    path: '/webhooks',
    does: 'lists the webhooks and the last deliveries',
    run: ({ events }) => ({ webhooks: events.webhooks(), deliveries: events.deliveries() }),
  }),
  lever({
    method: 'PUT',
    path: '/webhooks/:apiKey',
    does: 'sets the webhook of a key',
    params: keyParams,
    body: z.strictObject({ url: text, headers: z.record(z.string(), z.string()).optional() }),
    run: ({ events }, { params, body }) => events.registerWebhook({ ...params, ...body }),
  }),
  lever({
    method: 'DELETE',
    path: '/webhooks/:apiKey',
    does: 'removes the webhook of a key',
    params: keyParams,
    run: ({ events }, { params }) => ({ found: events.unregisterWebhook(params.apiKey) }),
  }),
  lever({
    method: 'POST',
    path: '/websockets/drop',
    does: 'breaks every websocket without a goodbye',
    run: ({ events }) => events.dropConnections(),
  }),
  lever({
    method: 'POST',
    path: '/websockets/restart',
    does: 'closes every websocket, and takes no new one for so many milliseconds',
    body: z.strictObject({ downMs: z.int().min(0).max(hourMs).optional() }).default({}),
    run: ({ events }, { body }) => events.restartStream(body.downMs),
  }),
  lever({
    method: 'GET',
    path: '/requests',
    does: 'lists every request, the oldest first, with all that the mock knows of it',
    run: (control) => ({ requests: control.requests() }),
  }),
]
