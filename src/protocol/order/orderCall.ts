/** The ABI of one call: three tuples of one field each. The tuple around `data` adds an offset to the encoding. */
export const orderCallParameters = [
  { type: 'tuple', components: [{ name: 'to', type: 'address' }] },
  { type: 'tuple', components: [{ name: 'data', type: 'bytes' }] },
  { type: 'tuple', components: [{ name: 'value', type: 'uint256' }] },
] as const
