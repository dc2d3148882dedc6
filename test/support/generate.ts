// Deterministic attestations and orders: the same count and seed give the same values.
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { Address as TonAddress } from '@ton/core'
import { encodeAccountID } from 'ripple-address-codec'
import { bytesToHex, concatHex, type Hex, numberToHex, sha256 } from 'viem'
import type { AttestationV1 } from '../../src/protocol/attestation/types.js'
import { encodeOrderCall } from '../../src/protocol/order/encodeOrderCall.js'
import type { OrderData } from '../../src/protocol/order/types.js'

const maxUint256 = 2n ** 256n - 1n
const maxUint32 = 2 ** 32 - 1

/** Deterministic: the same seed gives the same values. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** The mulberry32 generator. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  below(limit: number): number {
    return this.uint32() % limit
  }

  pick<item>(items: readonly item[]): item {
    return items[this.below(items.length)] as item
  }

  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.below(256))
  }

  hex(size: number): Hex {
    return bytesToHex(this.bytes(size))
  }

  list<item>(most: number, make: () => item): item[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }

  /** Every size of amount, and both ends of the range. */
  amount(): bigint {
    return this.pick([0n, 1n, maxUint256, BigInt(this.hex(1 + this.below(32))), BigInt(this.hex(8))])
  }

  deadline(): number {
    return this.pick([0, maxUint32, this.uint32()])
  }
}

/** Attestations of layout v1 whose users and currencies are padded addresses or other machines' 32 bytes. */
export function generateAttestations(count: number, seed: number): AttestationV1[] {
  const random = new Random(seed)
  const chainId = () => random.pick([1, 8453, 7777777, Number.MAX_SAFE_INTEGER, 1 + random.uint32()])
  const word = (): Hex =>
    random.pick<Hex>([`0x${'0'.repeat(24)}${random.hex(20).slice(2)}`, random.hex(32), `0x${'0'.repeat(64)}`])
  return Array.from({ length: count }, () => ({
    layout: 'v1',
    requestId: random.hex(32),
    originChainId: chainId(),
    originUser: word(),
    originCurrency: word(),
    originAmount: random.amount(),
    destinationChainId: chainId(),
    destinationUser: word(),
  }))
}

type Bytes<orderData> = orderData extends readonly (infer item)[]
  ? Bytes<item>[]
  : orderData extends object
    ? { [key in keyof orderData]: Bytes<orderData[key]> }
    : orderData

export type GeneratedOrder = {
  orderData: OrderData
  /** The same order as the EIP-712 message that is hashed: addresses and currencies are bytes. */
  message: Bytes<OrderData>
}

/** Orders of EVM and other chains, with 0 to `most` of each list. */
export function generateOrders(count: number, seed: number, most = 3): GeneratedOrder[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => generateOrder(random, most))
}

