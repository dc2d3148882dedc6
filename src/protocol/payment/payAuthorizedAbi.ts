import { parseAbi } from 'viem'

/** `payAuthorized` alone, as every receiver has it: whoever only reads its calldata needs no more of the ABI. */
export const payAuthorizedAbi = /* @__PURE__ */ parseAbi([
  'struct Payment { uint256 originChainId; bytes32 originUser; bytes32 originCurrency; address token; uint256 minimum; uint256 maximum; address recipient; address refundTo; uint48 deadline; bytes32 salt; bytes data; }',
  'function payAuthorized(Payment p) payable returns (uint256 delivered)',
])
