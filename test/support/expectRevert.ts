import type { HardhatViemAssertions } from '@nomicfoundation/hardhat-viem-assertions/types'
import type { Abi, Address, WriteContractReturnType } from 'viem'

type Contract = { abi: Abi; address: Address }

/** Expects a revert whose error is data, such as a row of a table. Without `args`, any arguments will do. */
export function expectRevert(
  assertions: HardhatViemAssertions,
  call: Promise<unknown>,
  contract: Contract,
  error: string,
  args?: readonly unknown[],
): Promise<void> {
  const run = call as Promise<WriteContractReturnType>
  return args
    ? assertions.revertWithCustomErrorWithArgs(run, contract, error, [...args])
    : assertions.revertWithCustomError(run, contract, error)
}
