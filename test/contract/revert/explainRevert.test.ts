import { expect } from 'chai'
import { encodeErrorResult, type Hex, numberToHex, pad, parseAbi, slice, stringToHex, zeroHash } from 'viem'
import { explainRevert, ownErrors } from '../../../src/contract/revert/explainRevert.js'
import { attestedOrderReceiverAbi } from '../../../src/generated/abi/attestedOrderReceiver.js'
import { explainedErrors } from '../../../src/rules/explainedErrors.js'

const abi = ownErrors
const named = new Map(abi.flatMap((entry) => (entry.type === 'error' ? [[entry.name, entry]] : [])))
const errors = [...named.values()]
const someone = '0x1234567890123456789012345678901234567890'

const samples: Record<string, unknown> = {
  address: someone,
  bytes: '0x',
  bytes4: '0x12345678',
  bytes32: stringToHex('field', { size: 32 }),
  string: 'far',
  uint48: 7,
  uint64: 7n,
  uint256: 7n,
}

describe('explainRevert', () => {
  it('knows every error of the contracts, and no other', () => {
    expect(Object.keys(explainedErrors).sort()).to.deep.equal([...named.keys()].sort())
  })

  it('explains an error alike, whichever contract declares it', () => {
    for (const entry of abi) {
      if (entry.type !== 'error') continue
      const inputs = (error: typeof entry) => error.inputs.map(({ type, name }) => `${type} ${name}`)
      expect(inputs(entry)).to.deep.equal(inputs(named.get(entry.name)!))
    }
  })

  for (const error of errors) {
    it(`explains ${error.name} with its values`, () => {
      const args = error.inputs.map(({ type }) => samples[type])
      const data = encodeErrorResult({ abi: [error], errorName: error.name, args })
      const explained = explainRevert(data)
      expect(explained?.name).to.equal(error.name)
      expect(explained?.args).to.deep.equal(args)
      expect(explained?.message).not.to.match(/[{}]|undefined/)
      expect(explained?.remedy).to.match(/\.$/)
    })
  }

  it('names every argument in braces as the contract does', () => {
    for (const { name, inputs } of errors) {
      const named = [...(explainedErrors[name]?.says ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(inputs.map((input) => input.name)).to.include.members(named)
    }
  })

  it('formats a time in a word as a number', () => {
    const word = (value: bigint) => numberToHex(value, { size: 32 })
    const args = [stringToHex('deadline', { size: 32 }), word(1_795_578_937n), word(1_795_578_938n)]
    const data = encodeErrorResult({ abi, errorName: 'TermsMismatch', args })
    expect(explainRevert(data)?.message).to.equal(
      'The deadline is 1795578937 in one part of the evidence and 1795578938 in another.',
    )
  })

  it('formats an address in a word as an address, and a large amount as the word', () => {
    const large = numberToHex(2n ** 100n, { size: 32 })
    const args = [stringToHex('solver', { size: 32 }), pad(someone), large]
    const data = encodeErrorResult({ abi, errorName: 'TermsMismatch', args })
    expect(explainRevert(data)?.message).to.equal(
      `The solver is ${someone} in one part of the evidence and ${large} in another.`,
    )
  })

  it('explains nested errors down to the innermost reason', () => {
    const inner = encodeErrorResult({
      abi: attestedOrderReceiverAbi,
      errorName: 'NativeTransferFailed',
      args: [someone, 2n, encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['no funds'] })],
    })
    const data = encodeErrorResult({
      abi: attestedOrderReceiverAbi,
      errorName: 'HookFailed',
      args: [someone, inner],
    })
    expect(explainRevert(data)?.message).to.equal(
      `${someone}'s hook reverted or did not return its selector. ${someone} refused 2 wei. Error(no funds)`,
    )
  })

  it('explains the remaining part of a truncated reason', () => {
    const words = 'a sentence that is much longer than what is left of 256 bytes '.repeat(4)
    const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [words] })
    const inner = encodeErrorResult({
      abi: attestedOrderReceiverAbi,
      errorName: 'NativeTransferFailed',
      args: [someone, 2n, reason],
    })
    const args = [someone, slice(inner, 0, 256)] as const
    const data = encodeErrorResult({ abi: attestedOrderReceiverAbi, errorName: 'HookFailed', args })
    const message = explainRevert(data)?.message ?? ''
    expect(message).to.include(`${someone} refused 2 wei. Error(a sentence that is much`)
    expect(message).not.to.include('\0')
  })

  it('shows an unreadable reason', () => {
    const args = [someone, 1n, '0xdeadbeef'] as const
    const data = encodeErrorResult({ abi: attestedOrderReceiverAbi, errorName: 'NativeTransferFailed', args })
    expect(explainRevert(data)?.message).to.equal(`${someone} refused 1 wei. Its reason: 0xdeadbeef.`)
  })

  it("explains Solidity's own errors, and those of the caller's ABI", () => {
    const own = parseAbi(['error Mine(uint256 amount)'])
    const data = encodeErrorResult({ abi: own, args: [3n] })
    expect(explainRevert(data)).to.equal(null)
    expect(explainRevert(data, { abi: own })?.message).to.equal('Mine(3)')
    const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['why'] })
    expect(explainRevert(reason)?.name).to.equal('Error')
  })

  it('error: returns null for data that is not an error', () => {
    for (const data of ['0x', '0x12', zeroHash, 'nonsense'] as Hex[])
      expect(explainRevert(data)).to.equal(null)
  })
})
