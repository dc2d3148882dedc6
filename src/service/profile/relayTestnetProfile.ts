import type { Address } from 'viem'
import { relayProfile } from './relayProfile.js'
import type { ServiceProfile } from './types.js'

const depository: Address = '0x5feab8db4534f9f7e2669bb260c57a01ad1c12e3'
const { depository: _mainnet, ...venue } = relayProfile.venue

/**
 * The public service's testnets, from its published documentation.
 *
 * The solver, the routers, and the venue's URLs and depository are not published for the testnets. Name them yourself, or take
 * the solver and the routers from the service's `GET /chains` with `extendProfile`.
 */
export const relayTestnetProfile: ServiceProfile = {
  name: 'relay-testnet',
  asOf: relayProfile.asOf,
  baseUrl: 'https://api.testnets.relay.link',
  wsUrl: 'wss://ws.testnets.relay.link',
  transactionPage: 'https://testnets.relay.link/transaction/',
  chains: [
    { id: 84532, name: 'base-sepolia', depository },
    { id: 11155111, name: 'sepolia', depository },
  ],
  operations: relayProfile.operations,
  nonceMappingDomainName: relayProfile.nonceMappingDomainName,
  venue,
  finality: { blocks: 10, seconds: 60 },
}