function generateOrder(random: Random, most: number): GeneratedOrder {
  const names = ['base', 'optimism', 'ethereum', 'zora', ...Object.keys(addressForms)]
  const chainName = () => random.pick(random.below(2) ? names : names.slice(0, 4))

  const inputs = random.list(most, () => {
    const chainId = chainName()
    const currency = generateAddress(random, chainId)
    const amounts = { amount: String(random.amount()), weight: String(random.amount()) }
    const refunds = random.list(most, () => {
      const refundChainId = chainName()
      const recipient = generateAddress(random, refundChainId)
      const refundCurrency = generateAddress(random, refundChainId)
      const rest = {
        chainId: refundChainId,
        minimumAmount: String(random.amount()),
        deadline: random.deadline(),
        extraData: random.hex(random.below(65)),
      }
      return {
        data: { ...rest, recipient: recipient.text, currency: refundCurrency.text },
        message: { ...rest, recipient: recipient.bytes, currency: refundCurrency.bytes },
      }
    })
    return {
      data: {
        payment: { chainId, currency: currency.text, ...amounts },
        refunds: refunds.map(({ data }) => data),
      },
      message: {
        payment: { chainId, currency: currency.bytes, ...amounts },
        refunds: refunds.map(({ message }) => message),
      },
    }
  })

  const outputChainId = chainName()
  const payments = random.list(most, () => {
    const recipient = generateAddress(random, outputChainId)
    const currency = generateAddress(random, outputChainId)
    const amounts = { minimumAmount: String(random.amount()), expectedAmount: String(random.amount()) }
    return {
      data: { recipient: recipient.text, currency: currency.text, ...amounts },
      message: { recipient: recipient.bytes, currency: currency.bytes, ...amounts },
    }
  })
  const output = {
    chainId: outputChainId,
    calls: random.list(most, () =>
      random.below(4)
        ? encodeOrderCall({ to: random.hex(20), data: random.hex(random.below(100)), value: random.amount() })
        : random.hex(random.below(65)),
    ),
    deadline: random.deadline(),
    extraData: random.hex(random.pick([0, 32])),
  }

  const fees = random.list(most, () => {
    const recipientChainId = chainName()
    const currencyChainId = chainName()
    const recipient = generateAddress(random, recipientChainId)
    const currency = generateAddress(random, currencyChainId)
    const rest = { recipientChainId, currencyChainId, amount: String(random.amount()) }
    return {
      data: { ...rest, recipient: recipient.text, currency: currency.text },
      message: { ...rest, recipient: recipient.bytes, currency: currency.bytes },
    }
  })

  const head = {
    version: random.pick(['v1', 'v2']),
    solverChainId: chainName(),
    solver: random.hex(20),
    salt: random.hex(random.pick([1, 32])),
  }
  return {
    orderData: {
      ...head,
      inputs: inputs.map(({ data }) => data),
      output: { ...output, payments: payments.map(({ data }) => data) },
      fees: fees.map(({ data }) => data),
    },
    message: {
      ...head,
      inputs: inputs.map(({ message }) => message),
      output: { ...output, payments: payments.map(({ message }) => message) },
      fees: fees.map(({ message }) => message),
    },
  }
}

type GeneratedAddress = { text: string; bytes: Hex }

const base58check = createBase58check((bytes) => sha256(bytes, 'bytes'))

const addressForms: Record<string, (random: Random) => GeneratedAddress> = {
  solana: solanaAddress,
  eclipse: solanaAddress,
  hyperliquid: (random) => {
    const hex = random.hex(random.pick([16, 19, 20]))
    return { text: hex, bytes: hex }
  },
  bitcoin: (random) => {
    if (random.below(2)) {
      const { text, bytes } = base58checkAddress(Uint8Array.of(random.pick([0, 5]), ...random.bytes(20)))
      return { text, bytes: concatHex(['0xff', bytes]) }
    }
    const version = random.pick([0, 1, 16])
    const program = random.bytes(version === 0 ? random.pick([20, 32]) : 32)
    const coder = version === 0 ? bech32 : bech32m
    return {
      text: coder.encode('bc', [version, ...coder.toWords(program)]),
      bytes: bytesToHex(Uint8Array.of(version, ...program)),
    }
  },
  tron: (random) => base58checkAddress(Uint8Array.of(0x41, ...random.bytes(20))),
  lighter: (random) => {
    const index = random.pick([0, 731033, random.uint32()])
    return { text: String(index), bytes: `0x${index.toString(16).padStart(32, '0')}` }
  },
  ton: (random) => {
    const bytes = random.bytes(32)
    const options = { bounceable: random.below(2) === 0, urlSafe: random.below(2) === 0 }
    return { text: new TonAddress(0, Buffer.from(bytes)).toString(options), bytes: bytesToHex(bytes) }
  },
  xrp: (random) => {
    const bytes = random.bytes(20)
    return { text: encodeAccountID(bytes), bytes: bytesToHex(bytes) }
  },
  hedera: (random) => {
    const number = random.uint32()
    return { text: `0.0.${number}`, bytes: numberToHex(number, { size: 20 }) }
  },
}

function generateAddress(random: Random, chainName: string): GeneratedAddress {
  const make = addressForms[chainName]
  if (make) return make(random)
  const hex = random.hex(20)
  return { text: hex, bytes: hex }
}

function solanaAddress(random: Random): GeneratedAddress {
  const bytes = random.bytes(32)
  return { text: base58.encode(bytes), bytes: bytesToHex(bytes) }
}

function base58checkAddress(bytes: Uint8Array): GeneratedAddress {
  return { text: base58check.encode(bytes), bytes: bytesToHex(bytes) }
}
