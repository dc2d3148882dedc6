import { addReason, type BrokenLine, createTally, shownLines, summarizeTally } from '../../batch/tally.js'
import { batchStatuses } from '../../batch/types.js'
import { describeCheck } from '../check/describeCheck.js'
import { type InvalidFile, openInvalidFile } from '../check/openInvalidFile.js'
import { readBrokenLines, readShardFile, type ShardFile } from '../check/shardResult.js'
import { UsageError } from '../errors.js'
import type { GlobalOptions } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'

export type MergeChecksOptions = GlobalOptions & { invalid?: string | undefined }

/** The number of lines in one write. */
const atOnce = 1000

/**
 * Merges the results of all shards of a file into the result of one check, and returns its exit status.
 *
 * @param paths - The `--invalid` file of each shard, in any order.
 */
export async function mergeChecks(paths: readonly string[], options: MergeChecksOptions): Promise<number> {
  const shards = await Promise.all(paths.map(readShardFile))
  shards.sort((a, b) => a.result.shard.index - b.result.shard.index)
  requireWhole(shards)
  const inputs = shards.map(({ identity }) => identity)
  const invalid = options.invalid === undefined ? undefined : await openInvalidFile(options.invalid, inputs)
  const tally = createTally()
  try {
    for (const { path, result } of shards) {
      tally.first.push(...(await copyLines(path, tally.lines, shownLines - tally.first.length, invalid)))
      tally.lines += result.lines
      tally.seconds += result.seconds
      for (const status of batchStatuses) tally.counts[status] += result.counts[status]
      for (const reason of result.reasons) addReason(tally, reason)
    }
    await invalid?.sync()
  } finally {
    await invalid?.close()
  }
  if (options.json) printJson(summarizeTally(tally))
  else print(describeCheck(tally, { invalidPath: options.invalid }))
  if (tally.lines === 0) warn('warning: there were no records.')
  return tally.counts.valid === tally.lines ? 0 : 1
}

/** Writes a shard's broken lines, with their line numbers in the whole file, and returns the first `most` of them. */
async function copyLines(
  path: string,
  before: number,
  most: number,
  invalid: InvalidFile | undefined,
): Promise<BrokenLine[]> {
  const first: BrokenLine[] = []
  let waiting: string[] = []
  for await (const text of readBrokenLines(path)) {
    const moved = text.replace(/^\{"line":(\d+)/, (_, line) => `{"line":${before + Number(line)}`)
    if (first.length < most) first.push(JSON.parse(moved))
    else if (!invalid) break
    if (invalid && waiting.push(moved) === atOnce) {
      await invalid.write(waiting)
      waiting = []
    }
  }
  await invalid?.write(waiting)
  return first
}

/**
 * Requires one result for each shard of the file. All results must have the same file size and the same options.
 *
 * @throws {@link UsageError}
 */
function requireWhole(shards: readonly ShardFile[]): void {
  const [first] = shards
  if (!first) throw new UsageError('There is no result to merge.')
  const { count } = first.result.shard
  const found = shards.map(({ result }) => result.shard.index)
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !found.includes(index),
  )
  for (const [position, { path, result }] of shards.entries()) {
    const name = `The result in "${printable(path)}"`
    if (result.shard.count !== count)
      throw new UsageError(`${name} is one of ${result.shard.count} shards, not ${count}.`)
    if (result.size !== first.result.size) throw new UsageError(`${name} belongs to a file of another size.`)
    if (result.conditions !== first.result.conditions) {
      throw new UsageError(`${name} was checked with another --solver, --expect or --profile.`)
    }
    if (result.shard.index === shards[position - 1]?.result.shard.index) {
      throw new UsageError(`${name} is a second result of shard ${result.shard.index}.`)
    }
  }
  if (missing.length > 0) throw new UsageError(`Shard ${missing.join(', ')} of ${count} is missing.`)
  for (const [position, { path, result }] of shards.entries()) {
    if (result.from === (shards[position - 1]?.result.to ?? 0)) continue
    throw new UsageError(
      `The result in "${printable(path)}" belongs to another file: its lines begin elsewhere.`,
    )
  }
}
