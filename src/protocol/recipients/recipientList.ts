// Stores many recipients in little memory: 20 bytes and a flag each.
import { type Address, bytesToHex, getAddress, hexToBytes } from 'viem'
import { toBytes } from '../../base/values.js'
import { DuplicateRecipientError, RecipientFieldError } from './errors.js'

export type RecipientList = {
  readonly count: number
  /** A view of the bytes of one address. Do not keep it. */
  address(index: number): Uint8Array
  hook(index: number): boolean
}

export type RecipientListBuilder = {
  /** @throws {@link RecipientFieldError} on an address that no receiver pays. */
  add(address: unknown, hook: boolean, field: string): void
  /** Returns the list sorted by address. @throws {@link DuplicateRecipientError} */
  sort(): RecipientList
}

const size = 20

export function createRecipientList(receiver: Address): RecipientListBuilder {
  let addresses = new Uint8Array(size * 64)
  let hooks = new Uint8Array(64)
  let count = 0
  const lowerReceiver = receiver.toLowerCase()

  return {
    add(address, hook, field) {
      const hex = toBytes(address, [size])
      // The zero address and the receiver are never paid, even if listed.
      if (hex === undefined || /^0x0+$/.test(hex) || hex === lowerReceiver) {
        const requirement = 'hex of 20 bytes, other than zero and the receiver'
        throw new RecipientFieldError({ field, value: address, requirement })
      }
      if (count === hooks.length) {
        addresses = grow(addresses)
        hooks = grow(hooks)
      }
      addresses.set(hexToBytes(hex), count * size)
      hooks[count] = hook ? 1 : 0
      count += 1
    },
    sort() {
      const order = sortBytes(addresses, size, count)
      for (let i = 1; i < count; i++) {
        const [a, b] = [order[i - 1] as number, order[i] as number]
        if (compareBytes(addresses, a * size, addresses, b * size, size) !== 0) continue
        const recipient = getAddress(bytesToHex(addresses.subarray(a * size, (a + 1) * size)))
        // Sorting keeps equal addresses in the order of the list.
        throw new DuplicateRecipientError({ recipient, positions: [a, b] })
      }
      const at = (index: number) => order[index] as number
      return {
        count,
        address: (index) => addresses.subarray(at(index) * size, (at(index) + 1) * size),
        hook: (index) => hooks[at(index)] === 1,
      }
    },
  }
}

/** Returns the indices of `count` items of `length` bytes each, in ascending order of the bytes. */
export function sortBytes(items: Uint8Array, length: number, count: number): Uint32Array {
  const view = new DataView(items.buffer, items.byteOffset, items.byteLength)
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  return order.sort((a, b) => {
    // The first four bytes distinguish nearly all hashes, and most addresses.
    const first = view.getUint32(a * length) - view.getUint32(b * length)
    return first || compareBytes(items, a * length, items, b * length, length)
  })
}

/** Returns a number below, at or above zero if `a` is before, equal to or after `b`. */
export function compareBytes(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, length: number): number {
  for (let i = 0; i < length; i++) {
    const difference = (a[aAt + i] as number) - (b[bAt + i] as number)
    if (difference !== 0) return difference
  }
  return 0
}

function grow(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2)
  larger.set(bytes)
  return larger
}
