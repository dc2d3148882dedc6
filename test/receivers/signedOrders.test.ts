// What is particular to signed orders: their inputs, revealed, and the names of chains.
import { expect } from 'chai'
import {
  concat,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
  pad,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { padAddress, type SignedOrderProof } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import {
  makePayment,
  originChainId,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
} from './support/fixture.js'
import { eventsOf } from './support/hostile.js'
import {
  asFixture,
  chains,
  deploySignedFixture,
  deploySignedReceiver,
  field,
  makeSignedCall,
  otherMachineId,
  type SignedFixture,
  type SignedOverrides,
  secondChainId,
  secondCurrency,
  secondInput,
  secondMax,
  secondMin,
} from './support/signedFixture.js'

const policyRole = keccak256(stringToHex('fillproof.POLICY_ROLE'))
const nativeWord = padAddress(zeroAddress)
const word = (value: number | bigint) => toHex(value, { size: 32 })

describe('SignedOrderReceiver', () => {
  let fixture: SignedFixture

  before(async () => {
    fixture = await deploySignedFixture()
  })
  restoreAfterEach(() => fixture)

  const reverts = (call: Promise<unknown>, error: string, args: readonly unknown[]) =>
    expectRevert(fixture.assertions, call, fixture.receiver, error, args)

  const second = BigInt(secondChainId)
  const padded = padAddress(secondCurrency)

  /** A call that says the origin which these inputs have: that of the only one, or none of several. */
  async function make(overrides: SignedOverrides = {}, terms: Partial<PaymentTerms> = {}) {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const [input, ...more] = overrides.inputs ?? [{}]
    const isOne = input !== undefined && more.length === 0
    const isSecond = input?.chainId === 'second'
    const origin = isOne
      ? {
          originChainId: isSecond ? second : BigInt(originChainId),
          originCurrency: isSecond ? padded : nativeWord,
        }
      : { originChainId: 0n, originCurrency: zeroHash }
    const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, ...origin, ...terms })
    return { ...(await makeSignedCall(fixture, p, overrides)), p }
  }
  type Made = Awaited<ReturnType<typeof make>>

  const authorize = ({ proof, signature }: Pick<Made, 'proof' | 'signature'>) =>
    fixture.receiver.write.authorizeFill([proof, signature, []], { account: fixture.stranger.account })

  const refuses = (made: Made, error: string, args: readonly unknown[]) =>
    reverts(authorize(made), error, args)

  async function accepts(made: Made) {
    const { receiver, payer } = fixture
    await authorize(made)
    const hash = await receiver.write.payAuthorized([made.p], {
      value: made.p.minimum,
      account: payer.account,
    })
    expect(await receiver.read.isCallPaid([await receiver.read.hashPayment([made.p])])).to.equal(true)
    return hash
  }

  const setChain = (name: string, chainId: number | bigint, isEvm = false) =>
    fixture.receiver.write.setChain([{ name, chainId: BigInt(chainId), isEvm }])
  const setRoute = (chainId: number, currency: Hex) =>
    fixture.receiver.write.setRoute([{ chainId: BigInt(chainId), currency, min: 1n, max: routeMax }])

  it('has no direct fill', () => {
    const names = fixture.receiver.abi.flatMap((item) => (item.type === 'function' ? [item.name] : []))
    expect(names).to.not.include('fill')
  })

  it('refuses an order for another known chain', async () => {
    await setChain('base', ownChainId, true)
    const evidence = await make({ output: { chainId: 'base' } })
    await refuses(evidence, 'WrongDestinationChain', [0n, BigInt(ownChainId)])
  })

  describe('the inputs', () => {
    it('are at least one', async () => {
      await refuses(await make({ inputs: [] }), 'OriginNotAccepted', [0n, nativeWord])
    })

    it('may be several, even twice on one chain, and of any weight', async () => {
      await accepts(await make({ inputs: [{}, secondInput(secondMin)] }))
      await accepts(await make({ inputs: [{}, {}, secondInput(secondMax), secondInput(secondMin)] }))
      for (const weight of [0n, 2n, maxUint256]) {
        const change = (proof: SignedOrderProof) => {
          const inputs = proof.inputs.map((input) => ({ ...input, payment: { ...input.payment, weight } }))
          return { ...proof, inputs }
        }
        await accepts(await make({ change }))
      }
    })

    it('are of chains whose names are known, byte for byte', async () => {
      for (const chainId of ['Origin', 'ORIGIN', 'origin ', ' origin', 'origi', '', 'origin\0']) {
        for (const inputs of [[{ chainId }], [{}, { chainId }]]) {
          await refuses(await make({ inputs }), 'OriginNotAccepted', [0n, nativeWord])
        }
      }
    })

    it('are each on a route', async () => {
      const wrong = { ...secondInput(secondMin), currency: zeroAddress }
      for (const inputs of [[wrong], [wrong, {}], [{}, wrong], [{}, secondInput(secondMin), wrong]]) {
        await refuses(await make({ inputs }), 'OriginNotAccepted', [second, nativeWord])
      }
      // Either half of another route is none.
      const mixed = await make({ inputs: [{ currency: secondCurrency, amount: secondMin }] })
      await refuses(mixed, 'OriginNotAccepted', [BigInt(originChainId), padded])
    })

    it('are each within the range of their own route, both ends included', async () => {
      const placesOf = (amount: bigint) => [
        [secondInput(amount)],
        [secondInput(amount), {}],
        [{}, secondInput(amount), {}],
      ]
      for (const amount of [secondMin, secondMin + 1n, secondMax - 1n, secondMax]) {
        for (const inputs of placesOf(amount)) await authorize(await make({ inputs }))
      }
      for (const amount of [0n, secondMin - 1n, secondMax + 1n, routeMin, maxUint256]) {
        for (const inputs of placesOf(amount)) {
          await refuses(await make({ inputs }), 'AmountOutOfRange', [amount, secondMin, secondMax])
        }
      }
      const low = await make({ inputs: [secondInput(secondMin), { amount: routeMin - 1n }] })
      await refuses(low, 'AmountOutOfRange', [routeMin - 1n, routeMin, routeMax])
    })

    it('are never summed', async () => {
      const three = await make({ inputs: [secondInput(3n), secondInput(3n)] })
      await refuses(three, 'AmountOutOfRange', [3n, secondMin, secondMax])
      await accepts(await make({ inputs: [secondInput(secondMax), secondInput(secondMax)] }))
      // The sum would wrap around into the range.
      const wraps = await make({ inputs: [secondInput(maxUint256), secondInput(secondMin + 1n)] })
      await refuses(wraps, 'AmountOutOfRange', [maxUint256, secondMin, secondMax])
    })

    it('have a currency of 20 bytes on EVM chains', async () => {
      for (const length of [0, 1, 19, 21, 32, 33, 64]) {
        const currency = zeroBytes(length)
        for (const inputs of [[{ currency }], [{}, { currency }]]) {
          await refuses(await make({ inputs }), 'InvalidOrderAddress', [currency])
        }
      }
      // Not even one that is the accepted currency's word.
      const evm = await make({ inputs: [{ ...secondInput(secondMin), currency: padded }] })
      await refuses(evm, 'InvalidOrderAddress', [padded])
    })

    it('have a currency of at most 32 bytes elsewhere, left-padded', async () => {
      for (const length of [0, 1, 16, 20, 21, 31, 32, 33, 40]) {
        const currency = length === 0 ? '0x' : toHex(new Uint8Array(length).fill(0xc0 + (length % 16)))
        const evidence = await make({ inputs: [{}, { chainId: 'other machine', currency }] })
        if (length > 32) {
          await setRoute(otherMachineId, slice(currency, 0, 32))
          await refuses(evidence, 'InvalidOrderAddress', [currency])
          continue
        }
        const padded = pad(currency, { size: 32 })
        await refuses(evidence, 'OriginNotAccepted', [BigInt(otherMachineId), padded])
        await setRoute(otherMachineId, padded)
        await accepts(evidence)
      }
    })

    it('have a chain name that was not removed or reassigned', async () => {
      const evidence = await make({ inputs: [secondInput(secondMin)] })
      await setChain('second', 0)
      await refuses(evidence, 'OriginNotAccepted', [0n, padded])
      await setChain('second', 5, true)
      await refuses(evidence, 'OriginNotAccepted', [5n, padded])
      await setChain('another', secondChainId, true)
      await refuses(evidence, 'OriginNotAccepted', [5n, padded])
      const origin = { originChainId: second, originCurrency: padded }
      await accepts(await make({ inputs: [{ ...secondInput(secondMin), chainId: 'another' }] }, origin))
    })
  })

  describe('the origin of a call', () => {
    const mismatch = (name: string, found: Hex, required: Hex) => [field(name), found, required]

    it('is the chain and currency of the only input', async () => {
      const inputs = [secondInput(secondMin)]
      const chain = await make({ inputs }, { originChainId: BigInt(originChainId) })
      const args = mismatch('originChainId', word(originChainId), word(secondChainId))
      await refuses(chain, 'TermsMismatch', args)
      const currency = await make({ inputs }, { originCurrency: nativeWord })
      await refuses(currency, 'TermsMismatch', mismatch('originCurrency', nativeWord, padded))
      await accepts(await make({ inputs }))
    })

    it('is empty if there are several inputs', async () => {
      const inputs = [secondInput(secondMin), secondInput(secondMax)]
      const chain = await make({ inputs }, { originChainId: second })
      await refuses(chain, 'TermsMismatch', mismatch('originChainId', word(second), zeroHash))
      const named = await make({ inputs }, { originCurrency: padded })
      await refuses(named, 'TermsMismatch', mismatch('originCurrency', padded, zeroHash))
      await accepts(await make({ inputs }))
    })

    it('is passed to a hook, or zeros for several inputs, without a user', async () => {
      const { viem, receiver } = fixture
      const hooked = await viem.deployContract('ScriptedRecipient')
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      const one = { originChainId: second, originCurrency: padded }
      const none = { originChainId: 0n, originCurrency: zeroHash }
      for (const [inputs, origin] of [
        [[secondInput(secondMin)], one],
        [[{}, secondInput(secondMin)], none],
        [[secondInput(secondMin), secondInput(secondMin)], none],
      ] as const) {
        const made = await make({ inputs: [...inputs] }, { recipient: hooked.address })
        const [told] = await eventsOf(asFixture(fixture), await accepts(made), hooked, 'Told')
        expect(told?.received).to.deep.include({ ...origin, originUser: zeroHash })
      }
    })
  })

  describe('initialize', () => {
    it('runs once, and never on the implementation', async () => {
      const { receiver, implementation, config } = fixture
      for (const contract of [receiver, implementation]) {
        await reverts(contract.write.initialize([config, chains]), 'InvalidInitialization', [])
      }
    })

    it('sets the chains, each only once', async () => {
      const { receiver, viem, implementation, config } = fixture
      for (const { name, chainId, isEvm } of chains) {
        expect(await receiver.read.chainOf([name])).to.deep.equal([chainId, isEvm])
      }
      const twice = [chains[0]!, { ...chains[1]!, name: chains[0]!.name }]
      const deploy = (names: typeof chains) =>
        deploySignedReceiver(viem, implementation.address, config, names)
      const nameHash = keccak256(stringToHex('origin'))
      await reverts(deploy(twice), 'ChainNameTaken', [BigInt(originChainId), zeroHash])
      const ids = [chains[0]!, { ...chains[0]!, name: 'again' }]
      await reverts(deploy(ids), 'ChainNameTaken', [0n, nameHash])
      const bare = await deploy([])
      expect(await bare.read.chainOf(['origin'])).to.deep.equal([0n, false])
      expect(await bare.read.policyEpoch()).to.equal(1n)
    })
  })

  describe('setChain', () => {
    it('is only for the policy role', async () => {
      const { receiver, stranger } = fixture
      const { account } = stranger
      const set = () => receiver.write.setChain([{ name: 'new', chainId: 7n, isEvm: true }], { account })
      const refused = [getAddress(account.address), policyRole]
      await reverts(set(), 'AccessControlUnauthorizedAccount', refused)
      for (const role of ['GUARDIAN', 'RESCUE']) {
        await receiver.write.grantRole([keccak256(stringToHex(`fillproof.${role}_ROLE`)), account.address])
      }
      await receiver.write.grantRole([zeroHash, account.address])
      await reverts(set(), 'AccessControlUnauthorizedAccount', refused)
      await receiver.write.grantRole([policyRole, account.address])
      await fixture.assertions.emitWithArgs(set(), receiver, 'ChainSet', ['new', 7n, true])
      expect(await receiver.read.chainOf(['new'])).to.deep.equal([7n, true])
    })

    it('refuses a taken name or id and invalid values', async () => {
      const nameHash = keccak256(stringToHex('origin'))
      await reverts(setChain('other', originChainId, true), 'ChainNameTaken', [0n, nameHash])
      await reverts(setChain('origin', 5, true), 'ChainNameTaken', [BigInt(originChainId), zeroHash])
      await reverts(setChain('', 5, true), 'InvalidConfig', [field('name')])
      await reverts(setChain('origin', 0, true), 'InvalidConfig', [field('isEvm')])
      await reverts(setChain('large', 1n << 248n), 'InvalidConfig', [field('chainId')])
      const largest = (1n << 248n) - 1n
      await setChain('large', largest)
      expect(await fixture.receiver.read.chainOf(['large'])).to.deep.equal([largest, false])
      expect(await fixture.receiver.read.chainOf(['origin'])).to.deep.equal([BigInt(originChainId), true])
    })

    it('forgets a removed chain', async () => {
      const { read } = fixture.receiver
      await setChain('origin', 0)
      expect(await read.chainOf(['origin'])).to.deep.equal([0n, false])
      await setChain('new', originChainId, false)
      expect(await read.chainOf(['new'])).to.deep.equal([BigInt(originChainId), false])
      await setChain('other machine', otherMachineId, true)
      expect(await read.chainOf(['other machine'])).to.deep.equal([BigInt(otherMachineId), true])
    })

    it('keeps the names of chains by all 32 bytes of their hashes', async () => {
      const { address } = fixture.receiver
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.SignedOrders'))) - 1n
      const names = toHex(BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn, { size: 32 })
      for (const { name, chainId, isEvm } of chains) {
        const slot = keccak256(concat([keccak256(stringToHex(name)), names]))
        const word = chainId | (isEvm ? 1n << 248n : 0n)
        expect(await fixture.publicClient.getStorageAt({ address, slot }), name).to.equal(
          toHex(word, { size: 32 }),
        )
      }
    })

    it('writes only to its ERC-7201 slots', async () => {
      const { receiver, publicClient } = fixture
      const inner = BigInt(keccak256(stringToHex('fillproof.storage.SignedOrders'))) - 1n
      const base = BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn
      const at = async (slot: Hex) =>
        BigInt((await publicClient.getStorageAt({ address: receiver.address, slot })) ?? '0x0')
      const entry = (key: Hex, slot: bigint) =>
        keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [key, slot]))
      const name = keccak256(stringToHex('origin'))
      const id = toHex(originChainId, { size: 32 })
      // The id, and before it whether addresses there are EVM addresses.
      expect(await at(entry(name, base))).to.equal((1n << 248n) | BigInt(originChainId))
      expect(toHex(await at(entry(id, base + 1n)), { size: 32 })).to.equal(name)
      await setChain('origin', 0)
      for (const slot of [entry(name, base), entry(id, base + 1n)]) expect(await at(slot)).to.equal(0n)
      for (let slot = 0; slot < 8; slot++) expect(await at(toHex(slot))).to.equal(0n)
    })
  })
})

const zeroBytes = (length: number): Hex => (length === 0 ? '0x' : toHex(new Uint8Array(length)))
