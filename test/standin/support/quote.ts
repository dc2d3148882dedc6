import { type Hex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { display, priceOf } from './amounts.js'
import { randomWord } from './calls.js'
import { solver } from './chains.js'
import { encodeCall, type Order, orderIdOf } from './order.js'
import { fillOf } from './solver.js'
import { makeSteps } from './steps.js'
import {
  type Answer,
  chainName,
  type QuoteBody,
  Refusal,
  type Request,
  venueDepository,
  type World,
} from './world.js'

const required = [
  'user',
  'originChainId',
  'destinationChainId',
  'originCurrency',
  'destinationCurrency',
  'amount',
  'tradeType',
] as const

/** Requires the fields that every quote or price must have; `amount` is a decimal string. */
export function readBody(body: unknown): QuoteBody {
  const quote = body as QuoteBody
  for (const field of required) {
    if (quote?.[field] === undefined) throw new Refusal('UNKNOWN_ERROR', `${field} is required`)
  }
  const isWhole = typeof quote.amount === 'string' && /^[1-9]\d*$/.test(quote.amount)
  if (!isWhole) throw new Refusal('AMOUNT_TOO_LOW', `amount is ${quote.amount}`)
  return quote
}

/** `POST /quote/v2`. */
export async function makeQuote(world: World, input: unknown): Promise<Answer<'/quote/v2', 'post'>> {
  const body = readBody(input)
  const amounts = priceOf(world, body)
  const order = orderOf(world, body, amounts)
  const orderId = orderIdOf(order)
  const createdAt = Date.now()
  const request: Request = {
    id: world.hasOneId ? orderId : randomWord(),
    orderId,
    order,
    body,
    amounts,
    history: [{ status: 'waiting', quoteCreatedAt: createdAt }],
    createdAt,
    ...(body.useDepositAddress && { depositAddress: privateKeyToAddress(generatePrivateKey()) }),
  }
  if (body.txs?.length) await simulate(world, request)
  world.requests.set(request.id, request)
  const orderSignature = await solver.signMessage({ message: { raw: orderId } })
  const depository = world.chains.get(body.originChainId)?.depository ?? venueDepository
  const v2 = {
    orderId,
    hubType: 'onchain' as const,
    orderData: order,
    ...(body.includeProtocolData && { orderSignature }),
    paymentDetails: { ...order.inputs[0]!.payment, weight: undefined, depository },
  }
  const isSettled = body.originChainId !== body.destinationChainId
  const steps = makeSteps(world, request)
  return { steps, ...display(world, body, amounts), ...(isSettled && { protocol: { v2 } }) }
}

function orderOf(world: World, body: QuoteBody, amounts: Request['amounts']): Order {
  const deadline = Math.floor(Date.now() / 1000) + 7 * 86400
  const [from, to] = [body.originChainId, body.destinationChainId]
  const routerOn = (id: number): Hex => {
    const router = world.chains.get(id)?.router
    return router ? pad(router, { size: 32 }) : '0x'
  }
  const refund = (id: number, currency: Hex) => ({
    chainId: chainName(world, id),
    recipient: body.refundTo ?? body.user,
    currency,
    minimumAmount: '0',
    deadline,
    extraData: routerOn(id),
  })
  const { txs = [], recipient = body.user } = body
  const payment = {
    chainId: chainName(world, from),
    currency: body.originCurrency,
    amount: String(amounts.in),
  }
  const output = {
    recipient: txs.length > 0 ? world.chains.get(to)!.router : recipient,
    currency: body.destinationCurrency,
    minimumAmount: String(amounts.minimum),
    expectedAmount: String(amounts.out),
  }
  return {
    version: 'v1',
    solverChainId: 'base',
    solver: solver.address,
    salt: randomWord(),
    inputs: [
      {
        payment: { ...payment, weight: '1' },
        refunds: [refund(from, body.originCurrency), refund(to, body.destinationCurrency)],
      },
    ],
    output: {
      chainId: chainName(world, to),
      payments: [output],
      calls: txs.map(encodeCall),
      deadline,
      extraData: routerOn(to),
    },
    fees: [],
  }
}

/** The service refuses calls that would revert now. */
async function simulate(world: World, request: Request) {
  const { to, data, value } = fillOf(world, request)
  const { reader } = world.chains.get(request.body.destinationChainId)!
  try {
    await reader.call({ account: solver.address, to, data, value, gas: 10_000_000n })
  } catch (error) {
    const failedCallData = { from: solver.address, to, data, value: String(value) }
    throw new Refusal('DESTINATION_TX_FAILED', String(error).split('\n')[0]!, { failedCallData })
  }
}
