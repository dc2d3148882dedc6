import { expect } from 'chai'
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { relayProfile } from '../../../src/index.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import { listNeeds } from '../../../src/service/steps/listNeeds.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { planBoth } from './bothVersions.js'
import {
  account,
  encode,
  makeOrder,
  makeQuote,
  originRouter,
  otherToken,
  profile as plainProfile,
  recipient,
  request,
  thief,
  token,
  tokenRequest,
} from './quotes.js'

const weth: Hex = '0x000000000000000000000000000000000000e770'
const [origin, ...others] = plainProfile.chains!
const profile = { ...plainProfile, chains: [{ ...origin!, wrappedNative: weth }, ...others] }
const abi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
const withdraw = (amount: bigint) => encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] })
const id = '5a'.repeat(32)

const { recipient: _, ...plain } = request
const here = { ...plain, destinationChainId: 1, txs: [] }
const wrap: StepRequest = { ...here, originCurrency: zeroAddress, destinationCurrency: weth }
const unwrap: StepRequest = { ...here, originCurrency: weth, destinationCurrency: zeroAddress }

type Transaction = { to: Hex; data: Hex; value: bigint }
const wrapping: Transaction = { to: weth, data: deposit, value: 1000n }
const unwrapping: Transaction = { to: weth, data: withdraw(1000n), value: 0n }

/** A quote of one swap, which sends a transaction. */
function quoteOf({ to, data, value }: Transaction): Quote {
  const quote = makeQuote(makeOrder(tokenRequest))
  const [, swap] = quote.steps
  Object.assign(swap!.items[0]!.data!, { to, data, value: String(value) })
  quote.steps = [{ ...swap!, id: 'swap' }]
  delete quote.protocol
  return quote
}

type Bounds = { maximumAmountIn?: bigint; minimumAmountOut?: bigint }

function termsOf(asked: StepRequest, bounds: Bounds = {}, ofProfile = profile) {
  return readTerms({ request: asked, profile: ofProfile, account: account.address, ...bounds })
}

const plan = (quote: Quote, asked: StepRequest, bounds: Bounds = {}) =>
  planBoth(quote, termsOf(asked, bounds)).map((item) => item.kind === 'transaction' && item.transaction)

