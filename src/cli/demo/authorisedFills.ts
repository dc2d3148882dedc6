import { formatUnits, zeroAddress } from 'viem'
import type { Payment } from '../../contract/index.js'
import { showAuthorisedFill } from './authorisedFill.js'
import { getQuote } from './service.js'
import type { Demo } from './setup.js'

const ether = 10n ** 18n
const usdcIn = 250n * 10n ** 6n

/** A fixed amount of native currency. */
export async function showNativeFill(demo: Demo): Promise<Payment> {
  demo.report.part('Authorised fill: native currency, an exact output')
  return showAuthorisedFill(demo, {
    label: 'native',
    currency: { origin: zeroAddress, destination: zeroAddress, symbol: 'ETH', decimals: 18 },
    amount: { minimum: ether },
    quote: { tradeType: 'EXACT_OUTPUT', amount: String(ether) },
  })
}

/** A token of which more or less may arrive: the first quote says how little, the input's amount how much. */
export async function showTokenFill(demo: Demo): Promise<Payment> {
  const { report, origin, destination } = demo
  report.part('Authorised fill: a token, an exact input, so that the output varies')
  report.step('Quote without calls, to learn the least that arrives')
  const quote = { tradeType: 'EXACT_INPUT' as const, amount: String(usdcIn) }
  const { details } = await getQuote(demo, {
    originCurrency: origin.usdc,
    destinationCurrency: destination.usdc,
    ...quote,
  })
  report.fact('expected', `${formatUnits(BigInt(details.currencyOut.amount), 6)} USDC`)
  report.fact('least', `${formatUnits(BigInt(details.currencyOut.minimumAmount), 6)} USDC`)
  return showAuthorisedFill(demo, {
    label: 'USDC',
    currency: { origin: origin.usdc, destination: destination.usdc, symbol: 'USDC', decimals: 6 },
    amount: { minimum: BigInt(details.currencyOut.minimumAmount), maximum: usdcIn },
    quote,
  })
}
