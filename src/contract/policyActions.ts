import type { Abi, Address, ContractFunctionArgs, ContractFunctionName, Hash, Hex } from 'viem'
import { attestedOrderReceiverAbi as receiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { padAddress } from '../protocol/address/padAddress.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { isPaused } from './isPaused.js'
import type { GuardParameters } from './paymentEvidence.js'
import { readOptions } from './readOptions.js'
import { simulateAndSend } from './send.js'

/** The receiver or the guard whose policy changes. */
type PolicyParameters = TransactionParameters & (ReceiverParameters | GuardParameters)

/**
 * Simulates a policy change, then sends it.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - With `receiver`, or with `guard` if the action takes one.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the contract's reason; viem's error if no contract answers.
 */
export type PolicyAction<parameters> = (client: ReceiverClient, parameters: parameters) => Promise<Hash>

/** Makes the action that calls `functionName`. */
function policyAction<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'nonpayable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable', name>,
  parameters extends PolicyParameters,
>(
  abi: abi,
  functionName: name,
  required: readonly (keyof parameters & string)[],
  toArgs: (parameters: parameters) => args,
): PolicyAction<parameters> {
  return async (client, parameters) => {
    readOptions(parameters, ...required)
    const place: ReceiverParameters | GuardParameters = parameters
    const address =
      'guard' in place ? readOptions(place, 'guard').guard : readOptions(place, 'receiver').receiver
    const call = { abi, address, functionName, args: toArgs(parameters) }
    // These functions return nothing, so their simulation succeeds even if no contract is at the address.
    await isPaused(client, { receiver: address })
    return simulateAndSend(client, call, parameters)
  }
}

export type SetSolverParameters = PolicyParameters & {
  solver: Address
  /** The first second in which the solver is trusted. Defaults to 0. */
  start?: number | undefined
  /** The first second in which the solver is no longer trusted. Defaults to 0, for no end. */
  stop?: number | undefined
}

/**
 * Trusts a solver, or changes when it is trusted.
 *
 * - The sender needs the policy role.
 * - Units: `start` and `stop` in Unix seconds.
 * - Warning: the receiver checks the window when a call is paid. If you shorten the window, an authorized call that is paid
 *   outside the new window reverts.
 *
 * @function
 *
 * @example
 * import { setSolver } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setSolver(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setSolver = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setSolver',
  ['solver'],
  ({ solver, start = 0, stop = 0 }: SetSolverParameters) => [{ solver, start, stop }],
)

export type RevokeSolverParameters = PolicyParameters & {
  solver: Address
}

/**
 * Ends the trust in a solver at once.
 *
 * - The sender needs the guardian role.
 * - Warning: calls in flight that the solver authorized revert until another solver's evidence for them is presented.
 *
 * @function
 *
 * @example
 * import { revokeSolver } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * revokeSolver(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const revokeSolver = /* @__PURE__ */ policyAction(
  receiverAbi,
  'revokeSolver',
  ['solver'],
  ({ solver }: RevokeSolverParameters) => [solver],
)

export type SetTokenParameters = ReceiverParameters &
  TransactionParameters & {
    /** Zero for the native currency. */
    token: Address
    /** The least that a payment may bring, in the token's smallest unit. */
    min: bigint
    /** Inclusive. 0 removes the token. The highest maximum is 2^128 - 1. */
    max: bigint
  }

/**
 * Adds a token that payments may bring, changes its range, or removes it.
 *
 * - The sender needs the policy role. Narrowing the range makes authorizations stale.
 * - Warning: the receiver does not compare the amount of a call with the amount that the call's order promises. So choose a
 *   minimum that is worth a fill.
 *
 * @function
 *
 * @example
 * import { setToken } from 'fillproof/contract'
 * import { createWalletClient, custom, parseEther, zeroAddress } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setToken(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   token: zeroAddress,
 *   min: parseEther('0.01'),
 *   max: parseEther('10'),
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setToken = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setToken',
  ['token', 'min', 'max'],
  ({ token, min, max }: SetTokenParameters) => [token, min, max],
)

export type SetRouteParameters = ReceiverParameters &
  TransactionParameters & {
    originChainId: number
    /** 20 bytes, or 32 for another virtual machine. */
    originCurrency: Hex
    min: bigint
    /** Inclusive. 0 closes the route. */
    max: bigint
  }

/**
 * Accepts an origin chain and currency with a range of amounts, or changes the range.
 *
 * - The sender needs the policy role.
 * - Units: the smallest unit of the origin currency.
 * - Warning: narrowing the range makes earlier authorizations stale. Their calls revert until the evidence is presented
 *   again.
 *
 * @function
 *
 * @example
 * import { setRoute } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setRoute(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   originChainId: 1,
 *   originCurrency: zeroAddress,
 *   min: 1n,
 *   max: 10n ** 18n,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setRoute = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setRoute',
  ['originChainId', 'originCurrency', 'min', 'max'],
  ({ originChainId, originCurrency, min, max }: SetRouteParameters) => [
    { chainId: BigInt(originChainId), currency: padAddress(originCurrency), min, max },
  ],
)

export type SetRecipientParameters = ReceiverParameters &
  TransactionParameters & {
    recipient: Address
    /** Whether the receiver calls the recipient's `onFill` after each payment. Defaults to false. */
    hook?: boolean | undefined
  }

