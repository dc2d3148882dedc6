// A flow prepares one payment, and returns the call to measure.
import { type Address, type Hex, zeroAddress } from 'viem'
import type { Payment } from '../../src/protocol/payment/payment.js'
import type { Receiver } from './deployReceiver.js'
import { amount, authorizing, makeEvidence, makePayment } from './makeEvidence.js'
import type { Chain } from './startChain.js'

export type Asset = 'native' | 'ERC-20'
export type Payee = 'recipient' | 'depository'
export type Flow<TContract = Receiver> = {
  name: string
  /** Distinguishes flows of the same name. */
  detail?: string
  /** The calls in one transaction of a batcher. */
  count?: number
  asset: Asset
  /** The unverified payment to compare with; null for a call that pays nothing. */
  baseline: { paid: Payee; marked: boolean } | null
  /** Sends the transactions before, and returns the call to measure. Each salt gives another payment. */
  prepare: (contract: TContract, salt: number) => Promise<{ to: Address; data: Hex; value: bigint }>
}

export const assets: Asset[] = ['native', 'ERC-20']

const toRecipient = { paid: 'recipient', marked: true } as const

const fills = assets.map(
  (asset): Flow => ({
    name: 'fill',
    asset,
    baseline: toRecipient,
    async prepare(contract, salt) {
      const evidence = await makeEvidence(contract, salt, { payment: { currency: tokenOf(contract, asset) } })
      return {
        to: contract.receiver,
        data: contract.encodeFill(evidence, amount),
        value: nativeValue(asset),
      }
    },
  }),
)

const authorizations = assets.map(
  (asset): Flow => ({
    name: 'authorizeFill',
    asset,
    baseline: null,
    async prepare(contract, salt) {
      const payment = makeReturnable(contract, salt, asset)
      return { to: contract.receiver, data: await authorize(contract, salt, payment), value: 0n }
    },
  }),
)

const authorizedPayments = assets.flatMap((asset) =>
  [false, true].map(
    (named): Flow => ({
      name: 'payAuthorized',
      detail: named ? 'with a refundTo' : 'without a refundTo',
      asset,
      baseline: toRecipient,
      async prepare(contract, salt) {
        const token = tokenOf(contract, asset)
        const payment = named ? makeReturnable(contract, salt, asset) : makePayment(contract, salt, { token })
        await contract.send(contract.receiver, await authorize(contract, salt, payment))
        return { to: contract.receiver, data: contract.encodePay(payment), value: nativeValue(asset) }
      },
    }),
  ),
)

const returnedPayments = assets.map(
  (asset): Flow => ({
    name: 'payAuthorized',
    detail: 'returned to refundTo',
    asset,
    baseline: { paid: 'recipient', marked: false },
    async prepare(contract, salt) {
      const payment = makeReturnable(contract, salt, asset)
      return { to: contract.receiver, data: contract.encodePay(payment), value: nativeValue(asset) }
    },
  }),
)

export const flows: Flow[] = [...fills, ...authorizations, ...authorizedPayments, ...returnedPayments]

function makeReturnable(contract: Receiver, salt: number, asset: Asset): Payment {
  return makePayment(contract, salt, { token: tokenOf(contract, asset), refundTo: contract.user })
}

async function authorize(contract: Receiver, salt: number, payment: Payment): Promise<Hex> {
  return contract.encodeAuthorize(await makeEvidence(contract, salt, authorizing(contract, payment)))
}

export function nativeValue(asset: Asset): bigint {
  return asset === 'native' ? amount : 0n
}

export function tokenOf({ token }: Chain, asset: Asset) {
  return asset === 'native' ? zeroAddress : token
}
