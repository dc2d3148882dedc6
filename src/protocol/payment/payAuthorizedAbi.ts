/** The ABI of `payAuthorized` alone, the same for every receiver, for code that only reads the calldata. */
export const payAuthorizedAbi = [
  {
    type: 'function',
    name: 'payAuthorized',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'p',
        type: 'tuple',
        components: [
          { name: 'originChainId', type: 'uint256' },
          { name: 'originUser', type: 'bytes32' },
          { name: 'originCurrency', type: 'bytes32' },
          { name: 'token', type: 'address' },
          { name: 'minimum', type: 'uint256' },
          { name: 'maximum', type: 'uint256' },
          { name: 'recipient', type: 'address' },
          { name: 'refundTo', type: 'address' },
          { name: 'deadline', type: 'uint48' },
          { name: 'salt', type: 'bytes32' },
          { name: 'data', type: 'bytes' },
        ],
      },
    ],
    outputs: [{ name: 'delivered', type: 'uint256' }],
  },
] as const