/**
 * Allows a recipient, or changes whether its hook is called.
 *
 * - The sender needs the policy role. For a guard, see {@link setPaidRecipient}.
 * - Warning: changing a recipient's hook, or adding a recipient while a root is set, makes earlier authorizations stale. Their
 *   calls revert until the evidence is presented again.
 *
 * @function
 *
 * @example
 * import { setRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setRecipient(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setRecipient = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setRecipient',
  ['recipient'],
  ({ recipient, hook = false }: SetRecipientParameters) => [{ recipient, hook }],
)

export type RemoveRecipientParameters = ReceiverParameters &
  TransactionParameters & {
    recipient: Address
  }

/**
 * Removes a recipient from a receiver's list.
 *
 * - The sender needs the policy role.
 * - Warning: it makes earlier authorizations stale. Their calls revert until the evidence is presented again. A root that
 *   contains the recipient still allows it.
 *
 * @function
 *
 * @example
 * import { removeRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * removeRecipient(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const removeRecipient = /* @__PURE__ */ policyAction(
  receiverAbi,
  'removeRecipient',
  ['recipient'],
  ({ recipient }: RemoveRecipientParameters) => [recipient],
)

export type SetRecipientRootParameters = ReceiverParameters &
  TransactionParameters & {
    /** Zero removes it. */
    root: Hex
  }

/**
 * Sets the root of a tree of recipients, see {@link createRecipientTree}.
 *
 * - The sender needs the policy role.
 * - Warning: replacing or removing a root makes earlier authorizations stale. Their calls revert until the evidence is
 *   presented again.
 *
 * @function
 *
 * @example
 * import { setRecipientRoot } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setRecipientRoot(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   root: '0x7ba482d49855eb9189d68cd8102bb7e54d68f4e283967b052015105a6bd5280a',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setRecipientRoot = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setRecipientRoot',
  ['root'],
  ({ root }: SetRecipientRootParameters) => [root],
)

export type SetRouterParameters = ReceiverParameters &
  TransactionParameters & {
    router: Address
    allowed: boolean
  }

/**
 * Allows a solvers' router, which an authorized order may name, or removes it.
 *
 * - The sender needs the policy role. A router is never paid.
 * - Warning: removing a router makes earlier authorizations stale. So does allowing a listed recipient as a router, or any router
 *   while a root is set. Their calls revert until the evidence is presented again.
 *
 * @function
 *
 * @example
 * import { setRouter } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setRouter(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   router: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f',
 *   allowed: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setRouter = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setRouter',
  ['router', 'allowed'],
  ({ router, allowed }: SetRouterParameters) => [router, allowed],
)

export type SetReservedParameters = ReceiverParameters &
  TransactionParameters & {
    address: Address
    reserved: boolean
  }

/**
 * Reserves an address, so that a receiver never pays it, or releases a reserved address.
 *
 * - The sender needs the policy role.
 * - Warning: reserving a recipient, or any address while a root is set, makes earlier authorizations stale. Their calls
 *   revert until the evidence is presented again.
 *
 * @function
 *
 * @example
 * import { setReserved } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setReserved(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   address: '0x4cD00E387622C35bDDB9b4c962C136462338BC31',
 *   reserved: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setReserved = /* @__PURE__ */ policyAction(
  receiverAbi,
  'setReserved',
  ['address', 'reserved'],
  ({ address, reserved }: SetReservedParameters) => [address, reserved],
)

export type SetChainParameters = PolicyParameters & {
  name: string
  /** 0 removes the name. */
  chainId: number
  /** Whether the chain's addresses have 20 bytes. False if `chainId` is 0. */
  isEvm: boolean
}

/**
 * Sets the name that orders use for another chain, for a `SignedOrderReceiver` or a guard.
 *
 * - The sender needs the policy role.
 * - A name has one id, and an id has one name. Remove a name before you give it another id.
 * - Warning: removing a name, or changing its kind of address, makes a receiver's earlier authorizations stale. Their calls
 *   revert until the evidence is presented again.
 *
 * @function
 *
 * @example
 * import { setChain } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setChain(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   name: 'ethereum',
 *   chainId: 1,
 *   isEvm: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setChain = /* @__PURE__ */ policyAction(
  signedOrderReceiverAbi,
  'setChain',
  ['name', 'chainId', 'isEvm'],
  ({ name, chainId, isEvm }: SetChainParameters) => [{ name, chainId: BigInt(chainId), isEvm }],
)

export type SetPaidRecipientParameters = GuardParameters &
  TransactionParameters & {
    /** The chain on which the recipient is paid. */
    chainId: number
    /** The recipient's address, in the bytes of that chain. */
    recipient: Hex
    allowed: boolean
  }

/**
 * Allows or removes a recipient of payments through a guard.
 *
 * - The sender needs the policy role.
 * - The guard must know the name of the chain, see {@link setChain}. Onchain: `setRecipient` of the guard.
 *
 * @function
 *
 * @example
 * import { setPaidRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * setPaidRecipient(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   chainId: 8453,
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   allowed: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const setPaidRecipient = /* @__PURE__ */ policyAction(
  paymentGuardAbi,
  'setRecipient',
  ['chainId', 'recipient', 'allowed'],
  ({ chainId, recipient, allowed }: SetPaidRecipientParameters) => [BigInt(chainId), recipient, allowed],
)

export type PauseParameters = PolicyParameters

/**
 * Pauses a receiver or a guard, which then rejects every payment.
 *
 * - The sender needs the guardian role.
 *
 * @function
 *
 * @example
 * import { pause } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * pause(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const pause = /* @__PURE__ */ policyAction(receiverAbi, 'pause', [], (_: PauseParameters) => [])

export type UnpauseParameters = PolicyParameters

/**
 * Ends the pause of a receiver or a guard.
 *
 * - The sender needs the admin role.
 *
 * @function
 *
 * @example
 * import { unpause } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * unpause(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export const unpause = /* @__PURE__ */ policyAction(receiverAbi, 'unpause', [], (_: UnpauseParameters) => [])
