import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Abi, encodeErrorResult, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { foreignErrors } from '../../../src/contract/revert/foreignErrors.js'
import { explainRevert, signedOrderReceiverAbi } from '../../../src/index.js'

const someone = '0x1234567890123456789012345678901234567890'
const samples: Record<string, unknown> = {
  address: someone,
  bytes32: `0x${'ab'.repeat(32)}`,
  int256: -7n,
  uint8: 7,
  uint256: 7n,
}

const signatures = foreignErrors.flatMap(({ errors }) => Object.keys(errors))
const abi = parseAbi(signatures.map((signature) => `error ${signature}`)) as Abi
const errors = abi.flatMap((entry) => (entry.type === 'error' ? [entry] : []))

/** The errors that a source declares, as an ABI. */
function readErrors(file: string): typeof errors {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^\s*(error \w+\([^)]*\));/gm)].map(([, line]) => line!)
  expect(lines, file).not.to.be.empty
  return (parseAbi(lines) as Abi).flatMap((entry) => (entry.type === 'error' ? [entry] : []))
}

const encode = (error: (typeof errors)[number]) =>
  encodeErrorResult({ abi: [error], args: error.inputs.map(({ type }) => samples[type]) })

describe('foreign errors', () => {
  it('each have one source, and none is declared by our contracts', () => {
    const selectors = signatures.map((signature) =>
      encode(errors[signatures.indexOf(signature)]!).slice(0, 10),
    )
    expect(new Set(selectors).size).to.equal(selectors.length)
    const own = signedOrderReceiverAbi.flatMap((entry) => (entry.type === 'error' ? [entry] : []))
    for (const error of own) {
      if (error.inputs.some(({ type }) => !(type in samples))) continue
      expect(selectors).not.to.include(encode(error).slice(0, 10))
    }
  })

  for (const [index, error] of errors.entries()) {
    it(`explains ${signatures[index]} with its values, and names its likely source`, () => {
      const data = encode(error)
      const args = error.inputs.map(({ type }) => samples[type])
      const explained = explainRevert(data)
      expect(explained).to.deep.include({ name: error.name, args })
      expect(explained?.message)
        .to.match(new RegExp(`^${error.name}, an error of [^:]+: .+\\.$`))
        .and.not.match(/[{}]|undefined/)
      expect(explained?.remedy).to.match(/\.$/)
    })
  }

  // Selectors as published: of ERC-6093 and OpenZeppelin, Permit2, the service's router and approval proxy.
  const known: [name: string, selector: Hex, from: string][] = [
    ['ERC20InsufficientBalance', '0xe450d38c', 'ERC-20'],
    ['ERC20InsufficientAllowance', '0xfb8f41b2', 'ERC-20'],
    ['SafeERC20FailedOperation', '0x5274afe7', 'OpenZeppelin'],
    ['OwnableUnauthorizedAccount', '0x118cdaa7', 'OpenZeppelin'],
    ['ECDSAInvalidSignature', '0xf645eedf', 'OpenZeppelin'],
    ['InvalidNonce', '0x756688fe', 'Permit2'],
    ['InvalidSigner', '0x815e1d64', 'Permit2'],
    ['SignatureExpired', '0xcd21db4f', 'Permit2'],
    ['AllowanceExpired', '0xd81b2f2e', 'Permit2'],
    ['InsufficientAllowance', '0xf96fb071', 'Permit2'],
    ['InvalidAmount', '0x3728b83d', 'Permit2'],
    ['LengthMismatch', '0xff633a38', 'Permit2'],
    ['ExcessiveInvalidation', '0x24d35a26', 'Permit2'],
    ['InvalidSignature', '0x8baa579f', "Permit2 and the service's depository"],
    ['InvalidMsgSender', '0x802647ac', "the service's router"],
    ['InvalidRecipient', '0x17858bbe', "the service's router"],
    ['NoRecipientSet', '0xf36675c3', "the service's router"],
    ['CallFailed', '0x3204506f', "the service's router"],
    ['InvalidTarget', '0xd08525e9', "the service's router"],
    ['RecipientAlreadySet', '0x100d948e', "the service's router"],
    ['ArrayLengthsMismatch', '0x3b800a46', "the service's router and approval proxy"],
    ['NativeTransferFailed', '0xf4b3b1bc', "the service's router and approval proxy"],
    ['RefundToCannotBeZeroAddress', '0xfc62e08f', "the service's approval proxy"],
    ['InvalidMulticallSignature', '0x9f4b3e68', "the service's approval proxy"],
    ['PermitsCannotBeEmpty', '0x06c5f7f0', "the service's approval proxy"],
    ['ConstructorArgCannotBeZeroAddress', '0xc8ec40f8', "the service's approval proxy"],
    ['RecipientCannotBeZeroAddress', '0xd8707052', "the service's approval proxy"],
    ['ETHTransferFailed', '0xb12d13eb', 'Solady'],
    ['TransferFailed', '0x90b8ec18', 'Solady'],
    ['TransferFromFailed', '0x7939f424', 'Solady'],
    ['Unauthorized', '0x82b42900', 'Solady'],
  ]
  it('default: the published selectors', () => {
    for (const [name, selector, from] of known) {
      const data = `${selector}${'00'.repeat(96)}` as Hex
      expect(explainRevert(data), name).to.include({ name })
      expect(explainRevert(data)?.message).to.include(`${name}, an error of ${from}: `)
    }
  })

  const sources = [
    ...[
      'token/ERC20/utils/SafeERC20',
      'token/ERC20/extensions/ERC20Permit',
      'access/Ownable',
      'access/IAccessControl',
      'utils/Address',
      'utils/Errors',
      'utils/Nonces',
      'utils/Pausable',
      'utils/ReentrancyGuard',
      'utils/cryptography/ECDSA',
      'utils/math/SafeCast',
      'proxy/Clones',
      'proxy/utils/Initializable',
      'proxy/utils/UUPSUpgradeable',
    ].map((file) => `node_modules/@openzeppelin/contracts/${file}.sol`),
    'contracts/local/RouterCore.sol',
    'contracts/local/MockPlainRouter.sol',
    'contracts/local/MockHashRouter.sol',
    'contracts/local/SenderGuard.sol',
    'contracts/local/ProxyCore.sol',
    'contracts/local/MockMsgValueApprovalProxy.sol',
    'contracts/local/ServiceTransfers.sol',
  ]
  for (const file of sources) {
    it(`knows every error of ${file}`, () => {
      for (const error of readErrors(file)) {
        const explained = explainRevert(encode(error))
        expect(explained, error.name).to.include({ name: error.name })
        expect(explained?.remedy).not.to.equal('Look up the error in its contract.')
      }
    })
  }

  it('are as Solady and ERC-6093 declare them', () => {
    const solady = ['auth/Ownable', 'utils/SafeTransferLib'].flatMap((file) =>
      readErrors(`node_modules/solady/src/${file}.sol`),
    )
    const erc20 = readErrors('node_modules/@openzeppelin/contracts/interfaces/draft-IERC6093.sol')
    const names = (list: typeof errors) => list.map(({ name }) => name)
    const of = (source: string) =>
      foreignErrors
        .filter(({ name }) => name === source)
        .flatMap(({ errors }) => Object.keys(errors).map((signature) => signature.split('(')[0]))
    expect(names(solady)).to.include.members(of('Solady'))
    expect(of('ERC-20')).to.include.members(names(erc20).filter((name) => name.startsWith('ERC20')))
  })

  it('behavior: come after our own errors and are named apart from the caller’s', () => {
    const data = encodeErrorResult({
      abi: signedOrderReceiverAbi,
      errorName: 'InvalidRecipient',
      args: [`0x${'00'.repeat(32)}`],
    })
    expect(explainRevert(data)?.message).not.to.include('an error of')
    // Of the same name as one of ours, with other values.
    const other = parseAbi(['error RequestExpired(string why)'])
    const given = encodeErrorResult({ abi: other, args: ['late'] })
    expect(explainRevert(given, { abi: other })?.message).to.equal('RequestExpired(late)')
    expect(toFunctionSelector('InvalidSignature()')).to.equal('0x8baa579f')
  })
})
