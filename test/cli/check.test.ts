import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { readExpectations } from '../../src/cli/check/readExpectations.js'
import { check as runCommand } from '../../src/cli/commands/check.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { type Outcome, startCli } from './helpers.js'

const { record, solver } = readVector('attestation-v1-live')
const line = JSON.stringify(record)
const forged = line.replace('700000000000000000', '700000000000000001')
const cut = line.slice(0, 300)

type Broken = { line: number; status: string; text: string }

/** A file whose every hundredth line is broken, in one of three ways; and what should be said of those. */
function createLines(count: number): { text: string; broken: Broken[] } {
  const broken: Broken[] = []
  const lines = Array.from({ length: count }, (_, index) => {
    if (index % 100 !== 57) return line
    const way = Math.floor(index / 100) % 3
    const text = way === 0 ? forged : way === 1 ? `${cut}${index}` : `{"requestId":"0x${index}"}`
    broken.push({ line: index + 1, status: way === 0 ? 'invalid' : 'malformed', text })
    return text
  })
  return { text: `${lines.join('\n')}\n`, broken }
}

function readBroken(path: string): Broken[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((text) => JSON.parse(text)).map(({ line, status, text }) => ({ line, status, text }))
}

function counts({ stdout }: Outcome) {
  const { total, valid, invalid, malformed, ...rest } = JSON.parse(stdout)
  expect(Object.keys(rest)).to.deep.equal(['reasons', 'seconds', 'perSecond'])
  return { total, valid, invalid, malformed }
}

function countsOf(count: number, broken: readonly Broken[]) {
  const invalid = broken.filter(({ status }) => status === 'invalid').length
  return { total: count, valid: count - broken.length, invalid, malformed: broken.length - invalid }
}

