import { expect } from 'chai'
import {
  type ClassifiedCurrency,
  classifyTransaction,
  FeeInputError,
  majors,
  stablecoins,
  type TransactionType,
} from '../../../src/service/fees/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const native = '0x0000000000000000000000000000000000000000'
const token = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const other = '0x1234567890123456789012345678901234567890'

const classify = (
  origin: Omit<ClassifiedCurrency, 'chainId'> | string,
  destination: Omit<ClassifiedCurrency, 'chainId'> | string,
  { chains = [1, 8453], isWrap }: { chains?: [number, number]; isWrap?: boolean } = {},
) => {
  const [from, to] = [origin, destination].map((side) => (typeof side === 'string' ? { symbol: side } : side))
  return classifyTransaction({
    origin: { chainId: chains[0], ...from! },
    destination: { chainId: chains[1], ...to! },
    isWrap,
  })
}
const oneChain = { chains: [1, 1] as [number, number] }

// Written out once more, and told by numbers: the sum of two ranks says what a pair is charged as.
const ranks = new Map<string, number>([
  ...'USDC USDC.e USDT USDT0 DAI USDe USDS USD1 PYUSD USDG mUSD USDm USDH pUSD PlumeUSD'
    .split(' ')
    .map((symbol) => [symbol, 0] as const),
  ...'ETH WETH BTC WBTC SOL WSOL POL BNB PLUME'.split(' ').map((symbol) => [symbol, 1] as const),
  ...'DEGEN cbBTC stETH'.split(' ').map((symbol) => [symbol, 10] as const),
])
const forms: unknown[] = [null, '', 5, [native], { toString: null }]
const wraps = ['ETH WETH', 'WETH ETH', 'SOL WSOL', 'WSOL SOL']

function expected(origin: string, destination: string, isOneChain: boolean): TransactionType {
  if (origin === destination) return 'bridge'
  if (isOneChain && wraps.includes(`${origin} ${destination}`)) return 'wrap'
  const rank = ranks.get(origin)! + ranks.get(destination)!
  return rank === 0 ? 'stablecoinSwap' : rank <= 2 ? 'majorSwap' : 'minorSwap'
}

