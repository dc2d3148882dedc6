import type { Explanation } from '../../rules/verdict.js'

/** The errors of contracts outside of this package, by their signatures in Solidity. */
type ErrorSource = {
  /** The names of the contracts, as a message lists them. */
  name: string
  errors: Readonly<Record<string, Explanation>>
}

const quoteAgain = 'Get a fresh quote, and sign what it asks for.'
const signAgain = 'Sign the exact data again, with the account that it names.'
const reportToken = 'Check that it is the token that you mean; the contract treats it as an ERC-20.'
const checkUpgrade = 'Check the address of the implementation and how the proxy is called.'
const checkAddress = 'Check the address in the call.'
const checkCast = 'Check the amounts of the call: one is too large.'

/**
 * Errors that a fill, a deposit or a permit can meet outside of this package's contracts.
 *
 * - Trust: a selector names an error, not the contract that reverted. Several contracts share some errors.
 */
export const foreignErrors: readonly ErrorSource[] = [
  // ERC-6093, as in OpenZeppelin Contracts 5.7.0: interfaces/draft-IERC6093.sol, ERC20Permit.sol, Nonces.sol, read 2026-11-26.
  {
    name: 'ERC-20',
    errors: {
      'ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)': {
        says: '{sender} has {balance} of the token and needs {needed}.',
        remedy: 'Fund the account, or lower the amount.',
      },
      'ERC20InsufficientAllowance(address spender,uint256 allowance,uint256 needed)': {
        says: '{spender} may spend {allowance} of the token and needs {needed}.',
        remedy: 'Approve the spender for the amount.',
      },
      'ERC20InvalidSender(address sender)': {
        says: "The token can't be transferred from {sender}.",
        remedy: checkAddress,
      },
      'ERC20InvalidReceiver(address receiver)': {
        says: "The token can't be transferred to {receiver}.",
        remedy: checkAddress,
      },
      'ERC20InvalidApprover(address approver)': {
        says: '{approver} cannot approve a spender of the token.',
        remedy: checkAddress,
      },
      'ERC20InvalidSpender(address spender)': {
        says: '{spender} cannot be approved for the token.',
        remedy: checkAddress,
      },
      'ERC2612ExpiredSignature(uint256 deadline)': {
        says: "The permit's deadline {deadline} has passed.",
        remedy: quoteAgain,
      },
      'ERC2612InvalidSigner(address signer,address owner)': {
        says: "The permit's owner is {owner}, but {signer} signed it.",
        remedy: signAgain,
      },
      'InvalidAccountNonce(address account,uint256 currentNonce)': {
        says: 'The next nonce of {account} is {currentNonce}.',
        remedy:
          'Sign again with the expected nonce: this signature, or another one with its nonce, was already used.',
      },
    },
  },
  // OpenZeppelin Contracts 5.7.0, read 2026-11-26.
  {
    name: 'OpenZeppelin',
    errors: {
      'SafeERC20FailedOperation(address token)': {
        says: 'A transfer or an approval of the token {token} failed.',
        remedy: `Check balance and allowance. ${reportToken}`,
      },
      'SafeERC20FailedDecreaseAllowance(address spender,uint256 currentAllowance,uint256 requestedDecrease)':
        {
          says: '{spender} may spend {currentAllowance}, less than the decrease of {requestedDecrease}.',
          remedy: 'Read the allowance again.',
        },
      'OwnableUnauthorizedAccount(address account)': {
        says: '{account} is not the owner.',
        remedy: 'Call from the owner of the contract.',
      },
      'OwnableInvalidOwner(address owner)': {
        says: '{owner} cannot own the contract.',
        remedy: checkAddress,
      },
      'ECDSAInvalidSignature()': { says: 'The signature recovers no account.', remedy: signAgain },
      'ECDSAInvalidSignatureLength(uint256 length)': {
        says: 'The signature has {length} bytes.',
        remedy: 'Pass 65 bytes.',
      },
      'ECDSAInvalidSignatureS(bytes32 s)': {
        says: 'The signature is the malleable one of two: its s is {s}.',
        remedy: 'Pass the signature with the lower s.',
      },
      'MissingPrecompile(address precompile)': {
        says: 'The chain has no precompile {precompile}.',
        remedy: 'Use a chain that has it.',
      },
      'CloneArgumentsTooLong()': { says: "The clone's arguments are too long.", remedy: 'Pass fewer bytes.' },
      'UUPSUnauthorizedCallContext()': {
        says: 'The upgrade was called on the implementation, or through another kind of proxy.',
        remedy: checkUpgrade,
      },
      'UUPSUnsupportedProxiableUUID(bytes32 slot)': {
        says: 'The new implementation keeps its address in the slot {slot}, which the proxy does not read.',
        remedy: checkUpgrade,
      },
      'ERC1967InvalidImplementation(address implementation)': {
        says: '{implementation} has no code, or is not an implementation for the proxy.',
        remedy: checkUpgrade,
      },
      'ERC1967NonPayable()': {
        says: 'Value was sent with an upgrade that makes no call.',
        remedy: 'Send no value.',
      },
      'SafeCastOverflowedUintDowncast(uint8 bits,uint256 value)': {
        says: '{value} does not fit {bits} bits.',
        remedy: checkCast,
      },
      'SafeCastOverflowedIntToUint(int256 value)': { says: '{value} is negative.', remedy: checkCast },
      'SafeCastOverflowedIntDowncast(uint8 bits,int256 value)': {
        says: '{value} does not fit {bits} bits.',
        remedy: checkCast,
      },
      'SafeCastOverflowedUintToInt(uint256 value)': {
        says: '{value} does not fit a signed number.',
        remedy: checkCast,
      },
    },
  },
  // github.com/Uniswap/permit2 @ cc56ad0f3439c502c246fc5cfcc3db92bb8b7219: src/PermitErrors.sol, interfaces, libraries, read 2026-11-26.
  {
    name: 'Permit2',
    errors: {
      'SignatureExpired(uint256 signatureDeadline)': {
        says: "The permit's deadline {signatureDeadline} has passed.",
        remedy: quoteAgain,
      },
      'InvalidNonce()': { says: "The permit's nonce was used or invalidated.", remedy: quoteAgain },
      'AllowanceExpired(uint256 deadline)': {
        says: 'The allowance in Permit2 ended at {deadline}.',
        remedy: 'Approve the spender in Permit2 again.',
      },
      'InsufficientAllowance(uint256 amount)': {
        says: 'The allowance in Permit2 is {amount}, which is less than the transfer.',
        remedy: 'Approve the spender in Permit2 for the amount.',
      },
      'ExcessiveInvalidation()': {
        says: 'Too many nonces would be invalidated at once.',
        remedy: 'Invalidate at most 65,535 nonces at a time.',
      },
      'InvalidAmount(uint256 maxAmount)': {
        says: 'The transfer exceeds the permitted {maxAmount}.',
        remedy: quoteAgain,
      },
      'LengthMismatch()': {
        says: 'The permit and the transfer list different numbers of tokens.',
        remedy: quoteAgain,
      },
      'UnsafeCast()': { says: 'An amount does not fit 160 bits.', remedy: checkCast },
      'InvalidSignatureLength()': {
        says: 'The signature has neither 64 nor 65 bytes.',
        remedy: signAgain,
      },
      'InvalidSigner()': { says: 'An account other than the owner signed the permit.', remedy: signAgain },
      'InvalidContractSignature()': {
        says: "The owner's contract does not accept the signature (EIP-1271).",
        remedy: signAgain,
      },
    },
  },
  // Permit2 as above; github.com/relayprotocol/relay-depository @ 8c46f72: packages/ethereum-vm/src/RelayDepository.sol, read 2026-08-21.
  {
    name: "Permit2 and the service's depository",
    errors: {
      'InvalidSignature()': { says: 'The signature recovers no accepted account.', remedy: signAgain },
    },
  },
  // github.com/relayprotocol/relay-periphery @ b0357856b21375e87d4913e37f55813e30c02f7c: src/v2.1, src/v3, src/common; 3.1 and 3.2 as in its later commits, read 2026-11-25.
  {
    name: "the service's router",
    errors: {
      'InvalidMsgSender(address storedSender,address actualSender)': {
        says: '{actualSender} called the router during a call of {storedSender}.',
        remedy: 'Call the router from the account of the outer call, or after that call has ended.',
      },
      'InvalidRecipient(address recipient)': {
        says: '{recipient} cannot receive an NFT.',
        remedy: 'Name a recipient other than the router.',
      },
      'InvalidTarget(address target)': {
        says: "{target} can't be the target of a call.",
        remedy: checkAddress,
      },
      'NoRecipientSet()': {
        says: 'An NFT came, and no recipient was named for it.',
        remedy: 'Name nftRecipient in the call of the router.',
      },
      'RecipientAlreadySet(address current,address requested)': {
        says: 'An outer call named {current} as the recipient of NFTs, but an inner call named {requested}.',
        remedy: 'Name one recipient.',
      },
      'CallFailed()': {
        says: 'A call that takes the funds of the router failed. The router does not pass on the reason.',
        remedy: 'Simulate that call with the same amount.',
      },
    },
  },
  // github.com/relayprotocol/relay-periphery, src/RelayApprovalProxy.sol @ a4d29afada3c90cb5d6c7dba035723f6e419438b, read 2026-11-25.
  {
    name: "the service's approval proxy",
    errors: {
      'RefundToCannotBeZeroAddress()': {
        says: 'refundTo is zero.',
        remedy: 'Name the account that takes what is left.',
      },
      'InvalidMulticallSignature()': {
        says: 'An account other than the owner of the funds signed the calls.',
        remedy: signAgain,
      },
      'PermitsCannotBeEmpty()': { says: 'There is no permit.', remedy: quoteAgain },
      'RecipientCannotBeZeroAddress()': { says: 'The recipient is zero.', remedy: checkAddress },
      'ConstructorArgCannotBeZeroAddress()': {
        says: 'An address of the deployment is zero.',
        remedy: checkAddress,
      },
    },
  },
  // The router and the proxy, as above, read 2026-11-25.
  {
    name: "the service's router and approval proxy",
    errors: {
      'ArrayLengthsMismatch()': { says: 'Lists of the call have different lengths.', remedy: quoteAgain },
      'NativeTransferFailed()': {
        says: 'The recipient refused native currency.',
        remedy: 'Name a recipient that takes native currency.',
      },
    },
  },
  // npm solady 0.1.26, auth/Ownable.sol and utils/SafeTransferLib.sol, which the router, the proxy and the depository use, read 2026-11-26.
  {
    name: 'Solady',
    errors: {
      'ETHTransferFailed()': {
        says: 'Native currency could not be sent: the recipient refused it, or the balance is too small.',
        remedy: 'Check the recipient and the amount.',
      },
      'TransferFailed()': {
        says: 'The transfer of a token failed.',
        remedy: `Check the balance of the contract. ${reportToken}`,
      },
      'TransferFromFailed()': {
        says: 'A token could not be taken from its owner.',
        remedy: `Check the owner's balance and allowance. ${reportToken}`,
      },
      'ApproveFailed()': { says: 'A token refused an approval.', remedy: reportToken },
      'Unauthorized()': {
        says: 'The caller is not allowed to do this.',
        remedy: 'Call from an account that is allowed to do this.',
      },
    },
  },
]
