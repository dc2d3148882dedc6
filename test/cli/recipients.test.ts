import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Address } from 'viem'
import { bytesToHex, getAddress, keccak256 as hash, pad, toHex } from 'viem'
import { buildRecipients, proveRecipient } from '../../src/cli/commands/recipients.js'
import { createFastKeccak } from '../../src/cli/recipients/createFastKeccak.js'
import { hasValidChecksum, readRecipientFile } from '../../src/cli/recipients/readRecipientFile.js'
import { createRecipientTree, loadRecipientTree, type Recipient } from '../../src/index.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { runCli, startCli } from './helpers.js'

const vector = readVector('recipient-tree')
const { chainId, receiver, root } = vector as { chainId: number; receiver: Address; root: string }
const recipients = vector.recipients as Recipient[]
const [first, second] = recipients.map(({ address }) => address) as [Address, Address]
const many = count({ normal: 2_000, deep: 1_000_000 })

const lines = recipients.map(({ address, hook }) => (hook ? `${address},hook` : address))
const scope = ['--chain-id', String(chainId), '--receiver', receiver]

describe('fillproof recipients', () => {
  const folder = setUpFolder({ isForEach: true })

  const write = (name: string, content: string | Uint8Array): string => {
    const path = folder.path(name)
    writeFileSync(path, content)
    return path
  }

  it('default: prints a root, a dump and the proofs', async () => {
    const list = write('recipients.txt', `${lines.join('\n')}\n`)
    const dump = folder.path('dump.json')
    const built = await callCommand(['recipients', 'build', list, ...scope, '--out', dump, '--json'])
    expect(built).include({ status: 0, stderr: '' })
    expect(JSON.parse(built.stdout)).deep.equal({ root, count: 5, chainId, receiver, out: dump })
    expect(readdirSync(folder.path()).sort()).deep.equal(['dump.json', 'recipients.txt'])
    const written = JSON.parse(readFileSync(dump, 'utf8'))
    expect(written).deep.equal(createRecipientTree({ chainId, receiver, recipients }).dump())
    expect(loadRecipientTree(written).root).equal(root)

    const proved = await runCli(['recipients', 'prove', dump, second.toLowerCase(), '--json'])
    const shown = await callCommand(['recipients', 'prove', dump, first])
    const absent = await callCommand(['recipients', 'prove', dump, receiver])
    const recipientProof = [pad('0x01'), ...vector.paths[1]]
    const marked = write('marked.json', `\uFEFF${readFileSync(dump, 'utf8')}`)
    expect(await callCommand(['recipients', 'prove', marked, first])).include({ status: 0, stderr: '' })
    expect(proved).include({ status: 0, stderr: '' })
    expect(JSON.parse(proved.stdout)).deep.equal({
      recipient: second,
      hook: true,
      root,
      chainId,
      receiver,
      recipientProof,
    })
    expect(shown.status).equal(0)
    for (const text of [root, first, ...vector.paths[0]]) expect(shown.stdout).include(text)
    expect(absent).include({ status: 1, stdout: '' })
    expect(absent.stderr).include(`${receiver} is not on the list.`)
  })

  it('behavior: --out writes the target of a link', async () => {
    const [list, link] = [write('list', lines.join('\n')), folder.path('link.json')]
    const dump = write('dump.json', '')
    symlinkSync(dump, link)
    expect(await callCommand(['recipients', 'build', list, ...scope, '--out', link])).include({ status: 0 })
    expect(lstatSync(link).isSymbolicLink()).equal(true)
    expect(JSON.parse(readFileSync(dump, 'utf8'))).include({ root })
  })

  it('behavior: standard input, without a dump, as text', async () => {
    const { child, ended } = startCli(['recipients', 'build', '-', ...scope], {}, 'pipe')
    child.stdin?.end(lines.join('\r\n'))
    const { status, stdout, stderr } = await ended
    expect(status).equal(0)
    expect(stdout)
      .include(root)
      .and.match(/│ recipients +│ 5 +│/)
    expect(stderr).include('--out FILE')
  })

  it('behavior: comments, blank lines, spaces, quotes, a header and every spelling of the flag', async () => {
    for (const text of [
      lines.join('\n'),
      `\uFEFFaddress,hook\r\n${lines.join('\r\n')}\r\n`,
      `Recipient\n${lines.join('\n')}`,
      `# ours\n\n \t\n${lines.map((line) => `  ${line.replace(',', ' , ')}  # shop`).join('\n')}\n#`,
      `"address","hook"\n${recipients.map(({ address, hook }) => `"${address}","${hook ?? ''}"`).join('\n')}`,
      recipients.map(({ address, hook }) => `${address},${hook ? '1' : '0'}`).join('\n'),
      recipients.map(({ address, hook }) => `${address},${hook ? 'TRUE' : 'False'}`).join('\n'),
    ]) {
      expect(await readAll(write('list', text))).deep.equal(sorted())
    }
    expect(await readAll(write('list.gz', gzipSync(lines.join('\n'))))).deep.equal(sorted())
  })

  const flipped = first.replace(/[a-f]/, (digit) => digit.toUpperCase())

  it('error: a wrong checksum, unless it is accepted', async () => {
    const list = write('list', `${second}\n${flipped}`)
    const dump = folder.path('dump.json')
    const build = (...more: string[]) => callCommand(['recipients', 'build', list, ...scope, ...more])
    const refused = await build('--out', dump)
    expect(refused).include({ status: 2, stdout: '' })
    expect(refused.stderr).include(`Line 2 of "${list}" must have a valid checksum, found "${flipped}"`)
    expect(refused.stderr).include('--any-checksum')
    expect(await build('--out', dump, '--any-checksum')).include({ status: 0, stderr: '' })
    const prove = (...more: string[]) => callCommand(['recipients', 'prove', dump, flipped, ...more])
    expect((await prove()).stderr).include(`ADDRESS must have a valid checksum, found "${flipped}"`)
    const proved = await prove('--any-checksum', '--json')
    expect(JSON.parse(proved.stdout)).include({ recipient: first })
  })

  it('behavior: checks checksums as viem does', async () => {
    const keccak256 = await createFastKeccak()
    for (let index = 0; index < 200; index++) {
      const lower = hash(toHex(index)).slice(0, 42)
      const valid = getAddress(lower)
      const changed = valid.replace(/[a-f](?=\w*$)/i, (digit) =>
        digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
      )
      for (const address of [lower, valid, `0x${valid.slice(2).toUpperCase()}`])
        expect(hasValidChecksum(address, keccak256), address).equal(true)
      const isMixed = /[a-f]/.test(changed) && /[A-F]/.test(changed)
      if (changed !== valid && isMixed) expect(hasValidChecksum(changed, keccak256), changed).equal(false)
    }
  })

  it('error: names the line and writes nothing', async () => {
    for (const [text, problem] of [
      [`${first}\n\n# x\n0x12`, 'Line 4 of'],
      [`${first}x`, 'must have an address'],
      [`${first}\n${pad('0x0', { size: 20 })}`, 'Line 2 of'],
      [`${first}\n${receiver}`, 'other than zero and the receiver'],
      [`${first},hooks`, 'must be an address, or an address and ",hook"'],
      [`${first},constructor`, 'Line 1 of'],
      [`${first},hook,1`, 'Line 1 of'],
      [`${first} ${second}`, 'Line 1 of'],
      [`${first}\naddress,hook`, 'Line 2 of'],
      [`address,amount\n${first}`, 'Line 1 of'],
      [`${first}\n#\n${second}\n${first.toLowerCase()},hook`, 'Lines 1 and 4 of'],
      ['# nobody\n', 'has no recipients'],
      [Buffer.from([0x30, 0x78, 0xff, 0xfe]), 'Line 1 of'],
      [`${'x'.repeat(2 ** 20 + 1)}`, 'is not UTF-8, or is too long'],
    ] as const) {
      const error = await thrown(() => readAll(write('list', text)))
      expect(error, problem).include({ name: 'UsageError' })
      expect(error.message).include(problem)
    }
    expect((await thrown(() => readAll(folder.path('absent')))).message).include("can't be read")
  })

  it('error: wrong usage and broken files exit with 2 and change nothing', async () => {
    const list = write('list', lines.join('\n'))
    const broken = write('broken', `${first}\n0x12`)
    const old = write('old.json', 'what was there')
    const dump = createRecipientTree({ chainId, receiver, recipients }).dump()
    const changed = write('changed.json', JSON.stringify({ ...dump, chainId: 1 }))
    const options = { profile: 'relay', profileGiven: false, chainId: '1', receiver }
    const build = (path: string, changed: object) => () => buildRecipients(path, { ...options, ...changed })
    const prove = (path: string, address: string) => () => proveRecipient(path, address, options)
    for (const [run, problem] of [
      [build(list, { out: list }), '--out must not be the list itself.'],
      [build(list, { out: folder.path('absent', 'x') }), "can't be written"],
      [build(list, { out: '/dev/null' }), '--out must be a regular file.'],
      [build(list, { chainId: '0' }), '--chain-id must be a whole number'],
      [build(list, { chainId: '9007199254740992' }), '--chain-id must be a whole number'],
      [build(list, { receiver: '0x12' }), '--receiver must be an address'],
      [prove(changed, first), 'root must be 0x'],
      [prove(list, first), "can't be read"],
      [prove(changed, '0x12'), 'ADDRESS must be an address'],
    ] as const) {
      const error = await thrown(run)
      expect(error, problem).include({ name: 'UsageError' })
      expect(error.message).include(problem)
    }
    const { status, stdout, stderr } = await callCommand([
      'recipients',
      'build',
      broken,
      ...scope,
      '--out',
      old,
    ])
    expect({ status, stdout }).deep.equal({ status: 2, stdout: '' })
    expect(stderr).include(`Line 2 of "${broken}" must have an address`)
    expect(readFileSync(old, 'utf8')).equal('what was there')
    expect(readFileSync(list, 'utf8')).equal(lines.join('\n'))
    expect(readdirSync(folder.path()).sort()).deep.equal(['broken', 'changed.json', 'list', 'old.json'])
  })

  const addressOf = (index: number) =>
    pad(`0x${(BigInt(index + 1) * 2n ** 100n + 7n).toString(16)}`, { size: 20 })
  const writeMany = (size: number) =>
    write('many', Array.from({ length: size }, (_, index) => addressOf(index)).join('\n'))

  it(`behavior: ${many} recipients`, async function () {
    this.timeout(300_000)
    const dump = folder.path('dump.json')
    const built = await callCommand([
      'recipients',
      'build',
      writeMany(many),
      ...scope,
      '--out',
      dump,
      '--json',
    ])
    expect(JSON.parse(built.stdout).count).equal(many)
    const proved = await callCommand(['recipients', 'prove', dump, addressOf(many - 1), '--json'])
    const { recipientProof } = JSON.parse(proved.stdout)
    expect(recipientProof.length).within(1 + Math.floor(Math.log2(many)), 1 + Math.ceil(Math.log2(many)))
  })

  it('behavior: a run stopped while writing leaves the earlier file', async () => {
    const dump = write('dump.json', 'what was there')
    const folderOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    // A list that ends the process, as a signal does, when half of it is written.
    const script = `
      const { writeDump } = await import(${folderOf('../../src/cli/recipients/writeDump.ts')})
      const { readdirSync } = await import('node:fs')
      const address = (index) => {
        if (index === 30_000) {
          process.stdout.write(String(readdirSync(${JSON.stringify(folder.path())}).length))
          process.exit(130)
        }
        return new Uint8Array(20)
      }
      const tree = { chainId: 1, receiver: '${receiver}', root: '0x' }
      const list = { count: 60_000, address, hook: () => false }
      await writeDump({ tree, list, path: ${JSON.stringify(dump)}, source: '-' })`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
    let files = ''
    child.stdout.on('data', (chunk) => {
      files += chunk
    })
    const [status] = await once(child, 'close')
    expect([status, files.trim()]).deep.equal([130, '2'])
    expect(readdirSync(folder.path())).deep.equal(['dump.json'])
    expect(readFileSync(dump, 'utf8')).equal('what was there')
  })

  async function readAll(path: string): Promise<Recipient[]> {
    const list = await readRecipientFile(path, { receiver, keccak256: await createFastKeccak() })
    return Array.from({ length: list.count }, (_, index) => ({
      address: getAddress(bytesToHex(list.address(index))),
      ...(list.hook(index) ? { hook: true } : {}),
    }))
  }

  function sorted(): Recipient[] {
    return recipients.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  }
})
