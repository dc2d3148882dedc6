import type { HardhatPlugin } from 'hardhat/types/plugins'
import { type FileBuildResult, FileBuildResultType } from 'hardhat/types/solidity'

/** About as much work for the compiler as all that is left, and little in common with it. */
const isOfFirstHalf = (path: string) => /\/invariants\/|\/SignedOrderReceiver\.sol$/.test(path)

/**
 * Compiles in two processes at the same time. Hardhat makes one job of all files with the same settings, which takes one
 * core a minute and a half.
 */
export const buildInHalves: HardhatPlugin = {
  id: 'build-in-halves',
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        build: async (context, paths, options, next) => {
          const halves = [paths.filter(isOfFirstHalf), paths.filter((path) => !isOfFirstHalf(path))]
          if (halves.some((half) => half.length === 0)) return next(context, paths, options)

          const results = new Map<string, FileBuildResult>()
          // What belongs to neither half is removed when both are there.
          const ofOneHalf = { ...options, cleanupArtifacts: false }
          for (const built of await Promise.all(halves.map((half) => next(context, half, ofOneHalf)))) {
            if (!(built instanceof Map)) return built
            for (const [path, result] of built) results.set(path, result)
          }
          const isBuilt = [...results.values()].every(
            ({ type }) => type !== FileBuildResultType.BUILD_FAILURE,
          )
          if (isBuilt && options?.cleanupArtifacts) await context.solidity.cleanupArtifacts(paths, options)
          return results
        },
      }),
    }),
  },
}
