import type { ArtifactManager } from 'hardhat/types/artifacts'
import type { Abi, AbiItem } from 'viem'

/** Reads the errors from the project's artifacts, once. */
export function createProjectErrors(artifacts: ArtifactManager): () => Promise<Abi> {
  let reading: Promise<Abi> | undefined
  async function read(): Promise<Abi> {
    const names = [...(await artifacts.getAllFullyQualifiedNames())]
    const all = await Promise.all(names.map((name) => artifacts.readArtifact(name)))
    const errors = all.flatMap(({ abi }) =>
      (abi as readonly AbiItem[]).filter(({ type }) => type === 'error'),
    )
    return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()]
  }
  return () => {
    reading ??= read()
    return reading
  }
}
