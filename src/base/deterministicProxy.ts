import type { Address, Hex } from 'viem'

/**
 * The deterministic deployment proxy, which gives contracts the same address on every chain.
 *
 * - Called with a salt and init code, it creates the contract with CREATE2. The contract's address depends only on these two.
 * - Trust: no one has the private key of `sender`. The signature in `transaction` was made up, and `sender` is the address that
 *   it recovers.
 * - Units: `cost` in wei. It is the most that `transaction` may cost, which `sender` must hold.
 */
export const deterministicProxy: {
  address: Address
  runtimeCode: Hex
  sender: Address
  transaction: Hex
  cost: bigint
} = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  runtimeCode:
    '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  sender: '0x3fAB184622Dc19b6109349B94811493BF2a45362',
  transaction:
    '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
  cost: 10_000_000_000_000_000n,
}