describe('classifyTransaction', () => {
  it('default', () => {
    expect(classify('ETH', 'USDC')).to.equal('majorSwap')
  })

  it('behavior: ignores a malformed address', () => {
    for (const address of forms as string[]) {
      expect(classify({ symbol: 'ETH', address }, { symbol: 'WETH', address: token }, oneChain)).equal('wrap')
      expect(classify({ symbol: 'A', address }, { symbol: 'A', address: token }, oneChain)).equal('bridge')
    }
  })

  it('behavior: every ordered pair of the listed symbols and some others, across chains and on one', () => {
    const symbols = [...ranks.keys()]
    expect(symbols.length).to.equal(stablecoins.length + majors.length + 3)
    let pairs = 0
    for (const origin of symbols) {
      for (const destination of symbols) {
        const pair = `${origin} to ${destination}`
        expect(classify(origin, destination), pair).to.equal(expected(origin, destination, false))
        expect(classify(origin, destination, oneChain), pair).to.equal(expected(origin, destination, true))
        pairs++
      }
    }
    expect(pairs).to.equal(27 * 27)
  })

  it('behavior: one symbol on two chains is a bridge, whatever the token', () => {
    expect(classify('DEGEN', 'DEGEN')).to.equal('bridge')
    expect(classify({ symbol: 'USDC', address: token }, { symbol: 'USDC', address: other })).to.equal(
      'bridge',
    )
  })

  it('behavior: a native currency and its wrapper are a wrap on one chain, and a swap on two', () => {
    for (const [origin, destination] of [
      ['ETH', 'WETH'],
      ['WSOL', 'SOL'],
      ['POL', 'WPOL'],
      ['WBNB', 'BNB'],
      ['PLUME', 'WPLUME'],
    ] as const) {
      expect(classify(origin, destination, oneChain), origin).to.equal('wrap')
    }
    expect(classify('ETH', 'WETH')).to.equal('majorSwap')
    expect(classify('BTC', 'WBTC', oneChain)).to.equal('majorSwap')
    expect(classify('ETH', 'WSOL', oneChain)).to.equal('majorSwap')
  })

  it('behavior: a wrap on any chain, by its native currency’s address', () => {
    for (const [symbol, wrapped] of [
      ['HYPE', 'WHYPE'],
      ['S', 'wS'],
      ['xDAI', 'WXDAI'],
      ['APE', 'WAPE'],
    ] as const) {
      const wrapper = { symbol: wrapped, address: token }
      expect(classify({ symbol, address: native }, wrapper, oneChain), symbol).to.equal('wrap')
      expect(classify(wrapper, { symbol, address: native }, oneChain), symbol).to.equal('wrap')
      expect(classify({ symbol, address: other }, wrapper, oneChain), symbol).to.equal('minorSwap')
      expect(classify(symbol, wrapped, oneChain), symbol).to.equal('minorSwap')
    }
    const tron = { symbol: 'TRX', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }
    expect(classify(tron, { symbol: 'WTRX', address: other }, oneChain)).to.equal('wrap')
  })

  it('behavior: addresses determine whether one side is the native currency', () => {
    const weth = { symbol: 'WETH', address: token }
    expect(classify({ symbol: 'ETH', address: native }, weth, oneChain)).to.equal('wrap')
    expect(classify(weth, { symbol: 'ETH', address: native }, oneChain)).to.equal('wrap')
    expect(classify({ symbol: 'ETH', address: other }, weth, oneChain)).to.equal('majorSwap')
    expect(
      classify({ symbol: 'ETH', address: native }, { symbol: 'WETH', address: native }, oneChain),
    ).to.equal('majorSwap')
    const sol = { symbol: 'SOL', address: '1'.repeat(32) }
    expect(
      classify(sol, { symbol: 'WSOL', address: 'So11111111111111111111111111111111111111112' }, oneChain),
    ).to.equal('wrap')
  })

  it('behavior: isWrap decides if given', () => {
    expect(classify('ETH', 'WETH', { ...oneChain, isWrap: false })).to.equal('majorSwap')
    expect(classify('stETH', 'wstETH', { ...oneChain, isWrap: true })).to.equal('wrap')
    expect(classify('stETH', 'wstETH', oneChain)).to.equal('minorSwap')
    expect(classify('USDC', 'USDC', { isWrap: false })).to.equal('bridge')
  })

  it('behavior: one symbol on one chain is a send, or two tokens that share a name', () => {
    const usdc = { symbol: 'USDC', address: token }
    expect(classify('USDC', 'USDC', oneChain)).to.equal('bridge')
    expect(classify(usdc, { symbol: 'USDC', address: token.toLowerCase() }, oneChain)).to.equal('bridge')
    expect(classify(usdc, { symbol: 'USDC' }, oneChain)).to.equal('bridge')
    expect(classify(usdc, { symbol: 'USDC', address: other }, oneChain)).to.equal('minorSwap')
    const mints = ['TokenA', 'Tokena'].map((address) => ({ symbol: 'USDC', address }))
    expect(classify(mints[0]!, mints[1]!, oneChain)).to.equal('minorSwap')
  })

  it('behavior: symbols must match exactly', () => {
    expect(classify('USDe', 'USDC')).to.equal('stablecoinSwap')
    expect(classify('mUSD', 'USDm')).to.equal('stablecoinSwap')
    for (const symbol of ['USDE', 'usdc', 'USDC.E', 'MUSD', 'USDM', 'PUSD', 'plumeUSD']) {
      expect(classify(symbol, 'USDC'), symbol).to.equal('minorSwap')
    }
    expect(classify('eth', 'USDC')).to.equal('minorSwap')
    expect(classify('usdc', 'USDC')).to.equal('minorSwap')
  })

  it('error: names what is malformed', async () => {
    const isSymbol = 'a symbol without space around it'
    const isChain = 'a chain id above 0'
    const isOneWrap = 'false for one token or two chains'
    for (const [field, value, requirement, run] of [
      ['origin.symbol', '', isSymbol, () => classify('', 'USDC')],
      ['destination.symbol', ' USDC', isSymbol, () => classify('USDC', ' USDC')],
      ['origin.symbol', undefined, isSymbol, () => classify(mistyped({}), 'USDC')],
      ['origin.chainId', 0, isChain, () => classify('ETH', 'USDC', { chains: [0, 1] })],
      ['destination.chainId', 1.5, isChain, () => classify('ETH', 'USDC', { chains: [1, 1.5] })],
      ['isWrap', true, isOneWrap, () => classify('ETH', 'WETH', { isWrap: true })],
      ['isWrap', true, isOneWrap, () => classify('ETH', 'ETH', { ...oneChain, isWrap: true })],
    ] as const) {
      const error = await thrown(run)
      expect(error).instanceOf(FeeInputError)
      expect([error.name, error.field, error.value]).to.deep.equal(['FeeInputError', field, value])
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
  })
})
