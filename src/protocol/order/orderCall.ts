/** The ABI of one call, whose tuples give `data` an offset of its own. */
export const orderCallParameters = [
  { type: 'tuple', components: [{ name: 'to', type: 'address' }] },
  { type: 'tuple', components: [{ name: 'data', type: 'bytes' }] },
  { type: 'tuple', components: [{ name: 'value', type: 'uint256' }] },
] as const
