import type { IncomingHttpHeaders } from 'node:http'
import { type Address, type Hex, keccak256 } from 'viem'
import { amountRecord } from './amounts.js'
import { randomWord } from './calls.js'
import { operator, solver, user } from './chains.js'
import { makeDocument } from './document.js'
import { signerOf } from './order.js'
import { makeQuote } from './quote.js'
import { inOneForm, type makeGate, toV3 } from './quoteV3.js'
import { attestationRecord, chainRecord, legacyStatus, listRequests, priceRecord } from './records.js'
import { type Mapping, nonceMapping, recover, usePermit, venueTransfer } from './signatures.js'
import type { Solver } from './solver.js'
import { type Answer, Refusal, type Request, venueUsdc, type World } from './world.js'

type Asked = { query: URLSearchParams; headers: IncomingHttpHeaders; body: unknown }
type Route = (asked: Asked, ...parts: string[]) => unknown

/** Every operation: its method and path, and what answers. */
export function makeRoutes(
  world: World,
  fills: Solver,
  gate: ReturnType<typeof makeGate>,
): [RegExp, Route][] {
  const find = (id: string | null | undefined): Request => {
    const found = world.requests.get(id ?? '')
    if (!found) throw new Refusal('UNKNOWN_ERROR', 'Request not found')
    return found
  }
  const status = ({ query }: Asked) => find(query.get('requestId')).history.at(-1)!
  const shown = (is: (chainId: number) => boolean = () => true) =>
    [...world.chains.values()]
      .filter(({ id }) => is(id))
      .flatMap(({ id, currencies }) => currencies.map((one) => ({ chainId: id, ...one })))
  const routes: [RegExp, Route][] = [
    [/^POST \/quote\/v2$/, ({ body }) => makeQuote(world, body)],
    [
      /^POST \/quote\/v3$/,
      inOneForm(async (asked: Asked) => {
        gate.admit(asked)
        return toV3(world, await makeQuote(world, asked.body))
      }),
    ],
    [/^POST \/access-tokens$/, inOneForm(gate.create)],
    [/^POST \/price$/, ({ body }) => priceRecord(world, body)],
    [/^GET \/intents\/status\/v3$/, status],
    [/^GET \/intents\/status$/, (asked) => legacyStatus(status(asked))],
    [/^GET \/requests\/(0x\w+)\/signature$/, (_, id) => attestationRecord(find(id), 'v1')],
    [/^GET \/requests\/(0x\w+)\/signature\/v2$/, (_, id) => attestationRecord(find(id), 'v2')],
    [/^GET \/requests\/v3$/, ({ query }) => listRequests(world, query)],
    [/^GET \/chains$/, () => ({ chains: [...world.chains.values()].map(chainRecord) })],
    [
      /^GET \/chains\/liquidity$/,
      ({ query }) => {
        const all = shown((id) => String(id) === query.get('chainId'))
        return { liquidity: all.map((one) => ({ ...one, balance: '1' })) }
      },
    ],
    [
      /^POST \/currencies\/v2$/,
      ({ body }) => {
        const { chainIds } = body as { chainIds?: number[] }
        return shown((id) => !chainIds || chainIds.includes(id)).map((one) => ({ ...one, vmType: 'evm' }))
      },
    ],
    [/^GET \/chains\/health$/, () => ({ healthy: true })],
    [/^GET \/currencies\/token\/price$/, () => ({ price: 1.0001 })],
    [/^GET \/swap-sources$/, () => ({ sources: ['uniswap-v3', '1inch'] })],
    [/^POST \/execute$/, ({ body }) => execute(world, fills, body as Executed)],
    [/^POST \/execute\/permits$/, (asked) => permit(world, fills, asked, find)],
    [/^POST \/execute\/permits\/v2$/, inOneForm((asked: Asked) => permit(world, fills, asked, find))],
    [/^POST \/authorize$/, (asked) => authorize(world, asked)],
    [/^POST \/app-fees\/(0x\w+)\/claim$/, (_, wallet) => claim(wallet as Address)],
    [/^GET \/app-fees\/(0x\w+)\/balances$/, () => balances(world)],
  ]
  const document = makeDocument(routes.map(([pattern]) => pattern))
  return [
    ...routes,
    [/^GET \/documentation\/json$/, () => document],
    [/^POST \/venue\/exchange$/, ({ body }) => exchange(world, fills, body as Exchange)],
    [/^POST \/venue\/info$/, ({ body }) => venueInfo(body as { type: string })],
  ]
}

