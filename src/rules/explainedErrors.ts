import { receiverChecks } from './accepts/checks.js'
import { guardChecks } from './paysFor/checks.js'
import type { Explanation } from './verdict.js'

const reportIt = 'Report this: fillproof should prevent it.'

/** Errors of the contracts that belong to no check. */
const otherErrors: Record<string, Explanation> = {
  AccessControlBadConfirmation: {
    says: 'Only the holder of a role can renounce it.',
    remedy: 'Pass the caller as the confirmation.',
  },
  AccessControlUnauthorizedAccount: {
    says: '{account} lacks the role {neededRole}.',
    remedy: 'Call from an account that has the role, or have the admin grant it.',
  },
  AddressEmptyCode: { says: '{target} has no code.', remedy: 'Check the address.' },
  ChainNameTaken: {
    says: 'The chain name already has the id {chainId}, or the chain id already has the name with the hash {nameHash}. Zero means that it has none.',
    remedy:
      'On a receiver, first remove the old pair: call setChain with its name and id 0. A guard keeps its pairs for good: another pair needs another guard.',
  },
  ExpectedPause: { says: 'The contract is not paused.', remedy: 'Nothing to do.' },
  FailedCall: {
    says: 'A call failed without a reason.',
    remedy: 'Simulate the call, and check its arguments.',
  },
  FailedDeployment: {
    says: 'The receiver could not be deployed: it already exists, or the gas ran out.',
    remedy: 'Use the existing receiver, or retry with more gas.',
  },
  GasTooLow: {
    says: 'Only {left} gas is left to check that the initialization cannot succeed twice, but {required} is required.',
    remedy: 'Send the deployment with more gas.',
  },
  ImplementationWithoutCode: {
    says: 'The implementation {implementation} has no code.',
    remedy: 'Deploy the implementation first; `fillproof deploy` does so.',
  },
  InboxEmpty: {
    says: 'The inbox {inbox} has nothing of {token}.',
    remedy: 'Refund a token that the inbox has. The zero address is the native currency.',
  },
  InboxMissing: {
    says: 'This chain has no code of inboxes at {implementation}.',
    remedy: 'Deploy it first; `fillproof deploy` with the kind inboxReceiver does so.',
  },
  InitializationRepeatable: {
    says: 'The call {selector} succeeds twice, so it is not an initialization.',
    remedy: 'Pass a call of initialize with the configuration.',
  },
  InsufficientBalance: { says: 'The contract holds {balance} and needs {needed}.', remedy: reportIt },
  InvalidConfig: {
    says: 'The configured {field} is invalid.',
    remedy: 'Correct the value and send it again.',
  },
  InvalidInitialization: {
    says: 'The contract is already initialized, or is an implementation, which cannot be initialized.',
    remedy: 'Initialize a proxy or a clone, in the transaction that deploys it.',
  },
  InvalidRescueTarget: {
    says: '{to} is or may be a contract that is a recipient. It would get the rescued money without a call of its hook.',
    remedy: 'Name an account without code, or have the administrator call rescue.',
  },
  NotInitializing: { says: 'This function runs only during initialization.', remedy: reportIt },
  ReceiverExists: {
    says: 'The deployer already has the receiver {receiver}.',
    remedy: 'Use it, or choose another salt.',
  },
}

export const explainedErrors: Readonly<Record<string, Explanation>> = /* @__PURE__ */ collectErrors()

function collectErrors(): Record<string, Explanation> {
  const ofReceivers = Object.values(receiverChecks).map(({ errors }) => errors)
  return Object.assign({}, ...ofReceivers, ...Object.values(guardChecks), otherErrors)
}
