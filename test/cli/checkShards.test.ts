import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { openInput } from '../../src/cli/input/openInput.js'
import { count } from '../support/deep.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { startCli } from './helpers.js'

const line = JSON.stringify(readVector('attestation-v1-live').record)
const forged = line.replace('700000000000000000', '700000000000000001')

/** A line in fifty is broken, in one of three ways. */
function createText(lines: number): string {
  const broken = [forged, line.slice(0, 300), '{"requestId":"0x12"}\u2028']
  const textOf = (index: number) => (index % 50 === 7 ? broken[Math.floor(index / 50) % 3] : line)
  return `${Array.from({ length: lines }, (_, index) => textOf(index)).join('\n')}\n`
}

describe('fillproof check --shard', () => {
  const folder = setUpFolder({ isForEach: true })

  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(folder.path(name), content)
    return folder.path(name)
  }
  const check = (...args: string[]) => callCommand(['check', '--threads', '0', '--json', ...args])
  const merge = (...args: string[]) => callCommand(['check', 'merge', '--json', ...args])

  async function checkShards(path: string, shards: number, ...args: string[]): Promise<string[]> {
    const results: string[] = []
    for (let index = 1; index <= shards; index++) {
      const result = folder.path(`shard-${index}`)
      const { stderr } = await check(path, '--shard', `${index}/${shards}`, '--invalid', result, ...args)
      expect(stderr).to.equal('')
      results.push(result)
    }
    return results
  }

  const withoutTimes = (stdout: string) => {
    const { seconds, perSecond, ...rest } = JSON.parse(stdout)
    expect([seconds, perSecond].map((value) => typeof value)).to.deep.equal(['number', 'number'])
    return rest
  }

  it('default: the shards of a file merge into one check, in any order', async function () {
    const lines = count({ normal: 14_000, deep: 1_000_000 })
    this.timeout(count({ normal: 120_000, deep: 60 * 60_000 }))
    const path = write('records.ndjson', createText(lines))
    const whole = await check(path, '--invalid', folder.path('whole'))
    const results = await checkShards(path, 7)
    const merged = await merge('--invalid', folder.path('merged'), ...results.toReversed())
    expect(merged).to.include({ status: 1, stderr: '' })
    expect(withoutTimes(merged.stdout)).to.deep.equal(withoutTimes(whole.stdout))
    expect(readFileSync(folder.path('merged')).equals(readFileSync(folder.path('whole')))).to.equal(true)
    expect(JSON.parse(merged.stdout).total).to.equal(lines)
  })

  it('error: the result of an interrupted shard', async () => {
    const path = write('records.ndjson', createText(60_000))
    const [result = '', other = ''] = await checkShards(write('short', createText(60)), 2)
    rmSync(result)
    const args = ['check', path, '--shard', '1/2', '--invalid', result, '--threads', '0', '--json']
    const { child, ended } = startCli(args)
    while (!existsSync(result) || statSync(result).size === 0) await setTimeout(5)
    child.kill('SIGINT')
    expect(await ended).to.include({ status: 130, stderr: 'Interrupted: the rest was not checked.\n' })
    const early = await merge(result, other)
    expect(early).to.include({ status: 2, stdout: '' })
    expect(early.stderr).to.include('is not the result of a complete shard')
  })

  it('property: each byte is in one shard, and each shard begins with a line', async () => {
    for (const text of [
      '',
      '\n',
      'a',
      'a\n',
      '\n\n\n',
      'long'.repeat(50),
      `\ufeffa\n\ufeffb\n${'c'.repeat(90)}\nd`,
    ]) {
      const path = write('text', text)
      const bytes = readFileSync(path)
      for (const shards of [1, 2, 3, 7, 200]) {
        const parts = Array.from({ length: shards }, (_, index) =>
          openInput(path, { index: index + 1, count: shards }),
        )
        const read: Buffer[] = []
        for (const part of parts) {
          const blocks: Uint8Array[] = []
          for await (const block of part.read()) blocks.push(block)
          read.push(Buffer.concat(blocks))
        }
        expect(Buffer.concat(read).equals(bytes), `${shards} shards of ${JSON.stringify(text)}`).to.equal(
          true,
        )
        for (const [index, { from, size = 0 }] of parts.entries()) {
          expect(read[index]).to.have.length(size)
          if (size > 0 && from > 0) expect(bytes[from - 1]).to.equal(10)
        }
      }
    }
  })

  it('behavior: more shards than lines, a mark inside the file, and no last line feed', async () => {
    const path = write('records.ndjson', `${line}\n\ufeff${line}\n${forged}`)
    const whole = await check(path, '--invalid', folder.path('whole'))
    const results = await checkShards(path, 9)
    const merged = await merge(...results, '--invalid', folder.path('merged'))
    expect(withoutTimes(merged.stdout)).to.deep.equal(withoutTimes(whole.stdout))
    expect(readFileSync(folder.path('merged'), 'utf8')).to.equal(readFileSync(folder.path('whole'), 'utf8'))
  })

  it('error: missing shards, or shards of different files or checks', async () => {
    const path = write('records.ndjson', createText(60))
    const [first, second, third] = (await checkShards(path, 3)) as [string, string, string]
    const copy = write('copy', readFileSync(first))
    const cut = write('cut', readFileSync(second).subarray(0, -1))
    const other = folder.path('other')
    await check(path, '--shard', '3/3', '--invalid', other, '--expect', 'originChainId=1')
    const four = folder.path('four')
    await check(path, '--shard', '4/4', '--invalid', four)
    const moved = write('moved', readFileSync(second, 'utf8').replace(/"from":\d+/, '"from":5'))
    const changed = write('changed', readFileSync(third, 'utf8').replace(/"size":\d+/, '"size":5'))
    for (const [results, message] of [
      [[first, third], 'Shard 2 of 3 is missing.'],
      [[first, second, third, copy], 'is a second result of shard 1'],
      [[first, cut, third], 'is not the result of a complete shard'],
      [[first, second, other], 'another --solver, --expect or --profile'],
      [[first, second, four], 'is one of 4 shards, not 3'],
      [[first, moved, third], 'belongs to another file'],
      [[first, second, changed], 'belongs to a file of another size'],
      [[first, second, path], 'is not the result of a complete shard'],
      [[first, second, folder.path('missing')], "can't be read"],
      [[first, second, third, '--invalid', second], 'must not be a file that is read'],
    ] as const) {
      const { status, stdout, stderr } = await merge(...results)
      expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(message)
    }
    expect((await merge(first, second, third)).status).to.equal(1)
  })

  it('error: wrong usage', async () => {
    const path = write('records.ndjson', line)
    const compressed = write('records.ndjson.gz', '')
    const result = ['--invalid', folder.path('result')]
    for (const [args, message] of [
      [[path, '--shard', '0/3', ...result], '--shard must be I/N'],
      [[path, '--shard', '4/3', ...result], '--shard must be I/N'],
      [[path, '--shard', '1', ...result], '--shard must be I/N'],
      [[path, '--shard', '1/3'], '--shard needs --invalid'],
      [[compressed, '--shard', '1/3', ...result], 'needs an uncompressed file'],
      [['/dev/stdin', '--shard', '1/3', ...result], '--shard needs a file'],
      [['merge', path], "'--threads' is not an option of check merge"],
    ] as const) {
      const { status, stderr } = await check(...args)
      expect({ status, stderr }).to.deep.include({ status: 2 })
      expect(stderr).to.include(message)
    }
  })
})
