import { expect } from 'chai'
import { encodeFunctionData, getAddress } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { deployFixture, type Fixture, fillAmount, makeDirect } from './support/fixture.js'

describe('FillVerifier: a contract that settles by itself', () => {
  let fixture: Fixture
  let deposits: Awaited<ReturnType<typeof deploy>>

  async function deploy() {
    const { viem, config } = fixture
    const { address } = await viem.deployContract('AttestedDeposits')
    const data = encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'initialize',
      args: [config],
    })
    const proxy = await viem.deployContract('ERC1967Proxy', [address, data])
    return viem.getContractAt('AttestedDeposits', proxy.address)
  }

  before(async () => {
    // The example is compiled for tests, without the optimizer.
    fixture = await deployFixture(undefined, { allowUnlimitedContractSize: true })
    deposits = await deploy()
  })
  after(() => fixture.connection.close())

  it('accepts a fill by the same checks, once', async () => {
    const { a, signature, proof, id } = await makeDirect(fixture, { receiver: deposits.address })
    const deposit = () => deposits.write.deposit([a, signature, proof, []], { value: fillAmount })
    // Or the service's oracle would not count the deposit, and the solver would not be repaid.
    await fixture.assertions.emitWithArgs(deposit(), deposits, 'SolverNativeTransfer', [
      getAddress(fixture.recipient.account.address),
      fillAmount,
    ])
    expect(await deposits.read.balanceOf([fixture.recipient.account.address])).to.equal(fillAmount)
    expect(await deposits.read.isPaid([id])).to.equal(true)
    await fixture.assertions.revertWithCustomErrorWithArgs(deposit(), deposits, 'RequestAlreadyPaid', [id])
  })

  it('refuses orders with calls, which it would not run', async () => {
    const call = { to: fixture.user, data: '0x', value: 1n } as const
    const evidence = await makeDirect(fixture, { receiver: deposits.address, calls: [call, call] })
    const { a, signature, proof } = evidence
    await fixture.assertions.revertWithCustomErrorWithArgs(
      deposits.write.deposit([a, signature, proof, []], { value: fillAmount }),
      deposits,
      'CallsNotSupported',
      [2n],
    )
  })
})