type Executed = { data: { chainId: number; to: Address; data: Hex; value: string }; requestId?: string }

async function execute(world: World, fills: Solver, { data: call, requestId }: Executed) {
  const request = world.requests.get(requestId ?? '')
  if (request) fills.move(request, 'depositing')
  const chain = world.chains.get(call.chainId)!
  const { transactionHash } = await chain.send(operator, { ...call, value: BigInt(call.value) })
  if (request) fills.paid(request, transactionHash)
  return { message: 'Success', requestId: requestId ?? randomWord() }
}

type Posted = { kind: string; requestId: Hex }

async function permit(world: World, fills: Solver, { query, body }: Asked, find: (id: string) => Request) {
  const signature = query.get('signature') as Hex
  const { kind, requestId } = body as Posted
  const success: Answer<'/execute/permits', 'post'> = { message: 'Success' }
  if (kind === 'claim') {
    requireUser(await signerOf(requestId, signature))
    return success
  }
  const request = find(requestId)
  if (kind !== request.permit?.kind) throw new Refusal('PERMIT_FAILED', `no permit of ${kind}`)
  requireUser(await recover(request.permit.sign, signature))
  const chain = world.chains.get(request.body.originChainId)!
  const receipt = await chain.send(solver, usePermit(chain, request, signature)).catch(() => undefined)
  if (receipt?.status !== 'success') throw new Refusal('PERMIT_FAILED', 'the permit reverts')
  if (kind === 'eip3009') fills.paid(request, receipt.transactionHash)
  return success
}

function requireUser(signer: Address) {
  if (signer !== user.address) throw new Refusal('UNAUTHORIZED', `signed by ${signer}`)
}

async function authorize(world: World, { query, body }: Asked) {
  const { wallet, depositor, nonce, id, signatureChainId } = body as Mapping & { signatureChainId: number }
  const mapping = nonceMapping(signatureChainId, { wallet, depositor, nonce, id })
  requireUser(await recover(mapping, query.get('signature') as Hex))
  const request = [...world.requests.values()].find(({ orderId }) => orderId === id)
  if (request?.nonce !== nonce) throw new Refusal('UNAUTHORIZED', `nonce ${nonce}`)
  return { message: 'Success' }
}

type Exchange = {
  signature: { r: Hex; s: Hex; v: number }
  nonce: number
  action: { nonce: number; signatureChainId: Hex; type: string }
}

/** The venue: the transfer that was authorized under its nonce. */
async function exchange(world: World, fills: Solver, { signature, nonce, action }: Exchange) {
  const { r, s, v } = signature
  const signer = await recover(venueTransfer(action), { r, s, v: BigInt(v) })
  const request = [...world.requests.values()].find((one) => one.nonce === nonce)
  const isRight = action.type === 'sendAsset' && action.nonce === nonce && typeof v === 'number'
  if (!request || !isRight || signer !== user.address) return { status: 'err', response: 'Must be signed' }
  fills.paid(request, keccak256(r))
  return { status: 'ok', response: { type: 'default' } }
}

function venueInfo({ type }: { type: string }): unknown {
  if (type === 'spotMeta') return { tokens: [{ name: 'USDC', tokenId: venueUsdc, weiDecimals: 8 }] }
  if (type !== 'clearinghouseState') throw new Refusal('UNKNOWN_ERROR', `Unknown type ${type}`)
  return { withdrawable: '1234.5', marginSummary: { accountValue: '1234.5' } }
}

function claim(wallet: Address): unknown {
  const message = keccak256(wallet)
  const body = { kind: 'claim', requestId: message }
  const post = { endpoint: '/execute/permits', method: 'POST', body }
  const items = [{ status: 'incomplete', data: { sign: { signatureKind: 'eip191', message }, post } }]
  return { steps: [{ id: 'authorize', action: 'Sign', description: 'Claim', kind: 'signature', items }] }
}

function balances(world: World): unknown {
  const { id, usdc } = world.origin
  return { balances: [amountRecord(world, id, usdc, 5_000_000n)], totalBalanceUsd: '5.0' }
}
