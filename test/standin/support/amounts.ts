import { formatUnits, zeroAddress } from 'viem'
import { type Answer, currencyOf, type QuoteBody, type Request, type World } from './world.js'

/** Computes the amounts in and out: the service takes 20 basis points, and 2 % may slip. */
export function priceOf(world: World, body: QuoteBody): Request['amounts'] {
  const from = currencyOf(world, body.originChainId, body.originCurrency)
  const to = currencyOf(world, body.destinationChainId, body.destinationCurrency)
  const amount = BigInt(body.amount)
  if (body.tradeType === 'EXACT_INPUT') {
    const worth = amount * from.usd * 10n ** BigInt(to.decimals)
    const out = (worth * 998n) / (1000n * to.usd * 10n ** BigInt(from.decimals))
    return { in: amount, out, minimum: (out * 98n) / 100n }
  }
  const worth = amount * to.usd * 10n ** BigInt(from.decimals)
  const paid = (worth * 1002n) / (1000n * from.usd * 10n ** BigInt(to.decimals)) + 1n
  return {
    in: paid,
    out: amount,
    minimum: body.tradeType === 'EXACT_OUTPUT' ? amount : (amount * 98n) / 100n,
  }
}

export function amountRecord(
  world: World,
  chainId: number,
  address: QuoteBody['originCurrency'],
  amount: bigint,
  minimum = amount,
) {
  const { usd, ...currency } = currencyOf(world, chainId, address)
  const formatted = formatUnits(amount, currency.decimals)
  const metadata = {
    logoURI: 'https://assets.example/1.png',
    verified: true,
    isNative: address === zeroAddress,
  }
  return {
    currency: { chainId, ...currency, metadata },
    amount: String(amount),
    amountFormatted: formatted,
    amountUsd: (Number(formatted) * Number(usd)).toFixed(6),
    minimumAmount: String(minimum),
  }
}

type Quote = Answer<'/quote/v2', 'post'>

/** The parts of a quote and of a price that are for display. */
export function display(world: World, body: QuoteBody, amounts: Request['amounts']) {
  const { originChainId, originCurrency, destinationChainId, destinationCurrency } = body
  const paid = (amount: bigint) => amountRecord(world, originChainId, originCurrency, amount)
  const currencyIn = paid(amounts.in)
  const currencyOut = amountRecord(
    world,
    destinationChainId,
    destinationCurrency,
    amounts.out,
    amounts.minimum,
  )
  const fee = amounts.in / 500n
  const usd = `-${paid(fee).amountUsd}`
  const slip = { usd: '0.20', value: String(amounts.out - amounts.minimum), percent: '2.00' }
  const side = { inputCurrency: currencyIn, outputCurrency: currencyOut, router: 'relay' }
  const fees: Quote['fees'] = {
    gas: paid(21000n),
    relayer: paid(fee),
    relayerGas: paid(fee / 2n),
    relayerService: { ...paid(fee - fee / 2n), amount: `-${fee}` },
    app: paid(0n),
    subsidized: paid(body.subsidizeFees ? fee : 0n),
  }
  const details: Quote['details'] = {
    operation: originCurrency === destinationCurrency ? 'bridge' : 'swap',
    sender: body.user,
    recipient: body.recipient ?? body.user,
    currencyIn,
    currencyOut,
    refundCurrency: currencyIn,
    totalImpact: { usd, percent: '-0.20' },
    swapImpact: { usd: '-0.00', percent: '0.00' },
    expandedPriceImpact: {
      swap: { usd: '-0.00' },
      execution: { usd },
      relay: { usd: '0' },
      app: { usd: '0' },
      sponsored: { usd: '0' },
    },
    rate: '0.998',
    slippageTolerance: { total: '200', origin: slip, destination: slip },
    timeEstimate: 2,
    userBalance: '1000000000000000000000000',
    isFixedRate: false,
    route: { origin: side, destination: side },
  }
  return { fees, details }
}
