import type { ServiceProfile } from './types.js'

const ether = { symbol: 'ETH', decimals: 18 }
const plain = { form: 'plain', witness: 'plain', callLog: 'bytes', label: 'v2.1' } as const

/**
 * The capabilities of the mock's routers. `exchange` makes the swaps on one chain. Users approve tokens to the exchange itself.
 */
export const mockRouterKinds = {
  hash: { form: 'metadata', witness: 'msgValue', callLog: 'hash', label: 'v3.2' },
  metadata: { form: 'metadata', witness: 'metadata', callLog: 'bytes', label: 'v3' },
  plain,
  exchange: { ...plain, label: 'exchange' },
} as const

/** The routers that the mock's solver can fill through. */
export const mockRouterLabels = [
  mockRouterKinds.hash.label,
  mockRouterKinds.metadata.label,
  mockRouterKinds.plain.label,
] as const

/** The mock service with its own chains and accounts. The mock chooses its ports when it starts. */
export const mockProfile: ServiceProfile = {
  name: 'mock',
  solvers: { evm: '0xb04Fc68bc706bCdb68B39Eec47b709D3E54156cf' },
  chains: [
    {
      id: 31101,
      name: 'mockorigin',
      currency: ether,
      depository: '0x761fc15acD49Ab602A12Ad17AD460ecB5285fb77',
      routers: [
        {
          address: '0x929E02Dc0Fda625e2f65f4FE5A18CC999f84E37A',
          ...mockRouterKinds.hash,
          approvalProxy: '0x80E400699656F713D0857C0bf9d6813b5F6DAb3a',
        },
        {
          address: '0xAfA861461d8638Fb15E4be6a5A5BE46A2bef3726',
          ...mockRouterKinds.metadata,
          approvalProxy: '0xcef67CC4EB199716bd8B02DD7c3CEd00C785CfB2',
        },
        {
          address: '0x6203BD5107e86EDc88F0aa0e14b0651435Cc124E',
          ...mockRouterKinds.plain,
          approvalProxy: '0x20E29d7D8Da11B32EC88c3115dc50D4a0f933884',
        },
        {
          address: '0xE63ac5166C5f3b275e08eCcf62413B85A4ABb61F',
          ...mockRouterKinds.exchange,
          approvalProxy: '0xE63ac5166C5f3b275e08eCcf62413B85A4ABb61F',
        },
      ],
    },
    {
      id: 31102,
      name: 'mockdestination',
      currency: ether,
      depository: '0xFE62E61b30FE23b4EdF870A1Fe1a0Ca4DC6E9aCa',
      routers: [
        {
          address: '0x0afaA332Cc21A46aB784b0697907FA42DeC98aD4',
          ...mockRouterKinds.hash,
          approvalProxy: '0x500B9cf16Fca7380B185797222F14BeA13D096F3',
        },
        {
          address: '0xeBdE51B27445aeaa11f96fDE2A6c0E925D025D4C',
          ...mockRouterKinds.metadata,
          approvalProxy: '0x441dE034CD907Ad1c2E1fa64C9a4fd1aE9ca6704',
        },
        {
          address: '0x5b480D36fF80eB3A54021739f4AF4250DCAf6eD9',
          ...mockRouterKinds.plain,
          approvalProxy: '0x8173736B7121899B6544fD7E8466ea8f28c36Bf7',
        },
        {
          address: '0xC9a6074209517E26D607c4911af12eaB4CAd4238',
          ...mockRouterKinds.exchange,
          approvalProxy: '0xC9a6074209517E26D607c4911af12eaB4CAd4238',
        },
      ],
    },
  ],
  nonceMappingDomainName: 'ServiceNonceMapping',
  venue: {
    chainId: 1337,
    chainName: 'venue',
    chainField: 'venueChain',
    sendAssetType: 'VenueTransaction:SendAsset',
    signDomainName: 'VenueSignTransaction',
    depository: '0x7d77a95D11d4C0A5BB08BF6aFDE10fBee357Ce52',
  },
  finality: { blocks: 0, seconds: 0 },
}
