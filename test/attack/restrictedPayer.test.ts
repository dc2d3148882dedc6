// A receiver that lets only the router pay: before the deposit the evidence counts, and not whether `refundTo` could pay.
import { expect } from 'chai'
import hre from 'hardhat'
import { type Address, encodeFunctionData, type Hex, keccak256, parseAbi, slice, stringToHex } from 'viem'
import { payReceiver } from '../../src/client/index.js'
import { open, type World } from '../client/receiver/world.js'
import { clientOf, ether, send } from '../mock/helpers.js'

const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const rich: Address = '0x00000000000000000000000000000000000000b1'
const poor: Address = '0x00000000000000000000000000000000000000b2'

describe('Attack: a receiver that lets only the router pay', () => {
  let world: World
  before(async () => {
    world = await open({})
    const chain = clientOf(world.destination)
    const address = world.destination.receiver
    const word = await chain.getStorageAt({ address, slot: implementationSlot })
    const { deployedBytecode } = await hre.artifacts.readArtifact('PayerRestrictedReceiver')
    await chain.setCode({ address: slice(word!, 12), bytecode: deployedBytecode as Hex })
    const data = encodeFunctionData({
      abi: parseAbi(['function grantRole(bytes32 role, address account)']),
      args: [keccak256(stringToHex('fillproof.PAYER_ROLE')), world.destination.router],
    })
    await send(world.mock, world.destination, world.mock.accounts[0]!.address, { to: address, data })
    await chain.setBalance({ address: rich, value: ether })
  })
  after(() => world?.mock.close())

  const pay = (refundTo: Address, keep = () => {}) => {
    const call = world.native()
    return payReceiver(world.client, {
      ...world.clients(),
      ...call,
      // The simulation before the quote is a return, which the same rule covers: the router may.
      payment: { ...call.payment, refundTo },
      keep,
    })
  }

  for (const [name, refundTo] of Object.entries({ 'has nothing': poor, 'could pay and may not': rich })) {
    it(`is paid if refundTo ${name}`, async () => {
      const { callHash } = await pay(refundTo)
      expect(await world.paid(callHash)).to.equal(true)
    })
  }
})
