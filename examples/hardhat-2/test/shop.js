const { equal, rejects } = require('node:assert')
const { signOrder, signedOrderReceiverAbi: abi } = require('fillproof')
const { authorizeFill, payAuthorized, removeRecipient, setRecipient } = require('fillproof/contract')
const {
  createTestSolver,
  makeAuthorizedOrder,
  makeFillRequest,
  makeReceiverConfig,
} = require('fillproof/testing')
const { artifacts, network } = require('hardhat')
const viem = require('viem')
const { hardhat: chain } = require('viem/chains')

async function connect() {
  const transport = viem.custom(network.provider)
  const [account, buyer] = await viem.createWalletClient({ transport }).getAddresses()
  const client = viem.createWalletClient({ account, chain, transport }).extend(viem.publicActions)
  async function deploy(name, args) {
    const { abi, bytecode } = await artifacts.readArtifact(name)
    const hash = await client.deployContract({ abi, bytecode, args })
    const { contractAddress: address } = await client.waitForTransactionReceipt({ hash })
    return viem.getContract({ abi, address, client })
  }
  return { client, account, buyer, deploy }
}

/** Opens a shop that is paid in native currency, or in `token`, with an order whose call names the buyer. */
async function openShop({ client, account, buyer, deploy }, { token = viem.zeroAddress } = {}) {
  const { timestamp } = await client.getBlock()
  const deadline = Number(timestamp) + 3600
  const terms = makeFillRequest({ receiver: viem.zeroAddress, recipient: buyer, token, deadline })
  const args = [makeReceiverConfig(terms, account), [{ name: 'origin', chainId: 1n, isEvm: true }]]
  const initialization = viem.encodeFunctionData({ abi, functionName: 'initialize', args })
  const implementation = await deploy('SignedOrderReceiver')
  const { address: receiver } = await deploy('ERC1967Proxy', [implementation.address, initialization])
  const shop = await deploy('Shop', [receiver])
  const recipient = shop.address
  await setRecipient(client, { receiver, recipient, hook: true })

  const data = viem.encodeAbiParameters([{ type: 'address' }], [buyer])
  const request = { ...terms, receiver, recipient }
  const { orderData, payment } = makeAuthorizedOrder(request, { originUser: viem.zeroAddress, data })
  const orderSignature = await signOrder({ orderData, account: terms.solver })
  const evidence = { receiver, orderData, orderSignature }
  return { shop, receiver, payment, evidence, creditOf: () => shop.read.credit([token, buyer]) }
}

it('credits the buyer with what arrived', async () => {
  const world = await connect()
  const { receiver, payment, evidence, creditOf } = await openShop(world)
  await authorizeFill(world.client, evidence)
  await payAuthorized(world.client, { receiver, payment })
  equal(await creditOf(), payment.minimum)
})

it('credits the buyer with an ERC-20', async () => {
  const world = await connect()
  const coin = await world.deploy('Coin')
  const { receiver, payment, evidence, creditOf } = await openShop(world, { token: coin.address })
  await authorizeFill(world.client, evidence)
  await coin.write.mint([world.account, payment.minimum])
  await coin.write.approve([receiver, payment.minimum])
  await payAuthorized(world.client, { receiver, payment })
  equal(await creditOf(), payment.minimum)
})

it('pays a credit out once', async () => {
  const world = await connect()
  const { shop, receiver, payment, evidence } = await openShop(world)
  await authorizeFill(world.client, evidence)
  await payAuthorized(world.client, { receiver, payment })
  const { abi, address } = shop
  const withdraw = { abi, address, functionName: 'withdraw', args: [viem.zeroAddress], account: world.buyer }
  await world.client.writeContract(withdraw)
  equal(await world.client.getBalance(shop), 0n)
  await rejects(world.client.simulateContract(withdraw), /nothing to withdraw/)
})

it('refuses a forged signature', async () => {
  const world = await connect()
  const { evidence } = await openShop(world)
  const { orderData } = evidence
  const orderSignature = await signOrder({ orderData, account: createTestSolver('stranger') })
  await rejects(authorizeFill(world.client, { ...evidence, orderSignature }), {
    errorName: 'UnknownSolver',
  })
})

it('refuses a changed order', async () => {
  const world = await connect()
  const { evidence } = await openShop(world)
  const { orderData } = evidence
  const changed = { ...orderData, output: { ...orderData.output, deadline: orderData.output.deadline - 1 } }
  await rejects(authorizeFill(world.client, { ...evidence, orderData: changed }), {
    errorName: 'UnknownSolver',
  })
})

it('refuses to pay an account that is not listed', async () => {
  const world = await connect()
  const { shop, receiver, evidence } = await openShop(world)
  await removeRecipient(world.client, { receiver, recipient: shop.address })
  await rejects(authorizeFill(world.client, evidence), { errorName: 'RecipientNotAllowed' })
})

it('refuses a short fill', async () => {
  const world = await connect()
  const { receiver, payment, evidence } = await openShop(world)
  await authorizeFill(world.client, evidence)
  const functionName = 'payAuthorized'
  const call = { abi, address: receiver, functionName, args: [payment], value: payment.minimum - 1n }
  await rejects(world.client.simulateContract(call), /PaymentTooLow/)
})

it('refuses a second fill', async () => {
  const world = await connect()
  const { receiver, payment, evidence } = await openShop(world)
  await authorizeFill(world.client, evidence)
  await payAuthorized(world.client, { receiver, payment })
  await rejects(payAuthorized(world.client, { receiver, payment }), { errorName: 'RequestAlreadyPaid' })
})

it('refuses a late fill', async () => {
  const world = await connect()
  const { receiver, payment, evidence } = await openShop(world)
  await authorizeFill(world.client, evidence)
  await network.provider.send('evm_increaseTime', [3601])
  await network.provider.send('evm_mine')
  await rejects(payAuthorized(world.client, { receiver, payment }), { errorName: 'RequestExpired' })
})

it("refuses a stranger's call", async () => {
  const { shop, payment } = await openShop(await connect())
  const received = { ...payment, id: viem.zeroHash, amount: payment.minimum }
  await rejects(shop.simulate.onFill([received]), /only the receiver/)
})
