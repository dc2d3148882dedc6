import { inboxReceiverAbi, signedOrderReceiverAbi } from 'fillproof'
import { createConfig, mergeAbis } from 'ponder'
import { chains } from './src/readReceivers'

const nameOf = ({ id }: { id: number }) => `chain${id}`
const { PGLITE } = process.env

export default createConfig({
  // Defaults to PostgreSQL if DATABASE_URL is set, or else to PGlite in the folder .ponder.
  database: PGLITE ? { kind: 'pglite', directory: PGLITE } : undefined,
  ordering: 'multichain',
  chains: Object.fromEntries(chains.map((one) => [nameOf(one), { id: one.id, rpc: one.rpcUrl }])),
  contracts: {
    Receiver: {
      abi: mergeAbis([signedOrderReceiverAbi, inboxReceiverAbi]),
      chain: Object.fromEntries(
        chains.map((one) => [nameOf(one), { address: one.receivers, startBlock: one.fromBlock }]),
      ),
    },
  },
})
