import { type Address, type Hex, keccak256, type PrivateKeyAccount, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A funded account of the mock. Its key is public. */
export type MockAccount = { address: Address; privateKey: Hex }

export const solverKey = toKey('solver')

/** Sends gasless transactions and pays for them. */
export const relayer = createAccount('relayer')

/** Signs withdrawals from the depositories. */
export const allocator = createAccount('allocator')

/** Creates the same accounts in every run. */
export function createMockAccounts(count: number): MockAccount[] {
  return Array.from({ length: count }, (_, index) => createAccount(`account ${index}`))
}

/** Creates one deployer per chain, so that no contract has the same address on two chains. */
export function createDeployer(chainName: string): { account: PrivateKeyAccount; privateKey: Hex } {
  const privateKey = toKey(`deployer of ${chainName}`)
  return { account: privateKeyToAccount(privateKey), privateKey }
}

function createAccount(role: string): MockAccount {
  const privateKey = toKey(role)
  return { address: privateKeyToAccount(privateKey).address, privateKey }
}

function toKey(role: string): Hex {
  return keccak256(stringToHex(`fillproof mock ${role}`))
}
