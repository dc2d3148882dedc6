import type { StepTerms } from './steps.js'

const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** The authorization (EIP-3009) that lets the solver take the input once; its nonce is the order's id. */
export function buildPermit({ request, trade, requestId, orderId, solver, now }: StepTerms) {
  const { user, input, origin, permitExpiry } = request
  return {
    sign: {
      signatureKind: 'eip712',
      domain: {
        name: input.name,
        version: '1',
        chainId: origin.id,
        verifyingContract: input.address.toLowerCase(),
      },
      types: { TransferWithAuthorization: transferFields },
      value: {
        from: user.toLowerCase(),
        to: solver.address.toLowerCase(),
        value: trade.inputAmount.toString(),
        validAfter: '0',
        validBefore: String(now + permitExpiry),
        nonce: orderId,
      },
      primaryType: 'TransferWithAuthorization',
    },
    post: {
      endpoint: '/execute/permits',
      method: 'POST',
      body: { kind: 'eip3009', requestId, api: 'bridge' },
    },
  }
}
