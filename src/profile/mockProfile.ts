import type { ServiceProfile } from './types.js'

/** The mock service, which chooses its addresses and ports when it starts. */
export const mockProfile: ServiceProfile = {
  name: 'mock',
  nonceMappingDomainName: 'ServiceNonceMapping',
  venue: {
    chainId: 1337,
    chainName: 'venue',
    chainField: 'venueChain',
    sendAssetType: 'VenueTransaction:SendAsset',
    signDomainName: 'VenueSignTransaction',
  },
}
