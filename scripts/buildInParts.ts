import type { HardhatPlugin } from 'hardhat/types/plugins'
import { type FileBuildResult, FileBuildResultType } from 'hardhat/types/solidity'

/** Contracts that are never deployed. They skip the optimizer, which takes most of the time. */
const isForTests = (path: string) =>
  /\.t\.sol$|\/contracts\/(examples|testing|local\/Local|mocks\/hostile|mocks\/\w+\.sol)/.test(path)

const parts = [
  { buildProfile: 'default', holds: (path: string) => !isForTests(path) },
  { buildProfile: 'tests', holds: isForTests },
]

/** Compiles one part after the other. Builds that end at the same time rename the same file of Hardhat's cache. */
export const buildInParts: HardhatPlugin = {
  id: 'build-in-parts',
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        build: async (context, paths, options, next) => {
          const results = new Map<string, FileBuildResult>()
          for (const { buildProfile, holds } of parts) {
            const held = paths.filter(holds)
            if (held.length === 0) continue
            // A build removes the artifacts of other builds, so the cleanup waits for all.
            const built = await next(context, held, { ...options, buildProfile, cleanupArtifacts: false })
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
