/** Hardhat sets the variable for its option `--deep`, in the processes of the tests as well. */
export function count<value>({ normal, deep }: { normal: value; deep: value }): value {
  return process.env.HARDHAT_DEEP === 'true' ? deep : normal
}
