// What each method of the service client takes: its parameters, with what is required alone.
import { countingWallet } from '../service/venue/servers.js'
import { honestQuote, nonce, request, requestId, user } from '../service/venue/support.js'

export function makeMethodArguments(): Record<string, unknown[]> {
  const signature = `0x${'11'.repeat(65)}`
  const quoted = { ...request, originChainId: 1, originCurrency: user }
  const flow = { quote: honestQuote(), request, walletClient: countingWallet().walletClient }
  const mapping = {
    type: 'nonce-mapping',
    walletChainId: 1337,
    wallet: user,
    depositor: user,
    nonce,
    id: requestId,
    signatureChainId: 1,
  }
  return {
    getQuote: [quoted],
    getPrice: [quoted],
    executeSteps: [flow],
    withdrawFromVenue: [flow],
    waitForRequest: [{ requestId, transport: 'polling' }],
    watchRequest: [{ requestId, transport: 'polling' }],
    getAttestation: [{ requestId }],
    iterateRequests: [{}],
    getVenueBalance: [{ user }],
    getVenueSpotTokens: [],
    disableDepositAddress: [{ depositAddressId: 'x' }],
    getAppFeeBalances: [{ wallet: user }],
    getAppFeeClaims: [{ wallet: user }],
    claimAppFees: [{ wallet: user, chainId: 1, currency: user, recipient: user }],
    getUsage: [{}],
    getChains: [{}],
    getChainsHealth: [{}],
    getLiquidity: [{ chainId: 1 }],
    getConfig: [{ originChainId: 1, destinationChainId: 10 }],
    getCurrencies: [{}],
    getTokenPrice: [{ address: user, chainId: 1 }],
    getPriceRates: [],
    getSwapSources: [{}],
    reindexDepositAddress: [{ chainId: 1, depositAddress: user }],
    getDepositAddress: [{ address: user }],
    getDepositAddressV2: [{ address: user }],
    execute: [{ executionKind: 'rawCalls', data: { chainId: 1, to: user, data: '0x', value: 0n } }],
    submitPermit: [{ signature, body: { kind: 'permit2', requestId } }],
    submitPermitV2: [{ signature, body: { kind: 'permit2', requestId } }],
    createAccessToken: [{}],
    authorize: [{ signature, body: mapping }],
    fastFill: [{ requestId }],
    indexTransaction: [{ chainId: 1, txHash: requestId }],
    indexSingleTransaction: [{ requestId, chainId: 1, tx: { txHash: requestId } }],
    getStatus: [{ requestId }],
    getStatusLegacy: [{ requestId }],
    getRequests: [{}],
    getRequestsV2: [{}],
  }
}
