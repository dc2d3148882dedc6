import type { Address, Hex } from 'viem'
import * as z from 'zod'
import { toBytes, toUint256 } from '../../../base/values.js'
import { type AccountMode, accountModes } from '../../../service/venue/accountModes.js'
import type { MockControl } from '../../control.js'
import { MockOptionError } from '../../errors.js'
import { type FaultName, faultNames } from '../../faults.js'
import { readInput } from '../../readInput.js'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An operation of the control. GET on the control's path lists all of them. */
export type ControlOperation = {
  method: Method
  /** The path below the control's path. */
  path: string
  does: string
  body?: z.ZodType
  /**
   * Reads the input, then runs the operation.
   *
   * @throws {@link CallerError} if the input does not fit.
   */
  run(control: MockControl, input: { params: unknown; body: unknown }): unknown
}

type Run<params, body> = (control: MockControl, input: { params: params; body: body }) => unknown

/** Defines an operation; its schemas type and read the input of `run`. Without a schema, the input is not read. */
function define<params = unknown, body = unknown>(
  route: `${Method} /${string}`,
  does: string,
  run: Run<params, body>,
  schemas: { params?: z.ZodType<params>; body?: z.ZodType<body> } = {},
): ControlOperation {
  const [method, path] = route.split(' ') as [Method, string]
  return {
    method,
    path,
    does,
    body: schemas.body,
    run: (control, input) =>
      run(control, { params: read(schemas.params, input.params), body: read(schemas.body, input.body) }),
  }
}

function read<value>(schema: z.ZodType<value> | undefined, input: unknown): value {
  return schema ? readInput(schema, input) : (undefined as value)
}

const answerFaults: readonly FaultName[] = ['dropResponse', 'delayResponse', 'malformedResponse', 'rateLimit']

const hourMs = 60 * 60 * 1000
const maxSeconds = 2 ** 31

const text = z.string('must be text').min(1, 'must not be empty')

const hexAddress = (sizes: readonly number[], requirement: string) =>
  z.custom<Address>((value) => toBytes(value, sizes), requirement)

const address = hexAddress([20], 'must be hex of 20 bytes')
/** A currency of the venue has 16 bytes, every other currency 20. */
const currency = hexAddress([16, 20], 'must be hex of 20 bytes, or of 16 on the venue')

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
const snapshotParams = z.object({ snapshot: text })
const keyParams = z.object({ apiKey: text })

const faultBody = z
  .strictObject({
    times: z.int().min(1).optional(),
    delayMs: z.int().min(0).max(hourMs).optional(),
    retryAfterSeconds: z.int().min(0).max(3600).optional(),
    path: z.string().startsWith('/', 'must begin with /').optional(),
  })
  .default({})
const blocksBody = z.strictObject({ blocks: z.int().min(1).max(10_000).optional() }).default({})
const secondsBody = z.strictObject({ seconds: z.int().min(1).max(maxSeconds) })
const fundsBody = z.strictObject({ chainId: z.int().positive(), address, currency, amount })
const userParams = z.object({ user: address })
const modeBody = z.strictObject({ mode: z.enum(Object.keys(accountModes) as AccountMode[]) })
const sponsorBalance = amount.describe('USD with 6 decimals')
const keyBody = z
  .strictObject({ apiKey: text.optional(), sponsorBalance: sponsorBalance.optional() })
  .default({})
const balanceBody = z.strictObject({ sponsorBalance })
const webhookBody = z.strictObject({ url: text, headers: z.record(z.string(), z.string()).optional() })
const rotateBody = z
  .strictObject({
    privateKey: z.custom<Hex>((value) => toBytes(value, [32]), 'must be hex of 32 bytes').optional(),
  })
  .default({})
const restartBody = z.strictObject({ downMs: z.int().min(0).max(hourMs).optional() }).default({})

const listFaults = ({ faults }: MockControl) => ({ faults: faults.list() })

const setFault: Run<z.output<typeof faultParams>, z.output<typeof faultBody>> = (
  control,
  { params: { name }, body },
) => {
  if (body.path !== undefined && !answerFaults.includes(name)) {
    throw new MockOptionError({ option: 'path', value: body.path, requirement: `left out for ${name}` })
  }
  control.faults.set(name, body)
  return listFaults(control)
}