describe('fillproof check', () => {
  const folder = setUpFolder({ isForEach: true })

  const write = (name: string, content: string | Uint8Array): string => {
    const path = folder.path(name)
    writeFileSync(path, content)
    return path
  }
  const check = (...args: string[]): Promise<Outcome> => callCommand(['check', '--threads', '0', ...args])

  it('default: a report for people', async () => {
    const path = write('records.ndjson', `${line}\n${forged}\n${cut}\n${line}\n`)
    const { status, stdout, stderr } = await check(path)
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '' })
    expect(stdout)
      .to.match(
        /│ 2 +│ invalid +│ Not signed by a trusted solver: a field was changed, or another key signed\. Recovered: 0x\w{40}\. +│/,
      )
      .and.match(/│ 3 +│ malformed +│ The line is not JSON\. +│/)
      .and.match(/│ records +│ 4 +│/)
      .and.match(/│ valid +│ 2 +│/)
      .and.match(/│ backend +│ native, 0 threads +│/)
      .and.match(/│ 1 +│ invalid +│ Not signed by a trusted solver: .* Recovered: 0x…\. +│/)
      .and.include('not all valid: 2 of 4.')
    const good = await check(write('good.ndjson', line))
    expect(good).to.include({ status: 0, stderr: '' })
    expect(good.stdout).to.include('all valid')
  })

  it('default: exactly the broken lines are reported, one in a hundred', async () => {
    const { text, broken } = createLines(2000)
    const invalid = folder.path('invalid.ndjson')
    const path = write('records.ndjson', text)
    const outcome = await check(path, '--invalid', invalid, '--json')
    expect(outcome).to.include({ status: 1, stderr: '' })
    expect(outcome.stdout.trim().split('\n')).to.have.length(1)
    expect(counts(outcome)).to.deep.equal(countsOf(2000, broken))
    expect(readBroken(invalid)).to.deep.equal(broken)
    const [first, second] = readFileSync(invalid, 'utf8')
      .split('\n')
      .map((each) => each && JSON.parse(each))
    expect(Object.keys(first)).to.deep.equal(['line', 'status', 'requestId', 'reason', 'text'])
    expect(first.requestId).to.equal(record.requestId)
    expect(first.reason).to.include('Not signed by a trusted solver')
    expect(second).to.include({ requestId: null, reason: 'The line is not JSON.' })
  })

  it('behavior: gzip by name, standard input and any number of threads give the same result', async () => {
    const { text, broken } = createLines(300)
    const plain = write('records.ndjson', text)
    const compressed = write('records.ndjson.gz', gzipSync(text))
    const piped = startCli(['check', '-', '--json', '--threads', '1'], {}, 'pipe')
    piped.child.stdin?.end(text)
    const outcomes = [
      await check(plain, '--json'),
      await check(compressed, '--json', '--threads', '2'),
      await piped.ended,
    ]
    for (const outcome of outcomes) {
      expect(outcome).to.include({ status: 1, stderr: '' })
      expect(counts(outcome)).to.deep.equal(countsOf(300, broken))
    }
  })

  it('behavior: solvers and expectations', async () => {
    const other = `0x${'12'.repeat(20)}`
    const { destinationUser } = record.requestData
    const recipients = write('recipients', `${other}\n${destinationUser}\n`)
    const cases: [string[], number][] = [
      [['--solver', other, '--solver', solver.toLowerCase(), '--expect', 'originAmount=1..'], 0],
      [['--expect', `destinationUser=@${recipients}`, '--expect', 'originChainId=1'], 0],
      [['--expect', 'originAmount=..699999999999999999'], 1],
      [['--profile', 'mock'], 1],
    ]
    for (const [index, [args, expected]] of cases.entries()) {
      const { status, stderr } = await check(write(`${index}`, line), '--json', ...args)
      expect({ status, stderr }).to.deep.equal({ status: expected, stderr: '' })
    }
  })

  it('behavior: expectations are read exactly as written', async () => {
    const other = `0x${'12'.repeat(20)}`
    const recipients = write('recipients', `# those of the shop\n\n ${other}\r\n${other}`)
    for (const [texts, expected] of [
      [[], {}],
      [['originAmount=5'], { originAmount: 5n }],
      [['originAmount=5..'], { originAmount: { min: 5n } }],
      [['originAmount=..5'], { originAmount: { max: 5n } }],
      [['originAmount=4..5', 'originChainId=1'], { originAmount: { min: 4n, max: 5n }, originChainId: 1 }],
      [['destinationChainId=9007199254740991'], { destinationChainId: Number.MAX_SAFE_INTEGER }],
      [['originUser=a', 'originCurrency=b'], { originUser: 'a', originCurrency: 'b' }],
      [['destinationCurrency=='], { destinationCurrency: '=' }],
      [['destinationUser=a'], { destinationUser: ['a'] }],
      [['destinationUser=a, b'], { destinationUser: ['a', 'b'] }],
      [[`destinationUser=@${recipients}`], { destinationUser: [other, other] }],
      [[`destinationUser=@${write('nobody', '')}`], { destinationUser: [] }],
    ] as const) {
      expect(await readExpectations(texts)).to.deep.equal(expected)
    }
  })

  it('behavior: no records', async () => {
    const { status, stdout, stderr } = await check(write('none', ''), '--json')
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'warning: there were no records.\n' })
    expect(JSON.parse(stdout)).to.include({ total: 0, valid: 0, invalid: 0, malformed: 0 })
  })

  it('behavior: SIGINT writes the results so far', async function () {
    this.timeout(60_000)
    const total = 100_000
    const { text, broken } = createLines(total)
    const path = write('records.ndjson', text)
    const invalid = folder.path('invalid.ndjson')
    const running = startCli(['check', path, '--invalid', invalid, '--json', '--threads', '0'])
    while (!existsSync(invalid) || statSync(invalid).size === 0) await setTimeout(20)
    running.child.kill('SIGINT')
    const interrupted = await running.ended
    expect(interrupted).to.include({ status: 130, stderr: 'Interrupted: the rest was not checked.\n' })
    const known = counts(interrupted)
    expect(known.total).to.be.within(1, total - 1)
    const before = broken.filter((each) => each.line <= known.total)
    expect(known).to.deep.equal(countsOf(known.total, before))
    expect(readBroken(invalid)).to.deep.equal(before)
  })

  it('behavior: SIGINT while waiting for standard input', async () => {
    const running = startCli(['check', '-', '--json', '--threads', '0'], {}, 'pipe')
    // More than a pipe holds: when all of it is written, the first of it was read.
    const pairs = 400
    await new Promise((resolve) => {
      running.child.stdin?.write(`${line}\n${forged}\n`.repeat(pairs), resolve)
    })
    running.child.kill('SIGINT')
    const outcome = await running.ended
    expect(outcome.status).to.equal(130)
    expect(outcome.stderr).to.equal('Interrupted: the rest was not checked.\n')
    const { total, valid, invalid, malformed } = counts(outcome)
    expect(total).to.be.within(1, 2 * pairs)
    expect({ valid, invalid, malformed }).to.deep.equal({
      valid: Math.ceil(total / 2),
      invalid: Math.floor(total / 2),
      malformed: 0,
    })
  })

  it('error: unreadable input, unwritable output, and wrong usage', async () => {
    const path = write('records.ndjson', line)
    const truncated = write('cut.ndjson.gz', gzipSync(createLines(500).text).subarray(0, 900))
    const padded = write(
      'padded.ndjson.gz',
      Buffer.concat([gzipSync(`${line}\n`), Buffer.alloc(512), gzipSync('{}\n')]),
    )
    for (const [file, options, message] of [
      [folder.path('missing'), {}, /^The file ".*missing" can't be read\./],
      [folder.path(), {}, /can't be read/],
      [truncated, {}, /can't be read to its end/],
      [padded, {}, /can't be read to its end: byte \d+ does not begin a gzip member/],
      [path, { invalid: path }, /--invalid must not be a file that is read/],
      [path, { invalid: folder.path('no', 'folder') }, /can't be written/],
      [path, { invalid: '/dev/null' }, /must be a regular file/],
      [path, { threads: '-1' }, /--threads must be a whole number/],
      [path, { threads: '1e1' }, /--threads must be a whole number/],
      [path, { threads: '257' }, /--threads must be a whole number/],
      [path, { solver: ['0x12'] }, /--solver must be an address/],
      [path, { expect: ['originChainId'] }, /--expect must be FIELD=VALUE/],
      [path, { expect: ['constructor=1'] }, /--expect must be FIELD=VALUE/],
      [path, { expect: ['originUser='] }, /--expect must be FIELD=VALUE/],
      [path, { expect: ['originChainId=0x1'] }, /--expect originChainId must be a chain id/],
      [path, { expect: ['destinationChainId=9007199254740992'] }, /--expect destinationChainId must be/],
      [path, { expect: ['originAmount=..'] }, /--expect originAmount must be a number, or a range/],
      [path, { expect: ['originAmount=2..1'] }, /must not start above its end/],
      [path, { expect: [`originAmount=${2n ** 256n}`] }, /--expect originAmount must be/],
      [path, { expect: ['originUser=0x12'] }, /--expect originUser must be hex of 20 or 32 bytes/],
      [path, { expect: ['destinationUser=@missing'] }, /can't read the file "missing"/],
      [path, { expect: ['originChainId=1', 'originChainId=1'] }, /is given twice/],
    ] as const) {
      const error = await thrown(() => runHere(file, options))
      expect(error, String(message)).to.include({ name: 'UsageError' })
      expect(error.message).to.match(message)
    }
    expect(readFileSync(path, 'utf8')).to.equal(line)
    const outcome = await callCommand(['check', folder.path('missing'), '--json'])
    expect(outcome).to.include({ status: 2, stdout: '' })
    expect(outcome.stderr)
      .to.match(
        /^error: The file ".*missing" can't be read: there is no such file or folder \(ENOENT\)\.\nCheck the path\.\n$/,
      )
      .and.not.include('    at ')
  })

  it('behavior: memory stays flat for a long pipe', async function () {
    const lines = count({ normal: 40_000, deep: 10_000_000 })
    this.timeout(count({ normal: 60_000, deep: 60 * 60_000 }))
    // Lines that are no JSON cost least, so that a long input takes a short time.
    const printer = `
      const block = Buffer.from('{"requestId":"0x12"},\\n'.repeat(1000))
      let left = ${lines / 1000}
      const write = () => { while (left-- > 0) if (!process.stdout.write(block)) return void process.stdout.once('drain', write) }
      write()`
    // Linux hands the peak of the process that starts another on to it, except in its own table of processes.
    const meter = `
      import { existsSync, readFileSync } from 'node:fs'
      const table = '/proc/self/status'
      const read = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync(table, 'utf8'))[1]
      process.on('exit', () =>
        process.stderr.write('peak ' + (existsSync(table) ? read() : process.resourceUsage().maxRSS)))`
    const source = spawn(process.execPath, ['-e', printer], { stdio: ['ignore', 'pipe', 'inherit'] })
    const entry = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))
    const args = ['--import', 'tsx', '--import', `data:text/javascript,${encodeURIComponent(meter)}`, entry]
    const checking = spawn(process.execPath, [...args, 'check', '-', '--json', '--threads', '2'], {
      stdio: [source.stdout, 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    checking.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    checking.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    await once(checking, 'close')
    expect(JSON.parse(stdout)).to.include({ total: lines, valid: 0, malformed: lines })
    const [, peak] = /peak (\d+)$/.exec(stderr) ?? []
    expect(Number(peak) / 1024).to.be.within(20, 300)
  })
})

/** Runs the command in this process, which is faster where it ends with an error. */
function runHere(path: string, options: object): Promise<number> {
  const globals = { profile: 'relay', profileGiven: false, json: true, threads: '0' }
  return runCommand(path, { ...globals, ...options }, new AbortController().signal)
}
