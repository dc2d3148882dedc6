// What a role may not do, and what a kind of receiver does not report.
import { expect } from 'chai'
import { type Address, keccak256, stringToHex } from 'viem'
import { deployFixture, type Fixture, fillAmount, restoreAfterEach } from '../receivers/support/fixture.js'
import { deployRegisteredFixture, type RegisteredFixture, register } from '../receivers/support/registered.js'

const roleOf = (name: string) => keccak256(stringToHex(`fillproof.${name}_ROLE`))

describe('Attack: a rescuer that has the policy role', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  // Decision 15b: "unless its caller also has the default administrator's role".
  it("cannot reach a recipient's contract without its hook", async () => {
    const { receiver, viem, stranger, token, assertions } = fixture
    const books = await viem.deployContract('ScriptedRecipient')
    await receiver.write.setRecipient([{ recipient: books.address, hook: true }])
    const account = stranger.account
    for (const role of ['RESCUE', 'POLICY', 'GUARDIAN']) {
      await receiver.write.grantRole([roleOf(role), account.address])
    }
    await token.write.mint([receiver.address, 1n])
    await assertions.revertWithCustomErrorWithArgs(
      receiver.write.rescue([token.address, books.address as Address, 1n], { account }),
      receiver,
      'InvalidRescueTarget',
      [books.address],
    )
  })
})

describe("Attack: the events of a registrar's fill", () => {
  let fixture: RegisteredFixture
  before(async () => {
    fixture = await deployRegisteredFixture()
  })
  restoreAfterEach(() => fixture)

  // Decision 20: `SolverNativeTransfer` is for direct fills of orders, of which the oracle counts it.
  it("a registrar's fill emits only FillAccepted", async () => {
    const { receiver, payer, publicClient } = fixture
    const { a, signature, terms, termsSignature } = await register(fixture)
    const hash = await receiver.write.fill([a, signature, terms, termsSignature, [], fillAmount], {
      value: fillAmount,
      account: payer.account,
    })
    const { logs } = await publicClient.getTransactionReceipt({ hash })
    expect(logs.map(({ topics }) => topics[0])).to.deep.equal([
      keccak256(stringToHex('FillAccepted(bytes32,address,address,address,address,uint256)')),
    ])
  })
})