export const controls: readonly ControlOperation[] = [
  define('GET /faults', 'lists the faults that are set', listFaults),
  ...(['PUT /faults/:name', 'POST /faults/:name'] as const).map((route) =>
    define(
      route,
      `sets a fault: ${faultNames.join(', ')}; path, delayMs and retryAfterSeconds are for faults of answers`,
      setFault,
      { params: faultParams, body: faultBody },
    ),
  ),
  define(
    'DELETE /faults/:name',
    'clears a fault',
    (control, { params }) => {
      control.faults.clear(params.name)
      return listFaults(control)
    },
    { params: faultParams },
  ),
  define('DELETE /faults', 'clears all faults', (control) => {
    control.faults.clear()
    return listFaults(control)
  }),
  define('POST /solver/pause', 'stops the solver from looking for deposits', (control) =>
    control.pauseSolver(),
  ),
  define(
    'POST /solver/resume',
    'resumes the solver, which also answers the deposits made meanwhile',
    (control) => control.resumeSolver(),
  ),
  define(
    'POST /solver/step',
    "makes a paused solver answer one payment, and returns its request's id or null",
    async (control) => ({ requestId: (await control.stepSolver()) ?? null }),
  ),
  define(
    'POST /solver/rotate',
    'replaces the solver of new requests, by a random key unless one is given, and returns its address',
    async (control, { body }) => ({ solver: await control.rotateSolver(body.privateKey) }),
    { body: rotateBody },
  ),
  define(
    'POST /chains/:chainId/mine',
    'mines empty blocks, one by default',
    (control, { params, body }) => control.mine(params.chainId, body.blocks),
    { params: chainParams, body: blocksBody },
  ),
  define(
    'POST /chains/:chainId/time',
    "moves the chain's time by seconds and mines a block",
    (control, { params, body }) => control.increaseTime(params.chainId, body.seconds),
    { params: chainParams, body: secondsBody },
  ),
  define(
    'POST /fund',
    "adds to an account's balance, in the currency's smallest unit; the venue is chain 1337",
    (control, { body }) => control.fund(body),
    { body: fundsBody },
  ),
  define(
    'PUT /venue/accounts/:user',
    `sets an account's mode on the venue: ${Object.keys(accountModes).join(', ')}`,
    ({ venue }, { params, body }) => venue.setMode(params.user, body.mode),
    { params: userParams, body: modeBody },
  ),
  define(
    'GET /keys',
    'lists the API keys and the sponsor balances of their owners, in USD with 6 decimals',
    ({ keys }) => ({ keys: keys.list() }),
  ),
  define(
    'POST /keys',
    'makes an API key, or registers yours',
    ({ keys }, { body }) => ({ apiKey: keys.create(body) }),
    { body: keyBody },
  ),
  define(
    'PUT /keys/:apiKey',
    "sets the sponsor balance of a key's owner, in USD with 6 decimals",
    ({ keys }, { params, body }) => ({ found: keys.setSponsorBalance(params.apiKey, body.sponsorBalance) }),
    { params: keyParams, body: balanceBody },
  ),
  define(
    'DELETE /keys/:apiKey',
    'removes an API key',
    ({ keys }, { params }) => ({ found: keys.remove(params.apiKey) }),
    { params: keyParams },
  ),
  define('GET /webhooks', 'lists the webhooks and the last deliveries', ({ events }) => ({
    webhooks: events.webhooks(),
    deliveries: events.deliveries(),
  })),
  define(
    'PUT /webhooks/:apiKey',
    'sets the webhook of a key',
    ({ events }, { params, body }) => events.registerWebhook({ ...params, ...body }),
    { params: keyParams, body: webhookBody },
  ),
  define(
    'DELETE /webhooks/:apiKey',
    'removes the webhook of a key',
    ({ events }, { params }) => ({ found: events.unregisterWebhook(params.apiKey) }),
    { params: keyParams },
  ),
  define('POST /websockets/drop', 'breaks every websocket without a close frame', ({ events }) =>
    events.dropConnections(),
  ),
  define(
    'POST /websockets/restart',
    'closes every websocket, and rejects new ones for some milliseconds',
    ({ events }, { body }) => events.restartStream(body.downMs),
    { body: restartBody },
  ),
  define(
    'POST /snapshots',
    'takes a snapshot of everything together, and returns its id',
    async (control) => ({ snapshot: await control.snapshot() }),
  ),
  define(
    'POST /snapshots/:snapshot/restore',
    'goes back to a snapshot',
    (control, { params }) => control.restore(params.snapshot),
    { params: snapshotParams },
  ),
  define(
    'GET /requests',
    'lists every request with all that the mock knows, the oldest first',
    (control) => ({ requests: control.requests() }),
  ),
]
