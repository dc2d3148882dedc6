// What is compared: a flow prepares one payment, and says which call of it is measured.
import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { OrderCall } from '../../src/index.js'
import type { Contest } from './contenders.js'
import { amount, authorising, makeEvidence, makePayment } from './makeEvidence.js'
import type { Chain } from './startChain.js'

export type Asset = 'native' | 'ERC-20'
export type Payee = 'recipient' | 'depository'
export type Flow<TContest = Contest> = {
  name: string
  asset: Asset
  /** How many calls the order has; null where it makes no difference. */
  calls: number | null
  /** Who gets the payment in the end. */
  paid: Payee
  /** Sends what comes before, and returns the call to measure. Each salt makes another payment. */
  prepare: (contest: TContest, salt: number) => Promise<{ to: Address; data: Hex; value: bigint }>
}

const targetAbi = parseAbi([
  'function deposit() payable',
  'function depositToken(address token, uint256 amount)',
])

export const assets: Asset[] = ['native', 'ERC-20']

const fills = assets.flatMap((asset) =>
  [0, 1, 3].map(
    (calls): Flow => ({
      name: 'fill',
      asset,
      calls,
      paid: 'recipient',
      async prepare(contest, salt) {
        const evidence = await makeEvidence(contest, salt, {
          payment: { currency: tokenOf(contest, asset) },
          calls: makeCalls(contest, asset, calls),
        })
        return {
          to: contest.receiver,
          data: contest.encodeFill(evidence, amount),
          value: nativeValue(asset),
        }
      },
    }),
  ),
)

const authorisations = [1, 3].map(
  (calls): Flow => ({
    name: 'authorizeFill',
    asset: 'native',
    calls,
    paid: 'recipient',
    async prepare(contest, salt) {
      const { data } = await authorise(contest, salt, 'native', calls)
      return { to: contest.receiver, data, value: 0n }
    },
  }),
)

const authorisedPayments = assets.map(
  (asset): Flow => ({
    name: 'payAuthorized',
    asset,
    calls: null,
    paid: 'recipient',
    async prepare(contest, salt) {
      const { data, payment } = await authorise(contest, salt, asset, 1)
      await contest.send(contest.receiver, data)
      return { to: contest.receiver, data: contest.encodePay(payment), value: nativeValue(asset) }
    },
  }),
)

export const flows: Flow[] = [...fills, ...authorisations, ...authorisedPayments]

async function authorise(contest: Contest, salt: number, asset: Asset, calls: number) {
  const payment = makePayment(contest, salt, { token: tokenOf(contest, asset) })
  const overrides = authorising(contest, payment)
  const evidence = await makeEvidence(contest, salt, {
    ...overrides,
    calls: [...overrides.calls, ...makeCalls(contest, asset, calls - 1)],
  })
  return { data: contest.encodeAuthorize(evidence), payment }
}

export function nativeValue(asset: Asset): bigint {
  return asset === 'native' ? amount : 0n
}

export function tokenOf({ token }: Chain, asset: Asset) {
  return asset === 'native' ? zeroAddress : token
}

export function makeCalls({ target, token }: Chain, asset: Asset, count: number): OrderCall[] {
  const share = amount / BigInt(count || 1)
  const data =
    asset === 'native'
      ? encodeFunctionData({ abi: targetAbi, functionName: 'deposit' })
      : encodeFunctionData({ abi: targetAbi, functionName: 'depositToken', args: [token, share] })
  return Array.from({ length: count }, () => ({ to: target, data, value: asset === 'native' ? share : 0n }))
}