describe('planSteps of a wrap and an unwrap', () => {
  it("default: accepts the wrapper's calls without permission", () => {
    expect(plan(quoteOf(wrapping), wrap)).deep.equal([wrapping])
    expect(plan(quoteOf(unwrapping), unwrap)).deep.equal([unwrapping])
  })

  it('behavior: accepts an id after the call, and any hex case', () => {
    const tagged = { ...wrapping, data: `${deposit}${id}` as Hex }
    expect(plan(quoteOf({ ...tagged, to: weth.toUpperCase().replace('0X', '0x') as Hex }), wrap)).deep.equal([
      tagged,
    ])
  })

  it('behavior: the request may be for the output', () => {
    const asked = { ...wrap, tradeType: 'EXACT_OUTPUT' as const }
    expect(plan(quoteOf(wrapping), asked, { maximumAmountIn: 1000n })).deep.equal([wrapping])
  })

  it('behavior: an unwrap needs the token, and no allowance', () => {
    const terms = termsOf(unwrap)
    expect(listNeeds(planBoth(quoteOf(unwrapping), terms), terms)).deep.equal([
      { token: weth, required: 1000n },
    ])
  })

  const at = 'steps[0].items[0].data'
  const output = { tradeType: 'EXACT_OUTPUT' as const }
  const attacks: [string, string, Transaction, StepRequest, Bounds?][] = [
    ['more native currency', `${at}.value`, { ...wrapping, value: 1001n }, wrap],
    ['less native currency', `${at}.value`, { ...wrapping, value: 999n }, wrap],
    ['more of the token', `${at}.data.amount`, { ...unwrapping, data: withdraw(1001n) }, unwrap],
    ['less of the token', `${at}.data.amount`, { ...unwrapping, data: withdraw(999n) }, unwrap],
    ['a value with the token', `${at}.value`, { ...unwrapping, value: 1n }, unwrap],
    [
      'more than the output',
      `${at}.value`,
      { ...wrapping, value: 1001n },
      { ...wrap, ...output },
      { maximumAmountIn: 2000n },
    ],
    ['above the maximum', `${at}.value`, wrapping, { ...wrap, ...output }, { maximumAmountIn: 999n }],
    ['less than the minimum', `${at}.value`, wrapping, wrap, { minimumAmountOut: 1001n }],
    ['a withdrawal in place of a deposit', `${at}.data`, { ...wrapping, data: withdraw(1000n) }, wrap],
    ['a deposit in place of a withdrawal', `${at}.data`, { ...unwrapping, data: deposit }, unwrap],
    [
      'another call of the wrapper',
      `${at}.data`,
      { ...unwrapping, data: encode('transfer', [thief, 1000n]) },
      unwrap,
    ],
    [
      'an approval as the call',
      `${at}.data`,
      { ...unwrapping, data: encode('approve', [thief, 1000n]) },
      unwrap,
    ],
    ['no call', `${at}.data`, { ...wrapping, data: '0x' }, wrap],
    ['bytes behind the call that are no id', `${at}.data.id`, { ...wrapping, data: `${deposit}00` }, wrap],
    ['for another recipient', at, wrapping, { ...wrap, recipient }],
    ['in place of calls', at, wrapping, { ...wrap, txs: [{ to: recipient, data: '0x1234', value: 0n }] }],
  ]
  for (const [what, path, transaction, asked, bounds] of attacks) {
    it(`attack: ${what}`, async () => {
      const error = await thrown(() => plan(quoteOf(transaction), asked, bounds))
      expect(error).include({ name: 'StepMismatchError', path })
    })
  }

  it('attack: an approval before it', async () => {
    const quote = quoteOf(unwrapping)
    const [approve] = makeQuote(makeOrder(tokenRequest)).steps
    Object.assign(approve!.items[0]!.data!, { to: weth, data: encode('approve', [thief, 1000n]) })
    quote.steps = [approve!, ...quote.steps]
    const error = await thrown(() => plan(quote, unwrap))
    expect(error).include({ name: 'StepMismatchError', path: 'steps[0].items[0].data.data.spender' })
  })

  const swaps: [string, Transaction, StepRequest, typeof profile][] = [
    ['to another contract', { ...wrapping, to: thief }, wrap, profile],
    ['to a router', { ...wrapping, to: originRouter }, wrap, profile],
    ['into another token', wrapping, { ...wrap, destinationCurrency: otherToken }, profile],
    ['of another token', unwrapping, { ...unwrap, originCurrency: token }, profile],
    ['of one token into itself', unwrapping, { ...unwrap, destinationCurrency: weth }, profile],
    ['to another chain', wrapping, { ...wrap, destinationChainId: 8453 }, profile],
    ['where the profile names no wrapper', wrapping, wrap, plainProfile as typeof profile],
  ]
  for (const [what, transaction, asked, ofProfile] of swaps) {
    it(`attack: ${what}: counts as a swap, which only routers make`, async () => {
      const attempt = (...allowed: 'swap'[]) =>
        thrown(() => planBoth(quoteOf(transaction), termsOf(asked, {}, ofProfile), allowed))
      expect(await attempt()).include({ name: 'UnverifiedStepError', needs: 'swap' })
      if (transaction.to === originRouter) return
      expect(await attempt('swap')).include({ name: 'StepMismatchError', path: `${at}.to` })
    })
  }

  it('default: wrappers of the public service are on EVM chains that it settles', () => {
    const known = relayProfile.chains!.filter(({ wrappedNative }) => wrappedNative)
    expect(known).length(18)
    expect(known.filter(({ support }) => support)).deep.equal([])
  })
})
