/** The projects of `init`: the folders of `examples`. Those with `hardhat3` run Hardhat 3 with the mock. */
export const examples = {
  hardhat: { hardhat3: true },
  'hardhat-ethers': { hardhat3: true },
  'hardhat-2': { hardhat3: false },
  foundry: { hardhat3: false },
  server: { hardhat3: true },
  ponder: { hardhat3: true },
} as const

export type Example = keyof typeof examples

export const exampleNames = Object.keys(examples) as Example[]
