import type { OrderDataV2 } from '../../src/index.js'

// Onchain-facts 4.5, the vector of version 2 in full.
export const orderDataV2: OrderDataV2 = {
  version: 'v2',
  relayerChainId: 'base',
  relayer: '0xfd073a9ccb34f8a13c466eb16dff990d6178a5ef',
  salt: '0x0ef19e8ac216cebd161d73425c0b1e1ae12f5a4d56fc54cddb4f9755c5e7b1b8',
  deadline: 1774878936,
  input: {
    chainId: 'solana',
    currency: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    amount: '100000000',
  },
  refunds: [
    {
      chainId: 'solana',
      currency: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      minimumAmount: '0',
      recipient: '7EaP2zkxDLo86x4rnNwwLhB593PsbMva41dqfrfxhsb1',
    },
    {
      chainId: 'base',
      currency: '0x0000000000000000000000000000000000000000',
      minimumAmount: '0',
      recipient: '0x8B5E4dB198FfC7f69f8F11F6592f682717dF1D92',
    },
  ],
  output: {
    chainId: 'base',
    withdraw: { currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', minimumAmount: '99000000' },
    fill: {
      currency: '0x4200000000000000000000000000000000000006',
      minimumAmount: '25000000000000000',
      recipient: '0x8B5E4dB198FfC7f69f8F11F6592f682717dF1D92',
      calls: [`0x${'00'.repeat(31)}2a`],
    },
  },
  fees: [
    {
      recipientChainId: 'base',
      recipient: '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
      currencyChainId: 'base',
      currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      amount: '1000',
    },
  ],
}
