// What replaces version 2: flat quotes, their permits, and who may ask. What the service did not publish is guessed here one
// way, and other ways in `variationsV3.ts`.
import type { IncomingHttpHeaders } from 'node:http'
import { randomWord, type Step } from './calls.js'
import { feesOf } from './records.js'
import { type Answer, Refusal, type World } from './world.js'

type Data = { from?: string; post?: { endpoint: string; body: Record<string, unknown> } }

/** One action: its only item is the step itself, and neither a request's id nor a sender is in it. */
function flatten({ requestId: _, depositAddress, items, ...step }: Step, recoveryAddress: string): object {
  const { status, data, check } = items![0] as { status: string; data: Data; check?: object }
  const { from: __, post, ...rest } = data
  const { kind, requestId } = post?.body ?? {}
  const isPermit = post?.endpoint === '/execute/permits'
  const next = isPermit ? { ...post, endpoint: '/execute/permits/v2', body: { kind, requestId } } : post
  const address = {
    depositAddress: {
      ...{ address: depositAddress, type: 'strict', depositor: null, depositTxHash: null },
      recoveryAddress,
    },
    depositAddressId: 'f2b1f0a5',
  }
  return {
    ...step,
    status,
    data: { ...rest, ...(next ? { post: next } : 'to' in rest && { gasPrice: '3000000000' }) },
    ...(depositAddress && address),
    ...(check && { check }),
  }
}

/** `POST /quote/v3`: the same request, and the same order, as of version 2. */
export function toV3(world: World, { steps, details, protocol }: Answer<'/quote/v2', 'post'>) {
  const { requestId } = steps![0]!
  const request = world.requests.get(requestId!)!
  const { actual: _, ...fees } = feesOf(world, request)
  const { user, refundTo = user } = request.body
  return {
    requestId,
    steps: steps!.map((step) => flatten(step, refundTo)),
    fees,
    details,
    ...(protocol && { protocol }),
  }
}

type Fields = Record<string, unknown>
type Asked = { headers: IncomingHttpHeaders; body: unknown }

/** Gives refusals the one form of version 3, with what the request was about. */
export function inOneForm<asked extends Asked>(route: (asked: asked) => unknown) {
  return async (asked: asked) => {
    try {
      return await route(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { originChainId: chainId, originCurrency: currency, requestId } = asked.body as Fields
      const about = { requestId, ...(chainId !== undefined && { errorData: { chainId, currency } }) }
      const more = { code: undefined, ...about, ...error.more }
      throw new Refusal(error.errorCode, error.message, more, error.status)
    }
  }
}

const key = 'stand-in'

/** Keys and the tokens that are made with them. */
export function makeGate() {
  const ends = new Map<string, number>()
  const unauthorized = (message: string) => new Refusal('UNAUTHORIZED_QUOTE', message, {}, 401)
  return {
    /** `POST /access-tokens`. */
    create({ headers }: Asked) {
      const given = headers['x-api-key']
      if (given === undefined) {
        const message = "headers must have required property 'x-api-key'"
        const code = 'FST_ERR_VALIDATION'
        throw new Refusal(code, message, { statusCode: 400, code, errorCode: undefined })
      }
      if (given !== key) throw new Refusal('UNAUTHORIZED', 'Invalid api key', {}, 401)
      const [token, end] = [`token.${randomWord().slice(2)}`, Date.now() + 15 * 60_000]
      ends.set(token, end)
      return { token, tokenType: 'Bearer', expiresAt: new Date(end).toISOString(), scope: 'public-api' }
    },
    /** Lets a key or a token pass. */
    admit({ headers: { authorization, 'x-api-key': given } }: Asked) {
      if (given !== undefined && authorization !== undefined) {
        throw new Refusal('INVALID_AUTHORIZATION', 'Send an api key or a token, not both')
      }
      if (authorization !== undefined) {
        const end = ends.get(authorization.replace(/^Bearer /, '')) ?? 0
        if (end <= Date.now()) throw unauthorized('Invalid access token')
      } else if (given !== key) throw unauthorized('Please provide an api key')
    },
    /** Time passes: no token is good any more. */
    expire: () => ends.clear(),
  }
}
