import { expect } from 'chai'
import hre from 'hardhat'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { authorizeFill, fill, isPaid, payAuthorized } from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { hashOrder, signOrder } from '../../src/index.js'
import {
  attestOrder,
  createTestSolver,
  makeAuthorizedOrder,
  makeDirectOrder,
  makeFillRequest,
  makeReceiverConfig,
} from '../../src/testing/index.js'

describe('fillproof/testing', () => {
  async function deployReceivers() {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    const { viem } = connection
    const [admin, recipient, router] = await viem.getWalletClients()
    const { chain } = admin!
    const initial = makeFillRequest({
      receiver: zeroAddress,
      recipient: recipient!.account.address,
      destinationChainId: chain.id,
      router: router!.account.address,
    })
    const config = makeReceiverConfig(initial, admin!.account.address)
    const deploy = async (kind: 'AttestedOrderReceiver' | 'SignedOrderReceiver', data: `0x${string}`) => {
      const implementation = await viem.deployContract(kind)
      const proxy = await viem.deployContract('ERC1967Proxy', [implementation.address, data])
      return proxy.address
    }
    const functionName = 'initialize'
    const attested = await deploy(
      'AttestedOrderReceiver',
      encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName, args: [config] }),
    )
    const chains = [{ name: initial.originChain, chainId: 1n, isEvm: true }]
    const signed = await deploy(
      'SignedOrderReceiver',
      encodeFunctionData({ abi: signedOrderReceiverAbi, functionName, args: [config, chains] }),
    )
    const requestFor = (receiver: Address) => makeFillRequest({ ...initial, receiver, salt: nextSalt() })
    return { client: admin!, attested, signed, requestFor }
  }
  let parts: Awaited<ReturnType<typeof deployReceivers>>
  before(async () => {
    parts = await deployReceivers()
  })

  let salt = 0
  const nextSalt = () => `0x${(++salt).toString(16).padStart(64, '0')}` as const

  it('default: a direct fill of an attested order', async () => {
    const { client, attested: receiver, requestFor } = parts
    const orderData = makeDirectOrder({ ...requestFor(receiver), router: undefined })
    const evidence = await attestOrder(requestFor(receiver), orderData)
    await fill(client, { receiver, ...evidence, orderData, amount: 10n ** 18n })
    expect(await isPaid(client, { receiver, id: hashOrder(orderData) })).to.equal(true)
  })

  it('behavior: an authorized fill of a signed order that pays the router', async () => {
    const { client, signed: receiver, requestFor } = parts
    const request = requestFor(receiver)
    const { orderData, payment, callHash } = makeAuthorizedOrder(request, { originUser: zeroAddress })
    const orderSignature = await signOrder({ orderData, account: request.solver })
    await authorizeFill(client, { receiver, orderData, orderSignature })
    await payAuthorized(client, { receiver, payment })
    expect(await isPaid(client, { receiver, id: callHash })).to.equal(true)
  })

  it('error: evidence that another solver did not sign', async () => {
    const { client, signed: receiver, requestFor } = parts
    const { orderData } = makeAuthorizedOrder(requestFor(receiver), { originUser: zeroAddress })
    const orderSignature = await signOrder({ orderData, account: createTestSolver('other') })
    const error = await authorizeFill(client, { receiver, orderData, orderSignature }).catch(
      (caught: unknown) => caught,
    )
    expect(error).to.include({ name: 'FillRevertedError', errorName: 'UnknownSolver' })
  })

  it('behavior: a name gives the same solver as in FillproofTest.sol', () => {
    // cast wallet address $(cast keccak solver)
    expect(createTestSolver().address).to.equal('0xEa22232EeE6365D797FeC0F804dA81F3e3F18c2D')
  })
})
