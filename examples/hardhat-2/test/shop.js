const { equal, rejects } = require('node:assert')
const { signOrder, signedOrderReceiverAbi: abi } = require('fillproof')
const { authorizeFill, payAuthorized, setRecipient } = require('fillproof/contract')
const {
  createTestSolver,
  makeAuthorizedOrder,
  makeFillRequest,
  makeReceiverConfig,
} = require('fillproof/testing')
const { artifacts, network } = require('hardhat')
const viem = require('viem')
const { hardhat: chain } = require('viem/chains')

async function openShop({ authorize = true } = {}) {
  const transport = viem.custom(network.provider)
  const [account, buyer] = await viem.createWalletClient({ transport }).getAddresses()
  const client = viem.createWalletClient({ account, chain, transport }).extend(viem.publicActions)
  async function deploy(name, args) {
    const hash = await client.deployContract({ ...(await artifacts.readArtifact(name)), args })
    return (await client.waitForTransactionReceipt({ hash })).contractAddress
  }
  const terms = makeFillRequest({ receiver: viem.zeroAddress, recipient: buyer })
  const args = [makeReceiverConfig(terms, account), [{ name: 'origin', chainId: 1n, isEvm: true }]]
  const initialization = viem.encodeFunctionData({ abi, functionName: 'initialize', args })
  const receiver = await deploy('ERC1967Proxy', [await deploy('SignedOrderReceiver'), initialization])
  const recipient = await deploy('Shop', [receiver])
  await setRecipient(client, { receiver, recipient, hook: true })

  const data = viem.encodeAbiParameters([{ type: 'address' }], [buyer])
  const request = { ...terms, receiver, recipient }
  const { orderData, payment } = makeAuthorizedOrder(request, { originUser: viem.zeroAddress, data })
  const orderSignature = await signOrder({ orderData, account: terms.solver })
  if (authorize) await authorizeFill(client, { receiver, orderData, orderSignature })
  const { abi: shopAbi } = await artifacts.readArtifact('Shop')
  return {
    ...{ client, receiver, payment, orderData, orderSignature },
    shop: viem.getContract({ abi: shopAbi, address: recipient, client }),
    creditOf: () =>
      client.readContract({ abi: shopAbi, address: recipient, functionName: 'credit', args: [buyer] }),
  }
}

it('credits the buyer with what arrived', async () => {
  const { client, receiver, payment, creditOf } = await openShop()
  await payAuthorized(client, { receiver, payment })
  equal(await creditOf(), payment.minimum)
})

it('refuses a forged signature', async () => {
  const { client, receiver, orderData } = await openShop({ authorize: false })
  const orderSignature = await signOrder({ orderData, account: createTestSolver('stranger') })
  await rejects(authorizeFill(client, { receiver, orderData, orderSignature }), {
    errorName: 'UnknownSolver',
  })
})

it('refuses a changed order', async () => {
  const { client, receiver, orderData, orderSignature } = await openShop({ authorize: false })
  const changed = { ...orderData, output: { ...orderData.output, deadline: orderData.output.deadline - 1 } }
  await rejects(authorizeFill(client, { receiver, orderData: changed, orderSignature }), {
    errorName: 'UnknownSolver',
  })
})

it('refuses a short fill', async () => {
  const { client, receiver, payment } = await openShop()
  const call = {
    abi,
    address: receiver,
    functionName: 'payAuthorized',
    args: [payment],
    value: payment.minimum - 1n,
  }
  await rejects(client.simulateContract(call), /PaymentTooLow/)
})

it('refuses a second fill', async () => {
  const { client, receiver, payment } = await openShop()
  await payAuthorized(client, { receiver, payment })
  await rejects(payAuthorized(client, { receiver, payment }), { errorName: 'RequestAlreadyPaid' })
})

it("refuses a stranger's call", async () => {
  const { shop, payment } = await openShop()
  const received = { ...payment, id: viem.zeroHash, amount: payment.minimum }
  await rejects(shop.simulate.onFill([received]), /not a fill in native currency/)
})
