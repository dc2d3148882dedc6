import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { startPostgres } from '../support/startPostgres.js'

/** A process of its own, as a run of the tests is one: it starts the server, says where, and waits. */
const code = `
import { startPostgres } from ${JSON.stringify(new URL('../support/startPostgres.ts', import.meta.url).href)}
const { folder, keeper } = await startPostgres()
console.log(JSON.stringify({ folder, keeper }))
setInterval(() => {}, 1000)
`

function startProcess(env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ends(isOver: () => boolean): Promise<boolean> {
  for (let i = 0; i < 500 && !isOver(); i++) await sleep(20)
  return isOver()
}

describe('startPostgres', () => {
  it('default: gives each test a new database on one server', async () => {
    const postgres = await startPostgres()
    expect(await startPostgres()).to.equal(postgres)
    const names = []
    for (const url of [await postgres.createDatabase(), await postgres.createDatabase()]) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('CREATE TABLE mine (id int)')
      names.push((await client.query('SELECT current_database() AS name')).rows[0].name)
      await client.end()
    }
    expect(new Set(names).size).to.equal(2)
  })

  it('behavior: the server ends and its folder is removed if the run is killed', async () => {
    const run = startProcess()
    const [line] = await new Promise<Buffer[]>((resolve) =>
      run.stdout!.once('data', (...data) => resolve(data)),
    )
    const { folder, keeper } = JSON.parse(`${line}`) as { folder: string; keeper: number }
    const server = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
    expect([runs(keeper), runs(server)]).to.deep.equal([true, true])

    run.kill('SIGKILL')
    expect(await ends(() => !runs(server) && !runs(keeper) && !existsSync(folder))).to.equal(true)
  })

  it('error: a server that cannot start fails the tests with its own message and leaves no files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fillproof-'))
    try {
      // The path of a socket has at most 107 characters.
      const long = join(folder, 'x'.repeat(100))
      await mkdir(long)
      // The server's account, which is another one for root, must get there.
      for (const path of [folder, long]) await chmod(path, 0o755)
      const run = startProcess({ TMPDIR: long })
      const [words] = await Promise.all([read(run.stderr!), read(run.stdout!)])
      expect(words).to.contain('PostgreSQL did not start.').and.to.contain('is too long')
      expect(run.exitCode ?? (await new Promise((resolve) => run.once('exit', resolve)))).to.equal(1)
      expect((await readdir(long)).filter((name) => name.startsWith('fillproof-'))).to.deep.equal([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
