import { expect } from 'chai'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
} from 'viem'
import { deployFixture } from './support/fixture.js'

const salt = pad('0x01', { size: 32 })

/** Deploys a factory, and says how a receiver is initialized by it. */
async function deployFactory() {
  const fixture = await deployFixture()
  const factory = await fixture.viem.deployContract('ReceiverFactory')
  const implementation = fixture.implementation.address
  const initialization = encodeFunctionData({
    abi: fixture.receiver.abi,
    functionName: 'initialize',
    args: [fixture.config],
  })
  const predict = (deployer: Address) => factory.read.predictReceiver([implementation, deployer, salt])
  const deploy = (account = fixture.admin.account, data: Hex = initialization, target = implementation) =>
    factory.write.deployReceiver([target, salt, data], { account })
  return { ...fixture, factory, initialization, predict, deploy, implementation }
}

describe('ReceiverFactory', () => {
  it('deploys a receiver at the address of the deployer, the salt and the implementation', async () => {
    const { factory, predict, deploy, admin, implementation, viem, publicClient, config } =
      await deployFactory()
    const deployer = admin.account.address
    // The code of a minimal clone, and CREATE2, spelled out.
    const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
    const own = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [deployer, salt]))
    const expected = getContractAddress({ opcode: 'CREATE2', from: factory.address, salt: own, bytecode })
    expect(await predict(deployer)).to.equal(expected)

    const hash = await deploy()
    const [event] = await factory.getEvents.ReceiverDeployed()
    expect(event?.transactionHash).to.equal(hash)
    expect(event?.args.receiver).to.equal(expected)
    expect(event?.args.deployer?.toLowerCase()).to.equal(deployer.toLowerCase())
    expect(event?.args.implementation?.toLowerCase()).to.equal(implementation.toLowerCase())
    expect(event?.args.salt).to.equal(salt)
    const receiver = await viem.getContractAt('AttestedOrderReceiver', expected)
    expect(await receiver.read.isSolverActive([config.solvers[0]!.solver])).to.equal(true)
    expect(await publicClient.getCode({ address: expected })).to.include(
      implementation.slice(2).toLowerCase(),
    )
  })

  it('never deploys at another deployer’s address, and at each address only once', async () => {
    const { factory, assertions, predict, deploy, admin, stranger } = await deployFactory()
    const [mine, theirs] = [await predict(admin.account.address), await predict(stranger.account.address)]
    expect(mine).to.not.equal(theirs)
    await deploy(stranger.account)
    await deploy(admin.account)
    await assertions.revertWithCustomErrorWithArgs(deploy(admin.account), factory, 'ReceiverExists', [mine])
  })

  it('deploys nothing if the initialization fails, and reports its reason', async () => {
    const { factory, assertions, predict, deploy, admin, receiver, config, publicClient } =
      await deployFactory()
    const data = encodeFunctionData({
      abi: receiver.abi,
      functionName: 'initialize',
      args: [{ ...config, chainName: '' }],
    })
    await assertions.revertWithCustomErrorWithArgs(deploy(admin.account, data), receiver, 'InvalidConfig', [
      `0x${Buffer.from('chainName').toString('hex').padEnd(64, '0')}`,
    ])
    expect(await publicClient.getCode({ address: await predict(admin.account.address) })).to.equal(undefined)
    expect(await factory.getEvents.ReceiverDeployed()).to.deep.equal([])
  })

  it('refuses a call that would leave the receiver to whoever initializes it first', async () => {
    const { factory, assertions, deploy, admin, receiver } = await deployFactory()
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'policyEpoch' })
    await assertions.revertWithCustomErrorWithArgs(
      deploy(admin.account, data),
      factory,
      'InitializationRepeatable',
      [data],
    )
  })

  it('refuses an implementation without code', async () => {
    const { factory, assertions, deploy, admin, user, initialization } = await deployFactory()
    await assertions.revertWithCustomErrorWithArgs(
      deploy(admin.account, initialization, user),
      factory,
      'ImplementationWithoutCode',
      [user],
    )
  })
})
