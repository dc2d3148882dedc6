/** A known answer, which neither the library nor the mock produced. */
export const publishedAttestation = {
  origin: 'published by the public service',
  requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  requestData: {
    originChainId: 1,
    originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
    originCurrency: '0x0000000000000000000000000000000000000000',
    originAmount: '700000000000000000',
    destinationChainId: 7777777,
    destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
  },
  signature:
    '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a07bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
  hash: '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c',
  signer: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
} as const
