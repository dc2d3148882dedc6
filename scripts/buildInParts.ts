import type { HardhatPlugin } from 'hardhat/types/plugins'
import { type FileBuildResult, FileBuildResultType } from 'hardhat/types/solidity'

/** Nobody deploys these, so the optimizer, which takes most of the time, leaves them alone. */
const isForTests = (path: string) =>
  /\.t\.sol$|\/contracts\/(examples|testing|mocks\/hostile|mocks\/\w+\.sol)/.test(path)

const parts = [
  { buildProfile: 'default', holds: (path: string) => !isForTests(path) },
  { buildProfile: 'tests', holds: isForTests },
]

/** Compiles the parts at the same time. Hardhat makes one job of all files with the same settings, on one core. */
export const buildInParts: HardhatPlugin = {
  id: 'build-in-parts',
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        build: async (context, paths, options, next) => {
          const builds = parts.flatMap(({ buildProfile, holds }) => {
            const held = paths.filter(holds)
            // A build removes what it did not make, so that waits for all of them.
            return held.length > 0
              ? [next(context, held, { ...options, buildProfile, cleanupArtifacts: false })]
              : []
          })
          const results = new Map<string, FileBuildResult>()
          for (const built of await Promise.all(builds)) {
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
