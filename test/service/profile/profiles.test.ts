import { expect } from 'chai'
import { getAddress, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import * as viemChains from 'viem/chains'
import { mockProfile, padAddress, relayProfile } from '../../../src/index.js'
import { createDeployer, solverKey } from '../../../src/mock/accounts.js'
import { planContracts } from '../../../src/mock/chains/contracts.js'
import { listRouters } from '../../../src/mock/chains/router.js'
import { chainVm } from '../../../src/protocol/order/chainVm.js'
import { encodeChainAddress } from '../../../src/protocol/order/encodeChainAddress.js'
import { parseOrder } from '../../../src/protocol/order/parseOrder.js'
import { finalityOf } from '../../../src/service/profile/finalityOf.js'
import { mockRouterKinds } from '../../../src/service/profile/mockProfile.js'
import { findProfile } from '../../../src/service/profile/namedProfiles.js'
import { permit2Of } from '../../../src/service/profile/permit2.js'
import { relayTestnetProfile } from '../../../src/service/profile/relayTestnetProfile.js'
import { readVector } from '../../support/vectors.js'
import { listedDepositories, listedRouters, oracleNames, otherNames, unnamedChains } from './relayRouters.js'

const { chains = [], solvers } = relayProfile
const chainOf = (id: number) => chains.find((chain) => chain.id === id)!

describe('relayProfile', () => {
  it('behavior: one name to one id and back', () => {
    expect(new Set(chains.map(({ id }) => id)).size).equal(chains.length)
    expect(new Set(chains.map(({ name }) => name)).size).equal(chains.length)
  })

  it('behavior: its solver signed the published attestation', () => {
    expect(solvers?.evm).equal(readVector('attestation-v1-live').solver)
  })

  it('behavior: every address is valid', () => {
    const depositories = chains.flatMap(({ depository }) => depository ?? [])
    const routers = chains.flatMap(({ routers: own = [] }) => own)
    const ofRouters = routers.flatMap(({ address, approvalProxy }) => [address, approvalProxy])
    for (const address of [...depositories, ...ofRouters.filter(Boolean), relayProfile.venue.depository]) {
      expect(isAddress(address ?? '')).equal(true)
    }
    expect(padAddress(chainOf(8453).routers![1]!.address)).equal(
      readVector('order-live').orderData.output.extraData,
    )
    expect(getAddress(chainOf(8453).depository!)).equal('0x4cD00E387622C35bDDB9b4c962C136462338BC31')
    expect(chainOf(59144).depository).equal('0x59916da825d2d2ec1bf878d71c88826f6633ecca')
  })

  it('behavior: has the published routers and approval proxies', () => {
    expect(listedRouters.map(({ chainIds }) => chainIds.length)).deep.equal([71, 4, 71, 6, 1, 68, 7])
    for (const { chainIds, ...router } of listedRouters) {
      const having = chains.filter(
        ({ name, routers = [] }) =>
          !['robinhood', 'arc'].includes(name) && routers.some((own) => own.address === router.address),
      )
      const isNewest = router.label === 'v3.2'
      const named = chainIds
        .filter((id) => !unnamedChains.includes(id))
        .filter((id) => !isNewest || chainOf(id).support === undefined)
      expect(having.map(({ id }) => id).sort()).deep.equal([...named].sort())
      for (const { routers } of having) expect(routers).deep.include(router)
    }
    expect(unnamedChains.filter((id) => chainOf(id))).deep.equal([])
  })

  it('behavior: has the published hosts, solvers and venue', () => {
    const { chains: _, operations: __, ...rest } = relayProfile
    expect(rest).deep.equal({
      name: 'relay',
      asOf: {
        date: '2026-11-25',
        source: "the service's documentation and deployments, and published orders",
      },
      baseUrl: 'https://api.relay.link',
      wsUrl: 'wss://ws.relay.link',
      transactionPage: 'https://relay.link/transaction/',
      venueInfoUrl: 'https://api.hyperliquid.xyz/info',
      venueExchangeUrl: 'https://api.hyperliquid.xyz/exchange',
      solvers: {
        evm: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
        svm: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
        bvm: 'bc1qq2mvrp4g3ugd424dw4xv53rgsf8szkrv853jrc',
        tvm: 'TYVWGh8XkmU49Hi9PkGAZXiiJPB3J5zJZy',
      },
      nonceMappingDomainName: 'RelayNonceMapping',
      venue: {
        chainId: 1337,
        chainName: 'hyperliquid',
        chainField: 'hyperliquidChain',
        sendAssetType: 'HyperliquidTransaction:SendAsset',
        signDomainName: 'HyperliquidSignTransaction',
        depository: '0x865eb9baa5492cef598adf7afb1038654fcb7081',
      },
      finality: {
        blocks: 10,
        seconds: 60,
        chains: { ethereum: { blocks: 10, seconds: 60 }, polygon: { blocks: 50, seconds: 60 } },
      },
    })
  })

  it('behavior: has exactly the chain names of the oracle and the service', () => {
    const machines = ['hyperliquid', 'lighter', 'bitcoin', 'eclipse', 'ton', 'tron', 'solana']
    const named = chains.filter(({ name }) => !machines.includes(name)).map(({ name, id }) => [name, id])
    expect(Object.fromEntries(named)).deep.equal({ ...oracleNames, ...otherNames })
    expect(machines.map((name) => chains.find((chain) => chain.name === name)?.id)).deep.equal([
      1337, 3586256, 8253038, 9286185, 224235520, 728126428, 792703809,
    ])
    // Their ids are not published.
    for (const name of ['xrp', 'hedera']) expect(chainVm(name)).equal(`${name}vm`)
  })

  it('behavior: has the published depositories', () => {
    for (const [depository, ids] of Object.entries(listedDepositories)) {
      const having = chains.filter((chain) => chain.depository === depository).map(({ id }) => id)
      const named = ids.filter((id) => !unnamedChains.includes(id))
      expect(having.sort()).deep.equal([...named].sort())
    }
    const rest = chains.filter(({ depository }) => depository && !(depository in listedDepositories))
    expect(rest).deep.equal([])
  })

  it('behavior: has at most one router of each kind, the one in use first', () => {
    for (const { id, routers = [] } of chains) {
      const labels = routers.map(({ label }) => label).join()
      const known = ['v3.2,v3,v2.1', 'v3.2,v3', 'v3,v2.1', 'v2.1', '']
      expect(labels, `chain ${id}`).to.be.oneOf(known)
    }
    const labelsOf = (id: number) => chainOf(id).routers?.map(({ label }) => label)
    expect([1, 97477, 17071, 59144, 543210, 167000, 7560, 2911, 792703809].map(labelsOf)).deep.equal([
      ['v3.2', 'v3', 'v2.1'],
      ['v3.2', 'v3'],
      ['v2.1'],
      ['v3.2', 'v3', 'v2.1'],
      ['v3', 'v2.1'],
      ['v3', 'v2.1'],
      ['v3', 'v2.1'],
      undefined,
      undefined,
    ])
  })

  it('behavior: has names and depositories for chains added because of their routers', () => {
    const added = [143, 4217, 9745, 97477, 685689, 5064014].map((id) => chainOf(id))
    expect(added.map(({ name }) => name)).deep.equal([
      'monad',
      'tempo',
      'plasma',
      'doma',
      'gensyn',
      'ethereal',
    ])
    for (const { depository } of added) expect(depository).equal(chainOf(8453).depository)
    expect(chainOf(543210).depository).equal('0xa88cf7864951147a08707ed732237eaa9b1c3b9b')
  })

  it('behavior: solvers on other virtual machines have their machine’s form', () => {
    const { orderData } = readVector('order-live')
    const fee = (chain: string, address: string | undefined) => ({
      recipientChainId: chain,
      recipient: address,
      currencyChainId: chain,
      currency: address,
      amount: '1',
    })
    const fees = [fee('solana', solvers?.svm), fee('bitcoin', solvers?.bvm), fee('tron', solvers?.tvm)]
    expect(parseOrder({ ...orderData, fees }).fees).length(3)
  })

  it('behavior: only chains of other virtual machines lack a depository', () => {
    const others = chains.filter(({ depository }) => !depository)
    // Configuration of the oracle, `configs/chains.mainnets.prod.json`.
    expect(Object.fromEntries(others.map(({ name, depositories }) => [name, depositories]))).deep.equal({
      hyperliquid: [
        '0x865eb9baa5492cef598adf7afb1038654fcb7081',
        '0x66cf0aace1b4e562593bec10ec7868fba9932224',
      ],
      lighter: ['723071', '731033'],
      bitcoin: ['1KT3zCYUrmQxjcveUNs1Rs7WcXDcPQZ4av', 'bc1qzmtn0q92ayejt2hpffvlktcpmyy7vvsd06sefu'],
      eclipse: ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2'],
      ton: ['0:ab746b034ea036b7ac5147837a57827bd3917bc3f5506d47479e87ec87ef2554'],
      tron: ['TXtEs6t2oUWQsNos7m68gbHdE9Q5n6x2oN'],
      solana: ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2'],
    })
    for (const { name, depositories } of others) {
      for (const address of depositories!)
        expect(encodeChainAddress(chainVm(name)!, address)).not.equal(undefined)
    }
    expect(chains.filter(({ depository, depositories }) => depository && depositories)).deep.equal([])
    expect(relayProfile.venue.depository).equal(chainOf(1337).depositories![0])
  })

  it('behavior: marks chains that the oracle no longer settles, and cyber as no longer listed', () => {
    const marked = (support: string) =>
      chains.filter((chain) => chain.support === support).map(({ name }) => name)
    expect(marked('unsettled').sort()).deep.equal(
      `ancient8 appchain arena_z corn forma funki gravity hychain mint onchain_points polygon_zkevm powerloom rari
      redstone sanko swellchain xai`.split(/\s+/),
    )
    expect(marked('unsettled').sort()).deep.equal(Object.keys(otherNames).sort())
    expect(marked('delisted')).deep.equal(['cyber'])
  })

  it("behavior: robinhood and arc have the observed routers, arc without the older router's proxy", () => {
    const [newest, , newer] = listedRouters.map(({ chainIds: _, ...router }) => router)
    expect(chainOf(4663).routers).deep.equal([newest, newer])
    const { approvalProxy: _, ...withoutProxy } = newer!
    expect(chainOf(5042).routers).deep.equal([newest, withoutProxy])
    // Settled by the oracle, with routers on no list.
    const without = chains.filter(({ depository, routers, support }) => depository && !routers && !support)
    expect(without.map(({ name }) => name)).deep.equal(['stable', 'megaeth', 'mythos'])
  })
})

describe('permit2', () => {
  it('default: is the published address, and on Zero the one in its approval proxy', () => {
    const published = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    expect(getAddress(permit2Of())).equal(published)
    expect(getAddress(permit2Of(chainOf(1)))).equal(published)
    expect(permit2Of(chainOf(543210))).equal('0x6b4420f66de496d18a6c36367cf7f1440fd9289f')
    expect(relayProfile.chains!.filter(({ permit2 }) => permit2).map(({ id }) => id)).deep.equal([543210])
  })
})

describe('relayTestnetProfile', () => {
  it('default: has exactly the published hosts, chains and depository', () => {
    const depository = '0x5feab8db4534f9f7e2669bb260c57a01ad1c12e3'
    expect(relayTestnetProfile).deep.equal({
      name: 'relay-testnet',
      asOf: relayProfile.asOf,
      operations: relayProfile.operations,
      baseUrl: 'https://api.testnets.relay.link',
      wsUrl: 'wss://ws.testnets.relay.link',
      transactionPage: 'https://testnets.relay.link/transaction/',
      chains: [
        { id: 84532, name: 'base-sepolia', depository },
        { id: 11155111, name: 'sepolia', depository },
      ],
      nonceMappingDomainName: 'RelayNonceMapping',
      venue: {
        chainId: 1337,
        chainName: 'hyperliquid',
        chainField: 'hyperliquidChain',
        sendAssetType: 'HyperliquidTransaction:SendAsset',
        signDomainName: 'HyperliquidSignTransaction',
      },
      finality: { blocks: 10, seconds: 60 },
    })
    expect(findProfile('relay-testnet')).equal(relayTestnetProfile)
  })
})

describe('finalityOf', () => {
  it('default: 10 blocks and 60 seconds, and 50 blocks on Polygon, as published by the oracle', () => {
    expect(finalityOf(relayProfile, 'base')).include({ blocks: 10, seconds: 60 })
    expect(finalityOf(relayProfile, 'polygon')).deep.equal({ blocks: 50, seconds: 60 })
    expect(finalityOf(mockProfile, 'mockorigin')).deep.equal({ blocks: 0, seconds: 0 })
    expect(finalityOf({ ...relayProfile, finality: undefined }, 'base')).equal(undefined)
  })
})

describe('native currencies', () => {
  it("default: viem's", () => {
    const known = Object.values(viemChains).map(({ id, nativeCurrency: { symbol, decimals } }) =>
      [id, symbol, decimals].join(),
    )
    const named = relayProfile.chains!.filter(({ currency }) => currency)
    expect(named.length).greaterThan(60)
    for (const { id, currency } of named)
      expect(known).include([id, currency!.symbol, currency!.decimals].join())
  })
})

describe('mockProfile', () => {
  it('behavior: trusts the accounts and contracts of the mock', () => {
    const plans = [31101, 31102].map((id, index) => {
      const name = ['mockorigin', 'mockdestination'][index]!
      return { id, name, ...planContracts(createDeployer(name).account.address) }
    })
    expect(mockProfile.solvers).deep.equal({ evm: privateKeyToAddress(solverKey) })
    expect(mockProfile.chains).deep.equal(
      plans.map(({ id, name, depository, exchange, ...contracts }) => ({
        id,
        name,
        currency: { symbol: 'ETH', decimals: 18 },
        depository,
        routers: [
          ...listRouters(contracts),
          { address: exchange, ...mockRouterKinds.exchange, approvalProxy: exchange },
        ],
      })),
    )
  })

  it('behavior: has no URL, because the mock chooses its ports', () => {
    expect(mockProfile).not.have.any.keys('baseUrl', 'wsUrl', 'venueInfoUrl', 'venueExchangeUrl')
  })
})
