// What the service has users sign, and how it reads what they signed.
import {
  encodeFunctionData,
  type Hex,
  keccak256,
  recoverTypedDataAddress,
  type TypedDataDomain,
  zeroAddress,
} from 'viem'
import { abi, callOf, type MakeStep, type Step } from './calls.js'
import { type Chain, permit2, solver } from './chains.js'
import { fields } from './order.js'
import { type Request, type Sign, venue, venueDepository, venueToken } from './world.js'

const sign = (
  primaryType: string,
  domain: TypedDataDomain,
  types: Record<string, string>,
  value: object,
): Sign => ({
  signatureKind: 'eip712',
  domain,
  types: Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fields(text)])),
  primaryType,
  value: value as Record<string, unknown>,
})

export const recover = (
  { domain, types, primaryType, value }: Sign,
  signature: Hex | { r: Hex; s: Hex; v: bigint },
) => recoverTypedDataAddress({ domain, types, primaryType, message: value, signature })

const tomorrow = () => Math.floor(Date.now() / 1000) + 86400

/** The step that pays by a signature alone. */
export function permitStep(chain: Chain, request: Request, step: MakeStep): Step {
  const kind = request.body.originCurrency === chain.dai ? 'permit2' : 'eip3009'
  const quoted = kind === 'permit2' ? permit2Of(chain, request) : eip3009Of(chain, request)
  request.permit = { kind, sign: quoted }
  const body = { kind, requestId: request.id, api: kind === 'permit2' ? 'user-swap' : 'swap' }
  return step('authorize1', 'signature', {
    sign: quoted,
    post: { endpoint: '/execute/permits', method: 'POST', body },
  })
}

function eip3009Of(chain: Chain, { body, amounts, id }: Request): Sign {
  return sign(
    'TransferWithAuthorization',
    { name: 'USD Coin', version: '1', chainId: chain.id, verifyingContract: body.originCurrency },
    {
      TransferWithAuthorization:
        'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    },
    {
      from: body.user,
      to: solver.address,
      value: String(amounts.in),
      validAfter: 0,
      validBefore: tomorrow(),
      nonce: keccak256(id),
    },
  )
}

function permit2Of(chain: Chain, { body, amounts, id, orderId }: Request): Sign {
  const token = body.originCurrency
  const deposit = [body.user, token, amounts.in, orderId] as const
  const calls = [
    callOf(token, encodeFunctionData({ abi, functionName: 'approve', args: [chain.depository, amounts.in] })),
    callOf(chain.depository, encodeFunctionData({ abi, functionName: 'depositErc20', args: deposit })),
  ]
  return sign(
    'PermitBatchWitnessTransferFrom',
    { name: 'Permit2', chainId: chain.id, verifyingContract: permit2 },
    {
      PermitBatchWitnessTransferFrom:
        'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,RelayerWitness witness',
      TokenPermissions: 'address token,uint256 amount',
      RelayerWitness:
        'address relayer,uint256 msgValue,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values',
      Call3Value: 'address target,bool allowFailure,uint256 value,bytes callData',
    },
    {
      permitted: [{ token, amount: String(amounts.in) }],
      spender: chain.proxy,
      nonce: String(BigInt(id) >> 8n),
      deadline: tomorrow(),
      witness: {
        relayer: solver.address,
        msgValue: '0',
        refundTo: body.user,
        nftRecipient: zeroAddress,
        metadata: '0x',
        call3Values: calls.map((call) => ({ ...call, value: '0' })),
      },
    },
  )
}

/** The transaction with which the service uses a permit. */
export function usePermit(chain: Chain, { permit, body }: Request, signature: Hex): { to: Hex; data: Hex } {
  // Numbers are texts in it, as in any JSON.
  const value = permit!.sign.value as Record<string, never>
  if (permit!.kind === 'eip3009') {
    const [amount, after, before] = [value.value, value.validAfter, value.validBefore].map((one) =>
      BigInt(one!),
    )
    const args = [value.from!, value.to!, amount!, after!, before!, value.nonce!, signature] as const
    const data = encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args })
    return { to: body.originCurrency, data }
  }
  const batch = {
    permitted: value.permitted!,
    nonce: BigInt(value.nonce!),
    deadline: BigInt(value.deadline!),
  }
  const { call3Values } = value.witness as unknown as { call3Values: never }
  const args = [body.user, batch, call3Values, body.user, zeroAddress, '0x', signature] as const
  return {
    to: chain.proxy,
    data: encodeFunctionData({ abi, functionName: 'permit2TransferAndMulticall', args }),
  }
}

export type Mapping = { wallet: Hex; depositor: Hex; nonce: number; id: Hex }

export const nonceMapping = (chainId: number, value: Mapping) =>
  sign(
    'NonceMapping',
    { name: 'RelayNonceMapping', version: '2', chainId, verifyingContract: zeroAddress },
    { NonceMapping: 'string chainId,address wallet,address depositor,bytes32 id,uint256 nonce' },
    { chainId: venue.name, ...value },
  )

const sendAsset = 'HyperliquidTransaction:SendAsset'
const sendAssetFields =
  'string hyperliquidChain,string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce'

export const venueTransfer = (action: { signatureChainId: Hex; [field: string]: unknown }) =>
  sign(
    sendAsset,
    {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: Number(action.signatureChainId),
      verifyingContract: zeroAddress,
    },
    { [sendAsset]: sendAssetFields },
    action,
  )

/** The two signatures of a withdrawal from the venue. */
export function venueSteps(request: Request, step: MakeStep): Step[] {
  const { body, orderId, amounts } = request
  const nonce = Date.now()
  request.nonce = nonce
  const mapping = { wallet: body.user, depositor: body.user, nonce, id: orderId }
  const post = {
    endpoint: '/authorize',
    method: 'POST',
    body: { type: 'nonce-mapping', walletChainId: venue.chainId, ...mapping, signatureChainId: 1 },
  }
  const unit = 10n ** BigInt(venue.decimals)
  const parts = String(amounts.in % unit).padStart(venue.decimals, '0')
  const parameters = {
    hyperliquidChain: 'Mainnet',
    destination: venueDepository,
    sourceDex: '',
    destinationDex: '',
    token: venueToken,
    amount: `${amounts.in / unit}.${parts.slice(0, 6)}`,
    fromSubAccount: '',
    nonce,
  }
  const transfer = {
    action: { type: 'sendAsset', parameters },
    nonce,
    eip712Types: { [sendAsset]: fields(sendAssetFields) },
    eip712PrimaryType: sendAsset,
  }
  return [
    step('authorize', 'signature', { sign: nonceMapping(1, mapping), post }, false),
    step('deposit', 'transaction', transfer),
  ]
}
