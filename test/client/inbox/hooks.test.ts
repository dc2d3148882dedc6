import { expect } from 'chai'
import hre from 'hardhat'
import { type Abi, type Address, encodeAbiParameters, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { type NewInboxCall, payReceiver } from '../../../src/client/index.js'
import { parseFillAccepted } from '../../../src/contract/index.js'
import { createRecipientTree } from '../../../src/index.js'
import { accountOf, balanceOf, clientOf, ether, send, tokenOf, usdc } from '../../mock/helpers.js'
import { selectors } from '../../receivers/support/hostile.js'
import { thrown } from '../../support/errors.js'
import { keeper, open, type World } from './world.js'

describe('payReceiver, for a receiver of inboxes: a recipient with a hook', () => {
  let world: World
  let user: Address
  before(async () => {
    world = await open()
    user = world.mock.accounts[4]!.address
  })
  after(() => world?.mock.close())

  /** Deploys a contract, and lists it as a recipient with a hook. */
  async function deploy(name: string, args: readonly unknown[] = []) {
    const { mock, destination, admin } = world
    const chain = clientOf(destination)
    const from = mock.accounts[0]!.address
    const { abi, bytecode } = (await hre.artifacts.readArtifact(name)) as { abi: Abi; bytecode: Hex }
    const hash = await chain.deployContract({ abi, bytecode, args, account: accountOf(mock, from) })
    const address = (await chain.waitForTransactionReceipt({ hash })).contractAddress!
    await admin('setRecipient', [{ recipient: address, hook: true }])
    return {
      address,
      read: <value>(functionName: string, args: readonly unknown[] = []) =>
        chain.readContract({ abi, address, functionName, args }) as Promise<value>,
      write: (functionName: string, args: readonly unknown[]) =>
        send(mock, destination, from, {
          to: address,
          data: encodeFunctionData({ abi, functionName, args }),
        }),
      told: (blockNumber: bigint) =>
        chain.getContractEvents({ abi, address, eventName: 'Told', fromBlock: blockNumber, strict: true }),
    }
  }

  const tradeTypes = ['EXACT_OUTPUT', 'EXACT_INPUT'] as const

  it('behavior: credits the account that the data names: a token, exact input and output', async () => {
    const { client, clients, token, receiver, destination } = world
    const account = await deploy('DepositAddresses', [receiver, tokenOf(destination)])
    const payment = {
      ...{ recipient: account.address, refundTo: user, claimer: zeroAddress, minimum: 0n },
      data: encodeAbiParameters([{ type: 'address' }], [user]),
    }
    let credit = 0n
    for (const tradeType of tradeTypes) {
      const call: NewInboxCall = { ...token({ tradeType, amount: 50n * usdc }), payment }
      const { claims, inbox } = await payReceiver(client, { ...clients(), ...call })
      expect(inbox).to.equal(await account.read('addressOf', [user]))
      const [{ credited } = { credited: 0n }] = claims
      expect([claims.length, credited > 40n * usdc]).to.deep.equal([1, true])
      credit += credited
      expect(await account.read('creditOf', [user])).to.equal(credit)
      expect(await balanceOf(destination, tokenOf(destination), account.address)).to.equal(credit)
    }
  })

  it('behavior: tells the hook the id and the amount of the claim: native currency', async () => {
    const { client, clients, native, receiver, destination } = world
    const account = await deploy('ScriptedRecipient')
    const data = encodeAbiParameters([{ type: 'address' }], [user])
    for (const tradeType of tradeTypes) {
      const call: NewInboxCall = { ...native({ tradeType }), payment: { recipient: account.address, data } }
      const { claims, inbox } = await payReceiver(client, {
        ...{ ...clients(), ...call, minimumAmountOut: ether / 2n },
      })
      const [{ id, credited, transaction } = { id: '0x', credited: 0n, transaction: '0x' } as const] = claims
      const receipt = await clientOf(destination).getTransactionReceipt({ hash: transaction })
      const [accepted] = parseFillAccepted({ receiver, receipt })
      expect(accepted!.args).to.include({ id, amount: credited, payer: inbox })
      const [told] = (await account.told(receipt.blockNumber)) as unknown as [
        { args: { caller: Address; received: { id: Hex; amount: bigint; data: Hex } } },
      ]
      expect(told.args.caller.toLowerCase()).to.equal(receiver)
      expect(told.args.received).to.include({ id, amount: credited, data })
      expect(credited >= (tradeType === 'EXACT_OUTPUT' ? ether : ether / 2n)).to.equal(true)
    }
  })

  it('error: a leaf of the tree has a hook, and payment.hook is missing', async () => {
    const { client, clients, native, receiver, destination, admin } = world
    const { address: recipient } = await deploy('ScriptedRecipient')
    await admin('removeRecipient', [recipient])
    const recipients = [{ address: recipient, hook: true }, { address: world.recipient }]
    const tree = createRecipientTree({ chainId: destination.id, receiver, recipients })
    await admin('setRecipientRoot', [tree.root])
    const { recipientProof } = tree.prove(recipient)
    const { kept, keep } = keeper()
    let quotes = 0
    const getQuote: typeof client.getQuote = (...parameters) => {
      quotes++
      return client.getQuote(...parameters)
    }
    const pay = (payment: NewInboxCall['payment']) => {
      const call: NewInboxCall = { ...native(), payment, recipientProof }
      return payReceiver({ ...client, getQuote }, { ...clients(), ...call, keep })
    }
    for (const payment of [{ recipient }, { recipient, hook: false }]) {
      const error = await thrown(() => pay(payment))
      expect(error).to.include({
        ...{ name: 'StepOptionError', option: 'payment.hook' },
        shortMessage: 'payment.hook must be true, the flag of the leaf in recipientProof.',
      })
      expect([kept.length, quotes]).to.deep.equal([0, 0])
    }

    const { claims } = await pay({ recipient, hook: true })
    expect([claims.length, quotes, kept.at(-1)!.terms.hook]).to.deep.equal([1, 1, true])
    // The list's flag counts for a recipient that is on both.
    await admin('setRecipient', [{ recipient, hook: false }])
    await pay({ recipient })
    expect(kept.at(-1)!.terms.hook).to.equal(false)
  })

  for (const currency of ['native', 'token'] as const) {
    it(`error: money waits while the hook reverts, and is claimed once it does not: ${currency}`, async () => {
      const { client, clients, nonceOf, destination } = world
      const account = await deploy('ScriptedRecipient')
      const call: NewInboxCall = { ...world[currency](), payment: { recipient: account.address } }
      const { kept, keep } = keeper()
      const error = await thrown(() =>
        payReceiver(client, {
          ...{ ...clients(), ...call, keep, timeoutMs: 1500 },
          onProgress: async ({ type }) => {
            if (type === 'filled') await account.write('script', [selectors.onFill, true, '0x', 0n])
          },
        }),
      )
      const { inbox, state, terms } = kept.at(-1)!
      const balance = await balanceOf(destination, terms.token, inbox)
      expect(error, error.message).to.include({ name: 'InboxWaitingError', amount: balance })
      expect((error.failures as { check: string }[]).map(({ check }) => check)).to.deep.equal(['call'])
      expect([state, balance > 0n]).to.deep.equal(['filled', true])
      expect(await balanceOf(destination, terms.token, account.address)).to.equal(0n)

      await account.write('unscript', [selectors.onFill])
      const nonce = await nonceOf()
      const { walletClient, originClient, ...rest } = clients()
      const { claims } = await payReceiver(client, { ...rest, call: kept.at(-1)!, keep })
      expect(claims.map(({ credited }) => credited)).to.deep.equal([balance])
      expect(await balanceOf(destination, terms.token, account.address)).to.equal(balance)
      expect([await nonceOf(), kept.at(-1)!.state]).to.deep.equal([nonce, 'claimed'])
    })
  }
})
